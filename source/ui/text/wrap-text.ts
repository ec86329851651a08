import {cellsOf, graphemesOf, isPlain, takeCells} from './graphemes.ts';

const shortText = 500;

/** Of a long text no more is measured than fits. */
const fits = (text: string, width: number): boolean =>
	text.length > shortText ? takeCells(text, width) === text : cellsOf(text) <= width;

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

/** The same as below for a line in which every character is a cell: there may be megabytes of it. */
const wrapPlainLine = (line: string, width: number): readonly string[] => {
	const indent = line.length - line.trimStart().length;
	const lines: string[] = [];
	let start = indent > width ? indent : 0;
	while (line.length - start > width) {
		const space = start + line.slice(start, start + width + 1).lastIndexOf(' ');
		const end = space > Math.max(start, indent) ? space : start + width;
		lines.push(line.slice(start, end).trimEnd());
		start = end;
		while (line[start] === ' ') start++;
	}
	lines.push(line.slice(start).trimEnd());
	return lines;
};

const wrapLine = (line: string, width: number): readonly string[] => {
	const lines: string[] = [];
	let current = '';
	for (const word of line.match(/\s+|\S+/g) ?? []) {
		if (fits(word, width - cellsOf(current))) {
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
		current = pieces.at(-1) ?? '';
		// There may be more of them than a function takes arguments.
		for (const piece of pieces.slice(0, -1)) lines.push(piece);
	}
	lines.push(current.trimEnd());
	return lines;
};

/** Wraps plain text at words, and inside a word only when it is wider than the line. */
export const wrapText = (text: string, width: number): readonly string[] =>
	text
		.split('\n')
		.flatMap(line =>
			fits(line, width)
				? [line.trimEnd()]
				: (isPlain(line) ? wrapPlainLine : wrapLine)(line, Math.max(1, width)),
		);
