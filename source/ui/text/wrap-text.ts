import stringWidth from 'string-width';

const isPlain = (text: string): boolean => /^[\x20-\x7E]*$/.test(text);

let segmenter: Intl.Segmenter | undefined;
const chunkLength = 512;

/**
 * The graphemes of a text, some hundred at a time: the segmenter's cost grows with the square of the
 * length, and half a million characters would take it minutes.
 */
function* graphemeChunks(text: string): Generator<readonly string[], void> {
	segmenter ??= new Intl.Segmenter();
	let length = chunkLength;
	for (let start = 0; start < text.length; ) {
		// Half a surrogate pair would look like a character of its own.
		const isPairCut = /[\ud800-\udbff]/.test(text[start + length - 1] ?? '');
		const end = start + length + (isPairCut ? 1 : 0);
		const found = Array.from(segmenter.segment(text.slice(start, end)), ({segment}) => segment);
		if (end < text.length && found.length === 1) {
			length *= 2;
			continue;
		}
		// The last one may go on in the next chunk.
		const whole = end < text.length ? found.slice(0, -1) : found;
		yield whole;
		start += whole.reduce((sum, grapheme) => sum + grapheme.length, 0);
		length = chunkLength;
	}
}

/** What a person sees as single characters. Plain ASCII needs no segmenter, which is slow to load. */
export const graphemesOf = (text: string): readonly string[] =>
	isPlain(text) ? text.split('') : Array.from(graphemeChunks(text)).flat();

/** How many cells a text without styles takes. */
export const cellsOf = (text: string): number => {
	if (text.length <= chunkLength || isPlain(text)) {
		return stringWidth(text);
	}
	let cells = 0;
	for (const chunk of graphemeChunks(text)) {
		cells += stringWidth(chunk.join(''));
	}
	return cells;
};

/** The longest beginning that fits into the width. */
export const takeCells = (text: string, width: number): string => {
	if (isPlain(text)) {
		return text.slice(0, Math.max(0, width));
	}
	let taken = 0;
	let cells = 0;
	for (const chunk of graphemeChunks(text)) {
		for (const grapheme of chunk) {
			cells += stringWidth(grapheme);
			if (cells > width) {
				return text.slice(0, taken);
			}
			taken += grapheme.length;
		}
	}
	return text;
};

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
