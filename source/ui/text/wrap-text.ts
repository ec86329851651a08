import stringWidth from 'string-width';
import {cellsOf, graphemesOf, isPlain, takeCells} from './graphemes.ts';

/** Cuts to the width and shows by "…" that something is missing. */
export const cutToWidth = (text: string, width: number): string =>
	takeCells(text, width) === text ? text : `${takeCells(text, Math.max(0, width - 1))}…`;

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
		const size = stringWidth(grapheme);
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
