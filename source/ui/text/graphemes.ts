import stringWidth from 'string-width';
import {simpleCells} from './simple-characters.ts';

/** Nothing but printable ASCII, where a character is a byte and a cell. */
export const isPlain = (text: string): boolean => /^[\x20-\x7E]*$/.test(text);

let segmenter: Intl.Segmenter | undefined;
const chunkLength = 512;
const longestGrapheme = 4096;

const isSimpleAt = (text: string, index: number): boolean => simpleCells(text.charCodeAt(index)) > 0;

/** Where a stretch of simple characters ends that are all graphemes: the last one may carry a mark. */
const endOfSimple = (text: string, start: number): number => {
	let end = start;
	while (end < text.length && end - start < chunkLength && isSimpleAt(text, end)) {
		end++;
	}
	return end < text.length ? Math.max(start, end - 1) : end;
};

/** Behind a simple character that another one follows a grapheme ends for certain. */
const endOfSpecial = (text: string, start: number, limit: number): number => {
	let end = start + 1;
	while (end < limit && !(isSimpleAt(text, end - 1) && isSimpleAt(text, end))) {
		end++;
	}
	return end;
};

/**
 * The graphemes of a text, some hundred at a time: the segmenter's cost grows with the square of the
 * length, and half a million characters would take it minutes. Simple characters do not need it.
 */
function* graphemeChunks(text: string): Generator<readonly string[], void> {
	let length = chunkLength;
	for (let start = 0; start < text.length; ) {
		const simpleEnd = endOfSimple(text, start);
		if (simpleEnd > start) {
			yield text.slice(start, simpleEnd).split('');
			start = simpleEnd;
			continue;
		}
		// Half a surrogate pair would look like a character of its own.
		const isPairCut = /[\ud800-\udbff]/.test(text[start + length - 1] ?? '');
		const limit = Math.min(text.length, start + length + (isPairCut ? 1 : 0));
		const end = endOfSpecial(text, start, limit);
		segmenter ??= new Intl.Segmenter();
		const found = Array.from(segmenter.segment(text.slice(start, end)), ({segment}) => segment);
		const isOpen = end === limit && end < text.length;
		// Longer than that, nothing is seen as one character.
		if (isOpen && found.length === 1 && length < longestGrapheme) {
			length *= 2;
			continue;
		}
		// The last one may go on in the next chunk.
		const whole = isOpen && found.length > 1 ? found.slice(0, -1) : found;
		yield whole;
		start += whole.reduce((sum, grapheme) => sum + grapheme.length, 0);
		length = chunkLength;
	}
}

/** What a person sees as single characters. Plain ASCII needs no segmenter, which is slow to load. */
export const graphemesOf = (text: string): readonly string[] =>
	isPlain(text) ? text.split('') : Array.from(graphemeChunks(text)).flat();

/** The cells of a text of simple characters only, else undefined. */
const cellsOfSimple = (text: string): number | undefined => {
	let cells = 0;
	for (let index = 0; index < text.length; index++) {
		const size = simpleCells(text.charCodeAt(index));
		if (size === 0) {
			return undefined;
		}
		cells += size;
	}
	return cells;
};

const mostRemembered = 2000;
let known = new Map<string, number>();

/** Texts repeat their characters, and measuring one takes far longer than finding it. */
const cellsOfGrapheme = (grapheme: string): number => {
	const found = known.get(grapheme);
	if (found !== undefined) {
		return found;
	}
	// Emptied when full, which is simpler than forgetting the oldest.
	if (known.size >= mostRemembered) {
		known = new Map();
	}
	const cells = stringWidth(grapheme);
	known.set(grapheme, cells);
	return cells;
};

/** How many cells a text without styles takes. */
export const cellsOf = (text: string): number => {
	const simple = cellsOfSimple(text) ?? known.get(text);
	if (simple !== undefined) {
		return simple;
	}
	let cells = 0;
	for (const chunk of graphemeChunks(text)) {
		for (const grapheme of chunk) {
			cells += cellsOfSimple(grapheme) ?? cellsOfGrapheme(grapheme);
		}
	}
	return cells;
};

/** The longest beginning that fits into the width. Its cost does not depend on what is behind it. */
export const takeCells = (text: string, width: number): string => {
	const most = Math.max(0, width);
	if (isPlain(text.slice(0, most + 1))) {
		return text.slice(0, most);
	}
	let taken = 0;
	let cells = 0;
	for (const chunk of graphemeChunks(text)) {
		for (const grapheme of chunk) {
			cells += cellsOf(grapheme);
			if (cells > width) {
				return text.slice(0, taken);
			}
			taken += grapheme.length;
		}
	}
	return text;
};
