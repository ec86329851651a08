import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {SamplingAnswer} from '../../../source/domain/server-request.ts';
import {createFakeRequests, type FakeRequests} from '../../helpers/fake-requests.ts';
import {serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';

const manifest = createRequire(import.meta.url).resolve(
	'@modelcontextprotocol/server-everything/package.json',
);
const everything = serverConfig('everything', {
	args: [join(dirname(manifest), 'dist', 'index.js'), 'stdio'],
});

const answers = (answer: Partial<SamplingAnswer & {type: 'answered'}> = {}) =>
	createFakeRequests({
		sample: async () => ({
			type: 'answered',
			model: 'test/model',
			content: [{type: 'text', text: 'Four.'}],
			stopReason: 'endTurn',
			...answer,
		}),
	});

const connected = async (config: ReturnType<typeof serverConfig>, requests: FakeRequests) => {
	const {connect, call} = useServers([config], process.env, {requests});
	await connect();
	return async (tool: string, args: JsonObject = {}): Promise<string> =>
		textOf(await call(config.name, tool, args));
};

/** Sends this request as the server does, and gives what came back. */
const sample = async (requests: FakeRequests, params: JsonObject): Promise<JsonObject> => {
	const ask = await connected(serverConfig('asking'), requests);
	return JSON.parse(await ask('raw', {method: 'sampling/createMessage', params}));
};

const text = (words: string) => ({type: 'text', text: words});

describe('a server that wants an answer of the model', () => {
	it('gets it', async () => {
		const requests = answers();
		const ask = await connected(everything, requests);
		const reply = await ask('trigger-sampling-request', {prompt: 'Two and two?', maxTokens: 20});
		expect(requests.sampled).toEqual([
			{
				messages: [
					{
						role: 'user',
						content: [text('Resource trigger-sampling-request context: Two and two?')],
					},
				],
				systemPrompt: 'You are a helpful test server.',
				maxTokens: 20,
				temperature: 0.7,
				modelHints: [],
				tools: [],
			},
		]);
		expect(reply).toContain('"text": "Four."');
		expect(reply).toContain('"model": "test/model"');
	});

	it('is told when it may not', async () => {
		const ask = await connected(everything, createFakeRequests());
		expect(await ask('trigger-sampling-request', {prompt: 'x'})).toContain('not now');
	});

	it('may lend tools, and gets calls of them as a list', async () => {
		const requests = answers({
			content: [
				{type: 'text', text: 'Let me see.'},
				{type: 'tool-use', id: 'u1', name: 'weather', input: {city: 'Bern'}},
			],
			stopReason: 'toolUse',
		});
		const result = await sample(requests, {
			maxTokens: 100,
			messages: [
				{role: 'user', content: [text('Weather in Bern?'), text('Please.')]},
				{role: 'assistant', content: [{type: 'tool_use', id: 'u0', name: 'weather', input: {city: 'Rome'}}]},
				{
					role: 'user',
					content: [{type: 'tool_result', toolUseId: 'u0', content: [text('sun')], isError: false}],
				},
			],
			tools: [{name: 'weather', description: 'The weather.', inputSchema: {type: 'object'}}],
			toolChoice: {mode: 'required'},
		});
		expect(requests.sampled).toMatchObject([
			{
				messages: [
					{role: 'user', content: [text('Weather in Bern?'), text('Please.')]},
					{
						role: 'assistant',
						content: [{type: 'tool-use', id: 'u0', name: 'weather', input: {city: 'Rome'}}],
					},
					{
						role: 'user',
						content: [{type: 'tool-result', toolUseId: 'u0', content: [text('sun')], isError: false}],
					},
				],
				tools: [{name: 'weather', description: 'The weather.', inputSchema: {type: 'object'}}],
				toolChoice: 'required',
			},
		]);
		expect(result).toEqual({
			role: 'assistant',
			model: 'test/model',
			stopReason: 'toolUse',
			content: [
				{type: 'text', text: 'Let me see.'},
				{type: 'tool_use', id: 'u1', name: 'weather', input: {city: 'Bern'}},
			],
		});
	});

	it('gets one block where it lent no tools, as older protocols have it', async () => {
		const requests = answers({
			content: [
				{type: 'text', text: 'One.'},
				{type: 'text', text: 'Two.'},
			],
		});
		const result = await sample(requests, {
			maxTokens: 10,
			messages: [{role: 'user', content: text('Count.')}],
			modelPreferences: {hints: [{name: 'claude'}, {}]},
			stopSequences: ['Three'],
		});
		expect(result.content).toEqual({type: 'text', text: 'One.\nTwo.'});
		expect(requests.sampled).toMatchObject([{modelHints: ['claude'], stopSequences: ['Three']}]);
	});

	it('keeps images, sounds and what nobody knows', async () => {
		const requests = answers({content: [{type: 'image', mimeType: 'image/png', data: 'aGk='}]});
		const result = await sample(requests, {
			maxTokens: 10,
			messages: [{role: 'user', content: {type: 'audio', mimeType: 'audio/wav', data: 'aGk='}}],
		});
		expect(requests.sampled[0]?.messages[0]?.content).toEqual([
			{type: 'audio', mimeType: 'audio/wav', data: 'aGk='},
		]);
		expect(result.content).toEqual({type: 'image', mimeType: 'image/png', data: 'aGk='});
	});

	it.each([
		[
			'messages without end',
			{messages: Array.from({length: 600}, () => ({role: 'user', content: text('x')}))},
		],
		['more text than fits', {messages: [{role: 'user', content: text('x'.repeat(3_000_000))}]}],
		['no messages at all', {}],
	])('with %s is refused, and the user hears nothing of it', async (_, params) => {
		const requests = answers();
		expect(await sample(requests, {maxTokens: 10, ...params})).toHaveProperty('error.message');
		expect(requests.sampled).toEqual([]);
	});
});
