import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../../source/domain/event.ts';
import {buildFrame} from '../../../../source/ui/frame/build-frame.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {initialView} from '../../../../source/ui/view-state.ts';
import {hostile, stateAfter} from '../../../helpers/ui-samples.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const linesWith = (...texts: readonly string[]): readonly string[] => {
	const facts = texts.map(
		(text, index): AppFact => ({type: 'message-queued', messageId: String(index), text}),
	);
	return buildFrame({
		state: stateAfter(facts),
		view: initialView,
		pending: {answerLines: [], calls: [], notices: []},
		isAskFocused: false,
		suggestion: undefined,
		columns: 80,
		rows: 24,
		now: 0,
		spinner: '',
		styles: createStyles(true),
	}).lines;
};

describe('messages that wait for their turn', () => {
	it('can be read, the first of many', () => {
		const lines = linesWith('one', 'two\nlines', 'three', 'four', 'five').map(seen);
		expect(lines).toEqual(expect.arrayContaining(['  next: one', '  next: three', '  and 2 more']));
		expect(lines.join('\n')).not.toContain('four');
	});

	it('act on nothing', () => {
		expect(unsafeLines(linesWith(hostile))).toEqual([]);
	});
});
