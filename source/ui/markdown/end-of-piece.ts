const longestHead = 4000;

/** The head of a table, if a line is the rule below it: rows mean nothing without their head. */
export const tableHead = (text: string, rule: string, start: number, end: number): string | undefined => {
	const cells = rule.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
	if (!rule.includes('|') || !cells.every(cell => /^:?-+:?$/.test(cell.trim()))) return undefined;
	const from = text.lastIndexOf('\n', start - 2) + 1;
	return end - from > longestHead ? undefined : text.slice(from, end);
};

/** What belongs to the character before it. */
const joined = /\p{M}|\u200c|\u200d|[\udc00-\udfff]/u;

/** Where a text that is too long is cut: at the last word of its second half, else between two characters. */
export const cutPlace = (text: string, from: number, to: number): number => {
	const half = Math.ceil((from + to) / 2);
	const space = text.slice(half, to).lastIndexOf(' ');
	if (space !== -1) return half + space + 1;
	let place = to;
	while (place > half && (joined.test(text[place] ?? '') || text[place - 1] === '\u200d')) place--;
	return place;
};

/** Starts at a line if there is a break in the first half, else at a word, else between two characters. */
const startOfEnd = (text: string, earliest: number): number => {
	const half = text.slice(earliest, earliest + Math.ceil((text.length - earliest) / 2));
	const lineBreak = half.indexOf('\n');
	const space = lineBreak === -1 ? half.indexOf(' ') : lineBreak;
	if (space !== -1) return earliest + space + 1;
	return /^[\udc00-\udfff]/.test(half) ? earliest + 1 : earliest;
};

/**
 * The last `longest` characters of an unfinished piece, so that showing it costs the same however long it is. What is
 * indented means nothing without the first line of its item.
 */
export const endOfPiece = (text: string, from: number, isItem: boolean, longest: number): string => {
	const lineEnd = isItem ? text.slice(from, from + longestHead).indexOf('\n') : -1;
	const head = text.slice(from, from + lineEnd + 1);
	return head + text.slice(startOfEnd(text, Math.max(from + head.length, text.length - longest)));
};
