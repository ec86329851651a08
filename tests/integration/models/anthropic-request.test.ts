import {describe, expect, it, onTestFinished} from 'vitest';
import {createAnthropicModel} from '../../../source/core/models/anthropic/anthropic-model.ts';
import {createProviderFetch} from '../../../source/core/models/http/provider-fetch.ts';
import {anthropicOptions, anthropicProvider} from '../../helpers/anthropic-adapter.ts';
import {
	collect,
	finishOf,
	hello,
	neverAborted,
	openAnthropic,
	readingTool,
	testKey,
	troubleOf,
	userSays,
} from '../../helpers/anthropic-harness.ts';
import {checkAnthropicRequest} from '../../helpers/strict-anthropic.ts';
import {answerOf} from '../../servers/models/anthropic-server.ts';

describe('the request that Anthropic gets', () => {
	it('is what its rules demand, field by field', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.')]);
		await ask({
			instructions: 'Be kind.',
			messages: [
				userSays('read a'),
				{
					role: 'assistant',
					blocks: [
						{type: 'thinking', text: 'hm'},
						{type: 'tool-call', callId: 'c1', modelName: 'read', arguments: {path: 'a'}},
					],
					raw: {
						format: 'anthropic',
						content: [
							{type: 'thinking', thinking: 'hm', signature: 'c2ln'},
							{type: 'tool_use', id: 'toolu_1', name: 'read', input: {path: 'a'}},
						],
					},
				},
				{role: 'tool', callId: 'c1', outcome: 'succeeded', content: [{type: 'text', text: 'content of a'}]},
				userSays('and?'),
			],
			tools: [readingTool('read')],
			stopSequences: ['END'],
		});
		const [request] = server.requests;
		expect(request?.path).toBe('/v1/messages');
		expect(request?.body).toEqual({
			model: 'claude-sonnet-5-5',
			max_tokens: 16_000,
			stream: true,
			system: [{type: 'text', text: 'Be kind.', cache_control: {type: 'ephemeral'}}],
			tools: [
				{
					name: 'read',
					description: 'Does read.',
					input_schema: {type: 'object', properties: {path: {type: 'string'}}, required: ['path']},
					cache_control: {type: 'ephemeral'},
				},
			],
			messages: [
				{role: 'user', content: [{type: 'text', text: 'read a', cache_control: {type: 'ephemeral'}}]},
				{
					role: 'assistant',
					content: [
						{type: 'thinking', thinking: 'hm', signature: 'c2ln'},
						{type: 'tool_use', id: 'c1', name: 'read', input: {path: 'a'}},
					],
				},
				{
					role: 'user',
					content: [
						{type: 'tool_result', tool_use_id: 'c1', content: [{type: 'text', text: 'content of a'}]},
						{type: 'text', text: 'and?', cache_control: {type: 'ephemeral'}},
					],
				},
			],
			thinking: {
				type: 'adaptive',
				display: 'summarized',
				block_binding: {prefix_mismatch_behavior: 'drop_block'},
			},
			stop_sequences: ['END'],
		});
		expect(request?.headers['anthropic-beta']).toBe('thinking-binding-controls-2026-08-01');
		expect(checkAnthropicRequest(request?.body)).toEqual([]);
	});

	it('has the key, the headers of the provider, and nothing about this machine or its environment', async () => {
		const before = {...process.env};
		onTestFinished(() => {
			process.env = before;
		});
		process.env.ANTHROPIC_CUSTOM_HEADERS = 'x-canary: from the environment';
		process.env.ANTHROPIC_AUTH_TOKEN = 'canary-token';
		process.env.ANTHROPIC_BASE_URL = 'http://127.0.0.1:9';
		const {server, ask} = await openAnthropic([answerOf('Hello.')], {
			provider: {headers: {'X-Team': 'blue'}},
		});
		expect(finishOf(await ask())?.reason).toBe('stop');
		const headers = server.requests[0]?.headers ?? {};
		expect(headers).toMatchObject({
			authorization: `Bearer ${testKey}`,
			'x-api-key': testKey,
			'x-team': 'blue',
			'user-agent': 'mcp-tui',
			'anthropic-version': expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
			'content-type': 'application/json',
		});
		expect(Object.keys(headers).filter(name => /stainless|canary/.test(name))).toEqual([]);
		expect(JSON.stringify(headers)).not.toContain('canary-token');
	});

	it('has no key where none is needed', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.')], {
			provider: {needsKey: false},
			key: async () => undefined,
		});
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
		expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
	});

	it('is not sent without a key where one is needed', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.')], {key: async () => undefined});
		expect(troubleOf(await ask())).toMatchObject({
			kind: 'no-key',
			failure: {
				message: expect.stringContaining('Anthropic'),
				hint: expect.stringContaining('ANTHROPIC_API_KEY'),
			},
		});
		expect(server.requests).toEqual([]);
	});

	it('goes to the same place whether the address ends in the version or not', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.')]);
		const other = createAnthropicModel(
			anthropicOptions({
				provider: anthropicProvider({baseUrl: `${server.baseUrl}/v1`}),
				fetch: createProviderFetch({environment: {}, idleLimit: 20_000}),
			}),
		);
		await ask();
		await collect(other.stream(hello, neverAborted));
		expect(server.requests.map(({path}) => path)).toEqual(['/v1/messages', '/v1/messages']);
	});

	it('takes the older version of the protocol where a temperature is wanted, which the newer has not', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.')]);
		await ask({...hello, temperature: 0.3});
		expect(server.requests[0]?.headers['anthropic-version']).toBe('2023-06-01');
		expect(server.requests[0]?.body.temperature).toBe(0.3);
	});

	it('has the betas that the user wants beside its own', async () => {
		const headers = {'Anthropic-Beta': 'context-1m-2025-08-07'};
		const {server, ask} = await openAnthropic([answerOf('Hello.')], {provider: {headers}});
		await ask();
		expect(server.requests[0]?.headers['anthropic-beta']).toBe(
			'context-1m-2025-08-07,thinking-binding-controls-2026-08-01',
		);
	});

	it('has no beta where the model does not need it', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.')], {model: 'claude-opus-4-6'});
		await ask();
		expect(server.requests[0]?.body.thinking).toEqual({type: 'adaptive', display: 'summarized'});
		expect(server.requests[0]?.headers).not.toHaveProperty('anthropic-beta');
	});
});
