import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import type {Usage} from '../../../source/domain/model.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {at, replay} from '../../helpers/conversation-events.ts';

const failure = {code: 'overloaded', message: 'Anthropic is overloaded (529).'};
const started = at({
	type: 'session-started' as const,
	sessionId: 'x1',
	version: '1',
	model: 'a/one',
	cwd: '/',
});
const accepted = at({type: 'message-accepted' as const, turnId: 't1', messageId: 'm1', text: 'Hi'}, 5);
const stepStarted = (stepId: string) =>
	at({type: 'step-started' as const, turnId: 't1', stepId, model: 'a/one'}, 20);
const finished = (stepId: string, usage?: Usage) =>
	at({
		type: 'step-finished' as const,
		stepId,
		reason: 'stop' as const,
		blocks: [{type: 'text' as const, text: 'x'}],
		...(usage === undefined ? {} : {usage}),
	});
const learned = (model: string, contextTokens: number) =>
	at({type: 'model-learned' as const, model, facts: {contextTokens}});
const setAside = (tool: string, why: 'unfit' | 'rejected', reason: string, model = 'a/one') =>
	at({type: 'tool-set-aside' as const, model, server: 'files', tool, why, reason});
const retryAt = (until: number, turnId = 't1') =>
	at({type: 'retry-scheduled' as const, turnId, failure, attempt: 2, attempts: 6, until});
const compacted = (usage?: Usage) =>
	at({
		type: 'history-compacted' as const,
		compactionId: 'k1',
		summary: 'All of it.',
		tokensBefore: 900,
		tokensAfter: 90,
		...(usage === undefined ? {} : {usage}),
	});

describe('the model in use', () => {
	it('is another one after a change, about which nothing is known yet', () => {
		const state = replay([
			started,
			learned('a/one', 1000),
			setAside('read', 'rejected', 'no'),
			at({type: 'model-changed', model: 'b/two'}),
		]);
		expect(state).toMatchObject({model: 'b/two', facts: {}, setAside: []});
	});

	it('stays as it is when it is changed to itself', () => {
		const state = replay([started, learned('a/one', 1000)]);
		expect(reduce(state, at({type: 'model-changed', model: 'a/one'}))).toBe(state);
	});

	it('is not confused with another about which something is learned', () => {
		const state = replay([started, learned('a/one', 1000), learned('b/two', 5)]);
		expect(state.facts).toEqual({contextTokens: 1000});
	});
});

describe('a turn that is tried again', () => {
	const failed: readonly AppEvent[] = [
		accepted,
		stepStarted('s1'),
		finished('s1'),
		stepStarted('s2'),
		at({type: 'turn-failed', turnId: 't1', failure}),
	];
	const retried = at({type: 'turn-retried' as const, turnId: 't1'}, 70);

	it('is under way again, without a new message, and counts its steps from the beginning', () => {
		const before = replay(failed);
		const state = reduce(before, retried);
		expect(state.turn).toEqual({turnId: 't1', startedAt: 70, steps: 0});
		expect(state.items).toBe(before.items);
		expect(reduce(state, stepStarted('s3')).turn?.steps).toBe(1);
	});

	it('may end in the same way again: each end is an item of its own', () => {
		const state = replay([...failed, retried, at({type: 'turn-failed', turnId: 't1', failure})]);
		const ends = [...state.items].filter(({type}) => type === 'turn-end');
		expect(ends).toHaveLength(2);
		expect(new Set(ends.map(({id}) => id)).size).toBe(2);
	});
});

describe('a step that waits to be tried again', () => {
	it('says why, and until when', () => {
		expect(replay([accepted, stepStarted('s1'), retryAt(5000)]).retry).toEqual({
			failure,
			attempt: 2,
			attempts: 6,
			until: 5000,
		});
	});

	it.each([
		stepStarted('s2'),
		at({type: 'turn-finished' as const, turnId: 't1'}),
		at({type: 'turn-interrupted' as const, turnId: 't1'}),
		at({type: 'turn-failed' as const, turnId: 't1', failure}),
		at({type: 'turn-retried' as const, turnId: 't1'}),
		at({type: 'session-resumed' as const, sessionId: 'x1', version: '1', model: 'a/one'}),
		{...accepted, turnId: 't2', messageId: 'm2'},
	])('waits no more after $type', event => {
		const state = replay([accepted, stepStarted('s1'), retryAt(5000), event]);
		expect('retry' in state).toBe(false);
	});

	it('belongs to the turn that runs', () => {
		expect('retry' in replay([accepted, retryAt(5000, 't9')])).toBe(false);
		expect('retry' in replay([retryAt(5000)])).toBe(false);
	});
});

describe('a call that is being written', () => {
	const drafted = (stepId: string, characters: number) =>
		at({type: 'call-drafted' as const, stepId, modelName: 'files__read', characters});

	it('is a part of the answer that streams', () => {
		const state = replay([
			accepted,
			stepStarted('s1'),
			drafted('s1', 10),
			drafted('s1', 25),
			drafted('s9', 99),
		]);
		expect(state.streaming?.draft).toEqual({modelName: 'files__read', characters: 25});
	});

	it('is gone when the answer has ended', () => {
		for (const end of [finished('s1'), at({type: 'turn-interrupted' as const, turnId: 't1'})]) {
			const text = at({type: 'answer-streamed' as const, stepId: 's1', text: 'Hm'});
			const state = replay([accepted, stepStarted('s1'), text, drafted('s1', 10), end]);
			const answer = [...state.items].find(({type}) => type === 'answer');
			expect(answer).toBeDefined();
			expect(answer).not.toHaveProperty('draft');
		}
	});
});

