import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createRecentPast} from '../../../source/core/sessions/recent-past.ts';
import {isSessionEvent, type SessionEvent} from '../../../source/domain/event.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {anyEvents, at, replay, requested} from '../../helpers/conversation-events.ts';
import {anySteps, summaryOf, talk, wordsOf} from '../../helpers/rewound-talk.ts';

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

	it('brings nothing back by an undo that did nothing when it was said', () => {
		const rewound = (rewindId: string, messageId: string) =>
			at({type: 'session-rewound' as const, rewindId, messageId});
		const undone = (rewindId: string) => at({type: 'rewind-undone' as const, rewindId});
		const events = [
			...['a', 'b', 'c', 'd'].flatMap(turn),
			...[rewound('one', 'm-d'), rewound('two', 'm-a'), undone('one'), undone('two')],
		];
		expect(textsOf(events)).toEqual(['Ask a', 'Ask b', 'Ask c']);
		expect(textsOf(keep(events, 170).past)).toEqual(['Ask c']);
	});

	it('brings no summary back that the user has taken back, but the one before it', () => {
		const back = at({type: 'session-rewound' as const, rewindId: 'r', messageId: 'm-b'});
		const events = [...turn('a'), summaryOf('old'), ...turn('b'), summaryOf('new'), back];
		const alone = [...opening, ...turn('b'), summaryOf('new'), back];
		const undone = [...events, at({type: 'rewind-undone' as const, rewindId: 'r'})];
		expect([textsOf(keep(events, 30).past), textsOf(events)]).toEqual([['old'], ['old']]);
		expect([textsOf(keep(alone, 30).past), textsOf(alone)]).toEqual([[], []]);
		expect([textsOf(keep(undone, 30).past), textsOf(undone)]).toEqual([['new'], ['new']]);
		expect(textsOf(keep([...undone, ...turn('c')], 30).past)).toEqual(['new', 'Ask c']);
	});

	it('keeps the message of a turn that was tried again, not the one that was taken back in between', () => {
		const [asked] = turn('a');
		const failed = at({type: 'turn-failed' as const, turnId: 'a', failure: {code: 'x', message: 'No.'}});
		const events: readonly SessionEvent[] = [
			...(asked === undefined ? [] : [asked]),
			failed,
			...turn('b'),
			at({type: 'session-rewound', rewindId: 'r', messageId: 'm-b'}),
			at({type: 'turn-retried', turnId: 'a'}),
			...turn('a').slice(1),
		];
		for (const limit of [30, 50, 100]) {
			expect([limit, textsOf(keep(events, limit).past)]).toEqual([limit, ['Ask a']]);
		}
	});

	it('keeps a message before the summary that was made in the middle of its turn', () => {
		const events = [...opening, ...turn('a').slice(0, 7), summaryOf('so far'), ...turn('a').slice(7)];
		const {past} = keep(events, 40);
		expect(modelContext(replay(past))).toEqual(modelContext(replay(events)));
		expect([...replay(past).items].map(({type}) => type)).toEqual(['user', 'compaction', 'answer']);
	});

	it('says how a session is set, although nothing but that is left out', () => {
		expect(replay(keep([...opening, ...turn('a')], 100).past).sessionName).toBe('Garden plans');
	});

	it('shows the model nothing that all of it does not show, in the same order, and no answer before a message', () => {
		fc.assert(
			fc.property(anySteps, fc.integer({min: 10, max: 400}), (steps, limit) => {
				const {events, expected} = talk(steps);
				const context = modelContext(replay(keep(events, limit).past));
				const words = context.flatMap(wordsOf);
				expectValidHistory(context);
				expect(expected.filter(word => words.includes(word))).toEqual(words);
				expect(words[0] ?? '').not.toContain('answer');
			}),
			{numRuns: 400},
		);
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
