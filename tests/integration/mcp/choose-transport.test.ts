import type {ServerResponse} from 'node:http';
import {describe, expect, it} from 'vitest';
import {isWorthRetrying} from '../../../source/core/mcp/connection/start-failure.ts';
import {serverConfig, serverFile} from '../../helpers/mcp-servers.ts';
import {oldSseServer, oldStreamableServer} from '../../servers/http-generations.ts';
import {
	listen,
	type SeenRequest,
	sendEvent,
	sendStatus,
	startEvents,
	startHttpHost,
} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {callEcho, open, openFailing, remoteConfig} from './open-remote.ts';

const methodsOf = (seen: readonly {readonly message: {readonly method?: string}}[]) =>
	seen.map(({message}) => message.method);

describe('a server of unknown age', () => {
	it('is reached over SSE when it is one of the oldest', async () => {
		const {url} = await listen(oldSseServer());
		const connection = await open(remoteConfig('http', `${url}/sse`));
		expect(connection.way).toEqual({transport: 'sse', era: 'legacy'});
		expect(await callEcho(connection)).toEqual({content: [{type: 'text', text: 'from the old one'}]});
	});

	it('is asked the old way when the question for its version breaks it', async () => {
		const legacy = legacyServer();
		const {url} = await startHttpHost((request, response) =>
			request.message.method === 'server/discover'
				? sendStatus(response, 500, 'boom')
				: legacy(request, response),
		);
		expect((await open(remoteConfig('http', url))).way).toEqual({transport: 'http', era: 'legacy'});
	});

	it('is asked the old way when it does not answer the question for its version', async () => {
		const legacy = legacyServer();
		const {url} = await startHttpHost((request, response) => {
			if (request.message.method !== 'server/discover') return legacy(request, response);
		});
		const connection = await open(
			remoteConfig('http', url, {connectTimeout: 3000}),
			{},
			AbortSignal.timeout(20_000),
		);
		expect(connection.way.era).toBe('legacy');
	});

	it('is not asked over SSE on 401, and needs a sign-in', async () => {
		const host = await startHttpHost((_request, response) => sendStatus(response, 401, 'who are you?'));
		const {trouble, failure} = await openFailing(remoteConfig('http', host.url));
		expect(trouble.type).toBe('needs-sign-in');
		expect(isWorthRetrying(trouble)).toBe(false);
		expect(failure).toMatchObject({
			code: 'needs-sign-in',
			hint: 'Sign in with: mcp-tui mcp login remote',
		});
		expect(host.seen.some(({method}) => method === 'GET')).toBe(false);
	});

	it('is not asked over SSE on 500', async () => {
		const host = await startHttpHost((_request, response) => sendStatus(response, 503, 'later'));
		const {trouble, failure} = await openFailing(remoteConfig('http', host.url));
		expect(failure).toMatchObject({code: 'server-http-503'});
		expect(failure.message).toContain('HTTP status 503: later');
		expect(isWorthRetrying(trouble)).toBe(true);
		expect(host.seen.some(({method}) => method === 'GET')).toBe(false);
	});

	it('is quoted in short when it refuses at length', async () => {
		const error = {code: -32_602, message: 'no'.repeat(50_000)};
		const {url} = await startHttpHost(({message: {id}}, response) => {
			response.writeHead(200, {'content-type': 'application/json'});
			response.end(JSON.stringify({jsonrpc: '2.0', id, error}));
		});
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure.message).toContain('nono');
		expect(failure.message.length).toBeLessThan(2400);
	});

	it('is described by its first answer when nothing works', async () => {
		const {url} = await startHttpHost((request, response) =>
			sendStatus(response, request.method === 'GET' ? 500 : 404, 'nothing here'),
		);
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure.code).toBe('server-http-404');
		expect(failure.message).toContain(`HTTP status 404: nothing here. URL: ${url}`);
	});
});

