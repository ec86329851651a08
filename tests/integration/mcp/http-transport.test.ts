import {describe, expect, it} from 'vitest';
import {lostReason} from '../../../source/core/mcp/transports/lost-answer.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {modernServer, oldStreamableServer} from '../../servers/http-generations.ts';
import {
	listen,
	type SeenRequest,
	sendResult,
	sendStatus,
	startEvents,
	startHttpHost,
} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {ask, callEcho, open, remoteConfig} from './open-remote.ts';

const isCall = ({message}: SeenRequest): boolean => message.method === 'tools/call';

describe('both generations', () => {
	it('talks to a server on SDK 1.x', async () => {
		const {url} = await listen(oldStreamableServer());
		const connection = await open(remoteConfig('http', url));
		expect(connection.way).toEqual({transport: 'http', era: 'legacy'});
		expect(connection.transport.sessionId).toBeTypeOf('string');
		expect(await callEcho(connection)).toEqual({content: [{type: 'text', text: 'from the old one'}]});
	});

	it('talks to a server that knows only 2026-07-28', async () => {
		const {url} = await listen(modernServer());
		const connection = await open(remoteConfig('http', url));
		expect(connection.way).toEqual({transport: 'http', era: 'modern'});
		expect(await callEcho(connection)).toMatchObject({content: [{type: 'text', text: 'from the new one'}]});
	});

	it('prefers the new protocol where a server speaks both', async () => {
		const {url} = await listen(modernServer('stateless'));
		expect((await open(remoteConfig('http', url))).way.era).toBe('modern');
	});
});

describe('results', () => {
	it('come as the server sent them, in spite of entries that the SDK would not take', async () => {
		const result = {content: [{type: 'hologram'}, {type: 'text', text: 'here'}], more: 1};
		const {url} = await startHttpHost(
			legacyServer({
				instead: (seen, response) => {
					if (isCall(seen)) sendResult(seen, response, result);
					return isCall(seen);
				},
			}),
		);
		const connection = await open(remoteConfig('http', url));
		expect(await callEcho(connection)).toEqual(result);
		const {tools} = (await ask(connection, 'tools/list')) as {tools: unknown[]};
		expect(tools).toHaveLength(1);
	});

	it('are not lost when a tool promised structured content and gave none', async () => {
		const {url} = await startHttpHost(legacyServer());
		const {client} = await open(remoteConfig('http', url));
		const toolDefinition = {
			name: 'echo',
			inputSchema: {type: 'object' as const},
			outputSchema: {type: 'object' as const},
		};
		await expect(client.callTool({name: 'echo'}, {toolDefinition})).resolves.toBeDefined();
	});
});

describe('the session', () => {
	it('ends the connection when the server has forgotten it', async () => {
		let session = 'one';
		const {url} = await startHttpHost(legacyServer({session: () => session}));
		const {client, transport} = await open(remoteConfig('http', url));
		session = 'two';
		await expect(client.ping()).rejects.toThrow('no longer knows our session');
		expect(transport.end()).toEqual({type: 'session-lost', status: 404});
	});

	it('is not lost because a tool speaks of sessions', async () => {
		const {url} = await startHttpHost(
			legacyServer({
				session: () => 'one',
				instead: (seen, response) => {
					if (isCall(seen)) sendStatus(response, 400, 'checkout session closed after payment');
					return isCall(seen);
				},
			}),
		);
		const connection = await open(remoteConfig('http', url));
		await expect(callEcho(connection)).rejects.toThrow('HTTP status 400: checkout session');
		expect(connection.transport.end()).toBeUndefined();
	});

	it('counts as lost also when the server says so with 400', async () => {
		let isRestarted = false;
		const {url} = await startHttpHost(
			legacyServer({
				session: () => 'one',
				instead: (_seen, response) => {
					if (isRestarted) sendStatus(response, 400, 'Bad Request: No valid session ID provided');
					return isRestarted;
				},
			}),
		);
		const {client, transport} = await open(remoteConfig('http', url));
		isRestarted = true;
		await expect(client.ping()).rejects.toThrow('no longer knows our session');
		expect(transport.end()).toEqual({type: 'session-lost', status: 400});
	});

	it('survives a request that the server turns down', async () => {
		const {url} = await startHttpHost(
			legacyServer({
				session: () => 'one',
				instead: (seen, response) => {
					if (isCall(seen)) sendStatus(response, 400, 'no such argument');
					return isCall(seen);
				},
			}),
		);
		const connection = await open(remoteConfig('http', url));
		await expect(callEcho(connection)).rejects.toThrow('HTTP status 400: no such argument');
		await expect(ask(connection, 'tools/list')).resolves.toBeDefined();
		expect(connection.transport.end()).toBeUndefined();
	});

	it.each([
		[true, 1],
		[false, 0],
	])('is ended with DELETE on close if that is wanted: %s', async (terminateOnClose, count) => {
		const host = await startHttpHost(legacyServer({session: () => 'one'}));
		const {transport} = await open(remoteConfig('http', host.url, {terminateOnClose}));
		await transport.close();
		const farewells = host.seen.filter(({method}) => method === 'DELETE');
		expect(farewells).toHaveLength(count);
		for (const {headers} of farewells) expect(headers['mcp-session-id']).toBe('one');
	});

	it('is given up on close when the server does not answer the farewell', async () => {
		const {url} = await startHttpHost(
			legacyServer({session: () => 'one', instead: seen => seen.method === 'DELETE'}),
		);
		const {transport} = await open(remoteConfig('http', url));
		await transport.close();
		expect(transport.end()).toEqual({type: 'closed'});
	});
});

