import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import {initialState} from '../../../source/state/app-state.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {ask, at, replay, requested} from '../../helpers/conversation-events.ts';

const accepted = (turnId: string, text = 'Hi') =>
	at({type: 'message-accepted' as const, turnId, messageId: `m-${turnId}`, text}, 10);
const stepStarted = (stepId: string, turnId = 't1') =>
	at({type: 'step-started' as const, turnId, stepId, model: 'demo/tour'}, 20);
const streamed = (text: string, stepId = 's1') => at({type: 'answer-streamed' as const, stepId, text});
const finished = (stepId = 's1', text = 'Hello') =>
	at({
		type: 'step-finished' as const,
		stepId,
		reason: 'stop' as const,
		blocks: [{type: 'text' as const, text}],
	});
const notice = (text: string) => at({type: 'notice-raised' as const, tone: 'info' as const, text});
const itemTypes = (events: readonly AppEvent[]) => [...replay(events).items].map(item => item.type);

describe('the session', () => {
	it('has an id and a model once it has started', () => {
		const started = at({
			type: 'session-started' as const,
			sessionId: 'x1',
			version: '1.0.0',
			model: 'demo/tour',
			cwd: '/',
		});
		expect(replay([started])).toEqual({...initialState, sessionId: 'x1', model: 'demo/tour'});
	});

	it('changes its approval mode', () => {
		expect(replay([at({type: 'approval-mode-changed', mode: 'auto'})]).approvalMode).toBe('auto');
	});
});

describe('a turn', () => {
	it('begins with the message of the user', () => {
		const state = replay([accepted('t1', 'What time is it?')]);
		expect(state.turn).toEqual({turnId: 't1', startedAt: 10, steps: 0});
		expect([...state.items]).toEqual([
			{type: 'user', id: 'm-t1', turnId: 't1', at: 10, text: 'What time is it?'},
		]);
	});

	it('counts its steps', () => {
		expect(replay([accepted('t1'), stepStarted('s1'), finished(), stepStarted('s2')]).turn?.steps).toBe(2);
	});

	it('takes its message out of the queue', () => {
		const state = replay([
			at({type: 'message-queued', messageId: 'm-t1', text: 'one'}),
			at({type: 'message-queued', messageId: 'm-t2', text: 'two'}),
			accepted('t1', 'one'),
		]);
		expect(state.queue).toEqual([{messageId: 'm-t2', text: 'two'}]);
	});

	it('leaves nothing in the transcript when it finishes', () => {
		const state = replay([
			accepted('t1'),
			stepStarted('s1'),
			finished(),
			at({type: 'turn-finished', turnId: 't1'}),
		]);
		expect(state.turn).toBeUndefined();
		expect([...state.items].map(item => item.type)).toEqual(['user', 'answer']);
	});

	it('cuts its answer when it is interrupted, and says so after it', () => {
		const state = replay([
			accepted('t1'),
			stepStarted('s1'),
			streamed('Hel'),
			at({type: 'turn-interrupted', turnId: 't1'}),
		]);
		expect(state.streaming).toBeUndefined();
		expect(state.items.slice(1)).toMatchObject([
			{type: 'answer', status: 'cut', text: 'Hel', blocks: []},
			{type: 'turn-end', outcome: 'interrupted'},
		]);
	});

	it('keeps why it failed', () => {
		const failure = {code: 'offline', message: 'There is no network.'};
		const state = replay([
			accepted('t1'),
			stepStarted('s1'),
			at({type: 'turn-failed', turnId: 't1', failure}),
		]);
		expect(state.items.at(-1)).toMatchObject({type: 'turn-end', outcome: 'failed', failure});
	});

	it('withdraws its questions when it ends', () => {
		const events = [
			accepted('t1'),
			at(requested('c1')),
			at({type: 'ask-raised' as const, ask: ask('a1', 'c1')}),
		];
		expect(replay(events).asks).toHaveLength(1);
		expect(replay([...events, at({type: 'turn-interrupted', turnId: 't1'})]).asks).toEqual([]);
	});

	it.each(['turn-finished', 'turn-interrupted'] as const)('is not ended by the %s of another', type => {
		const state = replay([accepted('t1'), stepStarted('s1'), streamed('Hel')]);
		expect(reduce(state, at({type, turnId: 't2'}))).toBe(state);
	});

	it('ends only once', () => {
		const state = replay([accepted('t1'), at({type: 'turn-finished', turnId: 't1'})]);
		expect(reduce(state, at({type: 'turn-interrupted', turnId: 't1'}))).toBe(state);
	});

	it('that never ended is closed by the next message', () => {
		const state = replay([
			accepted('t1'),
			stepStarted('s1'),
			streamed('Hel'),
			notice('saved'),
			at(requested('c1')),
			at({type: 'ask-raised', ask: ask('a1', 'c1')}),
			accepted('t2', 'Again'),
		]);
		expect(state.streaming).toBeUndefined();
		expect(state.asks).toEqual([]);
		expect(state.turn?.turnId).toBe('t2');
		expect(state.items.slice(-3)).toMatchObject([
			{type: 'answer', status: 'cut', text: 'Hel'},
			{type: 'notice', text: 'saved'},
			{type: 'user', text: 'Again'},
		]);
	});
});

