import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {undoableRewind} from '../../../source/state/rewind.ts';
import {stoppedTurn} from '../../../source/state/stopped-turn.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {anyEvents, at, replay, requested} from '../../helpers/conversation-events.ts';
import {anySteps, summaryOf, talk, wordsOf} from '../../helpers/rewound-talk.ts';

/** A message, a call with its result, and an answer. */
const turn = (id: string): readonly AppEvent[] => [
	at({type: 'message-accepted', turnId: id, messageId: `m-${id}`, text: `Ask ${id}`}, 5),
	at({type: 'step-started', turnId: id, stepId: `s-${id}`, model: 'm'}),
	at({
		type: 'step-finished',
		stepId: `s-${id}`,
		reason: 'tool-calls',
		blocks: [
			{type: 'text', text: `Answer ${id}`},
			{type: 'tool-call', callId: `c-${id}`, modelName: 'files__read', arguments: {}},
		],
		usage: {inputTokens: 10, outputTokens: 1},
	}),
	at(requested(`c-${id}`, `s-${id}`)),
	at({type: 'call-started', callId: `c-${id}`}),
	at({type: 'call-succeeded', callId: `c-${id}`, result: {content: []}}),
	at({type: 'turn-finished', turnId: id}),
];

const rewound = (id: string, rewindId = `r-${id}`): AppEvent =>
	at({type: 'session-rewound', rewindId, messageId: `m-${id}`});
const undone = (rewindId: string): AppEvent => at({type: 'rewind-undone', rewindId});

describe('a rewind', () => {
	it('leaves the model what it saw before the message, whatever came since', () => {
		const before = replay([...turn('a'), ...turn('b')]);
		const after = replay([...turn('c'), ...turn('d'), rewound('c')], before);
		expect(modelContext(after)).toEqual(modelContext(before));
		expect([after.contextUsed, before.contextUsed]).toEqual([0, 11]);
	});

	it('keeps everything in the transcript and says what ran, and what that came to', () => {
		const state = replay([
			...turn('a'),
			...turn('b'),
			at({type: 'message-accepted', turnId: 'x', messageId: 'm-x', text: 'And then?'}),
			at(requested('c-x')),
			at({type: 'call-started', callId: 'c-x'}),
			at({type: 'session-resumed', sessionId: 's', version: '1', model: 'm'}),
			rewound('b'),
		]);
		expect(state.items.at(-1)).toEqual({
			type: 'rewind',
			id: 'r-b',
			text: 'Ask b',
			messages: 2,
			ran: [
				{server: 'files', tool: 'read', isUnknown: false},
				{server: 'files', tool: 'read', isUnknown: true},
			],
		});
		expect([...state.items].filter(({type}) => type === 'user')).toHaveLength(3);
		expect(state.usage.inputTokens).toBe(20);
	});

	it('brings back a history from before a summary', () => {
		const before = replay([...turn('a'), ...turn('b')]);
		const summary = at({
			type: 'history-compacted' as const,
			compactionId: 'k',
			summary: 'So far.',
			tokensBefore: 9,
			tokensAfter: 1,
		});
		const after = replay([...turn('c'), summary, rewound('c')], before);
		expect(modelContext(after)).toEqual(modelContext(before));
	});

	it('makes a turn that had failed before the message one that can be tried again', () => {
		const failed = at({type: 'turn-failed' as const, turnId: 'a', failure: {code: 'x', message: 'No.'}});
		const state = replay([...turn('a').slice(0, 2), failed, ...turn('b'), rewound('b')]);
		expect(stoppedTurn(state)).toBe('a');
	});

	it('is undone by one event, as long as nothing was said since', () => {
		const before = replay([...turn('a'), ...turn('b')]);
		const back = replay([rewound('a')], before);
		expect(undoableRewind(back)?.rewindId).toBe('r-a');
		const again = replay([undone('r-a')], back);
		expect(modelContext(again)).toEqual(modelContext(before));
		expect(undoableRewind(again)).toBeUndefined();
		expect(undoableRewind(replay(turn('c'), back))).toBeUndefined();
	});

	it('is not undone by an event that comes too late: what was said since does not follow from it', () => {
		const failed = at({type: 'turn-failed' as const, turnId: 'a', failure: {code: 'x', message: 'No.'}});
		const back = replay([...turn('a').slice(0, 2), failed, ...turn('b'), rewound('b')]);
		const again = replay([at({type: 'turn-retried', turnId: 'a'}), ...turn('a').slice(1)], back);
		const summed = replay([summaryOf('k')], back);
		for (const state of [again, summed, replay([at({type: 'turn-retried', turnId: 'a'})], back)]) {
			expect([undoableRewind(state), replay([undone('r-b')], state)]).toEqual([undefined, state]);
		}
	});

	it('leaves what a list of messages would be, in any order of messages, tries, summaries, rewinds and undos', () => {
		fc.assert(
			fc.property(anySteps, steps => {
				const {events, expected} = talk(steps);
				const context = modelContext(replay(events));
				expectValidHistory(context);
				expect(context.flatMap(wordsOf)).toEqual(expected);
			}),
			{numRuns: 400},
		);
	});

	it('can follow another one, and each is undone on its own', () => {
		const first = replay([...turn('a'), ...turn('b'), ...turn('c'), rewound('c')]);
		const second = replay([...turn('d'), rewound('b')], first);
		expect(modelContext(second)).toEqual(modelContext(replay(turn('a'))));
		expect(modelContext(replay([undone('r-b')], second))).toEqual(
			modelContext(replay([...turn('a'), ...turn('b'), ...turn('d')])),
		);
	});

	it('to a message that is not there, or was taken back already, changes nothing', () => {
		const state = replay([...turn('a'), rewound('a')]);
		expect(replay([rewound('nobody'), rewound('a', 'r2'), undone('nobody')], state)).toBe(state);
	});

	it('ends a turn whose end was lost from the file', () => {
		const state = replay([...turn('a').slice(0, 2), rewound('a')]);
		expect([state.turn, state.streaming, modelContext(state)]).toEqual([undefined, undefined, []]);
	});

	it('leaves a valid history, and none of what was taken back, whatever happens in whatever order', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				const state = replay([
					...events,
					at({type: 'message-accepted', turnId: 'z', messageId: 'm-z', text: 'zzz'}),
				]);
				const before = replay(events);
				expectValidHistory(modelContext(replay([rewound('z')], state)));
				expect(JSON.stringify(modelContext(replay([rewound('z')], state)))).not.toContain('zzz');
				expect(modelContext(replay([rewound('z'), undone('r-z')], state)).length).toBeGreaterThanOrEqual(
					modelContext(before).filter(({role}) => role === 'user').length,
				);
			}),
		);
	});
});
