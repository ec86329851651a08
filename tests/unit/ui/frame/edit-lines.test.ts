import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {editLines} from '../../../../source/ui/frame/edit-lines.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {read} from '../../../helpers/ui-approval-card.ts';
import {askOf} from '../../../helpers/ui-samples.ts';
import {seen} from '../../../helpers/ui-text.ts';

describe('a text and what comes in its place', () => {
	it('are shown as what is removed and added', () => {
		const card = read(
			askOf({
				arguments: {
					path: 'a.ts',
					edits: [{oldText: 'const a = 1;\nrun(a);', newText: 'const a = 2;\nrun(a);', all: true}],
				},
			}),
		);
		expect(card).toEqual(
			expect.arrayContaining([
				'path: "a.ts"',
				'edits: one change',
				'  oldText → newText:',
				'    - const a = 1;',
				'    + const a = 2;',
				'      run(a);',
				'  all: true',
			]),
		);
	});

	it('are shown so, too, where they are arguments themselves', () => {
		expect(read(askOf({arguments: {old_string: 'a', new_string: ''}}))).toEqual(
			expect.arrayContaining(['old_string → new_string:', '  - a', '  + ']),
		);
	});

	it('are both there in full', () => {
		const text = fc
			.array(fc.constantFrom('a', 'b', 'c d', ''), {maxLength: 6})
			.map(lines => lines.join('\n'));
		fc.assert(
			fc.property(text, text, (before, after) => {
				const lines = editLines(
					{before: {key: 'old', text: before}, after: {key: 'new', text: after}},
					40,
					createStyles(true),
				).map(seen);
				const without = (mark: string): string =>
					lines
						.filter(line => !line.startsWith(mark))
						.map(line => line.slice(2))
						.join('\n');
				expect(without('+')).toBe(before);
				expect(without('-')).toBe(after);
			}),
		);
	});
});
