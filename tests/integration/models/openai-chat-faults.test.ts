import {describe, expect, it} from 'vitest';
import {delta, hello, usage} from '../../helpers/chat-chunks.ts';
import {callsOf, lastOf, offeredTool, textOf, userSays} from '../../helpers/openai-adapter.ts';
import {ask, chatOverHttp} from '../../helpers/openai-over-http.ts';
import {refusal, type StreamEnd, streamOf} from '../../servers/models/openai-server.ts';

describe('an answer that is none', () => {
	const half = [
		delta({content: 'Hel'}),
		delta({tool_calls: [{index: 0, id: 'a', function: {name: 'weather', arguments: '{}'}}]}),
	];

	it('is one where it ends with [DONE] and no reason', async () => {
		const chat = await chatOverHttp([{type: 'stream', events: half, end: 'done'}]);
		const events = await ask(chat, userSays('Hi'));
		expect(callsOf(events)).toMatchObject([{modelName: 'weather'}]);
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'tool-calls'});
	});

	it.each<[StreamEnd, string]>([
		['silently', 'cut'],
		['cut', 'cut'],
		['reset', 'cut'],
	])('fails where the stream ends early (%s), and gives no call', async (end, kind) => {
		const chat = await chatOverHttp([{type: 'stream', events: half, end}]);
		const events = await ask(chat, userSays('Hi'));
		expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind}});
		expect(callsOf(events)).toEqual([]);
	});

	it.each<StreamEnd>(['silently', 'cut', 'reset'])(
		'is one where it had its reason before the end (%s)',
		async end => {
			const chat = await chatOverHttp([{type: 'stream', events: [...half, delta({}, 'tool_calls')], end}]);
			const events = await ask(chat, userSays('Hi'));
			expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'tool-calls'});
		},
	);

	it('fails where nothing more comes', async () => {
		const chat = await chatOverHttp([{type: 'stream', events: half, end: 'never'}], {idleLimit: 200});
		expect(lastOf(await ask(chat, userSays('Hi')))).toMatchObject({trouble: {kind: 'stalled'}});
	});

	it.each([
		[
			'half an event at the end',
			{type: 'stream', events: [...half, 'data: {"choi'], end: 'silently'} as const,
			'cut',
		],
		['an event that is no JSON', streamOf(...half, 'data: {oops\n\n', delta({}, 'stop')), 'garbled'],
		['nothing', {type: 'stream', events: [], end: 'silently'} as const, 'cut'],
		['only [DONE]', streamOf(), 'cut'],
		[
			'a web page',
			{
				type: 'body',
				body: '<html><title>Sign in</title></html>',
				headers: {'content-type': 'text/html'},
			} as const,
			'garbled',
		],
		['an error in the stream', streamOf(...half, {error: {code: 503, message: 'Overloaded'}}), 'overloaded'],
		[
			'an error in place of the stream',
			{type: 'body', body: {error: {message: 'Rate limit', code: 429}}} as const,
			'rate-limited',
		],
		['a wrong key', refusal(401, {message: 'Incorrect API key provided'}), 'wrong-key'],
		['a pause', refusal(429, {message: 'Rate limit reached'}), 'rate-limited'],
	])('fails with its own kind for %s', async (_, answer, kind) => {
		const chat = await chatOverHttp([answer]);
		const events = await ask(chat, userSays('Hi'));
		expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind}});
		expect(callsOf(events)).toEqual([]);
		expect(chat.server.requests).toHaveLength(1);
	});

	it('names the tool that the provider complains about', async () => {
		const message = "Invalid schema for function 'time': schema must be an object.";
		const chat = await chatOverHttp([refusal(400, {message, param: 'tools[1].function.parameters'})]);
		const request = userSays('Hi', {tools: [offeredTool('weather'), offeredTool('time')]});
		expect(await ask(chat, request)).toMatchObject([{trouble: {kind: 'bad-tool', tools: ['time']}}]);
	});

	it('is one in one piece, from a server that does not stream', async () => {
		const choice = {index: 0, message: {role: 'assistant', content: 'Hello'}, finish_reason: 'stop'};
		const body = {object: 'chat.completion', choices: [choice], usage: usage.usage};
		const json = await chatOverHttp([{type: 'body', body}]);
		expect(textOf(await ask(json, userSays('Hi')))).toBe('Hello');
		const mislabelled = await chatOverHttp([
			{type: 'body', body, headers: {'content-type': 'text/event-stream'}},
		]);
		expect(lastOf(await ask(mislabelled, userSays('Hi')))).toMatchObject({
			type: 'finished',
			usage: {inputTokens: 10},
		});
	});

	it('is one although the server calls its stream something else', async () => {
		const chat = await chatOverHttp([{...hello, contentType: 'application/octet-stream'} as typeof hello]);
		expect(textOf(await ask(chat, userSays('Hi')))).toBe('Hello');
	});
});

describe('an abort', () => {
	it('ends the answer quietly, and the request', async () => {
		const chat = await chatOverHttp([{type: 'stream', events: [delta({content: 'Hel'})], end: 'never'}]);
		const controller = new AbortController();
		const events = [];
		for await (const event of chat.model.stream(userSays('Hi'), controller.signal)) {
			events.push(event);
			controller.abort();
		}
		expect(events).toEqual([{type: 'text', text: 'Hel'}]);
		await expect.poll(() => chat.server.openStreams()).toBe(0);
	});

	it('ends the wait for the first byte, and the wait for a key', async () => {
		const chat = await chatOverHttp([{type: 'stream', events: [], end: 'never'}]);
		const controller = new AbortController();
		const asking = ask(chat, userSays('Hi'), controller.signal);
		await expect.poll(() => chat.server.requests.length).toBe(1);
		controller.abort();
		expect(await asking).toEqual([]);
		const keyless = await chatOverHttp([hello], {}, {key: () => new Promise(() => {})});
		const second = new AbortController();
		const waiting = ask(keyless, userSays('Hi'), second.signal);
		second.abort();
		expect(await waiting).toEqual([]);
	});

	it('before the start asks for nothing', async () => {
		const chat = await chatOverHttp([hello]);
		expect(await ask(chat, userSays('Hi'), AbortSignal.abort())).toEqual([]);
		expect(chat.server.requests).toEqual([]);
	});

	it('is not needed to let go of the connection: who stops reading ends the request', async () => {
		const chat = await chatOverHttp([{type: 'stream', events: [delta({content: 'Hel'})], end: 'never'}]);
		for await (const event of chat.model.stream(userSays('Hi'), new AbortController().signal)) {
			expect(event.type).toBe('text');
			break;
		}
		await expect.poll(() => chat.server.openStreams()).toBe(0);
	});
});
