import type {IncomingHttpHeaders, ServerResponse} from 'node:http';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createEnds, createStoryHome, openStory, type Story} from '../../helpers/story.ts';
import {leave} from '../../helpers/trust-program.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {oldSseServer} from '../../servers/http-generations.ts';
import {
	type HttpHost,
	listen,
	type SeenRequest,
	sendEvent,
	sendStatus,
	startEvents,
	startHttpHost,
} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {answerWell, startWsHost, type WsHost} from '../../servers/ws-host.ts';

const {whenOver, end} = createEnds();
const home = createStoryHome(whenOver);
const token = 't-swordfish-7';

type SseRequest = {readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders};

const sseRequests: SseRequest[] = [];
const wsMessages: (string | undefined)[] = [];
let story: Story;
let ws: WsHost;
let http: HttpHost;
let lasting: HttpHost;

/** The server of the SDK, which cannot say what it was sent. */
const startSse = async (): Promise<string> => {
	const serve = oldSseServer();
	const {url} = await listen(
		(request, response) => {
			const {method = '', url: path = '', headers} = request;
			sseRequests.push({method, url: path, headers});
			serve(request, response);
		},
		0,
		whenOver,
	);
	return `${url}/sse`;
};

/** Answers everything but calls. */
const startMute = async (): Promise<string> => {
	let stream: ServerResponse | undefined;
	const results: Readonly<Record<string, object>> = {
		initialize: {
			protocolVersion: '2024-11-05',
			capabilities: {tools: {}},
			serverInfo: {name: 'mute', version: '1'},
		},
		'tools/list': {tools: [{name: 'ask', inputSchema: {type: 'object'}}]},
	};
	const {url} = await startHttpHost(
		({method, message}, response) => {
			if (method === 'GET') {
				startEvents(response);
				response.write('event: endpoint\ndata: /messages\n\n');
				stream = response;
				return;
			}
			sendStatus(response, 202);
			const result = results[message.method ?? ''];
			if (stream !== undefined && result !== undefined)
				sendEvent(stream, {jsonrpc: '2.0', id: message.id, result});
		},
		0,
		whenOver,
	);
	return url;
};

/** Takes the connection and says nothing. */
const startDeaf = async (): Promise<string> => (await listen(() => undefined, 0, whenOver)).url;

/** Sends a call's progress as a stream, and its result when it is told to. */
const streaming = {finish: (): void => undefined};
const answerInPieces = (request: SeenRequest, response: ServerResponse): boolean => {
	if (request.message.method !== 'tools/call') return false;
	const {_meta: meta} = request.message.params as {
		readonly _meta?: {readonly progressToken?: string | number};
	};
	startEvents(response);
	sendEvent(response, {
		jsonrpc: '2.0',
		method: 'notifications/progress',
		params: {progressToken: meta?.progressToken, progress: 1, total: 2, message: 'half of it'},
	});
	streaming.finish = () => {
		const result = {content: [{type: 'text', text: 'all of it'}]};
		sendEvent(response, {jsonrpc: '2.0', id: request.message.id, result});
		response.end();
	};
	return true;
};

beforeAll(async () => {
	ws = await startWsHost(
		(message, socket) => {
			wsMessages.push(message.method);
			answerWell(message, socket);
		},
		{whenOver},
	);
	http = await startHttpHost(
		legacyServer({session: () => 'session-1', instead: answerInPieces}),
		0,
		whenOver,
	);
	lasting = await startHttpHost(legacyServer({session: () => 'session-2'}), 0, whenOver);
	story = await openStory(home, whenOver, {
		env: {TOKEN: token},
		tools: `
  - name: deaf
    type: mcp
    transport: sse
    url: "${await startDeaf()}"
    timeout: 2
  - name: events
    type: mcp
    transport: sse
    url: "${await startSse()}"
    headers: {Authorization: "Bearer \${TOKEN}"}
  - name: mute
    type: mcp
    transport: sse
    url: "${await startMute()}"
    timeout: 60
    sse_read_timeout: 2
  - name: socket
    type: mcp
    transport: websocket
    url: "${ws.url}"
  - name: stream
    type: mcp
    transport: http
    url: "${http.url}"
    terminate_on_close: true
  - name: stays
    type: mcp
    transport: http
    url: "${lasting.url}"
    terminate_on_close: false
`,
		needs: ['events__echo', 'mute__ask', 'socket__echo', 'stream__echo', 'stays__echo'],
		words: {
			events: ['events__echo'],
			mute: ['mute__ask'],
			socket: ['socket__echo'],
			stream: ['stream__echo'],
			stays: ['stays__echo'],
		},
	});
});
afterAll(end);

