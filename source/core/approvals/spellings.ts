/** More ways to write the same than anybody has reason to use. */
const mostSpellings = 16;

const escapes = /%u[\da-f]{4}|(?:%[89a-f][\da-f])+|%[0-7][\da-f]/gi;
const anyEscape = new RegExp(escapes.source, 'i');
const control = /\p{Cc}/u;
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const plain = /^[ -~]*$/;

const decode = (found: string): string => {
	if (!/^%[89a-f]/i.test(found)) {
		return String.fromCharCode(Number.parseInt(found.slice(found[1] === 'u' ? 2 : 1), 16));
	}
	try {
		return decodeURIComponent(found);
	} catch {
		// Bytes that are no text: they stand for themselves.
		return found;
	}
};

/** Every escape by itself, so that one that encodes nothing does not save the others. */
export const decodedOnce = (text: string): string =>
	text.includes('%') ? text.replace(escapes, found => decode(found)) : text;

/** Without what nobody sees, and with plain characters in the place of those that only look different. */
const cleaned = (text: string): string =>
	plain.test(text) ? text : text.replace(unseen, '').normalize('NFKC').replace(unseen, '');

/** Everything that a server may make of a text before it uses it. */
export const spellings = (text: string): ReadonlySet<string> => {
	const found = new Set([text]);
	// What is added on the way is visited, too.
	for (const each of found) {
		for (const other of [decodedOnce(each), cleaned(each)]) {
			if (found.size < mostSpellings) found.add(other);
		}
	}
	return found;
};

const isOddPart = (part: string): boolean => part.length > 2 && part.includes('.') && /^[. ]+$/.test(part);

/** Whether nobody can say what a server makes of it: escapes that are left, control characters, parts like `.. `. */
export const isUnclear = (text: string): boolean => {
	const all = spellings(text);
	const isLeft = (each: string): boolean => {
		const next = decodedOnce(each);
		return anyEscape.test(each) && (next === each || !all.has(next));
	};
	return [...all].some(each => control.test(each) || isLeft(each) || each.split(/[\\/]/).some(isOddPart));
};

/** Whether a path or an address has a `.` or a `..` in it. */
export const hasDetour = (text: string): boolean =>
	/(?:^|[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[\\/?#]|%2f|%5c)/i.test(text);

/** Servlets leave out what stands behind a semicolon, and see `..` in `..;x`. */
export const withoutParameters = (text: string): string =>
	text.includes(';') ? text.replace(/;[^\\/]*/g, '') : text;

const around = new Set(` \t\r\n"'\`<>()[]{}`);

/** Without the space, quotes and brackets around it. */
const bare = (text: string): string => {
	let [start, end] = [0, text.length];
	while (start < end && around.has(text.charAt(start))) start += 1;
	while (end > start && around.has(text.charAt(end - 1))) end -= 1;
	return text.slice(start, end);
};

/** The same for whoever holds back: also without what people put around it. */
export const looseSpellings = (text: string): ReadonlySet<string> => {
	const all = [...spellings(text)];
	return new Set([...all, ...all.map(bare)]);
};

/** Some disks do not tell upper from lower case, hosts never do, and nothing tells how an accent is put together. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
