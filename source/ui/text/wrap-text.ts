import {cellsOf, graphemesOf, isPlain, takeCells} from './graphemes.ts';

/** Cuts to the width and shows by "…" that something is missing. */
export const cutToWidth = (text: string, width: number): string =>
	takeCells(text, width) === text ? text : `${takeCells(text, Math.max(0, width - 1))}…`;

const style = /(\u001B\[[\d;]+m)/;

/** Cuts a line with styles in it. What the missing part would have ended is still ended. */
export const cutStyled = (line: string, width: number): string => {
	const parts = line.split(style);
	if (cellsOf(parts.filter((_, index) => index % 2 === 0).join('')) <= width) {
		return line;
	}
	let left = Math.max(0, width - 1);
	let isCut = width < 1;
	return parts
		.map((part, index) => {
			if (index % 2 === 1 || isCut) {
				return index % 2 === 1 ? part : '';
			}
			const taken = takeCells(part, left);
			left -= cellsOf(taken);
			isCut = taken !== part;
			return isCut ? `${taken}…` : taken;
		})
		.join('');
};

/** Cuts two texts so that together they fit into the width; the second keeps at least half of it. */
export const cutPair = (first: string, second: string, width: number): readonly [string, string] => {
	const shorter = cutToWidth(second, Math.max(width - cellsOf(first), Math.ceil(width / 2)));
	return [cutToWidth(first, width - cellsOf(shorter)), shorter];
};

/** Cuts a word into pieces of at most the width, in one pass. A character that is wider stands alone. */
const breakWord = (word: string, width: number): readonly string[] => {
	if (isPlain(word)) {
		return word.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
	}
	const pieces: string[] = [];
	let piece = '';
	let cells = 0;
	for (const grapheme of graphemesOf(word)) {
		const size = cellsOf(grapheme);
		if (cells + size > width && piece !== '') {
			pieces.push(piece);
			piece = '';
			cells = 0;
		}
		piece += grapheme;
		cells += size;
	}
	return [...pieces, piece];
};

const wrapLine = (line: string, width: number): readonly string[] => {
	const lines: string[] = [];
	let current = '';
	for (const word of line.match(/\s+|\S+/g) ?? []) {
		if (cellsOf(current) + cellsOf(word) <= width) {
			current += word;
			continue;
		}
		const isSpace = /^\s/.test(word);
		if (current.trim() !== '') {
			lines.push(current.trimEnd());
			current = '';
		}
		if (isSpace) {
			continue;
		}
		const pieces = breakWord(current + word, width);
		lines.push(...pieces.slice(0, -1));
		current = pieces.at(-1) ?? '';
	}
	lines.push(current.trimEnd());
	return lines;
};

/** Wraps plain text at words, and inside a word only when it is wider than the line. */
export const wrapText = (text: string, width: number): readonly string[] =>
	text
		.split('\n')
		.flatMap(line => (cellsOf(line) <= width ? [line.trimEnd()] : wrapLine(line, Math.max(1, width))));