describe('an answer', () => {
	it('gathers its text and its thinking apart from the transcript', () => {
		const state = replay([
			accepted('t1'),
			stepStarted('s1'),
			at({type: 'thinking-streamed', stepId: 's1', text: 'Hm. '}),
			at({type: 'thinking-streamed', stepId: 's1', text: 'Yes.'}),
			streamed('Hel'),
			streamed('lo'),
		]);
		expect(state.streaming).toEqual({
			type: 'answer',
			id: 's1',
			turnId: 't1',
			model: 'demo/tour',
			text: 'Hello',
			thinking: 'Hm. Yes.',
			thoughtUntil: 0,
			startedAt: 20,
			heardAt: expect.any(Number),
			status: 'streaming',
			blocks: [],
		});
		expect(state.items).toHaveLength(1);
	});

	it('keeps the same list of items while it grows, so that a delta costs nothing', () => {
		const before = replay([accepted('t1'), stepStarted('s1')]);
		expect(reduce(before, streamed('x')).items).toBe(before.items);
	});

	it('moves into the transcript with its blocks and the provider’s own data when it finishes', () => {
		const raw = {format: 'anthropic', content: [{signature: 'abc'}]};
		const state = replay([accepted('t1'), stepStarted('s1'), streamed('Hello'), {...finished(), raw}]);
		expect(state.streaming).toBeUndefined();
		expect(state.items.at(-1)).toMatchObject({
			status: 'finished',
			text: 'Hello',
			blocks: [{type: 'text', text: 'Hello'}],
			raw,
		});
	});

	it('adds its tokens to those of the session', () => {
		const state = replay([
			stepStarted('s1'),
			{...finished('s1'), usage: {inputTokens: 10, outputTokens: 2}},
			stepStarted('s2'),
			{...finished('s2'), usage: {inputTokens: 15, outputTokens: 3}},
			stepStarted('s3'),
			finished('s3'),
		]);
		expect(state.usage).toEqual({inputTokens: 25, outputTokens: 5});
	});

	it('vanishes when it is empty', () => {
		const empty = {...finished(), blocks: []};
		expect(itemTypes([accepted('t1'), stepStarted('s1'), empty])).toEqual(['user']);
		expect(itemTypes([accepted('t1'), stepStarted('s1'), at({type: 'turn-finished', turnId: 't1'})])).toEqual(
			['user'],
		);
	});

	it('stays when it holds nothing but thinking', () => {
		const thinking = at({type: 'thinking-streamed' as const, stepId: 's1', text: 'Hm.'});
		expect(
			itemTypes([accepted('t1'), stepStarted('s1'), thinking, at({type: 'turn-interrupted', turnId: 't1'})]),
		).toEqual(['user', 'answer', 'turn-end']);
	});

	it('is cut by the next step', () => {
		const state = replay([accepted('t1'), stepStarted('s1'), streamed('Hel'), stepStarted('s2')]);
		expect(state.items.at(-1)).toMatchObject({id: 's1', status: 'cut'});
		expect(state.streaming?.id).toBe('s2');
	});

	it.each([
		streamed('late', 's9'),
		at({type: 'thinking-streamed' as const, stepId: 's9', text: 'late'}),
		{...finished('s9'), usage: {inputTokens: 1, outputTokens: 1}},
	])('is not changed by the $type of another step', event => {
		const state = replay([accepted('t1'), stepStarted('s1')]);
		expect(reduce(state, event)).toBe(state);
	});

	it('is not changed by anything once it is finished', () => {
		const state = replay([accepted('t1'), stepStarted('s1'), finished()]);
		expect(reduce(state, streamed('more'))).toBe(state);
		expect(reduce(state, finished('s1', 'other'))).toBe(state);
	});
});

