import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {streamStep} from '../../../source/core/chat/stream-step.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import type {ToolCall} from '../../../source/domain/tool-call.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {events, type ScriptedAnswer, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const text = (value: string): ModelEvent => ({type: 'text', text: value});
const thinking = (value: string): ModelEvent => ({type: 'thinking', text: value});
const stop: ModelEvent = {type: 'finished', reason: 'stop'};

const setUp = (
	answer: ScriptedAnswer,
	messages: readonly Message[] = [],
	calls: readonly ToolCall[] = [],
) => {
	const sink = createRecordingSink();
	const clock = createFakeClock();
	const controller = new AbortController();
	const run = () =>
		streamStep(
			's1',
			{messages, tools: []},
			{
				model: scriptModel(answer),
				sink,
				schedule: clock.schedule,
				newId: createCounterIds(),
				calls: () => calls,
			},
			controller.signal,
		);
	return {sink, clock, controller, run};
};

describe('an answer', () => {
	it('joins neighbouring deltas into blocks and keeps their order', async () => {
		const {run} = setUp(
			events(thinking('Hm'), thinking('.'), text('A'), text('B'), toolCall('c1', 'x'), text('C'), stop),
		);
		await expect(run()).resolves.toEqual({
			type: 'finished',
			reason: 'stop',
			blocks: [
				{type: 'thinking', text: 'Hm.'},
				{type: 'text', text: 'AB'},
				{type: 'tool-call', callId: 'c1', modelName: 'x', arguments: {}},
				{type: 'text', text: 'C'},
			],
		});
	});

	it('carries usage and the provider’s own data', async () => {
		const usage = {inputTokens: 3, outputTokens: 4};
		const raw = {format: 'test', content: [{signed: true}]};
		const {run} = setUp(events(text('A'), {...stop, usage, raw}));
		await expect(run()).resolves.toMatchObject({usage, raw});
	});

	it('ignores what comes after its finish reason', async () => {
		const {run, sink} = setUp(events(text('A'), stop, text('B'), toolCall('c1', 'x')));
		await expect(run()).resolves.toMatchObject({blocks: [{type: 'text', text: 'A'}]});
		expect(sink.facts).toHaveLength(1);
	});

	it('makes nothing of empty deltas, which some providers send', async () => {
		const {run, sink, clock} = setUp(events(text(''), thinking(''), stop));
		await expect(run()).resolves.toEqual({type: 'finished', reason: 'stop', blocks: []});
		expect(sink.facts).toEqual([]);
		expect(clock.timers()).toBe(0);
	});

	it('may end at the output limit, or refuse, when it asks for no tool', async () => {
		for (const reason of ['length', 'refusal'] as const) {
			await expect(setUp(events(text('A'), {type: 'finished', reason})).run()).resolves.toMatchObject({
				type: 'finished',
				reason,
			});
		}
	});
});

describe('the deltas of an answer', () => {
	/** Lets the model go on only when the test says so. */
	const steered = () => {
		let release = (): void => undefined;
		const answer = (...parts: readonly (ModelEvent | 'pause')[]): ScriptedAnswer =>
			async function* () {
				for (const part of parts) {
					if (part === 'pause') {
						await new Promise<void>(resolve => {
							release = resolve;
						});
					} else {
						yield part;
					}
				}
			};
		return {answer, goOn: () => release()};
	};
	const flush = () => new Promise(resolve => setImmediate(resolve));

	it('are said at once when the first arrives, and then gathered', async () => {
		const {answer, goOn} = steered();
		const {run, sink, clock} = setUp(answer(text('A'), text('B'), text('C'), 'pause', text('D'), stop));
		const done = run();
		await flush();
		expect(sink.facts).toEqual([{type: 'answer-streamed', stepId: 's1', text: 'A'}]);
		clock.advance(80);
		expect(sink.facts.slice(1)).toEqual([{type: 'answer-streamed', stepId: 's1', text: 'BC'}]);
		goOn();
		await done;
		expect(sink.facts.slice(2)).toEqual([{type: 'answer-streamed', stepId: 's1', text: 'D'}]);
	});

	it('are said at once again after a quiet time, which no timer fills', async () => {
		const {answer, goOn} = steered();
		const {run, sink, clock} = setUp(answer(text('A'), 'pause', text('B'), 'pause', stop));
		const done = run();
		await flush();
		clock.advance(80);
		expect(clock.timers()).toBe(0);
		goOn();
		await flush();
		expect(sink.facts).toHaveLength(2);
		goOn();
		await done;
	});

	it('keep the order of thinking and text', async () => {
		const {run, sink} = setUp(
			events(thinking('1'), thinking('2'), text('3'), text('4'), thinking('5'), stop),
		);
		await run();
		expect(sink.facts.map(fact => [fact.type, 'text' in fact && fact.text])).toEqual([
			['thinking-streamed', '1'],
			['thinking-streamed', '2'],
			['answer-streamed', '34'],
			['thinking-streamed', '5'],
		]);
	});

	it('are all said, in order and without a timer left, however they come', async () => {
		const deltas = fc.array(
			fc.record({
				type: fc.constantFrom('text' as const, 'thinking' as const),
				text: fc.string({maxLength: 3}),
			}),
		);
		await fc.assert(
			fc.asyncProperty(deltas, fc.boolean(), async (list, isCut) => {
				const {run, sink, clock} = setUp(events(...list, ...(isCut ? [] : [stop])));
				await run();
				const said = (type: string) =>
					sink.facts.map(fact => (fact.type === type && 'text' in fact ? fact.text : '')).join('');
				const meant = (type: string) => list.map(delta => (delta.type === type ? delta.text : '')).join('');
				expect(said('answer-streamed')).toBe(meant('text'));
				expect(said('thinking-streamed')).toBe(meant('thinking'));
				expect(clock.timers()).toBe(0);
			}),
		);
	});

	it('become few events', async () => {
		const {run, sink} = setUp(events(...Array.from({length: 1000}, () => text('x')), stop));
		await run();
		expect(sink.facts.length).toBeLessThanOrEqual(2);
	});
});

describe('the ids of tool calls', () => {
	const idsAfter = async (
		{messages = [], calls = []}: {messages?: readonly Message[]; calls?: readonly ToolCall[]},
		...ids: readonly string[]
	) => {
		const {run} = setUp(
			events(...ids.map(id => toolCall(id, 'x')), {type: 'finished', reason: 'tool-calls'}),
			messages,
			calls,
		);
		const outcome = await run();
		return outcome.type === 'finished'
			? outcome.blocks.map(block => block.type === 'tool-call' && block.callId)
			: [];
	};

	it('stay as the provider gave them', async () => {
		await expect(idsAfter({}, 'call_0', 'call_1')).resolves.toEqual(['call_0', 'call_1']);
	});

	it('are made up where they are empty or repeated', async () => {
		await expect(idsAfter({}, '', 'a', 'a', '')).resolves.toEqual(['id-1', 'a', 'id-2', 'id-3']);
	});

	it('are made up where an earlier answer used them: some providers count from zero each time', async () => {
		const earlier: Message = {role: 'tool', callId: 'call_0', outcome: 'succeeded', content: []};
		await expect(idsAfter({messages: [earlier]}, 'call_0', 'call_1')).resolves.toEqual(['id-1', 'call_1']);
	});

	it('are made up where a call used them that the model no longer sees', async () => {
		const earlier: ToolCall = {
			callId: 'call_0',
			server: 'files',
			tool: 'read',
			modelName: 'files__read',
			arguments: {},
			requestedAt: 0,
			status: 'pending',
		};
		await expect(idsAfter({calls: [earlier]}, 'call_0', 'call_1')).resolves.toEqual(['id-1', 'call_1']);
	});
});

describe('a call that is being written', () => {
	const calling = (modelName: string, characters: number): ModelEvent => ({
		type: 'calling',
		modelName,
		characters,
	});

	it('is shown as it grows, at once and then seldom', async () => {
		const {run, sink, clock} = setUp(async function* () {
			yield calling('x', 1);
			yield calling('x', 20);
			yield calling('x', 300);
			clock.advance(80);
			yield toolCall('c1', 'x');
			yield stop;
		});
		await run();
		expect(sink.facts).toEqual([
			{type: 'call-drafted', stepId: 's1', modelName: 'x', characters: 1},
			{type: 'call-drafted', stepId: 's1', modelName: 'x', characters: 300},
		]);
		expect(clock.timers()).toBe(0);
	});

	it('comes after the text before it, and costs few events where several are written by turns', async () => {
		const drafts = Array.from({length: 500}, (_, index) => calling(index % 2 === 0 ? 'x' : 'y', index));
		const {run, sink} = setUp(events(text('A'), text('B'), ...drafts, text('C'), stop));
		await run();
		expect(sink.types()).toEqual(['answer-streamed', 'answer-streamed', 'call-drafted', 'answer-streamed']);
	});

	it('keeps what came in place of its arguments', async () => {
		const broken: ModelEvent = {
			type: 'tool-call',
			callId: 'c1',
			modelName: 'x',
			arguments: {},
			invalid: '{"a',
		};
		await expect(setUp(events(broken, stop)).run()).resolves.toMatchObject({
			type: 'finished',
			blocks: [{type: 'tool-call', callId: 'c1', modelName: 'x', arguments: {}, invalid: '{"a'}],
		});
	});
});