describe('a server that goes away', () => {
	it('is noticed by the next request', async () => {
		const host = await startHttpHost(legacyServer());
		const {client, transport} = await open(remoteConfig('http', host.url));
		await host.stop();
		// The first may still go over the old connection, which then breaks.
		await waitUntil(async () => {
			await client.ping().catch(() => {});
			return transport.end() !== undefined;
		});
		expect(transport.end()).toMatchObject({type: 'unreachable', systemCode: 'ECONNREFUSED'});
	});

	it('is noticed without a request where it had a stream open', async () => {
		const host = await startHttpHost(
			legacyServer({
				session: () => 'one',
				instead: (seen, response) => {
					if (seen.method !== 'GET') return false;
					startEvents(response);
					response.write('retry: 50\n\n');
					return true;
				},
			}),
		);
		const {transport} = await open(remoteConfig('http', host.url));
		await waitUntil(() => host.seen.some(({method}) => method === 'GET'));
		await host.stop();
		await waitUntil(() => transport.end() !== undefined);
		expect(transport.end()).toMatchObject({type: 'unreachable', systemCode: 'ECONNREFUSED'});
	});

	it('fails a call whose stream it cuts, and says that the answer is lost', async () => {
		const {url} = await startHttpHost(
			legacyServer({
				instead: (seen, response) => {
					if (!isCall(seen)) return false;
					startEvents(response);
					response.write(': working\n\n', () => response.destroy());
					return true;
				},
			}),
		);
		const connection = await open(remoteConfig('http', url));
		const error = await callEcho(connection).catch((reason: unknown) => reason);
		expect(lostReason(error)).toBeDefined();
		expect(connection.transport.end()).toBeUndefined();
	});

	it('fails a call whose stream ends without an answer', async () => {
		const {url} = await startHttpHost(
			legacyServer({
				instead: (seen, response) => {
					if (!isCall(seen)) return false;
					startEvents(response);
					response.end();
					return true;
				},
			}),
		);
		const error = await callEcho(await open(remoteConfig('http', url))).catch((reason: unknown) => reason);
		expect(lostReason(error)).toBeDefined();
	});
});

describe('the config object of the user', () => {
	it('reaches a server of the old generation with the handshake', async () => {
		const host = await startHttpHost(legacyServer());
		await open(remoteConfig('http', host.url, {metadata: {region: 'north'}}));
		const hello = host.seen.find(({message}) => message.method === 'initialize');
		expect(hello?.message.params).toMatchObject({
			_meta: {'mcp-tui/config': {region: 'north'}},
			capabilities: {experimental: {'mcp-tui/config': {region: 'north'}}},
		});
	});

	it('reaches a server of the new generation with the handshake and every request', async () => {
		const seen: {method: string; params: unknown}[] = [];
		const serve = modernServer();
		const {url} = await listen((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => seen.push(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
			serve(request, response);
		});
		await callEcho(await open(remoteConfig('http', url, {metadata: {region: 'north'}})));
		const [discover, call] = seen;
		expect(discover).toMatchObject({
			method: 'server/discover',
			params: {_meta: {'mcp-tui/config': {region: 'north'}}},
		});
		expect(JSON.stringify(call?.params)).toContain('"mcp-tui/config":{"region":"north"}');
	});
});

it('sends its headers to the server with every request', async () => {
	const host = await startHttpHost(legacyServer({session: () => 'one'}));
	const {client, transport} = await open(remoteConfig('http', host.url), {access: {headers: {'X-Key': 'k'}}});
	await client.ping().catch(() => {});
	await transport.close();
	expect(host.seen.map(({headers}) => headers['x-key'])).toEqual(host.seen.map(() => 'k'));
});
