/** How well a text fits what was typed: less is better. `places` are the letters of the text that were matched. */
export type FuzzyMatch = {readonly score: number; readonly places: readonly number[]};

/** Each kind of match is better than every match of the next. */
const tier = {exact: 0, prefix: 1000, wordPrefix: 2000, wordStarts: 3000, inside: 4000, scattered: 5000};

/** From here on letters are scattered over the text: it may be something else that was meant. */
export const scatteredScore = tier.scattered;

/** Places stay the same: where the small form of a letter is longer, letters count as they are. */
const fold = (text: string): string => {
	const lower = text.toLowerCase();
	return lower.length === text.length ? lower : text;
};

const isLetter = (text: string, index: number): boolean => /[\p{L}\p{N}]/u.test(text[index] ?? '');

const isWordStart = (text: string, index: number): boolean =>
	isLetter(text, index) &&
	(index === 0 || !isLetter(text, index - 1) || /\p{Ll}\p{Lu}/u.test(text.slice(index - 1, index + 1)));

const run = (from: number, length: number): readonly number[] =>
	Array.from({length}, (_, index) => from + index);

const scored = (kind: number, penalty: number, places: readonly number[]): FuzzyMatch => ({
	score: kind + Math.min(999, penalty),
	places,
});

/** The whole in one piece, best at the start of a word. */
const matchInside = (query: string, text: string, original: string): FuzzyMatch | undefined => {
	const first = text.indexOf(query);
	if (first === -1) {
		return undefined;
	}
	for (let index = first; index !== -1; index = text.indexOf(query, index + 1)) {
		if (isWordStart(original, index)) {
			return scored(tier.wordPrefix, index, run(index, query.length));
		}
	}
	return scored(tier.inside, first, run(first, query.length));
};

/** Each letter follows the one before it or starts a word, as in `gtr` for `get-tiny-resource`. */
const matchWordStarts = (query: string, text: string, original: string): FuzzyMatch | undefined => {
	const places: number[] = [];
	let index = 0;
	for (const letter of query.split('')) {
		const isNext = places.length > 0 && text[index] === letter;
		while (!isNext && index < text.length && !(text[index] === letter && isWordStart(original, index))) {
			index++;
		}
		if (index >= text.length) {
			return undefined;
		}
		places.push(index);
		index++;
	}
	return scored(tier.wordStarts, index - query.length, places);
};

/** Every letter, in order. From its end backwards, so that the letters stand as close as they can. */
const matchScattered = (query: string, text: string): FuzzyMatch | undefined => {
	let end = -1;
	for (const letter of query.split('')) {
		end = text.indexOf(letter, end + 1);
		if (end === -1) {
			return undefined;
		}
	}
	const places: number[] = [];
	let index = end;
	for (const letter of query.split('').reverse()) {
		index = text.lastIndexOf(letter, index);
		places.unshift(index);
		index--;
	}
	return scored(tier.scattered, end - (places[0] ?? 0) - query.length + 1, places);
};

/** Undefined when not every letter is there in this order. */
export const fuzzyMatch = (wanted: string, original: string): FuzzyMatch | undefined => {
	const query = fold(wanted);
	const text = fold(original);
	if (query === '') {
		return {score: 0, places: []};
	}
	if (text.startsWith(query)) {
		const isWhole = text.length === query.length;
		return scored(
			isWhole ? tier.exact : tier.prefix,
			isWhole ? 0 : text.length - query.length,
			run(0, query.length),
		);
	}
	const scattered = matchScattered(query, text);
	return scattered === undefined
		? undefined
		: (matchInside(query, text, original) ?? matchWordStarts(query, text, original) ?? scattered);
};
