import stringWidth from 'string-width';

/** Nothing but printable ASCII, where a character is a byte and a cell. */
export const isPlain = (text: string): boolean => /^[\x20-\x7E]*$/.test(text);

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
