import {describe, expect, it} from 'vitest';
import type {ModelEvent} from '../../../source/domain/model.ts';
import {
	hello,
	neverAborted,
	openAnthropic,
	readingTool,
	testKey,
	troubleOf,
} from '../../helpers/anthropic-harness.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {
	answerOf,
	callBlock,
	messageEnd,
	messageStart,
	refused,
	textBlock,
} from '../../servers/models/anthropic-server.ts';

describe('an answer that fails', () => {
	const half = [
		messageStart(),
		...textBlock(0, 'I will'),
		...callBlock(1, {id: 'a', name: 'read'}, '{"path":"x"}'),
	];

	it.each([
		['ends without its reason', {type: 'stream', events: half}, 'cut'],
		['has no last event', {type: 'stream', events: [...half, messageEnd('tool_use')[0] ?? '']}, 'cut'],
		['is cut by the server', {type: 'stream', events: half, end: 'cut'}, 'cut'],
		['is reset', {type: 'stream', events: half, end: 'reset'}, 'cut'],
		['is empty', {type: 'stream', events: []}, 'cut'],
		['has only pings', {type: 'stream', events: [{type: 'ping'}, ': ping\n\n', {type: 'ping'}]}, 'cut'],
		[
			'is half JSON',
			{type: 'stream', events: [...half, 'event: message_delta\ndata: {"type":\n\n']},
			'garbled',
		],
		[
			'has a piece that makes no sense',
			{type: 'stream', events: [...half, {type: 'content_block_delta', index: 9}]},
			'garbled',
		],
		[
			'is a web page',
			{type: 'body', status: 200, headers: {'content-type': 'text/html'}, body: '<title>Log in</title>'},
			'garbled',
		],
		[
			'has an error in it',
			{
				type: 'stream',
				events: [...half, {type: 'error', error: {type: 'overloaded_error', message: 'Overloaded'}}],
			},
			'overloaded',
		],
		['is refused for overload', refused(529, 'overloaded_error', 'Overloaded'), 'overloaded'],
		[
			'is refused for haste',
			refused(429, 'rate_limit_error', 'Slow down', {'retry-after': '7'}),
			'rate-limited',
		],
		['is refused for the key', refused(401, 'authentication_error', `invalid key ${testKey}`), 'wrong-key'],
		[
			'is refused for the model',
			refused(404, 'not_found_error', 'model: claude-sonnet-5-5'),
			'unknown-model',
		],
		[
			'is refused for its length',
			refused(400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
			'context-full',
		],
		['breaks inside', {type: 'body', status: 500, body: 'no'}, 'provider-error'],
	] as const)('says so and acts on nothing: it %s', async (_, answer, kind) => {
		const {server, ask} = await openAnthropic([answer]);
		const trouble = troubleOf(await ask({...hello, tools: [readingTool('read')]}));
		expect(trouble?.kind).toBe(kind);
		expect(trouble?.failure.message).toContain('Anthropic');
		expect(JSON.stringify(trouble)).not.toContain(testKey);
		expect(server.requests).toHaveLength(1);
	});

	it('says how long to wait where the provider does', async () => {
		const {ask} = await openAnthropic([refused(429, 'rate_limit_error', 'Slow down', {'retry-after': '7'})]);
		expect(troubleOf(await ask())?.retry).toEqual({after: 7000});
	});

	it('names the tool that the provider does not take', async () => {
		const message = 'tools.1.custom.input_schema: JSON schema is invalid.';
		const {ask} = await openAnthropic([refused(400, 'invalid_request_error', message)]);
		expect(
			troubleOf(await ask({...hello, tools: [readingTool('read'), readingTool('write')]})),
		).toMatchObject({
			kind: 'bad-tool',
			tools: ['write'],
		});
	});

	it('says that nobody is there', async () => {
		const {server, ask} = await openAnthropic([answerOf('x')], {provider: {baseUrl: 'http://127.0.0.1:1'}});
		expect(troubleOf(await ask())?.kind).toBe('unreachable');
		expect(server.requests).toEqual([]);
	});

	it('ends when nothing comes for too long', async () => {
		const {ask} = await openAnthropic([{type: 'stream', events: half, end: 'never'}], {
			provider: {idleLimit: 300},
		});
		expect(troubleOf(await ask())?.kind).toBe('stalled');
	});

	it('survives a source of keys that fails', async () => {
		const {ask} = await openAnthropic([answerOf('x')], {
			key: async () => {
				throw new Error('the keychain is locked');
			},
		});
		expect(troubleOf(await ask())?.failure.message).toContain('the keychain is locked');
	});

	it('is left quietly when the user stops it', async () => {
		const {server, model} = await openAnthropic([{type: 'stream', events: half, end: 'never'}]);
		const stop = new AbortController();
		const seen: ModelEvent[] = [];
		for await (const event of model.stream(hello, stop.signal)) {
			seen.push(event);
			if (event.type === 'calling') stop.abort();
		}
		expect(seen.map(({type}) => type)).toEqual(['text', 'calling']);
		await waitUntil(() => server.openStreams() === 0);
	});

	it('is not asked for when the user has stopped already', async () => {
		const {server, ask} = await openAnthropic([answerOf('x')]);
		expect(await ask(hello, AbortSignal.abort())).toEqual([]);
		expect(server.requests).toEqual([]);
	});

	it('is left when nobody reads on', async () => {
		const {server, model} = await openAnthropic([{type: 'stream', events: half, end: 'never'}]);
		for await (const event of model.stream(hello, neverAborted)) if (event.type === 'text') break;
		await waitUntil(() => server.requests.length === 1 && server.openStreams() === 0);
	});
});