describe('a notice', () => {
	it('goes to the end of the transcript', () => {
		const state = replay([notice('one'), accepted('t1'), notice('two')]);
		expect([...state.items].map(item => item.id)).toEqual(['notice-0', 'm-t1', 'notice-1']);
	});

	it('waits for the end of the answer that is streaming', () => {
		const events = [
			accepted('t1'),
			stepStarted('s1'),
			streamed('Hel'),
			notice('one'),
			notice('two'),
			streamed('lo'),
		];
		const state = replay(events);
		expect(state.items).toHaveLength(1);
		expect(state.heldNotices.map(({text}) => text)).toEqual(['one', 'two']);
		const after = reduce(state, finished());
		expect(after.heldNotices).toEqual([]);
		expect([...after.items].map(item => item.type)).toEqual(['user', 'answer', 'notice', 'notice']);
	});

	it('is not lost when the answer it waits for vanishes', () => {
		expect(
			itemTypes([
				accepted('t1'),
				stepStarted('s1'),
				notice('one'),
				at({type: 'turn-interrupted', turnId: 't1'}),
			]),
		).toEqual(['user', 'notice', 'turn-end']);
	});
});

describe('what is true only now', () => {
	it('holds the last status of every server', () => {
		const state = replay([
			at({type: 'server-status-changed', server: 'a', status: {type: 'idle'}}),
			at({type: 'server-status-changed', server: 'b', status: {type: 'disabled'}}),
			at({type: 'server-status-changed', server: 'a', status: {type: 'connecting', since: 5}}),
		]);
		expect([...state.servers]).toEqual([
			['a', {type: 'connecting', since: 5}],
			['b', {type: 'disabled'}],
		]);
	});

	it('holds queued messages in order until they are withdrawn', () => {
		const queued = [
			at({type: 'message-queued' as const, messageId: 'm1', text: 'one'}),
			at({type: 'message-queued' as const, messageId: 'm2', text: 'two'}),
		];
		expect(replay(queued).queue.map(({text}) => text)).toEqual(['one', 'two']);
		expect(replay([...queued, at({type: 'queue-withdrawn'})]).queue).toEqual([]);
	});

	it('shows that saving fails until it works again', () => {
		const failure = {code: 'ENOSPC', message: 'The disk is full.'};
		const failed = replay([at({type: 'saving-failed', failure})]);
		expect(failed.savingFailure).toEqual(failure);
		expect('savingFailure' in reduce(failed, at({type: 'saving-resumed'}))).toBe(false);
	});

	it('refuses an event nobody knows', () => {
		expect(() => reduce(initialState, {type: 'invented', at: 0} as never)).toThrow('invented');
	});
});
