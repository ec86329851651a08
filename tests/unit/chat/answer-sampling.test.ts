import {describe, expect, it} from 'vitest';
import {answerSampling} from '../../../source/core/chat/answer-sampling.ts';
import type {SamplingRequest} from '../../../source/domain/server-request.ts';
import {
	callsTools,
	events,
	hangsAfter,
	says,
	scriptModel,
	throwsAfter,
	toolCall,
} from '../../helpers/scripted-model.ts';

const request = (change: Partial<SamplingRequest> = {}): SamplingRequest => ({
	messages: [{role: 'user', content: [{type: 'text', text: 'Hi'}]}],
	maxTokens: 100,
	modelHints: [],
	tools: [],
	...change,
});

const weather = {name: 'get.weather', description: 'The weather.', inputSchema: {type: 'object'}};

const answer = (model: ReturnType<typeof scriptModel>, change: Partial<SamplingRequest> = {}) =>
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
			{role: 'user', text: 'Be brief.\n\nLook:\n[image image/png, not shown]'},
			{
				role: 'assistant',
				blocks: [
					{type: 'text', text: 'I ask.'},
					{type: 'tool-call', callId: 'u1', modelName: 'get_weather', arguments: {city: 'Bern'}},
				],
			},
			{role: 'tool', callId: 'u1', outcome: 'failed', content: [{type: 'text', text: 'rain'}]},
		]);
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

	it('offers no tools where the server wants none used', async () => {
		const model = scriptModel(says('ok'));
		await answer(model, {tools: [weather], toolChoice: 'none'});
		expect(model.requests[0]?.tools).toEqual([]);
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

	it.each([
		['breaks', throwsAfter(new Error('no network')), 'no network'],
		['is cut off', events({type: 'text', text: 'half'}), 'cut off'],
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
