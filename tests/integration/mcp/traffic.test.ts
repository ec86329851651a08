import type {Transport} from '@modelcontextprotocol/client';
import {McpServer} from '@modelcontextprotocol/server';
import {describe, expect, it} from 'vitest';
import {createTrafficLog} from '../../../source/core/mcp/traffic/traffic-log.ts';
import type {InMemoryServer} from '../../../source/domain/server.ts';
import type {TrafficEntry} from '../../../source/domain/traffic.ts';
import {serverConfig, useServers} from '../../helpers/mcp-servers.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {modernServer, oldStreamableServer} from '../../servers/http-generations.ts';
import {listen, sendStatus, startHttpHost} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {callEcho, open, openFailing, remoteConfig} from './open-remote.ts';

const createLog = () =>
	createTrafficLog({now: Date.now, elapsed: () => performance.now(), redact: value => value});

const shape = ({direction, kind, method}: TrafficEntry): string =>
	`${direction === 'out' ? '→' : '←'} ${kind} ${method}`.trim();

describe('traffic of a server', () => {
	it('holds the handshake, the lists and a call with its answer as they were on the wire', async () => {
		const {log, record} = createLog();
		const {connect, call} = useServers([serverConfig('echo')], process.env, {record});
		await connect();
		await call('echo', 'echo', {text: 'hello'});
		const rows = log.entries().map(shape);
		expect(rows.slice(0, 4)).toEqual([
			'← connection',
			'→ request initialize',
			'← response initialize',
			'→ notification notifications/initialized',
		]);
		expect(rows.slice(-2)).toEqual(['→ request tools/call', '← response tools/call']);
		const answer = log.entries().at(-1);
		// Our packing of results is not what the server sent.
		expect(log.messageOf(answer?.number ?? 0)).toEqual({
			jsonrpc: '2.0',
			id: answer?.id,
			result: {content: [{type: 'text', text: 'hello'}]},
		});
		expect(answer?.latency).toBeGreaterThanOrEqual(0);
		expect(log.find(answer?.other ?? 0)).toMatchObject({method: 'tools/call', subject: 'echo'});
		expect(log.latencyOf('echo')?.count).toBeGreaterThanOrEqual(3);
	});

	it('holds what a server asks, what it is answered, and what it tells', async () => {
		const {log, record} = createLog();
		const {connect, call} = useServers([serverConfig('asking')], process.env, {record});
		await connect();
		await call('asking', 'raw', {method: 'ping'});
		await call('asking', 'raw', {method: 'no/such'});
		await call('asking', 'log', {count: 1});
		const ping = log.entries().find(({method, direction}) => method === 'ping' && direction === 'in');
		expect(ping).toMatchObject({kind: 'request'});
		expect(log.find(ping?.other ?? 0)).toMatchObject({kind: 'response', direction: 'out', method: 'ping'});
		const refused = log.entries().find(({kind}) => kind === 'error');
		expect(refused).toMatchObject({direction: 'out', method: 'no/such'});
		expect(log.entries().some(entry => shape(entry) === '← notification notifications/message')).toBe(true);
	});

	it('holds why a server did not start, and why one was lost', async () => {
		const {log, record} = createLog();
		const missing = serverConfig('echo', {name: 'missing', command: '/nowhere/at/all'});
		const crashing = serverConfig('crash-before-handshake');
		const {connect, call} = useServers([missing, crashing, serverConfig('echo')], process.env, {record});
		await connect();
		const of = (server: string) => log.entries().filter(entry => entry.server === server);
		expect(of('missing').map(({kind, error}) => [kind, error])).toEqual([
			['connection', expect.stringMatching(/could not be started/)],
		]);
		expect(of('crash-before-handshake').some(({error}) => error?.includes('exited'))).toBe(true);
		await call('echo', 'exit', {code: 3});
		await waitUntil(() => of('echo').some(({error}) => error?.includes('exited with code 3') === true));
	});

	it('holds a server inside the process, too', async () => {
		const {log, record} = createLog();
		const config: InMemoryServer = {
			name: 'inside',
			type: 'in-memory',
			connectTimeout: 10_000,
			requestTimeout: 10_000,
			retryAttempts: 0,
			loadTools: true,
			loadPrompts: true,
			excludeTools: [],
			disabled: false,
		};
		const server = new McpServer({name: 'inside', version: '1.0.0'});
		server.registerTool('echo', {}, async () => ({content: [{type: 'text', text: 'from within'}]}));
		const serveLocally = (channel: unknown) => server.connect(channel as Transport);
		await callEcho(await open(config, {serveLocally, record}));
		expect(log.entries().at(-1)).toMatchObject({kind: 'response', method: 'tools/call', server: 'inside'});
	});
});

describe('traffic over HTTP', () => {
	it.each([
		['of the old generation', oldStreamableServer],
		['of the new generation', modernServer],
	])('is matched with a server %s', async (_, serve) => {
		const {log, record} = createLog();
		const {url} = await listen(serve());
		await callEcho(await open(remoteConfig('http', url), {record}));
		const answer = log.entries().find(({kind, method}) => kind === 'response' && method === 'tools/call');
		expect(log.find(answer?.other ?? 0)).toMatchObject({kind: 'request', method: 'tools/call'});
	});

	it('tells how a request was turned down', async () => {
		const {log, record} = createLog();
		const {url} = await startHttpHost((_, response) => sendStatus(response, 503, 'busy'));
		await openFailing(remoteConfig('http', url), {record});
		const [first] = log.entries().filter(({kind}) => kind === 'request');
		expect(first).toBeDefined();
		expect(log.find(first?.other ?? 0)).toMatchObject({
			kind: 'connection',
			error: expect.stringContaining('503'),
		});
	});

	it('holds no answer that was only made here in place of a lost one', async () => {
		const {log, record} = createLog();
		const {url} = await startHttpHost(
			legacyServer({
				instead: (seen, response) => {
					if (seen.message.method !== 'tools/call') return false;
					response.writeHead(200, {'content-type': 'text/event-stream'});
					response.end(': nothing\n\n');
					return true;
				},
			}),
		);
		const connection = await open(remoteConfig('http', url), {record});
		await expect(callEcho(connection)).rejects.toThrow('ended the stream');
		const call = log.entries().find(({kind, method}) => kind === 'request' && method === 'tools/call');
		expect(log.find(call?.other ?? 0)).toMatchObject({kind: 'connection', size: 0});
		expect(log.entries().some(({kind, method}) => kind === 'error' && method === 'tools/call')).toBe(false);
	});
});
