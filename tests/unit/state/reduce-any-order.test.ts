import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isCallOver} from '../../../source/domain/tool-call.ts';
import {type AppState, initialState} from '../../../source/state/app-state.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {anyEvents, plainState, replay} from '../../helpers/conversation-events.ts';

/** Everything a state says, as plain data that nothing can change any more. */
const readAll = (state: AppState) => structuredClone(plainState(state));

describe('the reducer, whatever happens in whatever order', () => {
	it('changes neither the state it was given nor anything in it', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				const seen = [{state: initialState, read: readAll(initialState)}];
				for (const event of events) {
					const state = reduce(seen.at(-1)?.state ?? initialState, event);
					seen.push({state, read: readAll(state)});
				}
				for (const {state, read} of seen) {
					expect(readAll(state)).toEqual(read);
				}
			}),
		);
	});

	it('may go on from any earlier state as if nothing had followed it', () => {
		fc.assert(
			fc.property(anyEvents, anyEvents, fc.nat(), (events, others, cut) => {
				const first = events.slice(0, cut % (events.length + 1));
				const shared = replay(first);
				const one = replay(events.slice(first.length), shared);
				const read = readAll(one);
				const other = replay(others, shared);
				expect(readAll(other)).toEqual(readAll(replay([...first, ...others])));
				expect(readAll(one)).toEqual(read);
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
				for (const ask of asks) {
					if (ask.kind === 'approval') {
						const {askId, callId} = ask;
						expect(calls.get(callId)).toMatchObject({status: 'awaiting-approval', askId});
					}
					if (ask.kind === 'result') {
						expect(calls.get(ask.callId)).toMatchObject({status: 'running'});
					}
				}
				expect(new Set(asks.map(({askId}) => askId)).size).toBe(asks.length);
			}),
		);
	});

	it('says of a call that its arguments are edited if and only if they are not those of the model', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				for (const call of replay(events).calls.values()) {
					expect(call.isEdited === true).toBe(call.arguments.path !== call.callId);
				}
			}),
		);
	});

	it('allows a tool for the session once, however often the user says so', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				const {grants} = replay(events);
				expect(new Set(grants.map(({server, tool}) => `${server} ${tool}`)).size).toBe(grants.length);
			}),
		);
	});

	it('shows every call exactly once, and settled items never change or move', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				let state = initialState;
				for (const event of events) {
					const next = reduce(state, event);
					expect([...next.items].slice(0, state.items.length)).toEqual([...state.items]);
					state = next;
				}
				const shown = [...state.items].flatMap(item => (item.type === 'call' ? [item.id] : []));
				expect(shown).toEqual([...state.calls.values()].map(({callId}) => callId));
			}),
		);
	});
});
