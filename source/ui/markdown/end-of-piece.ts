const tableRule = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$/;
const longestHead = 1000;

type Kind = 'none' | 'text' | 'html' | 'item' | 'fence';

const firstLines = (text: string, from: number, count: number): string => {
	let end = from;
	for (let line = 0; line < count; line++) {
		const found = text.slice(end, from + longestHead).indexOf('\n');
		if (found === -1) return '';
		end += found + 1;
	}
	return text.slice(from, end);
};

/** Rows mean nothing without the head of their table, nor does what is indented without its item. */
const headOf = (text: string, from: number, kind: Kind): string => {
	if (kind === 'item') return firstLines(text, from, 1);
	const head = kind === 'text' ? firstLines(text, from, 2) : '';
	const [, rule = ''] = head.split('\n');
	return rule.includes('|') && tableRule.test(rule.trimEnd()) ? head : '';
};

/** Starts at a line if there is a break in the first half, else at a word, else between two characters. */
const startOfEnd = (text: string, earliest: number): number => {
	const half = text.slice(earliest, earliest + Math.ceil((text.length - earliest) / 2));
	const lineBreak = half.indexOf('\n');
	const space = lineBreak === -1 ? half.indexOf(' ') : lineBreak;
	if (space !== -1) return earliest + space + 1;
	return /^[\udc00-\udfff]/.test(half) ? earliest + 1 : earliest;
};

/** The last `longest` characters of an unfinished piece, so that showing it costs the same however long it is. */
export const endOfPiece = (text: string, from: number, kind: Kind, longest: number): string => {
	const head = headOf(text, from, kind);
	return head + text.slice(startOfEnd(text, Math.max(from + head.length, text.length - longest)));
};
