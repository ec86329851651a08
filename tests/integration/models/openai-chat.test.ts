import {describe, expect, it, vi} from 'vitest';
import {createSecret} from '../../../source/domain/secret.ts';
import {delta, hello} from '../../helpers/chat-chunks.ts';
import {callsOf, lastOf, offeredTool, pixel, textOf, userSays} from '../../helpers/openai-adapter.ts';
import {ask, chatOverHttp} from '../../helpers/openai-over-http.ts';
import {refusal, streamOf} from '../../servers/models/openai-server.ts';

const image = {type: 'image', mimeType: 'image/png', data: pixel} as const;
const looking = {messages: [{role: 'user', text: 'Look', attachments: [image]}], tools: []} as const;

describe('Chat Completions over HTTP', () => {
	it('asks a server without a key for none, tells it nothing about this machine, and reads its answer', async () => {
		vi.stubEnv('OPENAI_API_KEY', 'sk-from-the-environment');
		vi.stubEnv('OPENAI_ORG_ID', 'org-from-the-environment');
		vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/wrong');
		vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-secret: from-the-environment');
		const chat = await chatOverHttp([hello], {headers: {'X-Title': 'mine'}});
		const events = await ask(chat, userSays('Hi')).finally(() => vi.unstubAllEnvs());
		expect(events).toEqual([
			{type: 'text', text: 'Hel'},
			{type: 'text', text: 'lo'},
			{
				type: 'finished',
				reason: 'stop',
				usage: {inputTokens: 10, outputTokens: 2},
				raw: {format: 'openai-chat', content: {provider: 'ollama', role: 'assistant', content: 'Hello'}},
			},
		]);
		const [request] = chat.server.requests;
		expect(request?.path).toBe('/v1/chat/completions');
		expect(request?.body).toEqual({
			model: 'm',
			messages: [{role: 'user', content: 'Hi'}],
			stream: true,
			stream_options: {include_usage: true},
		});
		const {host: _, connection: __, 'content-length': ___, ...headers} = request?.headers ?? {};
		expect(headers).toMatchObject({
			accept: 'application/json',
			'content-type': 'application/json',
			'user-agent': 'mcp-tui',
			'x-title': 'mine',
		});
		expect(headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(headers)).not.toMatch(/stainless|environment|none/);
	});

	it('sends the key where there is one, and the cost of the answer where its price is known', async () => {
		const priced = await chatOverHttp(
			[hello],
			{},
			{
				key: async () => createSecret('sk-mine\n'),
				price: {input: 1_000_000, output: 2_000_000},
			},
		);
		expect(lastOf(await ask(priced, userSays('Hi')))).toMatchObject({usage: {cost: 14}});
		expect(priced.server.requests[0]?.headers.authorization).toBe('Bearer sk-mine');
	});

	it('fails before it asks where a key is needed and there is none', async () => {
		const chat = await chatOverHttp([hello], {needsKey: true});
		expect(await ask(chat, userSays('Hi'))).toMatchObject([{type: 'failed', trouble: {kind: 'no-key'}}]);
		expect(chat.server.requests).toEqual([]);
	});

	it('never shows a key that cannot be sent', async () => {
		const chat = await chatOverHttp([hello], {}, {key: async () => createSecret('sk-torn\nkey-1234567')});
		const events = await ask(chat, userSays('Hi'));
		expect(events).toMatchObject([{type: 'failed', trouble: {kind: 'wrong-key'}}]);
		expect(JSON.stringify(events)).not.toMatch(/sk-torn|key-1234567/);
	});

	it('takes the start of later answers for thinking once </think> came without an opening mark', async () => {
		const chat = await chatOverHttp([
			streamOf(delta({content: 'Let me'}), delta({content: ' see.</think>Hello'}), delta({}, 'stop')),
			streamOf(delta({content: 'Once'}), delta({content: ' more.</think>Hi'}), delta({}, 'stop')),
		]);
		expect((await ask(chat, userSays('Hi'))).slice(0, -1)).toEqual([
			{type: 'text', text: 'Let me'},
			{type: 'withdrawn', why: 'thinking'},
			{type: 'thinking', text: ' see.'},
			{type: 'text', text: 'Hello'},
		]);
		expect((await ask(chat, userSays('Hi'))).slice(0, -1)).toEqual([
			{type: 'thinking', text: 'Once'},
			{type: 'thinking', text: ' more.'},
			{type: 'text', text: 'Hi'},
		]);
	});

	it('gives the calls when the answer is complete', async () => {
		const call = (fields: object) => delta({tool_calls: [{index: 0, ...fields}]});
		const chat = await chatOverHttp([
			streamOf(
				call({id: 'a', type: 'function', function: {name: 'weather', arguments: ''}}),
				call({function: {arguments: '{"city":'}}),
				call({function: {arguments: '"Ulm"}'}}),
				delta({}, 'tool_calls'),
			),
		]);
		const events = await ask(
			chat,
			userSays('Hi', {tools: [offeredTool('weather', {city: {type: 'string'}})]}),
		);
		expect(events.map(({type}) => type)).toEqual(['calling', 'tool-call', 'finished']);
		expect(callsOf(events)).toEqual([
			{type: 'tool-call', callId: 'a', modelName: 'weather', arguments: {city: 'Ulm'}},
		]);
	});

	it('leaves the connection so that the next request can use it', async () => {
		const chat = await chatOverHttp([{...hello, end: 'done-late'} as typeof hello]);
		await ask(chat, userSays('Hi'));
		await expect.poll(() => chat.server.openStreams()).toBe(0);
		await ask(chat, userSays('Hi'));
		const [first, second] = chat.server.requests.map(({connection}) => connection);
		expect(first).toBe(second);
	});

	it('says how many tools it takes, and how they fit', async () => {
		const {model} = await chatOverHttp([hello]);
		expect(model.toolLimit).toBe(128);
		expect(model.fitTool?.(offeredTool('weather'))).toEqual({type: 'fits'});
		expect((await chatOverHttp([hello], {maxTools: 20})).model.toolLimit).toBe(20);
	});
});

