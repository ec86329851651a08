import {LLMock} from '@copilotkit/aimock';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {AdapterOptions} from '../../../source/core/models/adapter.ts';
import {createProviderFetch} from '../../../source/core/models/http/provider-fetch.ts';
import {createChatModel} from '../../../source/core/models/openai/chat-model.ts';
import {createResponsesModel} from '../../../source/core/models/openai/responses-model.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {Model, ModelEvent, ModelRequest} from '../../../source/domain/model.ts';
import {
	callsOf,
	lastOf,
	offeredTool,
	openAiOptions,
	openAiProvider,
	textOf,
	userSays,
} from '../../helpers/openai-adapter.ts';

const startMock = async () => {
	const mock = new LLMock({port: 0});
	mock.onMessage('hello', {content: 'Hi there!'});
	mock.addFixture({match: {userMessage: 'weather', hasToolResult: true}, response: {content: 'It rains.'}});
	mock.onMessage('weather', {
		toolCalls: [
			{name: 'weather', arguments: '{"city":"Ulm"}'},
			{name: 'weather', arguments: '{"city":"Bern"}'},
		],
	});
	await mock.start();
	onTestFinished(() => mock.stop());
	const fetch = createProviderFetch({environment: {}, idleLimit: 60_000});
	onTestFinished(() => fetch.close());
	return openAiOptions({fetch, provider: openAiProvider({baseUrl: `${mock.url}/v1`})});
};

const ask = async (model: Model, request: ModelRequest): Promise<readonly ModelEvent[]> => {
	const events: ModelEvent[] = [];
	for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
	return events;
};

const tools = [offeredTool('weather', {city: {type: 'string'}})];

describe.each<[string, (options: AdapterOptions) => Model]>([
	['Chat Completions', createChatModel],
	['the Responses API', createResponsesModel],
])('%s as somebody else plays it', (_, createModel) => {
	it('gives text and usage', async () => {
		const events = await ask(createModel(await startMock()), userSays('hello'));
		expect(textOf(events)).toBe('Hi there!');
		expect(lastOf(events)).toMatchObject({
			type: 'finished',
			reason: 'stop',
			usage: {outputTokens: expect.any(Number)},
		});
	});

	it('gives parallel calls, and takes their results', async () => {
		const model = createModel(await startMock());
		const events = await ask(model, userSays('weather', {tools}));
		const calls = callsOf(events);
		expect(calls.map(call => call.arguments)).toEqual([{city: 'Ulm'}, {city: 'Bern'}]);
		const last = lastOf(events);
		if (last.type !== 'finished' || last.raw === undefined) throw new Error('The answer is not finished.');
		const messages: readonly Message[] = [
			{role: 'user', text: 'weather'},
			{role: 'assistant', blocks: calls, raw: last.raw},
			...calls.map(
				({callId}): Message => ({
					role: 'tool',
					callId,
					outcome: 'succeeded',
					content: [{type: 'text', text: 'Rain'}],
				}),
			),
		];
		expect(textOf(await ask(model, {messages, tools}))).toBe('It rains.');
	});
});
