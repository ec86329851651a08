import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {DifferenceRun} from '../../../../source/domain/definition-change.ts';
import {lineDifference} from '../../../../source/ui/frame/difference-lines.ts';
import {bareStyles, createStyles} from '../../../../source/ui/theme/styles.ts';
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
	lineDifference([{type: 'added', text}], 60, colour).map(line => seen(line).replace(/^\+ ?/, ''));

describe('a difference', () => {
	it('shows what went after "- " and what came after "+ ", with and without colour', () => {
		expect(lineDifference(runs, 60, plain).map(seen)).toEqual(['- one two', '+ one three']);
		expect(lineDifference(runs, 60, bareStyles)).toEqual(['- one two', '+ one three']);
		expect(lineDifference(runs, 60, colour).map(seen)).toEqual(['- one two', '+ one three']);
	});

	it('makes the words stand out in which two lines differ', () => {
		const {bad, good, strong} = colour;
		expect(lineDifference([...runs, {type: 'same', text: ' four'}], 60, colour)).toEqual([
			`${bad('- one')}${bad(strong(' two'))}${bad(' four')}`,
			`${good('+ one')}${good(strong(' three'))}${good(' four')}`,
		]);
	});

	it('marks every line that a line break makes', () => {
		expect(lineDifference([{type: 'added', text: 'a b'}], 3, colour)).toEqual([
			colour.good('+ a'),
			colour.good('+ b'),
		]);
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
		expect(added('a  ')).toEqual(['a␣␣']);
		expect(added('\n')).toEqual(['', '']);
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
				const lines = lineDifference(difference, width, createStyles(hasColour));
				expect(unsafeLines(lines)).toEqual([]);
				expect(Math.max(0, ...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
				const side = (mark: string): string =>
					lines
						.map(seen)
						.filter(line => !line.startsWith(mark))
						.map(line => line.slice(2))
						.join('');
				// Escapes and counts of empty lines have digits and letters of their own.
				const letters = (from: string): string => withoutSpace(from).replace(/[^Z漢字한あßم]/g, '');
				const wanted = (type: DifferenceRun['type']): string =>
					difference.map(run => (run.type === type ? '' : run.text.replaceAll(hostile, ''))).join('');
				expect(letters(side('+'))).toBe(letters(wanted('added')));
				expect(letters(side('-'))).toBe(letters(wanted('removed')));
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
			`${colour.bad('-   "a":')}${colour.bad(colour.strong(' 1'))}`,
			`${colour.good('+   "a":')}${colour.good(colour.strong(' 2'))}`,
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
