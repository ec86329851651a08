import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../../source/domain/event.ts';
import {type AppState, initialState} from '../../../../source/state/app-state.ts';
import {reduce} from '../../../../source/state/reduce.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import {createPrinter} from '../../../../source/ui/transcript/printer.ts';
import {seen} from '../../../helpers/ui-text.ts';

const events: Readonly<Record<string, AppEvent>> = {
	message: {type: 'message-accepted', turnId: 't', messageId: 'm', text: 'why?', at: 0},
	step: {type: 'step-started', turnId: 't', stepId: 's', model: 'x', at: 1000},
	thought: {type: 'thinking-streamed', stepId: 's', text: 'because', at: 3000},
	more: {type: 'thinking-streamed', stepId: 's', text: ' of this', at: 5200},
	answer: {type: 'answer-streamed', stepId: 's', text: 'So.\n\nAnd', at: 9000},
	end: {type: 'step-finished', stepId: 's', reason: 'stop', blocks: [], at: 9500},
	stop: {type: 'turn-interrupted', turnId: 't', at: 9500},
};

/** What is printed after each of these, and what still waits. */
const play = (...names: readonly (keyof typeof events)[]) => {
	const printer = createPrinter(() => createStyles(true), createMarkdownLoader().createAnswerWriter);
	let state: AppState = initialState;
	return names.map(name => {
		const event = events[name];
		state = event === undefined ? state : reduce(state, event);
		return printer.advance(state, 80).flatMap(({lines}) => lines.map(seen));
	});
};

const line = '✻ thought for 4 s · ctrl+t reads it';

describe('what the model thought', () => {
	it('is one line once the answer begins, right above it, and only once', () => {
		expect(play('message', 'step', 'thought', 'more', 'answer', 'end')).toEqual([
			['› why?'],
			[],
			[],
			[],
			['', line, 'So.'],
			['And'],
		]);
	});

	it('is one line where nothing else came', () => {
		expect(play('message', 'step', 'thought', 'more', 'end').at(-1)).toEqual(['', line]);
		expect(play('message', 'step', 'thought', 'more', 'stop').at(-1)).toEqual([
			'',
			line,
			'',
			'■ interrupted',
		]);
	});

	it('is nothing where there was no thought', () => {
		expect(play('message', 'step', 'answer', 'end').flat().join()).not.toContain('thought');
	});
});
