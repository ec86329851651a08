/** Matches `*` against any run of characters; everything else is literal. Linear in both lengths. */
export const matchesGlob = (pattern: string, text: string): boolean => {
	const [first = '', ...rest] = pattern.split('*');
	if (rest.length === 0) {
		return pattern === text;
	}
	if (!text.startsWith(first)) {
		return false;
	}
	const last = rest.pop() ?? '';
	let position = first.length;
	for (const part of rest) {
		const found = text.indexOf(part, position);
		if (found === -1) {
			return false;
		}
		position = found + part.length;
	}
	return text.length - last.length >= position && text.endsWith(last);
};
