import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import {isCallOver} from '../../../source/domain/tool-call.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {anyEvents, ask, at, replay, requested} from '../../helpers/conversation-events.ts';

const resumed = at(
	{type: 'session-resumed' as const, sessionId: 'x1', version: '2.0.0', model: 'demo/new'},
	99,
);
const begun: readonly AppEvent[] = [
	at({type: 'session-started', sessionId: 'x1', version: '1.0.0', model: 'demo/old', cwd: '/'}),
	at({type: 'message-accepted', turnId: 't1', messageId: 'm1', text: 'Hi'}),
	at({type: 'step-started', turnId: 't1', stepId: 's1', model: 'demo/old'}),
];

describe('a session that goes on', () => {
	it('keeps its id and its transcript, with the model of today', () => {
		const state = replay([...begun, resumed]);
		expect(state).toMatchObject({sessionId: 'x1', model: 'demo/new'});
		expect([...state.items]).toMatchObject([
			{type: 'user', text: 'Hi'},
			{type: 'turn-end', outcome: 'interrupted'},
		]);
	});

	it('is in no turn, and the answer that was arriving is cut', () => {
		const state = replay([...begun, at({type: 'answer-streamed', stepId: 's1', text: 'Hel'}), resumed]);
		expect([state.turn, state.streaming]).toEqual([undefined, undefined]);
		expect(state.items.at(-2)).toMatchObject({type: 'answer', status: 'cut', text: 'Hel'});
		expect(state.items.at(-1)).toMatchObject({type: 'turn-end', outcome: 'interrupted'});
	});

	it('shows the whole of an answer of which pieces were lost in a damaged file', () => {
		const finished = at({
			type: 'step-finished',
			stepId: 's1',
			reason: 'stop',
			blocks: [{type: 'text', text: 'Hello there.'}],
		} as const);
		const streamed = at({type: 'answer-streamed', stepId: 's1', text: ' there.'} as const);
		for (const pieces of [[], [streamed]]) {
			const state = replay([...begun, ...pieces, finished, resumed]);
			expect(state.items.at(1)).toMatchObject({type: 'answer', status: 'finished', text: 'Hello there.'});
		}
	});

	it('asks nothing, and what waited did not run', () => {
		const state = replay([
			...begun,
			at(requested('c1')),
			at({type: 'ask-raised', ask: ask('a1', 'c1')}),
			resumed,
		]);
		expect(state.asks).toEqual([]);
		expect(state.calls.get('c1')).toMatchObject({status: 'cancelled', outcomeUnknown: false, endedAt: 99});
	});

	it('does not know what became of a call that was running', () => {
		const state = replay([...begun, at(requested('c1')), at({type: 'call-started', callId: 'c1'}), resumed]);
		expect(state.calls.get('c1')).toMatchObject({status: 'cancelled', outcomeUnknown: true});
	});

	it('has nothing under way, whatever happened before, and a valid history', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				const state = replay([...events, resumed]);
				expect([state.turn, state.streaming, state.asks]).toEqual([undefined, undefined, []]);
				expect([...state.calls.values()].every(isCallOver)).toBe(true);
				expectValidHistory(modelContext(state));
			}),
		);
	});
});
