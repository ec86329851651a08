import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {nearest, suggestion} from '../../../source/support/nearest.ts';

const names = ['help', 'mcp', 'tools', 'approvals', 'exit', 'quit'];

describe('nearest', () => {
	it.each([
		['hlep', 'help'],
		['hel', 'help'],
		['helpp', 'help'],
		['HELP', 'help'],
		['tool', 'tools'],
		['approvl', 'approvals'],
		['app', 'approvals'],
		['exti', 'exit'],
		['mpc', 'mcp'],
	])('takes %s for %s', (typed, meant) => {
		expect(nearest(typed, names)).toBe(meant);
	});

	it.each(['xyz', 'banana', 'h', '', 'sloot'])('does not guess what "%s" means', typed => {
		expect(nearest(typed, names)).toBeUndefined();
	});

	it('prefers the closest of several', () => {
		expect(nearest('exat', ['exams', 'exit', 'exact'])).toBe('exit');
		expect(nearest('quite', ['suite', 'quit'])).toBe('suite');
	});

	it('finds nothing among no candidates', () => {
		expect(nearest('help', [])).toBeUndefined();
	});

	it('takes every name for itself, in any case', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{3,12}$/), {minLength: 1, maxLength: 6}), list => {
				for (const name of list) {
					expect(nearest(name.toUpperCase(), list)).toBe(name);
				}
			}),
			{examples: [[['abcd', 'abc']]]},
		);
	});

	it('forgives one swapped pair of letters', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[a-z]{4,12}$/), fc.nat(), (name, seed) => {
				const index = seed % (name.length - 1);
				const swapped =
					name.slice(0, index) + name.charAt(index + 1) + name.charAt(index) + name.slice(index + 2);
				expect(nearest(swapped, [name])).toBe(name);
			}),
		);
	});

	it('looks at the beginning of a very long name only', () => {
		expect(nearest(`help${'x'.repeat(100_000)}`, ['help'])).toBe('help');
	});
});

describe('suggestion', () => {
	it('continues a sentence', () => {
		expect(suggestion('hlep', names)).toBe('; did you mean help?');
	});

	it('is empty when nothing is near', () => {
		expect(suggestion('banana', names)).toBe('');
	});
});
