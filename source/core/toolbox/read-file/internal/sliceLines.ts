type LineSlice = {
	readonly body: string;
	readonly totalLines: number;
	/** The last line in `body`, counted from 1. */
	readonly lastLine: number;
	/** True when `body` ends inside of its last line. */
	readonly isLineCut: boolean;
};

type LineRange = {
	/** The first line, counted from 1. */
	readonly offset: number;
	readonly limit: number;
	readonly mostCharacters: number;
};

/** Where each line starts, and the end of the text. A line break at the very end starts no line. */
const findLineStarts = (text: string): number[] => {
	const starts: number[] = [];
	for (let start = 0; start < text.length; ) {
		starts.push(start);
		const lineBreak = text.indexOf('\n', start);
		start = lineBreak === -1 ? text.length : lineBreak + 1;
	}
	starts.push(text.length);
	return starts;
};

/** Whole lines as long as they fit; a single line that does not fit is cut, never between surrogates. */
export const sliceLines = (text: string, {offset, limit, mostCharacters}: LineRange): LineSlice => {
	const starts = findLineStarts(text);
	const totalLines = starts.length - 1;
	const start = starts[offset - 1] ?? text.length;
	let lastLine = Math.min(totalLines, offset - 1 + limit);
	while (lastLine > offset && (starts[lastLine] ?? text.length) - start > mostCharacters) lastLine--;
	const end = starts[lastLine] ?? text.length;
	const isLineCut = end - start > mostCharacters;
	if (!isLineCut) return {body: text.slice(start, end), totalLines, lastLine, isLineCut};
	const body = text.slice(start, start + mostCharacters).replace(/[\uD800-\uDBFF]$/, '');
	return {body, totalLines, lastLine, isLineCut};
};