describe('an answer in the provider’s own form', () => {
	it.each([[[{signature: 'abc'}]], ['abc'], [null], [{format: 1, content: 'x'}], [{format: 'x'}]])(
		'loses data of a provider that nobody can use any more, and nothing else: %o',
		raw => {
			const state = replay([stepStarted('s1'), {...finished('s1'), raw: raw as never}]);
			expect(state.items.at(-1)).toMatchObject({status: 'finished', blocks: [{text: 'x'}]});
			expect(state.items.at(-1)).not.toHaveProperty('raw');
		},
	);
});

describe('a tool that is set aside', () => {
	it('is listed once, with the last reason', () => {
		const state = replay([
			started,
			setAside('read', 'unfit', 'too deep'),
			setAside('write', 'unfit', 'odd'),
			setAside('read', 'rejected', 'no'),
		]);
		expect(state.setAside).toEqual([
			{server: 'files', tool: 'write', why: 'unfit', reason: 'odd'},
			{server: 'files', tool: 'read', why: 'rejected', reason: 'no'},
		]);
	});
});

describe('a tool that another model does not take', () => {
	it('is not kept from the one in use', () => {
		const state = replay([
			started,
			at({type: 'model-changed', model: 'b/two'}),
			setAside('read', 'rejected', 'no', 'a/one'),
		]);
		expect(state.setAside).toEqual([]);
	});
});

describe('what was used', () => {
	it('is the sum of every answer, of servers’ questions, of summaries and of what was of no use', () => {
		const state = replay([
			stepStarted('s1'),
			finished('s1', {inputTokens: 10, outputTokens: 1, cachedTokens: 4, cost: 0.25}),
			stepStarted('s2'),
			finished('s2', {inputTokens: 20, outputTokens: 2, cacheWriteTokens: 3, cost: 0.5}),
			at({
				type: 'sampling-answered',
				server: 'files',
				model: 'a/one',
				usage: {inputTokens: 30, outputTokens: 3, cachedTokens: 1, cost: 1},
			}),
			compacted({inputTokens: 40, outputTokens: 4, cost: 2}),
			at({type: 'usage-counted', usage: {inputTokens: 50, outputTokens: 5, cost: 4}}),
		]);
		expect(state.usage).toEqual({
			inputTokens: 150,
			outputTokens: 15,
			cachedTokens: 5,
			cacheWriteTokens: 3,
			cost: 7.75,
		});
		expect(state.hasUnpriced).toBe(false);
	});

	it('says when the price of something is not known', () => {
		const priced = [stepStarted('s1'), finished('s1', {inputTokens: 1, outputTokens: 1, cost: 0.5})];
		const free = at({
			type: 'sampling-answered' as const,
			server: 'files',
			model: 'a/one',
			usage: {inputTokens: 1, outputTokens: 1},
		});
		expect(replay([...priced, stepStarted('s2'), finished('s2')]).hasUnpriced).toBe(false);
		expect(replay([...priced, free])).toMatchObject({hasUnpriced: true, usage: {cost: 0.5}});
	});

	it('fills the context with what the last step had, and with the summary after that', () => {
		const steps = [
			stepStarted('s1'),
			finished('s1', {inputTokens: 100, outputTokens: 5}),
			stepStarted('s2'),
			finished('s2', {inputTokens: 200, outputTokens: 10}),
		];
		expect(replay(steps).contextUsed).toBe(210);
		expect(replay([...steps, compacted({inputTokens: 500, outputTokens: 50})]).contextUsed).toBe(0);
	});
});

describe('a summary in place of the history', () => {
	const begun = at({type: 'compaction-started' as const, compactionId: 'k1'}, 30);

	it('is under way until it is there, failed, or the program was started anew', () => {
		expect(replay([begun]).compaction).toEqual({compactionId: 'k1', startedAt: 30});
		for (const end of [
			compacted(),
			at({type: 'compaction-failed' as const, compactionId: 'k1'}),
			at({type: 'session-resumed' as const, sessionId: 'x1', version: '1', model: 'a/one'}),
		]) {
			expect('compaction' in replay([begun, end])).toBe(false);
		}
	});

	it('is not ended by another', () => {
		const state = replay([begun]);
		expect(reduce(state, at({type: 'compaction-failed', compactionId: 'k9'}))).toBe(state);
	});

	it('is an item of the transcript, after whatever was being said', () => {
		const text = at({type: 'answer-streamed' as const, stepId: 's1', text: 'Hel'});
		const state = replay([accepted, stepStarted('s1'), text, begun, compacted()]);
		expect([...state.items]).toMatchObject([
			{type: 'user'},
			{type: 'answer', status: 'cut'},
			{type: 'compaction', id: 'k1', summary: 'All of it.', tokensBefore: 900, tokensAfter: 90},
		]);
	});
});

describe('a question about how a turn is to go on', () => {
	const ask = {
		kind: 'turn' as const,
		askId: 'a1',
		turnId: 't1',
		reason: 'steps-used' as const,
		message: 'All steps are used.',
	};

	it('does not outlive its turn', () => {
		const asked = [accepted, at({type: 'ask-raised' as const, ask})];
		expect(replay(asked).asks).toEqual([ask]);
		expect(replay([...asked, at({type: 'turn-interrupted', turnId: 't1'})]).asks).toEqual([]);
	});

	it('is answered without a line in the transcript: what follows says it', () => {
		const asked = [accepted, at({type: 'ask-raised' as const, ask})];
		const answered = at({type: 'ask-answered' as const, askId: 'a1', answer: {type: 'continue' as const}});
		const state = replay([...asked, answered]);
		expect(state.asks).toEqual([]);
		expect([...state.items].map(({type}) => type)).toEqual(['user']);
	});
});
