import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createAnthropicModel} from '../../source/core/models/anthropic/anthropic-model.ts';
import {createProviderFetch} from '../../source/core/models/http/provider-fetch.ts';
import {createChatModel} from '../../source/core/models/openai/chat-model.ts';
import {createResponsesModel} from '../../source/core/models/openai/responses-model.ts';
import type {Model} from '../../source/domain/model.ts';
import {anthropicOptions, anthropicProvider} from '../helpers/anthropic-adapter.ts';
import {delta} from '../helpers/chat-chunks.ts';
import {localProvider, openAiOptions, openAiProvider, userSays} from '../helpers/openai-adapter.ts';
import {sendStatus, startEvents, startHttpHost} from '../servers/http-host.ts';
import {legacyServer} from '../servers/http-legacy.ts';
import {messageEnd, messageStart, textBlock} from '../servers/models/anthropic-server.ts';
import {callEcho, open, remoteConfig} from './mcp/open-remote.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Sends one event, and nothing of the next one. */
type SendEvent = (response: ServerResponse, fields: Fields) => Promise<void>;

const lineEnds = [
	['LF', '\n'],
	['CR LF', '\r\n'],
	['CR', '\r'],
] as const;

const cuts = [
	['in one piece', (text: string) => [text]],
	['byte by byte', (text: string) => [...text]],
] as const;

const sender =
	(lineEnd: string, cut: (text: string) => readonly string[]): SendEvent =>
	async (response, fields) => {
		const lines = Object.entries(fields).map(
			([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}${lineEnd}`,
		);
		response.socket?.setNoDelay(true);
		for (const piece of cut(lines.join('') + lineEnd)) {
			if (!response.write(piece)) await once(response, 'drain');
			await nextTurn();
		}
	};

const initialized = {
	protocolVersion: '2024-11-05',
	capabilities: {tools: {}},
	serverInfo: {name: 'python', version: '1'},
};
const called = {content: [{type: 'text', text: 'echo'}]};

/** The oldest kind of server; every event of it has to arrive before it sends another one. */
const callOverSse = async (send: SendEvent): Promise<unknown> => {
	let stream: ServerResponse | undefined;
	const host = await startHttpHost(async (request, response) => {
		if (request.method === 'GET') {
			startEvents(response);
			stream = response;
			await send(response, {event: 'endpoint', data: '/messages'});
			return;
		}
		if (request.path !== '/messages') return sendStatus(response, 405);
		sendStatus(response, 202);
		const {id, method} = request.message;
		if (id === undefined || stream === undefined) return;
		const result = method === 'initialize' ? initialized : called;
		await send(stream, {event: 'message', data: {jsonrpc: '2.0', id, result}});
	});
	return callEcho(await open(remoteConfig('http', `${host.url}/sse`)));
};

/** A call during which the server asks for something and waits for the answer. */
const callOverStreamableHttp = async (send: SendEvent): Promise<unknown> => {
	let waiting: {readonly id: unknown; readonly response: ServerResponse} | undefined;
	const host = await startHttpHost(
		legacyServer({
			instead: ({message}, response) => {
				if (message.method === 'tools/call') {
					waiting = {id: message.id, response};
					startEvents(response);
					void send(response, {event: 'message', data: {jsonrpc: '2.0', id: 'q', method: 'ping'}});
					return true;
				}
				if (message.id !== 'q' || waiting === undefined) return false;
				sendStatus(response, 202);
				void send(waiting.response, {data: {jsonrpc: '2.0', id: waiting.id, result: called}});
				return true;
			},
		}),
	);
	return callEcho(await open(remoteConfig('http', host.url)));
};

/** Sends the second half of an answer only once the first one was shown. */
const streamFrom = async (
	send: SendEvent,
	halves: readonly [readonly Fields[], readonly Fields[]],
	openModel: (url: string, fetch: ReturnType<typeof createProviderFetch>) => Model,
): Promise<unknown> => {
	const fetch = createProviderFetch({environment: {}, idleLimit: 20_000});
	onTestFinished(() => fetch.close());
	let showFirst = () => {};
	const isFirstShown = new Promise<void>(resolve => {
		showFirst = resolve;
	});
	const host = await startHttpHost(async (_request, response) => {
		startEvents(response);
		for (const fields of halves[0]) await send(response, fields);
		await isFirstShown;
		for (const fields of halves[1]) await send(response, fields);
		response.end();
	});
	const shown: string[] = [];
	for await (const event of openModel(host.url, fetch).stream(userSays('Hi'), AbortSignal.timeout(20_000))) {
		if (event.type === 'text') showFirst();
		shown.push(event.type === 'text' ? event.text : event.type);
	}
	return shown;
};

const named = (events: readonly object[]): readonly Fields[] =>
	events.map(data => ({event: 'type' in data ? data.type : '', data}));

const streamAnthropic = (send: SendEvent) => {
	const events = [messageStart(), ...textBlock(0, 'Hel', 'lo'), ...messageEnd('end_turn')];
	return streamFrom(send, [named(events.slice(0, 3)), named(events.slice(3))], (baseUrl, fetch) =>
		createAnthropicModel(anthropicOptions({provider: anthropicProvider({baseUrl}), fetch})),
	);
};

const streamChat = (send: SendEvent) =>
	streamFrom(
		send,
		[
			[{data: delta({role: 'assistant', content: 'Hel'})}],
			[{data: delta({content: 'lo'})}, {data: delta({}, 'stop')}, {data: '[DONE]'}],
		],
		(url, fetch) => createChatModel(openAiOptions({provider: localProvider({baseUrl: `${url}/v1`}), fetch})),
	);

const streamResponses = (send: SendEvent) => {
	const text = (part: string) => ({type: 'response.output_text.delta', output_index: 0, delta: part});
	const response = {
		status: 'completed',
		output: [{type: 'message', id: 'msg_1', content: [{type: 'output_text', text: 'Hello'}]}],
	};
	return streamFrom(
		send,
		[named([text('Hel')]), named([text('lo'), {type: 'response.completed', response}])],
		(url, fetch) =>
			createResponsesModel(openAiOptions({provider: openAiProvider({baseUrl: `${url}/v1`}), fetch})),
	);
};

const readers = [
	['an SSE server', callOverSse, called],
	['a Streamable HTTP server', callOverStreamableHttp, called],
	['Anthropic', streamAnthropic, ['Hel', 'lo', 'finished']],
	['Chat Completions', streamChat, ['Hel', 'lo', 'finished']],
	['Responses', streamResponses, ['Hel', 'lo', 'finished']],
] as const;

describe.each(lineEnds)('an event stream with lines that end with %s', (_name, lineEnd) => {
	describe.each(cuts)('sent %s', (_how, cut) => {
		it.each(readers)('from %s is read event by event, each as it comes', async (_who, read, expected) => {
			expect(await read(sender(lineEnd, cut))).toEqual(expected);
		});
	});
});
