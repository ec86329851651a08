import {describe, expect, it} from 'vitest';
import type {Message} from '../../../source/domain/message.ts';
import type {ModelRequest} from '../../../source/domain/model.ts';
import {callsOf, lastOf, offeredTool, textOf, userSays} from '../../helpers/openai-adapter.ts';
import {ask, responsesOverHttp} from '../../helpers/openai-over-http.ts';
import {checkResponsesRequest} from '../../helpers/strict-openai-responses.ts';
import {refusal, type StreamEnd, streamOf} from '../../servers/models/openai-server.ts';

const reasoning = {type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA'};
const functionCall = {
	type: 'function_call',
	id: 'fc_1',
	call_id: 'call_1',
	name: 'weather',
	arguments: '{"city":"Ulm"}',
	status: 'completed',
};
const usage = {input_tokens: 10, output_tokens: 2, input_tokens_details: {cached_tokens: 4}};
const completed = {
	type: 'response.completed',
	response: {object: 'response', status: 'completed', output: [], usage},
};
const text = (delta: string) => ({
	type: 'response.output_text.delta',
	output_index: 0,
	content_index: 0,
	delta,
});

const hello = streamOf({type: 'response.created', response: {}}, text('Hel'), text('lo'), completed);
const callEvents = [
	{type: 'response.output_item.done', output_index: 0, item: reasoning},
	{type: 'response.output_item.added', output_index: 1, item: {...functionCall, arguments: ''}},
	{type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"city":"Ulm"}'},
	{type: 'response.output_item.done', output_index: 1, item: functionCall},
];

const tools = [offeredTool('weather', {city: {type: 'string'}})];

describe('the Responses API over HTTP', () => {
	it('asks with the key, and reads the answer', async () => {
		const chat = await responsesOverHttp([hello], {thinking: 'low'});
		const events = await ask(chat, userSays('Hi', {instructions: 'Be brief.', tools}));
		expect(textOf(events)).toBe('Hello');
		expect(lastOf(events)).toMatchObject({
			type: 'finished',
			reason: 'stop',
			usage: {inputTokens: 10, outputTokens: 2, cachedTokens: 4},
		});
		const [request] = chat.server.requests;
		expect(request?.path).toBe('/v1/responses');
		expect(request?.headers.authorization).toBe('Bearer sk-test-key-1234567890');
		expect(Object.keys(request?.headers ?? {}).join(' ')).not.toContain('stainless');
		expect(request?.body).toEqual({
			model: 'gpt-5.4',
			instructions: 'Be brief.',
			input: [{role: 'user', content: 'Hi'}],
			stream: true,
			store: false,
			include: ['reasoning.encrypted_content'],
			reasoning: {effort: 'low', summary: 'auto'},
			tools: [
				{
					type: 'function',
					name: 'weather',
					description: 'What weather does.',
					parameters: {type: 'object', properties: {city: {type: 'string'}}},
					strict: false,
				},
			],
		});
	});

	it('sends an answer back as it came, with its reasoning', async () => {
		const chat = await responsesOverHttp([streamOf(...callEvents, completed), hello]);
		const first = await ask(chat, userSays('Weather?', {tools}));
		const last = lastOf(first);
		const [call] = callsOf(first);
		if (last.type !== 'finished' || last.raw === undefined || call === undefined)
			throw new Error('There is no call.');
		const messages: readonly Message[] = [
			{role: 'user', text: 'Weather?'},
			{role: 'assistant', blocks: [{...call, type: 'tool-call'}], raw: last.raw},
			{role: 'tool', callId: call.callId, outcome: 'succeeded', content: [{type: 'text', text: 'Rain'}]},
		];
		const request: ModelRequest = {messages, tools};
		expect(textOf(await ask(chat, request))).toBe('Hello');
		const body = chat.server.requests[1]?.body;
		expect(body?.input).toEqual([
			{role: 'user', content: 'Weather?'},
			reasoning,
			functionCall,
			{type: 'function_call_output', call_id: 'call_1', output: 'Rain'},
		]);
		expect(checkResponsesRequest(body)).toEqual([]);
	});

	it('does without what the model refuses, and remembers it', async () => {
		const chat = await responsesOverHttp(
			[
				refusal(400, {message: 'Encrypted content is not supported with this model.', param: 'include'}),
				refusal(400, {
					message: "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
					param: 'reasoning.effort',
				}),
				refusal(400, {
					message: "Unsupported parameter: 'reasoning.summary' is not supported.",
					param: 'reasoning.summary',
				}),
				hello,
			],
			{thinking: 'high'},
		);
		expect(textOf(await ask(chat, userSays('Hi')))).toBe('Hello');
		await ask(chat, userSays('Hi'));
		expect(Object.keys(chat.server.requests[4]?.body ?? {}).sort()).toEqual([
			'input',
			'model',
			'store',
			'stream',
		]);
	});

	it.each<StreamEnd>(['silently', 'cut', 'reset'])(
		'fails where the stream ends early (%s), and gives no call',
		async end => {
			const chat = await responsesOverHttp([{type: 'stream', events: callEvents, end}]);
			const events = await ask(chat, userSays('Hi', {tools}));
			expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind: 'cut'}});
			expect(callsOf(events)).toEqual([]);
		},
	);

	it('needs nothing after its last event', async () => {
		const chat = await responsesOverHttp([
			{type: 'stream', events: [...callEvents, completed], end: 'never'},
		]);
		expect(lastOf(await ask(chat, userSays('Hi', {tools})))).toMatchObject({reason: 'tool-calls'});
		await expect.poll(() => chat.server.openStreams()).toBe(0);
	});

	it.each([
		[
			'an error event',
			streamOf(text('Hel'), {type: 'error', code: 'rate_limit_exceeded', message: 'Slow down'}),
			'rate-limited',
		],
		[
			'a failed response',
			streamOf({
				type: 'response.failed',
				response: {status: 'failed', error: {code: 'server_error', message: 'Oops'}},
			}),
			'provider-error',
		],
		['an event that is no JSON', streamOf('event: response.created\ndata: {oops\n\n'), 'garbled'],
		[
			'a full context',
			refusal(400, {
				message: 'Your input exceeds the context window of this model.',
				code: 'context_length_exceeded',
			}),
			'context-full',
		],
		[
			'no quota',
			refusal(429, {message: 'You exceeded your current quota', code: 'insufficient_quota'}),
			'quota',
		],
	])('fails with its own kind for %s', async (_, answer, kind) => {
		const chat = await responsesOverHttp([answer]);
		expect(lastOf(await ask(chat, userSays('Hi')))).toMatchObject({type: 'failed', trouble: {kind}});
		expect(chat.server.requests).toHaveLength(1);
	});

	it('understands an answer in one piece', async () => {
		const message = {type: 'message', role: 'assistant', content: [{type: 'output_text', text: 'Hello'}]};
		const body = {object: 'response', status: 'completed', output: [message], usage};
		const chat = await responsesOverHttp([{type: 'body', body}]);
		expect(textOf(await ask(chat, userSays('Hi')))).toBe('Hello');
	});

	it('ends quietly when aborted', async () => {
		const chat = await responsesOverHttp([{type: 'stream', events: [text('Hel')], end: 'never'}]);
		const controller = new AbortController();
		const events = [];
		for await (const event of chat.model.stream(userSays('Hi'), controller.signal)) {
			events.push(event);
			controller.abort();
		}
		expect(events).toEqual([{type: 'text', text: 'Hel'}]);
		await expect.poll(() => chat.server.openStreams()).toBe(0);
	});
});
