const longestText = 600;

/** Many times faster than the questions that know every script, and nearly always enough. */
const plain = /^[\0-\x7f]*$/;
const plainSeam = /[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g;
const plainGap = /[^a-z0-9]+/g;
const seam = /[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu;
const gap = /[^\p{L}\p{M}\p{N}]+/gu;

/** The words of a sentence in lower case, each between two spaces. */
export const wordsOfText = (text: string): string => {
	const known = text.slice(0, longestText);
	return ` ${known.toLowerCase().replace(plain.test(known) ? plainGap : gap, ' ')} `;
};

/** The same for a name: `createIssue` is two words, and so are `create_issue` and `HTTPServer`. */
export const wordsOfName = (name: string): string =>
	wordsOfText(name.slice(0, longestText).replace(plain.test(name) ? plainSeam : seam, '$& '));

/** The beginning that all forms of a word share. It need not be a word. */
export const stemOf = (word: string): string => word.replace(/(?<=.{3})(?:ies|ing|ed|es|s|e|y)$/, '');