/** Looks at the servers until they are as they should be, and goes back to the chat. */
const seeServers = async (expected: string | RegExp): Promise<void> => {
	const {terminal} = story;
	await terminal.submit('/mcp');
	await terminal.waitFor(expected);
	terminal.press('q');
	await terminal.waitFor('message, or / for commands');
};

describe('operations US6: servers over SSE', () => {
	it('a tool is called over a stream of server-sent events (US6.1)', async () => {
		const {shown} = await story.tell('events');
		expect(shown).toMatch(/✔ events echo .* from the old one/);
		const [first] = sseRequests;
		expect(first).toMatchObject({method: 'GET', url: '/sse', headers: {accept: 'text/event-stream'}});
		expect(sseRequests.filter(({method}) => method === 'GET')).toHaveLength(1);
		expect(sseRequests.at(-1)?.url).toMatch(/^\/messages\?sessionId=/);
	});

	it('every request has the headers, with their variables filled in (US6.2)', async () => {
		await story.tell('events');
		const sent = sseRequests.map(({headers}) => headers.authorization);
		expect(new Set(sent)).toEqual(new Set([`Bearer ${token}`]));
		expect(story.terminal.raw()).not.toContain(token);
	});

	it('both timeouts count: for the connection, and for a stream that falls silent (US6.3)', async () => {
		const {shown, isError} = await story.tell('mute');
		expect(shown).toContain('Server "mute" said nothing for 2 s while tool "ask" was running.');
		expect(isError).toBe(true);
		await seeServers('Server "deaf" did not answer within 2 s.');
	});
});

describe('operations US7: servers over WebSocket', () => {
	it('a connection is made with the subprotocol of MCP (US7.1)', async () => {
		expect(ws.requests.map(({headers}) => headers['sec-websocket-protocol'])).toEqual(['mcp']);
		expect(wsMessages).toContain('tools/list');
		await seeServers(/✔ socket +ws · 1 tool/);
	});

	it('calls go over the connection that is there (US7.2)', async () => {
		const before = wsMessages.length;
		for (const _ of [1, 2]) expect((await story.tell('socket')).shown).toMatch(/✔ socket echo/);
		expect(wsMessages.slice(before)).toEqual(['tools/call', 'tools/call']);
		expect(ws.sockets).toHaveLength(1);
	});
});

describe('operations US8: servers over Streamable HTTP', () => {
	it('what a server streams is shown as it comes (US8.1)', async () => {
		const telling = story.tell('stream');
		await story.terminal.waitFor('half of it');
		streaming.finish();
		expect((await telling).shown).toMatch(/✔ stream echo .* all of it/);
		const call = http.seen.find(({message}) => message.method === 'tools/call');
		expect(call?.headers).toMatchObject({
			accept: expect.stringContaining('text/event-stream'),
			'mcp-session-id': 'session-1',
		});
	});

	it('a session is ended with the program, unless terminate_on_close says otherwise (US8.2)', async () => {
		expect((await story.tell('stays')).shown).toMatch(/✔ stays echo/);
		await leave(story.terminal);
		const farewells = ({seen}: HttpHost) => seen.filter(({method}) => method === 'DELETE');
		await waitUntil(() => farewells(http).length > 0);
		expect(farewells(http).map(({headers}) => headers['mcp-session-id'])).toEqual(['session-1']);
		expect(farewells(lasting)).toEqual([]);
	});
});
