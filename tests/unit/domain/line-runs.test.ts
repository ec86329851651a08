import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {DifferenceRun} from '../../../source/domain/definition-change.ts';
import {lineRuns} from '../../../source/domain/line-runs.ts';

const run = (type: DifferenceRun['type'], text: string): DifferenceRun => ({type, text});

describe('a difference by lines', () => {
	it('shows a line with any change as it was and as it is', () => {
		expect(
			lineRuns([run('same', 'a\nb "'), run('removed', 'x'), run('added', 'y'), run('same', '"\nc')]),
		).toEqual([run('same', 'a'), run('removed', 'b "x"'), run('added', 'b "y"'), run('same', 'c')]);
	});

	it('does not call a line changed because one came before or after it', () => {
		expect(lineRuns([run('same', 'a\n'), run('added', 'b\n'), run('same', 'c')])).toEqual([
			run('same', 'a'),
			run('added', 'b'),
			run('same', 'c'),
		]);
		expect(lineRuns([run('same', 'a'), run('removed', '\nb'), run('same', '\nc')])).toEqual([
			run('same', 'a'),
			run('removed', 'b'),
			run('same', 'c'),
		]);
	});

	it('takes a text that is new or gone for nothing but lines of its own', () => {
		expect(lineRuns([run('added', 'a\nb')])).toEqual([run('added', 'a\nb')]);
		expect(lineRuns([run('removed', 'a')])).toEqual([run('removed', 'a')]);
		expect(lineRuns([])).toEqual([]);
	});

	it('says all of both texts, line for line', () => {
		const text = fc.stringMatching(/^[ab\n]{0,8}$/);
		const type = fc.constantFrom('same', 'added', 'removed');
		fc.assert(
			fc.property(fc.array(fc.record({type, text}), {maxLength: 8}), difference => {
				const runs = lineRuns(difference);
				const linesOf = (other: DifferenceRun['type'], from: readonly DifferenceRun[], joint: string) =>
					from
						.filter(({type: kind}) => kind !== other)
						.map(({text: part}) => part)
						.join(joint)
						.split('\n')
						.filter(line => line !== '');
				for (const other of ['added', 'removed'] as const) {
					expect(linesOf(other, runs, '\n')).toEqual(linesOf(other, difference, ''));
				}
			}),
		);
	});
});
