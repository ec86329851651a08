import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {wrapColumns} from '../../../../source/ui/text/wrap-columns.ts';
import {textArbitrary, withoutSpace} from '../../../helpers/ui-text.ts';

describe('wrapping columns', () => {
	it('keeps the second column one, at words', () => {
		const text =
			'files    ready, with a long list of tools\n         and what it says of itself\nx        ok';
		expect(wrapColumns(text, 32)).toEqual([
			'files    ready, with a long list',
			'         of tools',
			'         and what it says of',
			'         itself',
			'x        ok',
		]);
	});

	it('wraps a text without columns like any text, and so it does in a narrow window', () => {
		expect(wrapColumns('one two three', 8)).toEqual(['one two', 'three']);
		expect(wrapColumns('name  one two three', 16)).toEqual(['name  one two', 'three']);
		const path = `/a/${'long/'.repeat(5)}path  is wrong`;
		expect(wrapColumns(path, 40)).toEqual([path.slice(0, 36), 'wrong']);
	});

	it('fits the width and loses no character', () => {
		fc.assert(
			fc.property(textArbitrary, fc.integer({min: 10, max: 80}), (text, width) => {
				const lines = wrapColumns(text, width);
				expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
				expect(withoutSpace(lines.join(''))).toBe(withoutSpace(text));
			}),
		);
	});
});
