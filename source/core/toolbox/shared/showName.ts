const needsQuotes = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}"]|^\s|\s$|^$/u;
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escapeCharacter = (character: string): string =>
	`\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;

/**
 * A file name or path for a sentence. Names may hold anything but a slash: a line break would forge a line
 * of a listing, an escape code would reach a terminal.
 */
export const showName = (name: string, longest = 300): string => {
	const short = name.length > longest ? `${name.slice(0, longest)}…` : name;
	return needsQuotes.test(short)
		? `"${short.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replace(unprintable, escapeCharacter)}"`
		: short;
};
