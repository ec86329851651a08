import {describe, expect, it, onTestFinished} from 'vitest';
import {SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createWsTransport} from '../../../source/core/mcp/transports/ws-transport.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {answerWell, refuse, reply, startWsHost} from '../../servers/ws-host.ts';
import {callEcho, open, openFailing, remoteConfig} from './open-remote.ts';

const discovered = {
	resultType: 'complete',
	supportedVersions: ['2026-07-28'],
	capabilities: {tools: {}},
	serverInfo: {name: 'modern', version: '1.0.0'},
	ttlMs: 0,
	cacheScope: 'private',
};

describe('a WebSocket server', () => {
	it('answers, and is asked with the subprotocol and the headers', async () => {
		const host = await startWsHost();
		const connection = await open(remoteConfig('ws', host.url), {access: {headers: {'X-Key': 'k'}}});
		expect(connection.way).toEqual({transport: 'ws', era: 'legacy'});
		expect(await callEcho(connection)).toEqual({content: [{type: 'text', text: 'echo'}]});
		const [request] = host.requests;
		expect(request?.headers).toMatchObject({'sec-websocket-protocol': 'mcp', 'x-key': 'k'});
		expect(request?.headers['sec-websocket-extensions']).toBeUndefined();
	});

	it('gets the token of the provider', async () => {
		const host = await startWsHost();
		await open(remoteConfig('ws', host.url), {
			access: {headers: {}, provider: {token: async () => 'secret'}},
		});
		expect(host.requests[0]?.headers.authorization).toBe('Bearer secret');
	});

	it('is given up in time when the token does not come', async () => {
		const host = await startWsHost();
		const {trouble} = await openFailing(remoteConfig('ws', host.url, {connectTimeout: 200}), {
			access: {headers: {}, provider: {token: () => new Promise<string>(() => {})}},
		});
		expect(trouble).toMatchObject({type: 'timed-out'});
		expect(host.requests).toEqual([]);
	});

	it('may speak only 2026-07-28', async () => {
		const {url} = await startWsHost((message, socket) => {
			if (message.id === undefined) return;
			if (message.method === 'server/discover') return reply(socket, message, discovered);
			if (message.method === 'tools/call')
				return reply(socket, message, {resultType: 'complete', content: [{type: 'text', text: 'new'}]});
			refuse(socket, message, -32601, 'Method not found');
		});
		const connection = await open(remoteConfig('ws', url));
		expect(connection.way).toEqual({transport: 'ws', era: 'modern'});
		expect(await callEcho(connection)).toMatchObject({content: [{type: 'text', text: 'new'}]});
	});

	it('may know nothing of subprotocols', async () => {
		const {url} = await startWsHost(answerWell, {isPlain: true});
		await expect(callEcho(await open(remoteConfig('ws', url)))).resolves.toBeDefined();
	});

	it('is lost with the code and the reason that it gives', async () => {
		const host = await startWsHost();
		const {client, transport} = await open(remoteConfig('ws', host.url));
		const waiting = client.request({method: 'ping'}).catch((error: unknown) => error);
		host.sockets[0]?.close(4001, 'going home');
		await waitUntil(() => transport.end() !== undefined);
		expect(transport.end()).toEqual({type: 'socket-closed', code: 4001, reason: 'going home'});
		await waiting;
	});

	it('is lost when it breaks the connection', async () => {
		const host = await startWsHost();
		const {transport} = await open(remoteConfig('ws', host.url));
		host.sockets[0]?.terminate();
		await waitUntil(() => transport.end() !== undefined);
		expect(transport.end()).toMatchObject({type: 'socket-closed', code: 1006});
	});

	it('is lost when it sends more in one message than can be borne', async () => {
		const {url} = await startWsHost((message, socket) =>
			message.method === 'tools/call'
				? reply(socket, message, {content: [{type: 'text', text: 'x'.repeat(11 * 1024 * 1024)}]})
				: answerWell(message, socket),
		);
		const connection = await open(remoteConfig('ws', url));
		await expect(callEcho(connection)).rejects.toThrow();
		expect(connection.transport.end()).toEqual({type: 'message-too-long', maxBytes: 10 * 1024 * 1024});
	});

	it('is given up when it no longer answers a ping', async () => {
		const host = await startWsHost(answerWell, {isDeaf: true});
		const transport = createWsTransport({
			config: remoteConfig('ws', host.url),
			access: {headers: {}},
			environment: {},
			heartbeat: 30,
		});
		await transport.start();
		await waitUntil(() => transport.end() !== undefined);
		expect(transport.end()).toEqual({type: 'silent', after: 60});
	});

	it('stays while it answers pings, though it says nothing else', async () => {
		const host = await startWsHost();
		const transport = createWsTransport({
			config: remoteConfig('ws', host.url),
			access: {headers: {}},
			environment: {},
			heartbeat: 200,
		});
		onTestFinished(() => transport.close());
		await transport.start();
		let pings = 0;
		host.sockets[0]?.on('ping', () => {
			pings += 1;
		});
		await waitUntil(() => pings >= 4);
		expect(transport.end()).toBeUndefined();
	});

	it('does not keep others waiting with a flood', async () => {
		const flood = JSON.stringify({
			jsonrpc: '2.0',
			method: 'notifications/message',
			params: {level: 'info', data: 'x'},
		});
		const {url} = await startWsHost((message, socket) => {
			if (message.method === 'tools/call') for (let each = 0; each < 30_000; each += 1) socket.send(flood);
			answerWell(message, socket);
		});
		const connection = await open(remoteConfig('ws', url));
		let turns = 0;
		const timer = setInterval(() => {
			turns += 1;
		}, 1);
		await callEcho(connection);
		clearInterval(timer);
		expect(turns).toBeGreaterThan(10);
	});
});

