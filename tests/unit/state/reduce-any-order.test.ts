import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isCallOver} from '../../../source/domain/tool-call.ts';
import {initialState} from '../../../source/state/app-state.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {anyEvents, replay} from '../../helpers/conversation-events.ts';

describe('the reducer, whatever happens in whatever order', () => {
	it('changes neither the state it was given nor anything in it', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				let state = initialState;
				for (const event of events) {
					const before = structuredClone(state);
					const next = reduce(state, event);
					expect(state).toEqual(before);
					state = next;
				}
			}),
		);
	});

	it('never changes a call that is over', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				let state = initialState;
				for (const event of events) {
					const next = reduce(state, event);
					for (const call of [...state.calls.values()].filter(isCallOver)) {
						expect(next.calls.get(call.callId)).toBe(call);
					}
					state = next;
				}
			}),
		);
	});

	it('asks only about calls that wait for this very question, and once', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				const {asks, calls} = replay(events);
				for (const {askId, callId} of asks) {
					expect(calls.get(callId)).toMatchObject({status: 'awaiting-approval', askId});
				}
				expect(new Set(asks.map(({askId}) => askId)).size).toBe(asks.length);
			}),
		);
	});

	it('shows every call exactly once, and settled items never change or move', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				let state = initialState;
				for (const event of events) {
					const next = reduce(state, event);
					expect(next.items.slice(0, state.items.length)).toEqual(state.items);
					state = next;
				}
				const shown = state.items.flatMap(item => (item.type === 'call' ? [item.id] : []));
				expect(shown).toEqual([...state.calls.keys()]);
			}),
		);
	});
});
