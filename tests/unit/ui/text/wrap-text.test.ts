import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {cellsOf, graphemesOf, takeCells} from '../../../../source/ui/text/graphemes.ts';
import {cutPair, cutToWidth, wrapText} from '../../../../source/ui/text/wrap-text.ts';
import {
	boundariesOf,
	graphemes,
	textArbitrary,
	withoutSpace,
	wordArbitrary,
} from '../../../helpers/ui-text.ts';

describe('wrapping', () => {
	const table: readonly (readonly [text: string, width: number, lines: readonly string[]])[] = [
		['', 10, ['']],
		['short', 10, ['short']],
		['one two three', 7, ['one two', 'three']],
		['one two three', 8, ['one two', 'three']],
		['one  two', 5, ['one', 'two']],
		['one      two', 5, ['one', 'two']],
		['a\n\nb', 10, ['a', '', 'b']],
		['abcdefgh', 3, ['abc', 'def', 'gh']],
		['ab abcdefgh', 4, ['ab', 'abcd', 'efgh']],
		['  indented text here', 10, ['  indented', 'text here']],
		['tail   ', 10, ['tail']],
		['漢字漢字', 4, ['漢字', '漢字']],
		['漢字漢字', 5, ['漢字', '漢字']],
		['a漢字', 2, ['a', '漢', '字']],
		['👩\u200d👩\u200d👧👩\u200d👩\u200d👧', 2, ['👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧']],
		['e\u0301e\u0301', 1, ['e\u0301', 'e\u0301']],
		['漢字', 1, ['漢', '字']],
		['abc', 1, ['a', 'b', 'c']],
		['a b', 1, ['a', 'b']],
	];
	for (const [text, width, lines] of table) {
		it(`turns ${JSON.stringify(text)} at width ${width} into ${JSON.stringify(lines)}`, () => {
			expect(wrapText(text, width)).toEqual(lines);
		});
	}

	it('makes no line wider than the width, unless one character is', () => {
		fc.assert(
			fc.property(textArbitrary, fc.integer({min: 1, max: 40}), (text, width) => {
				for (const line of wrapText(text, width)) {
					expect(stringWidth(line) <= width || graphemesOf(line).length === 1, line).toBe(true);
				}
			}),
			{numRuns: 400},
		);
	});

	it('loses nothing but spaces, and breaks only between graphemes', () => {
		fc.assert(
			fc.property(textArbitrary, fc.integer({min: 1, max: 40}), (text, width) => {
				const lines = wrapText(text, width);
				expect(withoutSpace(lines.join(''))).toBe(withoutSpace(text));
				const whole = boundariesOf(withoutSpace(text));
				let place = 0;
				for (const line of lines) {
					place += withoutSpace(line).length;
					expect(whole.has(place)).toBe(true);
				}
			}),
			{numRuns: 400},
		);
	});

	it('keeps words whole when they fit', () => {
		const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), {minLength: 1, maxLength: 20});
		fc.assert(
			fc.property(words, fc.integer({min: 8, max: 30}), (list, width) => {
				expect(wrapText(list.join(' '), width).flatMap(line => line.split(' '))).toEqual(list);
			}),
		);
	});

	it('keeps the number of lines of a text that fits', () => {
		fc.assert(
			fc.property(textArbitrary, text => {
				expect(wrapText(text, 1000).length).toBe(text.split('\n').length);
			}),
		);
	});

	it('breaks a line of ASCII where it breaks the same line in another alphabet', () => {
		const line = fc.array(fc.constantFrom('ab', 'c', ' ', '   ', 'abcdefgh')).map(parts => parts.join(''));
		const other = (text: string): string => text.replaceAll(/[a-h]/g, letter => `${letter}\u0301`);
		fc.assert(
			fc.property(line, fc.integer({min: 1, max: 12}), (text, width) => {
				const lines = wrapText(other(text), width).map(wrapped => wrapped.trimEnd());
				expect(wrapText(text, width).map(other)).toEqual(lines);
			}),
			{numRuns: 1000},
		);
	});

	it('survives a width of nothing', () => {
		expect(wrapText('ab', 0)).toEqual(['a', 'b']);
		expect(wrapText('ab', -3)).toEqual(['a', 'b']);
	});

	it('wraps one word of a million characters in one pass', () => {
		// A loop that measures the rest again for every line needs minutes for this.
		expect(wrapText('x'.repeat(1_000_000), 80).length).toBe(12_500);
		expect(wrapText('漢'.repeat(100_000), 80).length).toBe(2500);
		// More lines than a function takes arguments.
		expect(wrapText('漢'.repeat(1_000_000), 4).length).toBe(500_000);
	});
});

