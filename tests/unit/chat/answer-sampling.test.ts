import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';
import {answerSampling} from '../../../source/core/chat/answer-sampling.ts';
import type {Model} from '../../../source/domain/model.ts';
import type {SamplingRequest} from '../../../source/domain/server-request.ts';
import {
	callsTools,
	events,
	fails,
	hangsAfter,
	says,
	scriptModel,
	throwsAfter,
	toolCall,
	trouble,
} from '../../helpers/scripted-model.ts';

const request = (change: Partial<SamplingRequest> = {}): SamplingRequest => ({
	messages: [{role: 'user', content: [{type: 'text', text: 'Hi'}]}],
	maxTokens: 100,
	modelHints: [],
	tools: [],
	...change,
});

const weather = {name: 'get.weather', description: 'The weather.', inputSchema: {type: 'object'}};

const answer = (model: Model, change: Partial<SamplingRequest> = {}) =>
	answerSampling('sky', request(change), model, new AbortController().signal);

describe('an answer for a server', () => {
	it('is what the model says', async () => {
		expect(await answer(scriptModel(says('Hello.')))).toEqual({
			type: 'answered',
			model: 'test/model',
			content: [{type: 'text', text: 'Hello.'}],
			stopReason: 'endTurn',
		});
	});

	it('follows from all that the server said', async () => {
		const model = scriptModel(says('ok'));
		await answer(model, {
			systemPrompt: 'Be brief.',
			tools: [weather],
			messages: [
				{
					role: 'user',
					content: [
						{type: 'text', text: 'Look:'},
						{type: 'image', mimeType: 'image/png', data: 'x'},
					],
				},
				{
					role: 'assistant',
					content: [
						{type: 'text', text: 'I ask.'},
						{type: 'tool-use', id: 'u1', name: 'get.weather', input: {city: 'Bern'}},
					],
				},
				{
					role: 'user',
					content: [
						{type: 'tool-result', toolUseId: 'u1', content: [{type: 'text', text: 'rain'}], isError: true},
					],
				},
			],
		});
		expect(model.requests[0]?.messages).toEqual([
			{role: 'user', text: 'Look:', attachments: [{type: 'image', mimeType: 'image/png', data: 'x'}]},
			{
				role: 'assistant',
				blocks: [
					{type: 'text', text: 'I ask.'},
					{type: 'tool-call', callId: 'u1', modelName: 'get_weather', arguments: {city: 'Bern'}},
				],
			},
			{role: 'tool', callId: 'u1', outcome: 'failed', content: [{type: 'text', text: 'rain'}]},
		]);
		expect(model.requests[0]?.instructions).toBe('Be brief.');
		expect(model.requests[0]?.tools.map(({modelName}) => modelName)).toEqual(['get_weather']);
	});

	it('may call the tools that the server lent, under their own names', async () => {
		const model = scriptModel(
			callsTools(toolCall('c1', 'get_weather_2', {city: 'Bern'}), toolCall('c2', 'nobody')),
		);
		expect(await answer(model, {tools: [weather, {...weather, name: 'get/weather'}]})).toMatchObject({
			content: [{type: 'tool-use', id: 'c1', name: 'get/weather', input: {city: 'Bern'}}],
			stopReason: 'toolUse',
		});
	});

	it('is asked for as the server wants it', async () => {
		const model = scriptModel(says('ok'));
		await answer(model, {
			tools: [weather],
			toolChoice: 'required',
			temperature: 0.3,
			maxTokens: 77,
			stopSequences: ['', ' ', 'END'],
		});
		expect(model.requests[0]).toMatchObject({
			toolChoice: 'required',
			temperature: 0.3,
			maxTokens: 77,
			stopSequences: ['END'],
		});
	});

	it('says nothing about what the server leaves open', async () => {
		const model = scriptModel(says('ok'));
		await answer(model, {toolChoice: 'auto', systemPrompt: ''});
		expect(model.requests).toEqual([{messages: [{role: 'user', text: 'Hi'}], tools: [], maxTokens: 100}]);
	});

	it('asks for no more than the model can give, and lends it no tool that it cannot take', async () => {
		const model = scriptModel(says('ok'));
		const small: Model = {
			...model,
			facts: () => ({outputTokens: 50}),
			fitTool: ({definition}) =>
				definition.tool === 'get.weather' ? {type: 'unfit', reason: 'bad'} : {type: 'fits'},
		};
		await answer(small, {tools: [weather, {...weather, name: 'other'}], maxTokens: 5000});
		expect(model.requests[0]).toMatchObject({maxTokens: 50, tools: [{modelName: 'other'}]});
	});

	it('calls nothing where the server wants no tool used, although the tools are listed', async () => {
		const model = scriptModel(
			events({type: 'text', text: 'Hm'}, toolCall('c1', 'get_weather'), {
				type: 'finished',
				reason: 'tool-calls',
			}),
		);
		expect(await answer(model, {tools: [weather], toolChoice: 'none'})).toMatchObject({
			content: [{type: 'text', text: 'Hm'}],
			stopReason: 'endTurn',
		});
		expect(model.requests[0]).toMatchObject({toolChoice: 'none', tools: [{modelName: 'get_weather'}]});
	});

	it('calls nothing in an answer that reached its limit', async () => {
		const model = scriptModel(
			events({type: 'text', text: 'Hm'}, toolCall('c1', 'get_weather'), {type: 'finished', reason: 'length'}),
		);
		expect(await answer(model, {tools: [weather]})).toMatchObject({
			content: [{type: 'text', text: 'Hm'}],
			stopReason: 'maxTokens',
		});
	});

	it('comes with what it cost, for the user', async () => {
		const usage = {inputTokens: 3, outputTokens: 4};
		const model = scriptModel(events({type: 'text', text: 'A'}, {type: 'finished', reason: 'stop', usage}));
		expect(await answer(model)).toMatchObject({type: 'answered', usage});
		const declines = scriptModel(events({type: 'finished', reason: 'refusal', usage}));
		expect(await answer(declines)).toMatchObject({type: 'refused', usage});
	});

	it('comes with an estimate of what it cost where it was cut before the provider could say', async () => {
		const text = (words: string) => ({type: 'text', text: words}) as const;
		const tooLong = scriptModel(hangsAfter(text('word '.repeat(1000))));
		expect(await answer(tooLong, {maxTokens: 10, systemPrompt: 'x'.repeat(400)})).toMatchObject({
			type: 'answered',
			usage: {inputTokens: 105, outputTokens: 15},
		});
		const stopped = scriptModel(hangsAfter(text('one END two')));
		expect(await answer(stopped, {stopSequences: ['END']})).toMatchObject({usage: {outputTokens: 1}});
		const controller = new AbortController();
		const takenBack = scriptModel(async function* () {
			yield text('four words of it');
			controller.abort();
			await new Promise(() => undefined);
		});
		expect(await answerSampling('sky', request(), takenBack, controller.signal)).toMatchObject({
			type: 'refused',
			usage: {inputTokens: 5, outputTokens: 4},
		});
	});

	it('is asked for with a valid history, whatever the server sends', async () => {
		const model = scriptModel(says('ok'));
		await answer(model, {
			messages: [
				{role: 'user', content: [{type: 'tool-result', toolUseId: 'orphan', content: [], isError: false}]},
				{role: 'user', content: [{type: 'text', text: 'Hi'}]},
			],
		});
		expect(model.requests[0]?.messages.every(({role}) => role === 'user')).toBe(true);
	});

	it('may be about nothing but a sound', async () => {
		const model = scriptModel(says('ok'));
		const sound = {type: 'audio', mimeType: 'audio/wav', data: 'x'} as const;
		await answer(model, {messages: [{role: 'user', content: [sound]}]});
		expect(model.requests[0]?.messages).toEqual([{role: 'user', text: '', attachments: [sound]}]);
	});

	it('ends at the number of tokens that the server wants, roughly', async () => {
		const model = scriptModel(hangsAfter({type: 'text', text: 'word '.repeat(1000)}));
		expect(await answer(model, {maxTokens: 10})).toMatchObject({
			content: [{type: 'text', text: 'word '.repeat(12)}],
			stopReason: 'maxTokens',
		});
	});

	it('ends where the server wants it to stop', async () => {
		const model = scriptModel(hangsAfter({type: 'text', text: 'one EN'}, {type: 'text', text: 'D two'}));
		expect(await answer(model, {stopSequences: ['', 'END']})).toMatchObject({
			content: [{type: 'text', text: 'one '}],
			stopReason: 'endTurn',
		});
	});

	it('ends at the first stop, however it is cut into pieces', async () => {
		const words = fc.string({unit: fc.constantFrom('a', 'b'), maxLength: 12});
		await fc.assert(
			fc.asyncProperty(fc.array(words), fc.array(words, {maxLength: 4}), async (pieces, stopSequences) => {
				const text = pieces.join('');
				// Letter by letter: where the text ends with a stop for the first time.
				const ending = Array.from(text, (_, index) => text.slice(0, index + 1)).find(part =>
					stopSequences.some(stop => stop !== '' && part.endsWith(stop)),
				);
				const longest = Math.max(
					0,
					...stopSequences.filter(stop => ending?.endsWith(stop) === true).map(stop => stop.length),
				);
				const end = ending === undefined ? text.length : ending.length - longest;
				const model = scriptModel(
					events(...pieces.map(piece => ({type: 'text', text: piece}) as const), {
						type: 'finished',
						reason: 'stop',
					}),
				);
				expect(await answer(model, {stopSequences})).toMatchObject({
					content: [{type: 'text', text: text.slice(0, end)}],
				});
			}),
			{numRuns: 3000},
		);
	});

	it('is not searched from its beginning again with every letter', async () => {
		const stop = `${'x'.repeat(99)}END`;
		const searched: number[] = [];
		const indexOf = String.prototype.indexOf;
		const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
			this: string,
			words: string,
			from?: number,
		) {
			if (words === stop) {
				searched.push(this.length - (from ?? 0));
			}
			return indexOf.call(this, words, from);
		});
		try {
			const letters = Array.from({length: 2000}, () => ({type: 'text', text: 'x'}) as const);
			const model = scriptModel(hangsAfter(...letters, {type: 'text', text: 'END'}));
			expect(await answer(model, {maxTokens: 2000, stopSequences: [stop]})).toMatchObject({
				content: [{type: 'text', text: 'x'.repeat(1901)}],
				stopReason: 'endTurn',
			});
		} finally {
			spy.mockRestore();
		}
		expect(searched).toHaveLength(2001);
		expect(Math.max(...searched)).toBeLessThanOrEqual(stop.length + 3);
	});

	it.each([
		['breaks', throwsAfter(new Error('no network')), 'no network'],
		['is cut off', events({type: 'text', text: 'half'}), 'cut off'],
		['fails', fails(trouble('overloaded'), {type: 'text', text: 'half'}), 'The provider is overloaded.'],
		[
			'calls a tool with half of its arguments',
			events(
				{type: 'tool-call', callId: 'c1', modelName: 'x', arguments: {}, invalid: '{"a'},
				{type: 'finished', reason: 'tool-calls'},
			),
			'not one JSON object',
		],
		['declines', events({type: 'finished', reason: 'refusal'}), 'declined'],
	])('is refused when the model %s', async (_, script, words) => {
		const refused = await answer(scriptModel(script));
		expect(refused).toMatchObject({type: 'refused', failure: {message: expect.stringContaining(words)}});
	});

	it('ends when the server takes its request back, however the model behaves', async () => {
		const controller = new AbortController();
		const model = scriptModel(hangsAfter({type: 'text', text: 'hm'}));
		const answered = answerSampling('sky', request(), model, controller.signal);
		controller.abort();
		expect(await answered).toMatchObject({type: 'refused', failure: {code: 'aborted'}});
	});
});
