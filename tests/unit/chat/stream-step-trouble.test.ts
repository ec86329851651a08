import {describe, expect, it} from 'vitest';
import {streamStep} from '../../../source/core/chat/stream-step.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {
	events,
	fails,
	hangsAfter,
	type ScriptedAnswer,
	scriptModel,
	throwsAfter,
	toolCall,
	trouble,
} from '../../helpers/scripted-model.ts';

const text = (value: string): ModelEvent => ({type: 'text', text: value});
const stop: ModelEvent = {type: 'finished', reason: 'stop'};

const setUp = (answer: ScriptedAnswer) => {
	const sink = createRecordingSink();
	const {schedule} = createFakeClock();
	const deps = {model: scriptModel(answer), sink, schedule, newId: createCounterIds(), calls: () => []};
	return {
		sink,
		run: () => streamStep('s1', {messages: [], tools: []}, deps, new AbortController().signal),
	};
};

describe('a stream that breaks', () => {
	it('is a failed step with the trouble that the adapter names, and its calls are gone', async () => {
		const {run, sink} = setUp(fails(trouble('overloaded'), text('A'), toolCall('c1', 'x')));
		await expect(run()).resolves.toEqual({type: 'failed', trouble: trouble('overloaded'), hasSpoken: true});
		expect(sink.types()).toEqual(['answer-streamed']);
	});

	it('is a failed step when it ends without a finish reason, and its calls are gone', async () => {
		const {run, sink} = setUp(events(text('A'), text('B'), toolCall('c1', 'x')));
		const outcome = await run();
		expect(outcome).toEqual({
			type: 'failed',
			trouble: {
				kind: 'cut',
				failure: {
					code: 'cut',
					message: 'test/model stopped in the middle of its answer.',
					hint: 'Nothing was run. /retry tries it again.',
				},
			},
			hasSpoken: true,
		});
		expect(sink.facts.map(fact => 'text' in fact && fact.text)).toEqual(['A', 'B']);
	});

	it.each(['length', 'refusal'] as const)(
		'never acts: calls in an answer that ends with %s are gone',
		async reason => {
			const {run} = setUp(events(text('A'), toolCall('c1', 'x'), {type: 'finished', reason}));
			await expect(run()).resolves.toMatchObject({
				type: 'failed',
				trouble: {kind: 'cut', failure: {code: 'answer-truncated'}},
			});
		},
	);

	it.each(['length', 'refusal'] as const)('is paid for all the same when it ends with %s', async reason => {
		const usage = {inputTokens: 1000, outputTokens: 8000, cost: 0.2};
		const {run} = setUp(events(toolCall('c1', 'x'), {type: 'finished', reason, usage}));
		await expect(run()).resolves.toMatchObject({type: 'failed', usage});
	});

	it('is a failed step when it throws, and what was said is kept', async () => {
		const {run, sink} = setUp(throwsAfter(new Error('HTTP 500'), text('A'), text('B')));
		await expect(run()).resolves.toEqual({
			type: 'failed',
			trouble: {kind: 'provider-error', failure: {code: 'model-failed', message: 'HTTP 500'}},
			hasSpoken: true,
		});
		expect(sink.facts.map(fact => 'text' in fact && fact.text)).toEqual(['A', 'B']);
	});

	it('is a failed step when the model throws before it streams', async () => {
		const {run} = setUp(() => {
			throw new Error('no key');
		});
		await expect(run()).resolves.toMatchObject({type: 'failed', trouble: {failure: {message: 'no key'}}});
	});

	it('is a failed step when the model says something nobody knows', async () => {
		const {run} = setUp(events({type: 'invented'} as never, stop));
		await expect(run()).resolves.toMatchObject({type: 'failed', trouble: {failure: {code: 'model-failed'}}});
	});
});

describe('a model that asks for tools without end', () => {
	const calls = (count: number) => Array.from({length: count}, (_, index) => toolCall(`c${index}`, 'x'));
	const hint = 'Nothing was run. Ask for less at once, or choose another model with /model.';

	it('may ask for many', async () => {
		const {run} = setUp(events(...calls(256), {type: 'finished', reason: 'tool-calls'}));
		const outcome = await run();
		expect(outcome.type === 'finished' && outcome.blocks).toHaveLength(256);
	});

	it('is a failed step as soon as they are too many', async () => {
		const {run} = setUp(hangsAfter(...calls(257)));
		await expect(run()).resolves.toEqual({
			type: 'failed',
			trouble: {
				kind: 'garbled',
				failure: {
					code: 'garbled',
					message: 'test/model asked for more than 256 tool calls in one answer.',
					hint,
				},
			},
		});
	});

	it.each([
		['calls', toolCall('c1', 'x'.repeat(257))],
		['begins to call', {type: 'calling', modelName: 'x'.repeat(257), characters: 0}],
	] as const)('is a failed step when it %s one by an endless name', async (_, event) => {
		const {run, sink} = setUp(hangsAfter(event));
		await expect(run()).resolves.toMatchObject({
			trouble: {
				kind: 'garbled',
				failure: {message: 'test/model called a tool by a name of more than 256 characters.', hint},
			},
		});
		expect(sink.facts).toEqual([]);
	});
});
