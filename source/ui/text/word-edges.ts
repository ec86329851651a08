import {latePattern} from '../../support/late-pattern.ts';
import {graphemesOf} from './graphemes.ts';

/** A word may be longer, but nobody moves over one by hand. */
const reach = 512;
/** Noncharacters stand for what was pasted. */
const wordCharacter = latePattern(
	String.raw`[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Noncharacter_Code_Point}_]`,
	'u',
);
/** Scripts that are written without spaces between their words. */
const unspaced = latePattern(
	String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`,
	'u',
);

let segmenter: Intl.Segmenter | undefined;
const wordsIn = (text: string): readonly string[] => {
	segmenter ??= new Intl.Segmenter(undefined, {granularity: 'word'});
	return Array.from(segmenter.segment(text), ({segment}) => segment);
};

const isInWord = (grapheme: string): boolean => wordCharacter().test(grapheme);

/** How many UTF-16 units the first word of the text takes, with what is before it. */
export const firstWord = (text: string): number => {
	const graphemes = graphemesOf(text.slice(0, reach));
	const start = graphemes.findIndex(isInWord);
	if (start === -1) {
		return Math.min(text.length, reach);
	}
	const rest = graphemes.slice(start);
	const end = rest.findIndex(grapheme => !isInWord(grapheme));
	const word = (end === -1 ? rest : rest.slice(0, end)).join('');
	const first = unspaced().test(word) ? (wordsIn(word)[0] ?? word) : word;
	return graphemes.slice(0, start).join('').length + first.length;
};

/** The same for the last word, with what is after it. */
export const lastWord = (text: string): number => {
	const graphemes = graphemesOf(text.slice(-reach));
	const end = graphemes.findLastIndex(isInWord);
	if (end === -1) {
		return Math.min(text.length, reach);
	}
	const rest = graphemes.slice(0, end + 1);
	const start = rest.findLastIndex(grapheme => !isInWord(grapheme)) + 1;
	const word = rest.slice(start).join('');
	const last = unspaced().test(word) ? (wordsIn(word).at(-1) ?? word) : word;
	return last.length + graphemes.slice(end + 1).join('').length;
};
