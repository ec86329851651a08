import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {matchesGlob} from '../../../source/support/glob.ts';

/** The slow and obvious way to say the same. */
const oracle = (pattern: string, text: string): boolean =>
	new RegExp(
		`^${pattern
			.split('*')
			.map(part => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
			.join('.*')}$`,
		's',
	).test(text);

describe('matchesGlob', () => {
	it.each([
		['files__read', 'files__read', true],
		['files__read', 'files__read2', false],
		['files__read', 'xfiles__read', false],
		['files__*', 'files__read', true],
		['files__*', 'files__', true],
		['files__*', 'other__read', false],
		['*', '', true],
		['*', 'anything', true],
		['', '', true],
		['', 'x', false],
		['*__read', 'files__read', true],
		['*__read', 'files__read_all', false],
		['f*s__r*d', 'files__read', true],
		['a*a', 'a', false],
		['ab*ba', 'aba', false],
		['a**b', 'ab', true],
		['*a*b*', 'xbxaxbx', true],
		['*a*b*', 'xbxax', false],
		['a.c', 'abc', false],
		['[ab]', 'a', false],
		['?', 'x', false],
		['a*', 'a\nb', true],
	])('says whether %o matches %o: %s', (pattern, text, expected) => {
		expect(matchesGlob(pattern, text)).toBe(expected);
	});

	it('agrees with a regular expression', () => {
		const letters = fc.constantFrom('a', 'b', '*', '_', '.', '$', '\n');
		const pattern = fc.array(letters, {maxLength: 8}).map(parts => parts.join(''));
		const text = fc.array(letters, {maxLength: 12}).map(parts => parts.join(''));
		fc.assert(
			fc.property(pattern, text, (glob, name) => {
				expect(matchesGlob(glob, name)).toBe(oracle(glob, name));
			}),
			{numRuns: 5000},
		);
	});

	it('matches whatever its stars stand for', () => {
		fc.assert(
			fc.property(
				fc.array(fc.string(), {minLength: 1, maxLength: 5}),
				fc.array(fc.string(), {minLength: 5}),
				(parts, fills) => {
					const literals = parts.map(part => part.replaceAll('*', ''));
					const text = literals.reduce((whole, part, index) => whole + (fills[index] ?? '') + part);
					expect(matchesGlob(literals.join('*'), text)).toBe(true);
				},
			),
		);
	});

	it('answers a pattern made to be slow', () => {
		expect(matchesGlob(`${'a*'.repeat(1000)}b`, 'a'.repeat(100_000))).toBe(false);
	});
});
