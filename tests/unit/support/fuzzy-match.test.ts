import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fuzzyMatch} from '../../../source/support/fuzzy-match.ts';

const score = (query: string, text: string): number => fuzzyMatch(query, text)?.score ?? Number.NaN;
const marked = (query: string, text: string): string =>
	(fuzzyMatch(query, text)?.places ?? []).map(place => text[place]).join('');

const isSubsequence = (query: string, text: string): boolean => {
	let place = 0;
	for (const letter of text.split('')) {
		place += letter === query[place] ? 1 : 0;
	}
	return place >= query.length;
};

const letters = fc
	.array(fc.constantFrom('a', 'b', 'c', '-', '/', '1'), {maxLength: 12})
	.map(all => all.join(''));

describe('the fuzzy matcher', () => {
	it('finds exactly the texts that have every letter in order', () => {
		fc.assert(
			fc.property(letters, letters, (query, text) => {
				expect(fuzzyMatch(query, text) !== undefined).toBe(isSubsequence(query, text));
			}),
		);
	});

	it('marks the letters that were typed, in order, each once', () => {
		fc.assert(
			fc.property(
				fc.string({unit: 'grapheme', maxLength: 6}),
				fc.string({unit: 'grapheme'}),
				(query, text) => {
					const match = fuzzyMatch(query, text);
					if (match !== undefined) {
						expect(match.places).toHaveLength(query.length);
						expect(match.places.toSorted((a, b) => a - b)).toEqual(match.places);
						expect(new Set(match.places).size).toBe(match.places.length);
						expect(marked(query, text).toLowerCase()).toBe(query.toLowerCase());
					}
				},
			),
		);
	});

	it('prefers the whole, then its beginning, a word, the starts of words, a piece, and letters far apart', () => {
		const ranked = [
			score('tool', 'tool'),
			score('tool', 'tools'),
			score('tool', 'list-tools'),
			score('gtr', 'get-tiny-resource'),
			score('ool', 'tools'),
			score('tls', 'tools'),
		];
		expect(ranked.toSorted((a, b) => a - b)).toEqual(ranked);
		expect(new Set(ranked).size).toBe(ranked.length);
	});

	it('does not care about capitals', () => {
		expect(score('mODE', 'Mode')).toBe(0);
		expect(marked('fb', 'fooBar')).toBe('fB');
	});

	it('ranks five thousand entries fast enough for every key', () => {
		const texts = Array.from(
			{length: 5000},
			(_, index) => `server-${index % 40}:file:///some/folder/${index}.txt`,
		);
		const found = texts.filter(text => fuzzyMatch('sfold49', text) !== undefined);
		expect(found.length).toBeGreaterThan(100);
	});
});