describe('a WebSocket that does not open', () => {
	it('needs a sign-in on 401', async () => {
		const {url} = await startWsHost(answerWell, {status: 401});
		expect((await openFailing(remoteConfig('ws', url))).trouble.type).toBe('needs-sign-in');
	});

	it('needs a sign-in when there is no token', async () => {
		const {url} = await startWsHost();
		const noToken = new SignInNeededError('ws', 'wants you to sign in');
		const {trouble} = await openFailing(remoteConfig('ws', url), {
			access: {headers: {}, provider: {token: () => Promise.reject(noToken)}},
		});
		expect(trouble).toEqual({type: 'needs-sign-in', reason: 'wants you to sign in'});
	});

	it('names the status and what came with it', async () => {
		const {url} = await startWsHost(answerWell, {status: 403});
		const {failure} = await openFailing(remoteConfig('ws', url));
		expect(failure).toMatchObject({code: 'server-http-403'});
		expect(failure.message).toContain('HTTP status 403: you may not come in');
	});

	it('names what is not there', async () => {
		const host = await startWsHost();
		await host.stop();
		const {failure} = await openFailing(remoteConfig('ws', host.url));
		expect(failure).toMatchObject({code: 'server-unreachable'});
		expect(failure.message).toContain('(ECONNREFUSED)');
	});

	it('is given up when the handshake takes too long', async () => {
		const {url} = await startWsHost(() => {});
		const {failure} = await openFailing(remoteConfig('ws', url, {connectTimeout: 300}));
		expect(failure.message).toContain('did not answer within 0.3 s');
	});

	it('is not tried without encryption on another machine', async () => {
		const {failure} = await openFailing(remoteConfig('ws', 'ws://mcp.example/'));
		expect(failure).toMatchObject({code: 'server-insecure'});
	});
});

it('closes at once, though the server does not answer the farewell', async () => {
	const host = await startWsHost();
	const {transport} = await open(remoteConfig('ws', host.url));
	host.sockets[0]?.pause();
	await transport.close();
	expect(transport.end()).toEqual({type: 'closed'});
});
