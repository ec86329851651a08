import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createRecentPast} from '../../../source/core/sessions/recent-past.ts';
import {isSessionEvent, type SessionEvent} from '../../../source/domain/event.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {anyEvents, at, replay, requested} from '../../helpers/conversation-events.ts';

/** A message and two steps, the first with a call; ten events of ten bytes each. */
const turn = (id: string): readonly SessionEvent[] => [
	at({type: 'message-accepted', turnId: id, messageId: `m-${id}`, text: `Ask ${id}`}),
	at({type: 'step-started', turnId: id, stepId: `s-${id}`, model: 'm'}),
	at({type: 'answer-streamed', stepId: `s-${id}`, text: 'Hm.'}),
	at({
		type: 'step-finished',
		stepId: `s-${id}`,
		reason: 'tool-calls',
		blocks: [{type: 'tool-call', callId: `c-${id}`, modelName: 'files__read', arguments: {}}],
		usage: {inputTokens: 10, outputTokens: 1, cost: 0.5},
	}),
	at(requested(`c-${id}`, `s-${id}`)),
	at({type: 'call-started', callId: `c-${id}`}),
	at({type: 'call-succeeded', callId: `c-${id}`, result: {content: []}}),
	at({type: 'step-started', turnId: id, stepId: `z-${id}`, model: 'm'}),
	at({
		type: 'step-finished',
		stepId: `z-${id}`,
		reason: 'stop',
		blocks: [{type: 'text', text: `Answer ${id}`}],
	}),
	at({type: 'turn-finished', turnId: id}),
];

const opening: readonly SessionEvent[] = [
	at({type: 'session-started', sessionId: 'one', version: '1', model: 'm', cwd: '/'}),
	at({type: 'session-renamed', name: 'Old name'}),
	at({type: 'session-renamed', name: 'Garden plans'}),
	at({type: 'work-mode-changed', mode: 'plan'}),
];

const keep = (events: readonly SessionEvent[], limit: number) => {
	const recent = createRecentPast(limit);
	for (const event of events) {
		recent.take(event, 10);
	}
	return recent.end();
};

const textsOf = (events: readonly SessionEvent[]): readonly string[] =>
	modelContext(replay(events)).flatMap(message => (message.role === 'user' ? [message.text] : []));

describe('the recent past of a long session', () => {
	const turns = ['a', 'b', 'c', 'd'].flatMap(turn);
	const long = [...opening, ...turns];

	it('is all of a short one', () => {
		expect(keep(long, 1000)).toEqual({past: long, leftOut: 0});
	});

	it('is the last turns of a long one, with how it was set and what all of it cost', () => {
		const {past, leftOut} = keep(long, 200);
		const state = replay(past);
		expect([leftOut, textsOf(past)]).toEqual([2, ['Ask c', 'Ask d']]);
		expect(state).toMatchObject({sessionId: 'one', sessionName: 'Garden plans', workMode: 'plan'});
		expect(state.usage).toEqual(replay(long).usage);
		expectValidHistory(modelContext(state));
	});

	it('keeps the message whose answer is kept in part', () => {
		const {past, leftOut} = keep(long, 50);
		expect([leftOut, textsOf(past)]).toEqual([3, ['Ask d']]);
		expect(modelContext(replay(past)).at(-1)).toMatchObject({blocks: [{text: 'Answer d'}]});
		expectValidHistory(modelContext(replay(past)));
	});

	it('keeps the last summary, which stands for what is not there', () => {
		const summary = at({
			type: 'history-compacted' as const,
			compactionId: 'k',
			summary: 'So far so good.',
			tokensBefore: 9,
			tokensAfter: 1,
		});
		const {past} = keep([...opening, ...turn('a'), summary, ...turn('b'), ...turn('c')], 150);
		expect(textsOf(past)[0]).toBe('So far so good.');
	});

	it('brings nothing back that the user has taken back, although the message is gone', () => {
		const rewound = at({type: 'session-rewound' as const, rewindId: 'r', messageId: 'm-a'});
		const events = [...opening, ...turn('a'), ...turn('b'), ...turn('c'), rewound, ...turn('d')];
		expect(textsOf(keep(events, 250).past)).toEqual(['Ask d']);
		expect(textsOf(events)).toEqual(['Ask d']);
	});

	it('leaves a valid history, whatever the events and the limit', () => {
		fc.assert(
			fc.property(anyEvents, fc.integer({min: 10, max: 400}), (any, limit) => {
				const {past} = keep(any.filter(isSessionEvent), limit);
				const state = replay([
					...past,
					at({type: 'session-resumed', sessionId: 'one', version: '1', model: 'm'}),
				]);
				expectValidHistory(modelContext(state));
			}),
		);
	});
});