/** Takes no POST at its address, opens a stream of events there, and does with it what the test says. */
const startSseServer = (
	status: number,
	onStream: (stream: ServerResponse) => void,
	onMessage: (seen: SeenRequest, response: ServerResponse, stream: ServerResponse) => void = () => {},
) => {
	let stream: ServerResponse | undefined;
	return startHttpHost((request, response) => {
		if (request.method === 'GET') {
			startEvents(response);
			stream = response;
			onStream(response);
		} else if (request.path !== '/messages' || stream === undefined) sendStatus(response, status, 'not here');
		else onMessage(request, response, stream);
	});
};

const giveEndpoint = (stream: ServerResponse): void => {
	stream.write('event: endpoint\ndata: /messages\n\n');
};

describe('a server that opens a stream of events but cannot be talked to over it', () => {
	it('is described by its error in the greeting, not by the refused POST before', async () => {
		const {url} = await startSseServer(400, giveEndpoint, ({message: {id}}, response, stream) => {
			sendStatus(response, 202);
			sendEvent(stream, {jsonrpc: '2.0', id, error: {code: -32_000, message: 'the database is down'}});
		});
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure.message).toContain('refused the connection: the database is down');
	});

	it('is described by what its address for messages answers', async () => {
		const {url} = await startSseServer(405, giveEndpoint, (_seen, response) =>
			sendStatus(response, 503, 'no room'),
		);
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure.message).toContain('answered with HTTP status 503: no room');
	});

	it('is described by the end of the stream', async () => {
		const {url} = await startSseServer(404, stream => stream.end());
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure.message).toContain('broke off its stream of events');
	});

	it('is described by the event that it did not send in time', async () => {
		const {url} = await startSseServer(405, () => {});
		const {failure} = await openFailing(remoteConfig('http', url, {connectTimeout: 1500}));
		expect(failure.message).toContain('did not send the "endpoint" event of SSE within 1.5 s');
	});

	it('is described by its first answer if that was 400, which Streamable HTTP servers with such a stream send', async () => {
		const {url} = await startSseServer(400, () => {});
		const {failure} = await openFailing(remoteConfig('http', url, {connectTimeout: 1500}));
		expect(failure.message).toContain('HTTP status 400: not here');
	});

	it('is described by what it answers to a GET where it takes no POST', async () => {
		const {url} = await startHttpHost((request, response) =>
			sendStatus(response, request.method === 'GET' ? 403 : 405, `no ${request.method}`),
		);
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure).toMatchObject({code: 'server-http-403'});
	});
});

describe('what worked the last time', () => {
	it('is tried first', async () => {
		const host = await startHttpHost(legacyServer());
		await open(remoteConfig('http', host.url), {way: {transport: 'http', era: 'legacy'}});
		expect(methodsOf(host.seen)).not.toContain('server/discover');
	});

	it('is tried first also when it was SSE', async () => {
		const {url} = await listen(oldSseServer());
		const connection = await open(remoteConfig('http', `${url}/sse`), {
			way: {transport: 'sse', era: 'legacy'},
		});
		expect(connection.way.transport).toBe('sse');
	});

	it('gives way when the server is another one now', async () => {
		const {url} = await listen(oldStreamableServer());
		const connection = await open(remoteConfig('http', url), {way: {transport: 'sse', era: 'legacy'}});
		expect(connection.way).toEqual({transport: 'http', era: 'legacy'});
	});

	it.each([
		['ignores', 'silent-about-versions'],
		['exits over', 'exits-about-versions'],
	])('gives way when the server is older now and %s the question for its version', async (_what, mode) => {
		const config = serverConfig('old-handshake', {
			args: [serverFile('old-handshake'), mode],
			connectTimeout: 6000,
		});
		const connection = await open(config, {way: {transport: 'stdio', era: 'modern'}});
		expect(connection.way).toEqual({transport: 'stdio', era: 'legacy'});
	});
});

it('uses SSE alone where the config says so', async () => {
	const host = await startHttpHost((_request, response) => sendStatus(response, 404));
	const {failure} = await openFailing(remoteConfig('sse', host.url));
	expect(failure.code).toBe('server-http-404');
	expect(host.seen.every(({method}) => method === 'GET')).toBe(true);
});
