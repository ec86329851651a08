import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {coarseDifference, differenceOf} from '../../../../source/core/approvals/pins/word-difference.ts';
import type {DifferenceRun} from '../../../../source/domain/definition-change.ts';

const side = (runs: readonly DifferenceRun[], without: 'added' | 'removed'): string =>
	runs
		.filter(({type}) => type !== without)
		.map(({text}) => text)
		.join('');

describe('the difference of two texts', () => {
	it('is told word by word', async () => {
		const runs = await differenceOf('Reads a file.', 'Reads a secret file.');
		expect(runs).toEqual([
			{type: 'same', text: 'Reads a '},
			{type: 'added', text: 'secret '},
			{type: 'same', text: 'file.'},
		]);
	});

	it('loses nothing of either text', async () => {
		const words = fc.array(fc.constantFrom('a', 'bc', ' ', '\n', '.', 'ä', '日本'), {maxLength: 40});
		await fc.assert(
			fc.asyncProperty(words, words, async (one, other) => {
				const [before, after] = [one.join(''), other.join('')];
				const runs = await differenceOf(before, after);
				expect(side(runs, 'added')).toBe(before);
				expect(side(runs, 'removed')).toBe(after);
				expect(runs.some(({type}) => type !== 'same')).toBe(before !== after);
			}),
		);
	});

	it('shows white space that has changed', async () => {
		expect(await differenceOf('a b', 'a  b')).toContainEqual({type: 'added', text: '  '});
	});

	it('writes out what would not be seen', async () => {
		const runs = await differenceOf('Reads.', 'Reads\u200b\u202e.');
		expect(side(runs, 'removed')).toBe('Reads⟨U+200B⟩⟨U+202E⟩.');
	});

	it('is told by lines where a text is long', async () => {
		const lines = Array.from({length: 3000}, (_, index) => `line number ${index}`);
		const after = lines.with(1500, 'line number x');
		const changed = (await differenceOf(lines.join('\n'), after.join('\n'))).filter(
			({type}) => type !== 'same',
		);
		expect(changed).toEqual([
			{type: 'removed', text: 'line number 1500\n'},
			{type: 'added', text: 'line number x\n'},
		]);
	});

	it('is both texts where they have little in common', async () => {
		const scatter = (word: string) =>
			Array.from({length: 3000}, (_, index) => `${word}${index * 7}`).join(' ');
		const runs = await differenceOf(scatter('a').slice(0, 19_000), scatter('b').slice(0, 19_000));
		expect(runs.map(({type}) => type)).toEqual(['removed', 'added']);
	});

	it('is the beginnings of texts that are too large to compare', async () => {
		const runs = await differenceOf('a'.repeat(300_000), 'b'.repeat(300_001));
		expect(runs).toEqual(coarseDifference('a'.repeat(300_000), 'b'.repeat(300_001)));
		expect(runs[1]?.text).toMatch(/^b{1000}… \(300,001 characters, too large to compare\)$/);
	});
});
