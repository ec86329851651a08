import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {wrapColumns, wrapWords} from '../../../source/support/wrap-words.ts';

describe('wrapping words', () => {
	it('breaks between words, and leaves a word whole that does not fit', () => {
		expect(wrapWords('one two three', 7)).toEqual(['one two', 'three']);
		expect(wrapWords('a incomprehensibilities b', 5)).toEqual(['a', 'incomprehensibilities', 'b']);
		expect(wrapWords('', 5)).toEqual(['']);
	});

	it('loses nothing, and makes no line too long that could be shorter', () => {
		const word = fc.stringMatching(/^[a-z]{1,12}$/);
		fc.assert(
			fc.property(
				fc.array(word, {minLength: 1, maxLength: 30}),
				fc.integer({min: 1, max: 40}),
				(words, width) => {
					const lines = wrapWords(words.join(' '), width);
					expect(lines.join(' ')).toBe(words.join(' '));
					for (const line of lines) {
						expect(line.length <= width || !line.includes(' ')).toBe(true);
					}
				},
			),
		);
	});
});

describe('wrapping columns', () => {
	it('aligns the second, and puts it below a first one that is too wide', () => {
		const rows = [
			['-a', 'one two three four five six'],
			['--much-too-long', 'seven'],
			['', 'eight'],
		] as const;
		expect(wrapColumns(rows, 24, 6)).toEqual([
			'-a  one two three four',
			'    five six',
			'--much-too-long',
			'    seven',
			'    eight',
		]);
	});
});
