import {describe, expect, it} from 'vitest';
import {waitUntil} from '../../helpers/wait-until.ts';
import {oldSseServer} from '../../servers/http-generations.ts';
import {listen, sendEvent, sendStatus, startEvents, startHttpHost} from '../../servers/http-host.ts';
import {ask, callEcho, open, openFailing, remoteConfig} from './open-remote.ts';

/** Greets us and then answers nothing. */
const quietServer = async () => {
	let stream: Parameters<typeof sendEvent>[0] | undefined;
	return startHttpHost((request, response) => {
		if (request.method === 'GET') {
			startEvents(response);
			response.write('event: endpoint\ndata: /messages\n\n');
			stream = response;
			return;
		}
		sendStatus(response, 202);
		const {id, method} = request.message;
		const hello = {protocolVersion: '2024-11-05', capabilities: {}, serverInfo: {name: 's', version: '1'}};
		if (method === 'initialize' && stream !== undefined)
			sendEvent(stream, {jsonrpc: '2.0', id, result: hello});
	});
};

describe('an SSE server', () => {
	it('answers', async () => {
		const {url} = await listen(oldSseServer());
		const connection = await open(remoteConfig('sse', `${url}/sse`));
		expect(connection.way).toEqual({transport: 'sse', era: 'legacy'});
		expect(await callEcho(connection)).toEqual({content: [{type: 'text', text: 'from the old one'}]});
		expect(await ask(connection, 'tools/list')).toMatchObject({tools: [{name: 'echo'}]});
	});

	it('is lost with its stream, because it knows us only by that', async () => {
		const host = await listen(oldSseServer());
		const {transport} = await open(remoteConfig('sse', `${host.url}/sse`));
		await host.stop();
		await waitUntil(() => transport.end() !== undefined);
		expect(transport.end()).toMatchObject({type: 'stream-lost'});
	});

	it('is unreachable where nothing listens', async () => {
		const host = await listen(oldSseServer());
		await host.stop();
		const {trouble, failure} = await openFailing(remoteConfig('sse', `${host.url}/sse`));
		expect(trouble).toMatchObject({type: 'ended', end: {type: 'unreachable', systemCode: 'ECONNREFUSED'}});
		expect(failure.message).toContain('nothing answers at 127.0.0.1');
	});

	it('needs a sign-in when it answers 401', async () => {
		const {url} = await startHttpHost((_request, response) => sendStatus(response, 401));
		expect((await openFailing(remoteConfig('sse', url))).trouble.type).toBe('needs-sign-in');
	});

	it('is no server when it sends a page', async () => {
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 200, '<html></html>', {'content-type': 'text/html; charset=utf-8'}),
		);
		const {failure} = await openFailing(remoteConfig('sse', url));
		expect(failure.message).toContain('answered with text/html instead of MCP');
	});

	it('may not send us to another origin with our messages', async () => {
		const other = await startHttpHost((_request, response) => sendStatus(response, 202));
		const {url} = await startHttpHost((_request, response) => {
			startEvents(response);
			response.write(`event: endpoint\ndata: ${other.url}/messages\n\n`);
		});
		const {failure} = await openFailing(remoteConfig('sse', url), {
			access: {headers: {Authorization: 'Bearer t'}},
		});
		expect(failure.message).toContain('Endpoint origin does not match');
		expect(other.seen).toEqual([]);
	});

	it('is lost when it says nothing for too long though it owes an answer', async () => {
		const {url} = await quietServer();
		const connection = await open(remoteConfig('sse', url, {sseReadTimeout: 1000}));
		const calling = callEcho(connection).catch((error: unknown) => error);
		await waitUntil(() => connection.transport.end() !== undefined);
		expect(connection.transport.end()).toEqual({type: 'silent', after: 1000});
		expect(await calling).toBeInstanceOf(Error);
	});

	it('may be silent for as long as nobody asks for anything', async () => {
		const {url, seen} = await quietServer();
		const connection = await open(remoteConfig('sse', url, {sseReadTimeout: 500}));
		const enough = performance.now() + 1500;
		await waitUntil(() => performance.now() > enough);
		expect(connection.transport.end()).toBeUndefined();
		expect(seen.some(({message}) => message.method === 'ping')).toBe(false);
	});

	it('fails a request alone that it turns down', async () => {
		const {url} = await startHttpHost((request, response) => {
			if (request.method === 'GET') {
				startEvents(response);
				response.write('event: endpoint\ndata: /messages\n\n');
				stream = response;
				return;
			}
			const {id, method} = request.message;
			if (method === 'tools/call') return sendStatus(response, 413, 'too much');
			sendStatus(response, 202);
			if (id === undefined || stream === undefined) return;
			const hello = {protocolVersion: '2024-11-05', capabilities: {}, serverInfo: {name: 's', version: '1'}};
			sendEvent(stream, {jsonrpc: '2.0', id, result: method === 'initialize' ? hello : {tools: []}});
		});
		let stream: Parameters<typeof sendEvent>[0] | undefined;
		const connection = await open(remoteConfig('sse', url));
		await expect(callEcho(connection)).rejects.toThrow('HTTP status 413: too much');
		await expect(ask(connection, 'tools/list')).resolves.toEqual({tools: []});
		expect(connection.transport.end()).toBeUndefined();
	});
});