describe('a server that refuses something', () => {
	it('is asked again without it, and the next time from the start', async () => {
		const chat = await chatOverHttp(
			[
				refusal(400, {message: "Unknown parameter: 'stream_options'.", param: 'stream_options'}),
				refusal(400, {
					message: "'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
					param: 'max_tokens',
				}),
				hello,
			],
			{maxTokens: 50},
		);
		expect(textOf(await ask(chat, userSays('Hi')))).toBe('Hello');
		await ask(chat, userSays('Hi'));
		const members = chat.server.requests.map(({body}) => Object.keys(body).sort().join(' '));
		expect(members).toEqual([
			'max_tokens messages model stream stream_options',
			'max_tokens messages model stream',
			'max_completion_tokens messages model stream',
			'max_completion_tokens messages model stream',
		]);
	});

	it('is not asked for ever, and what did not help is not remembered', async () => {
		const chat = await chatOverHttp([refusal(400, {message: "Unknown parameter: 'stream_options'."})]);
		expect(await ask(chat, userSays('Hi'))).toMatchObject([{type: 'failed', trouble: {kind: 'bad-request'}}]);
		expect(chat.server.requests).toHaveLength(2);
		await ask(chat, userSays('Hi'));
		expect(chat.server.requests[2]?.body).toHaveProperty('stream_options');
	});

	it('gets words in place of images once it says that it cannot see', async () => {
		const chat = await chatOverHttp([refusal(400, {message: 'this model does not support images'}), hello]);
		expect(chat.model.facts?.()).toEqual({});
		expect(textOf(await ask(chat, looking))).toBe('Hello');
		expect(JSON.stringify(chat.server.requests[0]?.body)).toContain(pixel);
		expect(JSON.stringify(chat.server.requests[1]?.body)).not.toContain(pixel);
		expect(chat.model.facts?.()).toEqual({seesImages: false});
	});

	it('never gets an image where the model is known not to see', async () => {
		const chat = await chatOverHttp([hello], {}, {facts: {seesImages: false}});
		await ask(chat, looking);
		expect(JSON.stringify(chat.server.requests[0]?.body)).not.toContain(pixel);
	});
});
