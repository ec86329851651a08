import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import {access, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import type {Worker} from 'node:worker_threads';
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {Client as OldClient} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport as OldTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {Transport} from '@modelcontextprotocol/sdk/shared/transport.js';
import {describe, expect, it, onTestFinished} from 'vitest';
import {serveToolboxOverHttp} from '../../../source/core/toolbox/serve-http.ts';
import {
	beginSession,
	createWaitingTool,
	initialize,
	jsonHeaders,
	modernMessage,
	send,
	serveForTest,
} from '../../helpers/served-toolbox.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const token = 'a-token-that-is-long-enough';

const everyTool = ['current-time', 'calculate', 'list-directory', 'read-file', 'search-files', 'write-file'];

const connectOld = async (url: URL, headers: Record<string, string> = {}) => {
	const client = new OldClient({name: 'test', version: '1.0.0'});
	const transport = new OldTransport(url, {requestInit: {headers}});
	await client.connect(transport as Transport);
	onTestFinished(() => client.close());
	return {client, transport};
};

const connectNew = async (url: URL, mode: 'legacy' | 'auto' | {readonly pin: string}) => {
	const client = new Client({name: 'test', version: '1.0.0'}, {versionNegotiation: {mode}});
	await client.connect(new StreamableHTTPClientTransport(url));
	onTestFinished(() => client.close());
	return client;
};

describe('the toolbox over Streamable HTTP', () => {
	it('serves a client of SDK 1.x, in a session that it can end', async () => {
		const {mcp, root} = await serveForTest();
		await writeFile(path.join(root, 'a.txt'), 'hello');
		const {client, transport} = await connectOld(mcp);
		expect(client.getServerVersion()).toMatchObject({name: 'mcp-tui-toolbox', version: '1.2.3'});
		expect((await client.listTools()).tools.map(({name}) => name)).toEqual(everyTool);
		const read = await client.callTool({name: 'read-file', arguments: {path: 'a.txt'}});
		expect(read).toMatchObject({content: [{type: 'text', text: 'hello'}]});
		expect(await client.ping()).toEqual({});
		const session = transport.sessionId;
		await transport.terminateSession();
		const after = await send(mcp, {
			headers: {...jsonHeaders, 'mcp-session-id': String(session)},
			body: JSON.stringify({jsonrpc: '2.0', id: 9, method: 'tools/list'}),
		});
		expect(after.status).toBe(404);
	});

	it.each([['legacy'], ['auto'], [{pin: '2026-07-28'}]] as const)(
		'serves a client of SDK 2.x that negotiates %j',
		async mode => {
			const {mcp} = await serveForTest();
			const client = await connectNew(mcp, mode);
			expect((await client.listTools()).tools.map(({name}) => name)).toEqual(everyTool);
			expect(await client.callTool({name: 'calculate', arguments: {expression: '6 * 7'}})).toMatchObject({
				content: [{type: 'text', text: '42'}],
				structuredContent: {expression: '6 * 7', result: 42},
			});
			await expect(client.callTool({name: 'nothing', arguments: {}})).rejects.toThrow('nothing');
		},
	);

	it('answers a message of 2026-07-28 that anybody can write, without a session', async () => {
		const {mcp, records} = await serveForTest();
		const called = await send(
			mcp,
			modernMessage('tools/call', {name: 'calculate', arguments: {expression: '1 + 1'}}),
		);
		expect(called.status).toBe(200);
		expect(called.json()).toMatchObject({id: 1, result: {structuredContent: {result: 2}}});
		expect(called.headers['mcp-session-id']).toBeUndefined();
		expect(records).toMatchObject([
			{method: 'POST', path: '/mcp', what: 'tools/call calculate', status: 200},
		]);
	});

	it('neither lists nor runs write-file in plan mode, in either generation', async () => {
		const {mcp, root} = await serveForTest({mode: 'plan'});
		const call = {name: 'write-file', arguments: {path: 'a.txt', content: 'x'}};
		for (const mode of ['legacy', {pin: '2026-07-28'}] as const) {
			const client = await connectNew(mcp, mode);
			expect((await client.listTools()).tools.map(({name}) => name)).toEqual(everyTool.slice(0, -1));
			await expect(client.callTool(call)).rejects.toThrow('write-file');
		}
		await expect(access(path.join(root, 'a.txt'))).rejects.toThrow('ENOENT');
	});

	it('offers tools of the user beside its own', async () => {
		const {mcp, rest} = await serveForTest({customTools: [createWaitingTool().tool]});
		const client = await connectNew(mcp, 'auto');
		expect((await client.listTools()).tools.map(({name}) => name)).toEqual([...everyTool, 'wait']);
		expect((await send(rest, {path: '/tools/wait'})).json()).toMatchObject({name: 'wait'});
	});

	it('cancels a call of a session when its client says so', async () => {
		const {tool, begun, aborted} = createWaitingTool();
		const {mcp} = await serveForTest({customTools: [tool]});
		const {client} = await connectOld(mcp);
		const stop = new AbortController();
		const calling = client.callTool({name: 'wait', arguments: {}}, undefined, {signal: stop.signal});
		await waitUntil(() => begun() === 1);
		stop.abort('enough');
		await expect(calling).rejects.toThrow('enough');
		await waitUntil(() => aborted() === 1);
		expect((await client.listTools()).tools).toHaveLength(everyTool.length + 1);
	});

	it('has no stream to get, and says what is possible', async () => {
		const {mcp} = await serveForTest();
		for (const method of ['GET', 'PUT', 'PATCH', 'OPTIONS']) {
			const answer = await send(mcp, {method, headers: {accept: 'text/event-stream'}});
			expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, DELETE']);
			expect(answer.json()).toMatchObject({jsonrpc: '2.0', error: {code: -32_000}, id: null});
		}
	});

	it('wants a session for everything but its beginning, and knows its own', async () => {
		const {mcp} = await serveForTest();
		const list = JSON.stringify({jsonrpc: '2.0', id: 2, method: 'tools/list'});
		expect((await send(mcp, {headers: jsonHeaders, body: list})).status).toBe(400);
		expect((await send(mcp, {headers: {...jsonHeaders, 'mcp-session-id': 'other'}, body: list})).status).toBe(
			404,
		);
		const headers = await beginSession(mcp);
		expect((await send(mcp, {headers, body: list})).text).toContain('"calculate"');
	});

	it('forgets a session that nobody used for half an hour', async () => {
		let now = 0;
		const {mcp} = await serveForTest({now: () => now});
		const list = JSON.stringify({jsonrpc: '2.0', id: 2, method: 'tools/list'});
		const headers = await beginSession(mcp);
		now += 29 * 60_000;
		expect((await send(mcp, {headers, body: list})).status).toBe(200);
		now += 29 * 60_000;
		expect((await send(mcp, {headers, body: list})).status).toBe(200);
		now += 31 * 60_000;
		expect((await send(mcp, {headers, body: list})).status).toBe(404);
	});

	it('listens at both loopback addresses, under the same port', async () => {
		const {mcp, rest} = await serveForTest();
		const six = new URL(mcp);
		six.hostname = '[::1]';
		expect((await send(six, initialize)).status).toBe(200);
		const named = await send(rest, {path: '/health', headers: {host: `localhost:${rest.port}`}});
		expect(named.json()).toEqual({status: 'ok'});
	});

	it('serves both at one port if that is wanted', async () => {
		const probe = createServer();
		await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve));
		const {port} = probe.address() as AddressInfo;
		await new Promise(resolve => probe.close(resolve));
		const {mcp, rest} = await serveForTest({mcpPort: port, restPort: port});
		expect(mcp.port).toBe(rest.port);
		expect((await send(mcp, initialize)).status).toBe(200);
		expect((await send(rest, {path: '/health'})).status).toBe(200);
		expect((await send(rest, {path: '/nowhere'})).status).toBe(404);
	});

	it('says that a port is in use, and leaves nothing open', async () => {
		const {mcp} = await serveForTest();
		const probe = createServer();
		await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve));
		const {port} = probe.address() as AddressInfo;
		await new Promise(resolve => probe.close(resolve));
		const options = {mode: 'act', version: '1', now: Date.now, newId: () => '1'} as const;
		const outcome = await serveToolboxOverHttp({...options, mcpPort: port, restPort: Number(mcp.port)});
		expect(outcome).toEqual({
			type: 'refused',
			failure: {
				code: 'port-in-use',
				message: `Port ${mcp.port} is in use at 127.0.0.1.`,
				hint: 'Choose another one, or 0 for any that is free.',
			},
		});
		await expect(send(new URL(`http://127.0.0.1:${port}/mcp`), initialize)).rejects.toThrow('ECONNREFUSED');
	});

	it('says that an address is not of this machine', async () => {
		const options = {mode: 'act', version: '1', now: Date.now, newId: () => '1', mcpPort: 0} as const;
		const outcome = await serveToolboxOverHttp({...options, host: '192.0.2.1'});
		expect(outcome).toMatchObject({
			type: 'refused',
			failure: {message: '192.0.2.1 is not an address of this machine.'},
		});
	});

	it('can be reached at every address, with its token', async () => {
		const {mcp} = await serveForTest({host: '0.0.0.0', token});
		expect(mcp.hostname).toBe('127.0.0.1');
		expect((await send(mcp, initialize)).status).toBe(401);
		const {client} = await connectOld(mcp, {authorization: `Bearer ${token}`});
		expect((await client.listTools()).tools).toHaveLength(everyTool.length);
		const other = new URL(mcp);
		other.hostname = '127.0.0.5';
		const headers = {...initialize.headers, authorization: `Bearer ${token}`};
		expect((await send(other, {...initialize, headers})).status).toBe(200);
	});

	it('searches files for all sessions in one thread', async () => {
		const {mcp, root} = await serveForTest();
		await writeFile(path.join(root, 'a.txt'), 'some words in a line\n'.repeat(200_000));
		const live = new Set<Worker>();
		let most = 0;
		const onThread = (message: unknown): void => {
			const {worker} = message as {readonly worker: Worker};
			live.add(worker);
			most = Math.max(most, live.size);
			worker.once('exit', () => live.delete(worker));
		};
		subscribe('worker_threads', onThread);
		onTestFinished(() => void unsubscribe('worker_threads', onThread));
		const sessions = await Promise.all(Array.from({length: 8}, () => connectOld(mcp)));
		const search = {name: 'search-files', arguments: {query: 'words.*nowhere', isRegex: true}};
		await Promise.all(sessions.map(({client}) => client.callTool(search)));
		expect(most).toBeGreaterThan(0);
		// One may be about to end while the next begins.
		expect(most).toBeLessThanOrEqual(2);
	});

	it('lets browsers show its answers to the pages that are named, and to no others', async () => {
		const origin = 'https://app.example';
		const {mcp} = await serveForTest({allowedOrigins: [origin], token});
		const asked = await send(mcp, {
			method: 'OPTIONS',
			headers: {
				origin,
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'authorization, content-type, mcp-protocol-version',
			},
		});
		expect(asked.status).toBe(204);
		expect(asked.headers).toMatchObject({
			'access-control-allow-origin': origin,
			'access-control-allow-methods': 'GET, POST, DELETE',
			'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
			vary: 'Origin',
		});
		const headers = {...initialize.headers, origin, authorization: `Bearer ${token}`};
		const allowed = await send(mcp, {...initialize, headers});
		expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, origin]);
		// Nobody said that other pages may read what comes back, not even our own.
		const own = await send(mcp, {...initialize, headers: {...headers, origin: mcp.origin}});
		expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, undefined]);
		const local = await send(mcp, {...initialize, headers: {...headers, origin: 'http://localhost:3000'}});
		expect([local.status, local.headers['access-control-allow-origin']]).toEqual([403, undefined]);
		const refused = await send(mcp, {
			method: 'OPTIONS',
			headers: {origin: 'http://localhost:3000', 'access-control-request-method': 'POST'},
		});
		expect(refused.headers['access-control-allow-origin']).toBeUndefined();
	});
});
