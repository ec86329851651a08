import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {ask, at, replay, requested} from '../../helpers/conversation-events.ts';

const failure = {code: 'broken', message: 'It broke.'};
const result = {content: [{type: 'text' as const, text: 'done'}]};
const base = {
	callId: 'c1',
	server: 'files',
	tool: 'read',
	modelName: 'files__read',
	arguments: {path: 'c1'},
	requestedAt: 5,
};

const request = at(requested('c1'), 5);
const raised = at({type: 'ask-raised' as const, ask: ask('a1', 'c1')}, 6);
const answered = at(
	{type: 'ask-answered' as const, askId: 'a1', answer: {type: 'allow' as const, scope: 'once' as const}},
	7,
);
const started = at({type: 'call-started' as const, callId: 'c1'}, 8);
const progressed = at({type: 'call-progressed' as const, callId: 'c1', progress: {progress: 1, total: 2}}, 9);
const ends: readonly AppEvent[] = [
	at({type: 'call-succeeded', callId: 'c1', result}, 10),
	at({type: 'call-failed', callId: 'c1', failure}, 10),
	at({type: 'call-denied', callId: 'c1', rule: 'a rule'}, 10),
	at({type: 'call-cancelled', callId: 'c1', outcomeUnknown: true}, 10),
];
const callAfter = (...events: readonly AppEvent[]) => replay(events).calls.get('c1');

describe('a tool call', () => {
	it('is pending, and in the transcript, once it is requested', () => {
		const state = replay([request]);
		expect(state.calls.get('c1')).toEqual({...base, status: 'pending'});
		expect([...state.items]).toEqual([{type: 'call', id: 'c1'}]);
	});

	it('is requested only once', () => {
		const state = replay([request, started]);
		expect(reduce(state, at({...requested('c1'), tool: 'write'}))).toBe(state);
	});

	it('waits while the user is asked', () => {
		const state = replay([request, raised]);
		expect(state.calls.get('c1')).toEqual({...base, status: 'awaiting-approval', askId: 'a1'});
		expect(state.asks).toEqual([raised.ask]);
	});

	it('is pending again once the user has answered', () => {
		const state = replay([request, raised, answered]);
		expect(state.calls.get('c1')).toEqual({...base, status: 'pending'});
		expect(state.asks).toEqual([]);
	});

	it('keeps the other questions when one is answered', () => {
		const other = ask('a2', 'c2');
		const state = replay([
			request,
			raised,
			at(requested('c2')),
			at({type: 'ask-raised', ask: other}),
			answered,
		]);
		expect(state.asks).toEqual([other]);
	});

	it('runs from the moment it is started', () => {
		expect(callAfter(request, started)).toEqual({...base, status: 'running', startedAt: 8});
	});

	it('shows its latest progress while it runs', () => {
		const later = at({
			type: 'call-progressed' as const,
			callId: 'c1',
			progress: {progress: 2, message: 'half'},
		});
		expect(callAfter(request, started, progressed, later)).toMatchObject({
			status: 'running',
			startedAt: 8,
			progress: {progress: 2, message: 'half'},
		});
	});

	it('keeps its result when it succeeds', () => {
		expect(
			callAfter(request, started, progressed, at({type: 'call-succeeded', callId: 'c1', result}, 20)),
		).toEqual({...base, status: 'succeeded', result, startedAt: 8, endedAt: 20});
	});

	it('keeps the failure, and the result if there is one, when it fails', () => {
		expect(callAfter(request, started, at({type: 'call-failed', callId: 'c1', failure, result}, 20))).toEqual(
			{
				...base,
				status: 'failed',
				failure,
				result,
				startedAt: 8,
				endedAt: 20,
			},
		);
		expect(callAfter(request, at({type: 'call-failed', callId: 'c1', failure}, 20))).toEqual({
			...base,
			status: 'failed',
			failure,
			endedAt: 20,
		});
	});

	it('keeps the rule, and the reason if there is one, when it is denied', () => {
		expect(
			callAfter(request, at({type: 'call-denied', callId: 'c1', rule: 'no', reason: 'not now'}, 20)),
		).toEqual({
			...base,
			status: 'denied',
			rule: 'no',
			reason: 'not now',
			endedAt: 20,
		});
		expect(callAfter(request, at({type: 'call-denied', callId: 'c1', rule: 'no'}, 20))).not.toHaveProperty(
			'reason',
		);
	});

	it.each([true, false])('keeps whether its outcome is unknown (%s) when it is cancelled', outcomeUnknown => {
		expect(
			callAfter(request, started, at({type: 'call-cancelled', callId: 'c1', outcomeUnknown}, 20)),
		).toEqual({
			...base,
			status: 'cancelled',
			outcomeUnknown,
			startedAt: 8,
			endedAt: 20,
		});
	});

	it.each(ends)('takes its question with it: $type', end => {
		expect(replay([request, raised, end]).asks).toEqual([]);
	});

	it('takes its question with it when it is started without an answer', () => {
		const state = replay([request, raised, started]);
		expect(state.asks).toEqual([]);
		expect(state.calls.get('c1')).toMatchObject({status: 'running'});
	});
});

