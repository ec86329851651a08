import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {DifferenceRun} from '../../../../source/domain/definition-change.ts';
import {differenceLines, lineDifference} from '../../../../source/ui/frame/difference-lines.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {seen, textArbitrary, unsafeLines, withoutSpace} from '../../../helpers/ui-text.ts';

const colour = createStyles(true);
const plain = createStyles(false);
const runs: readonly DifferenceRun[] = [
	{type: 'same', text: 'one '},
	{type: 'removed', text: 'two'},
	{type: 'added', text: 'three'},
];
const added = (text: string): readonly string[] =>
	differenceLines([{type: 'added', text}], 60, colour).map(seen);

describe('a difference', () => {
	it('strikes out in red what went, and shows in green what came', () => {
		expect(differenceLines(runs, 60, colour)).toEqual([
			`one ${colour.bad(colour.strike('two'))}${colour.good('three')}`,
		]);
	});

	it('says the same with signs where there is no colour', () => {
		expect(differenceLines(runs, 60, plain).map(seen)).toEqual(['one [-two-]{+three+}']);
		expect(differenceLines(runs, 60, plain)[0]).toContain(plain.strong('{+three+}'));
	});

	it('goes on with what a line break divides', () => {
		const lines = differenceLines([{type: 'added', text: 'a b'}], 1, colour);
		expect(lines).toEqual([colour.good('a'), colour.good('b')]);
	});

	it.each([
		['zero-width', 'a\u200bb', 'a\\u200bb'],
		['direction', 'a\u202eb', 'a\\u202eb'],
		['tag', 'a\u{e0041}b', 'a\\u{e0041}b'],
		['soft hyphen', 'a\u00adb', 'a\\u00adb'],
		['filler', 'a\u3164b', 'a\\u3164b'],
	])('writes out a character that nobody sees: %s', (_, text, shown) => {
		expect(added(text)).toEqual([shown]);
	});

	it('shows a change of blanks', () => {
		expect(added(' ')).toEqual(['␣']);
		expect(added('\n')).toEqual(['⏎', '']);
	});

	it('lets no empty lines push a text out of sight', () => {
		expect(added(`a${'\n'.repeat(1000)}b`)).toEqual(['a', '(999 empty lines)', 'b']);
		expect(added('a\n \n\t\n  \n \nb')).toEqual(['a', '(4 empty lines)', 'b']);
		expect(added('a\n\nb')).toEqual(['a', '', 'b']);
	});

	it('keeps every word in order at any width, and obeys nothing', () => {
		const arbitrary = fc.array(
			fc.record({
				type: fc.constantFrom('same', 'added', 'removed'),
				text: fc.oneof(textArbitrary, fc.constant(`x${hostile}`)),
			}),
		);
		fc.assert(
			fc.property(arbitrary, fc.integer({min: 4, max: 100}), fc.boolean(), (difference, width, hasColour) => {
				const lines = differenceLines(difference, width, createStyles(hasColour));
				expect(unsafeLines(lines)).toEqual([]);
				expect(Math.max(0, ...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
				const text = withoutSpace(lines.map(seen).join(''));
				const letters = (from: string): string => from.replace(/[^aZ0漢字한あßم]/g, '');
				const wanted = difference.map(run => run.text.replaceAll(hostile, '')).join('');
				// Escapes and counts of empty lines have digits of their own.
				expect(letters(text).replaceAll('0', '').replaceAll('a', '')).toContain(
					letters(wanted).replaceAll('0', '').replaceAll('a', ''),
				);
			}),
		);
	});
});

describe('a difference of JSON', () => {
	const json: readonly DifferenceRun[] = [
		{type: 'same', text: '{\n  "a": '},
		{type: 'removed', text: '1'},
		{type: 'added', text: '2'},
		{type: 'same', text: '\n}'},
	];

	it('marks whole lines, with and without colour', () => {
		expect(lineDifference(json, 60, colour)).toEqual([
			colour.dim('  {'),
			colour.bad('-   "a": 1'),
			colour.good('+   "a": 2'),
			colour.dim('  }'),
		]);
		expect(lineDifference(json, 60, plain).map(seen)).toEqual(['  {', '-   "a": 1', '+   "a": 2', '  }']);
	});

	it('fits into any width, and obeys nothing', () => {
		fc.assert(
			fc.property(textArbitrary, fc.integer({min: 6, max: 60}), (text, width) => {
				const lines = lineDifference([{type: 'added', text: `${text}${hostile}`}], width, colour);
				expect(unsafeLines(lines)).toEqual([]);
				expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
				expect(lines.every(line => seen(line).startsWith('+'))).toBe(true);
			}),
		);
	});
});
