import {describe, expect, it} from 'vitest';
import {
	callsTools,
	events,
	fails,
	hangsAfter,
	says,
	scriptModel,
	trouble,
} from '../../helpers/scripted-model.ts';
import {
	answersTurn,
	readCall as read,
	createTurnHarness as setUp,
	sleepsUntilAborted,
} from '../../helpers/turn-harness.ts';

const overloaded = fails(trouble('overloaded'));

describe('a step that fails for now', () => {
	it('is tried again after a wait that is told', async () => {
		const {run, sink, clock} = setUp(scriptModel(overloaded, says('Hello')));
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(sink.facts.slice(0, 3)).toEqual([
			{type: 'step-started', turnId: 't1', stepId: 'id-1', model: 'test/model'},
			{
				type: 'retry-scheduled',
				turnId: 't1',
				failure: trouble('overloaded').failure,
				attempt: 2,
				attempts: 6,
				until: 2000,
			},
			{type: 'step-started', turnId: 't1', stepId: 'id-2', model: 'test/model'},
		]);
		expect(clock.slept).toEqual([1000]);
		expect(sink.facts).toContainEqual(expect.objectContaining({type: 'step-finished', stepId: 'id-2'}));
	});

	it('fails the turn when all attempts are used up', async () => {
		const {run, model, clock} = setUp(scriptModel(overloaded));
		await expect(run()).resolves.toMatchObject({
			type: 'failed',
			failure: {code: 'overloaded', message: 'The provider is overloaded. It was tried 6 times.'},
		});
		expect(model.requests).toHaveLength(6);
		expect(clock.slept).toEqual([1000, 2000, 4000, 8000, 16_000]);
	});

	it('has all its attempts again in the next step', async () => {
		const {run} = setUp(
			scriptModel(
				overloaded,
				overloaded,
				overloaded,
				callsTools(read('c1')),
				overloaded,
				overloaded,
				overloaded,
				says('Done'),
			),
		);
		await expect(run()).resolves.toEqual({type: 'finished'});
	});

	it('is tried again although it has begun to speak, with the same conversation', async () => {
		const {run, model} = setUp(
			scriptModel(fails(trouble('provider-error'), {type: 'text', text: 'Hel'}, read('c1')), says('Hello')),
			undefined,
			{
				history: () => [{role: 'user', text: `after ${model.requests.length}`}],
			},
		);
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(model.requests.map(({messages}) => messages)).toEqual([
			[{role: 'user', text: 'after 0'}],
			[{role: 'user', text: 'after 0'}],
		]);
	});

	it('says that what it had said is left out, once for each attempt that said something', async () => {
		const speaks = fails(trouble('provider-error'), {type: 'text', text: 'Hel'}, {type: 'text', text: 'lo'});
		const {run, sink, notices} = setUp(scriptModel(speaks, speaks, says('Hello')));
		await expect(run()).resolves.toEqual({type: 'finished'});
		const words = 'The provider is provider-error. What it had said is left out; it is asked again.';
		expect(notices()).toEqual([words, words]);
		expect(sink.facts).toContainEqual({type: 'notice-raised', tone: 'warning', text: words});
		// Right after what was said, before the wait.
		expect(sink.types().slice(0, 5)).toEqual([
			...['step-started', 'answer-streamed', 'answer-streamed', 'notice-raised', 'retry-scheduled'],
		]);
	});

	it.each(['bad-tool', 'context-full'] as const)('says so as well when it was %s', async kind => {
		const speaks = fails(trouble(kind, {tools: ['files__write']}), {type: 'text', text: 'Hel'});
		const {run, notices} = setUp(scriptModel(speaks, says('Hello')), undefined, {
			...answersTurn('compact'),
			history: () => [
				{role: 'user', text: 'Hi'},
				{role: 'user', text: 'There'},
			],
		});
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(notices()).toContain(`The provider is ${kind}. What it had said is left out; it is asked again.`);
	});

	it('says nothing of the kind when it had said nothing, or is not tried again', async () => {
		const thinks = fails(trouble('overloaded'), {type: 'thinking', text: 'Hm'}, read('c1'));
		const silent = setUp(scriptModel(thinks, overloaded, says('Hello')));
		await silent.run();
		expect(silent.notices()).toEqual([]);
		const given = setUp(scriptModel(fails(trouble('wrong-key'), {type: 'text', text: 'Hel'})));
		await given.run();
		expect(given.notices()).toEqual([]);
	});

	it('is tried again when the connection was dropped in mid-answer, and runs nothing of the cut answer', async () => {
		const begun = {type: 'calling', modelName: 'files__write', characters: 5} as const;
		const dropped = fails(trouble('cut'), {type: 'text', text: 'Hel'}, begun);
		const {run, sink, servers, notices, clock} = setUp(scriptModel(dropped, says('Hello')));
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(servers.calls).toEqual([]);
		expect(clock.slept).toEqual([1000]);
		expect(notices()).toEqual(['The provider is cut. What it had said is left out; it is asked again.']);
		expect(sink.facts.filter(({type}) => type === 'step-finished')).toMatchObject([
			{blocks: [{type: 'text', text: 'Hello'}]},
		]);
	});

	it('fails the turn when every answer is dropped, and says how often it was tried', async () => {
		const {run, model} = setUp(scriptModel(fails(trouble('cut'), {type: 'text', text: 'Hel'})));
		await expect(run()).resolves.toMatchObject({
			failure: {code: 'cut', message: 'The provider is cut. It was tried 3 times.'},
		});
		expect(model.requests).toHaveLength(3);
	});

	it.each(['garbled', 'wrong-key', 'quota'] as const)('is not tried again when it is %s', async kind => {
		const {run, model, servers} = setUp(scriptModel(fails(trouble(kind), read('c1')), says('Hello')));
		await expect(run()).resolves.toEqual({type: 'failed', failure: trouble(kind).failure});
		expect(model.requests).toHaveLength(1);
		expect(servers.calls).toEqual([]);
	});

	it('is not tried again when its stream just ends', async () => {
		const {run, model} = setUp(scriptModel(events({type: 'text', text: 'Hel'}), says('Hello')));
		await expect(run()).resolves.toMatchObject({failure: {code: 'cut'}});
		expect(model.requests).toHaveLength(1);
	});

	it('is interrupted at once while it waits', async () => {
		const {run, sink, model, controller} = setUp(scriptModel(overloaded), undefined, {
			sleep: sleepsUntilAborted,
		});
		const done = run();
		await sink.said('retry-scheduled');
		controller.abort();
		await expect(done).resolves.toEqual({type: 'interrupted'});
		expect(model.requests).toHaveLength(1);
		expect(sink.types()).toEqual(['step-started', 'retry-scheduled', 'turn-interrupted']);
	});

	it('is interrupted at once in a later attempt', async () => {
		const {run, sink, controller} = setUp(scriptModel(overloaded, hangsAfter({type: 'text', text: 'Hel'})));
		const done = run();
		await sink.said('answer-streamed');
		controller.abort();
		await expect(done).resolves.toEqual({type: 'interrupted'});
	});

	it('is interrupted, not failed, when the model fails because of the interruption', async () => {
		const {run, controller, sink} = setUp(
			scriptModel(async function* () {
				controller.abort();
				yield {type: 'failed', trouble: trouble('unreachable')};
			}),
		);
		await expect(run()).resolves.toEqual({type: 'interrupted'});
		expect(sink.types()).not.toContain('retry-scheduled');
	});
});

describe('an answer that the model did not end itself', () => {
	it.each([
		[
			'length',
			'The model reached its output limit: the answer is cut short. Say "go on" to let it continue.',
		],
		['refusal', 'The model declined to answer.'],
	] as const)('with %s ends the turn with a word about it', async (reason, words) => {
		const {run, notices, sink} = setUp(
			scriptModel(events({type: 'text', text: 'A'}, {type: 'finished', reason})),
		);
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(notices()).toEqual([words]);
		expect(sink.types().slice(-3)).toEqual(['step-finished', 'notice-raised', 'turn-finished']);
	});
});