describe('a question', () => {
	const withdrawn = at({type: 'ask-withdrawn' as const, askId: 'a1'}, 7);

	it('that is withdrawn is gone, and its call waits for nobody', () => {
		const state = replay([request, raised, withdrawn]);
		expect(state.asks).toEqual([]);
		expect(state.calls.get('c1')).toEqual({...base, status: 'pending'});
	});

	it('that nobody asked cannot be withdrawn', () => {
		const state = replay([request, raised]);
		expect(reduce(state, {...withdrawn, askId: 'a9'})).toBe(state);
	});

	it.each([
		at({type: 'message-accepted' as const, turnId: 't2', messageId: 'm2', text: 'Hi'}),
		at({type: 'turn-finished' as const, turnId: 't1'}),
	])('that is about no call outlives a $type', event => {
		const other = {kind: 'trust', askId: 'x1', folder: '/'} as never;
		const state = replay([
			at({type: 'message-accepted', turnId: 't1', messageId: 'm1', text: 'Hi'}),
			at({type: 'ask-raised', ask: other}),
			request,
			raised,
			event,
		]);
		expect(state.asks).toEqual([other]);
		expect(replay([{...withdrawn, askId: 'x1'}], state).asks).toEqual([]);
		expect(replay([{...answered, askId: 'x1'}], state).asks).toEqual([]);
	});
});

describe('the grants of a session', () => {
	const granted = {...answered, answer: {type: 'allow' as const, scope: 'session' as const}};

	it('are the tools that were allowed for it, each once', () => {
		const again = [at(requested('c2')), at({type: 'ask-raised' as const, ask: ask('a2', 'c2')})];
		const state = replay([request, raised, granted, ...again, {...granted, askId: 'a2'}]);
		expect(state.grants).toEqual([{server: 'files', tool: 'read'}]);
	});

	it.each([answered, {...answered, answer: {type: 'deny' as const}}])(
		'do not come from another answer: $answer',
		event => {
			expect(replay([request, raised, event]).grants).toEqual([]);
		},
	);

	it('do not come from an answer to a question nobody asked', () => {
		expect(replay([request, raised, {...granted, askId: 'a9'}]).grants).toEqual([]);
	});

	it('end when the session is resumed', () => {
		const resumed = at({type: 'session-resumed' as const, sessionId: 'x', version: '1', model: 'm'});
		expect(replay([request, raised, granted, resumed]).grants).toEqual([]);
	});
});

describe('the end of a turn', () => {
	it.each(['turn-finished', 'turn-interrupted', 'turn-failed'] as const)('leaves no call open: %s', type => {
		const end = {type, turnId: 't1', failure: {code: 'internal', message: 'A bug.'}};
		const state = replay([
			at({type: 'message-accepted', turnId: 't1', messageId: 'm1', text: 'Hi'}),
			at(requested('pending')),
			at(requested('asked')),
			at({type: 'ask-raised', ask: ask('a1', 'asked')}),
			at(requested('running')),
			at({type: 'call-started', callId: 'running'}, 30),
			at(end, 40),
		]);
		expect([...state.calls.values()]).toMatchObject([
			{callId: 'pending', status: 'cancelled', outcomeUnknown: false, endedAt: 40},
			{callId: 'asked', status: 'cancelled', outcomeUnknown: false, endedAt: 40},
			{callId: 'running', status: 'cancelled', outcomeUnknown: true, startedAt: 30, endedAt: 40},
		]);
		expect(state.asks).toEqual([]);
	});
});

describe('an event that makes no sense', () => {
	it.each([raised, answered, started, progressed, ...ends])(
		'changes nothing without a call: $type',
		event => {
			const state = replay([at(requested('c9'))]);
			expect(reduce(state, event)).toBe(state);
		},
	);

	for (const end of ends) {
		it.each([raised, answered, started, progressed, ...ends])(
			`changes nothing after ${end.type}: $type`,
			event => {
				const state = replay([request, started, end]);
				expect(reduce(state, event)).toBe(state);
			},
		);
	}

	it('is progress of a call that does not run', () => {
		const state = replay([request]);
		expect(reduce(state, progressed)).toBe(state);
	});

	it('is a second start: the first one counts', () => {
		const state = replay([request, started]);
		expect(reduce(state, at({type: 'call-started', callId: 'c1'}, 99))).toBe(state);
	});

	it('is a question about a call that was sent already', () => {
		const state = replay([request, started]);
		expect(reduce(state, raised)).toBe(state);
	});

	it('is the same question twice', () => {
		const state = replay([request, raised]);
		expect(reduce(state, raised)).toBe(state);
	});

	it('is an answer to a question nobody asked', () => {
		const state = replay([request, raised]);
		expect(reduce(state, {...answered, askId: 'a9'})).toBe(state);
	});
});