describe('cutting', () => {
	it('leaves alone what fits and marks what is missing', () => {
		expect(cutToWidth('abc', 3)).toBe('abc');
		expect(cutToWidth('abcd', 3)).toBe('ab…');
		expect(cutToWidth('漢字漢', 4)).toBe('漢…');
		expect(cutToWidth('👩\u200d👩\u200d👧a', 2)).toBe('…');
		expect(cutToWidth('abc', 1)).toBe('…');
	});

	it('never gets wider than the width, nor cuts a grapheme', () => {
		fc.assert(
			fc.property(wordArbitrary, fc.integer({min: 1, max: 20}), (text, width) => {
				const cut = cutToWidth(text, width);
				expect(stringWidth(cut)).toBeLessThanOrEqual(width);
				expect(boundariesOf(text).has(cut === text ? text.length : cut.length - 1)).toBe(true);
				expect(text.startsWith(cut === text ? cut : cut.slice(0, -1))).toBe(true);
			}),
		);
	});

	it('fits two texts into one width and gives the second at least half of it', () => {
		expect(cutPair('server', 'tool', 20)).toEqual(['server', 'tool']);
		expect(cutPair('a-long-server', 'tool', 10)).toEqual(['a-lon…', 'tool']);
		expect(cutPair('server', 'a-long-tool', 10)).toEqual(['serv…', 'a-lo…']);
		fc.assert(
			fc.property(wordArbitrary, wordArbitrary, fc.integer({min: 4, max: 60}), (first, second, width) => {
				const [left, right] = cutPair(first, second, width);
				expect(cellsOf(left) + cellsOf(right)).toBeLessThanOrEqual(width);
				expect(cellsOf(first) + cellsOf(second) > width || left + right === first + second).toBe(true);
			}),
		);
	});

	it('takes as many cells as fit', () => {
		fc.assert(
			fc.property(wordArbitrary, fc.integer({min: 0, max: 20}), (text, width) => {
				const taken = takeCells(text, width);
				const [next = ''] = graphemesOf(text.slice(taken.length));
				expect(stringWidth(taken)).toBeLessThanOrEqual(width);
				expect(next === '' || stringWidth(taken) + stringWidth(next) > width).toBe(true);
			}),
		);
	});
});

describe('graphemes', () => {
	it('are the same in a text that is taken apart in chunks', () => {
		const long = fc.array(fc.constantFrom(...graphemes, '🇩🇪', '👩\u200d👩\u200d👧'.repeat(3)), {
			minLength: 200,
			maxLength: 600,
		});
		fc.assert(
			fc.property(long, list => {
				const text = list.join('');
				expect(graphemesOf(text)).toEqual(
					Array.from(new Intl.Segmenter().segment(text), ({segment}) => segment),
				);
				expect(cellsOf(text)).toBe(stringWidth(text));
			}),
			{numRuns: 50},
		);
	});

	it('stay whole when one of them is longer than a chunk', () => {
		const giant = `👩${'\u200d👩'.repeat(700)}`;
		expect(graphemesOf(`a${giant}b`)).toEqual(['a', giant, 'b']);
	});

	it('are the same with and without the short way for plain text', () => {
		fc.assert(
			fc.property(fc.oneof(textArbitrary, fc.string()), text => {
				const whole = Array.from(new Intl.Segmenter().segment(text), ({segment}) => segment);
				expect(graphemesOf(text)).toEqual(whole);
			}),
		);
	});
});
