import {describe, expect, it} from 'vitest';
import {protocolVersions, type RemoteServer} from '../../../source/domain/server.ts';
import type {WorkingWay} from '../../../source/domain/server-ports.ts';
import {createFakeRequests} from '../../helpers/fake-requests.ts';
import {remoteConfig, serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {bothVersions} from '../../servers/http-both-versions.ts';
import {listen} from '../../servers/http-host.ts';

const signal = new AbortController().signal;
const ready = (protocolVersion: string) => ({type: 'ready', protocolVersion});

/** Connected to a server that offers both versions, with a user who answers its question. */
const connected = async (
	options: Parameters<typeof bothVersions>[0] = {},
	overrides: Partial<RemoteServer> = {},
) => {
	const both = bothVersions(options);
	const {url} = await listen(both.listener);
	const remembered: WorkingWay[] = [];
	const requests = createFakeRequests({elicit: async () => ({action: 'accept', content: {room: '7'}})});
	const running = useServers([remoteConfig('http', `${url}/mcp`, overrides)], process.env, {
		requests,
		memory: {recall: () => undefined, remember: (_config, way) => remembered.push(way)},
	});
	await running.connect();
	return {...both, ...running, requests, remembered, call: (tool: string) => running.call('http', tool)};
};

describe('what a server of 2026-07-28 logs', () => {
	it('arrives over HTTP, from a tool and from a prompt', async () => {
		const {call, servers, noticed, status} = await connected();
		expect(status('http')).toMatchObject(ready('2026-07-28'));
		await call('warn');
		await servers.getPrompt({server: 'http', prompt: 'advice'}, {}, signal);
		await waitUntil(() => noticed.length >= 2);
		expect(noticed.map(({notice}) => notice)).toMatchObject([
			{type: 'logged', level: 'warning', data: 'the disk is nearly full'},
			{type: 'logged', level: 'warning', data: 'the advice is old'},
		]);
	});

	it('is as little as the user wants', async () => {
		const {call, servers, noticed} = await connected();
		await servers.setLogLevel('http', 'error', signal);
		await call('warn');
		await servers.setLogLevel('http', 'warning', signal);
		await call('warn');
		await waitUntil(() => noticed.length > 0);
		expect(noticed).toHaveLength(1);
	});

	it('is asked for over stdio, too', async () => {
		const {call, servers} = useServers([serverConfig('modern-listen')]);
		expect(JSON.parse(textOf(await call('modern-listen', 'log')))).toMatchObject({level: 'info'});
		await servers.setLogLevel('modern-listen', 'debug', signal);
		const {log, level} = JSON.parse(textOf(await call('modern-listen', 'log')));
		expect(level).toBe('debug');
		expect(log).not.toContain('logging/setLevel');
	});
});

describe('a tool that asks the user in a way that 2026-07-28 does not have', () => {
	it.each(['look', 'typescript', 'python'])(
		'is called again with 2025-11-25 if it only reads, and that version is remembered: %s',
		async tool => {
			const {call, ran, requests, remembered, status} = await connected();
			expect(textOf(await call(tool))).toBe('accept {"room":"7"}');
			expect(requests.elicited).toMatchObject([{message: 'Which room?'}]);
			expect(ran.at(-1)).toBe(`${tool} 2025-11-25`);
			expect(status('http')).toMatchObject(ready('2025-11-25'));
			expect(remembered).toEqual([
				{transport: 'http', era: 'modern'},
				{transport: 'http', era: 'legacy'},
			]);
		},
	);

	it('is not called again by itself if it may change something, and works when it is', async () => {
		const {call, ran, requests, status} = await connected();
		expect(await call('book')).toEqual({
			type: 'failed',
			failure: {
				code: 'protocol-version',
				message:
					'elicitation via server-initiated requests is unavailable on 2026-07-28 connections. Server "http" is connected with MCP 2025-11-25 now, where this works. The call can be repeated if that does no harm: it may have done a part of its work.',
			},
		});
		expect(ran).toEqual(['book 2026-07-28']);
		expect(requests.elicited).toEqual([]);
		expect(status('http')).toMatchObject(ready('2025-11-25'));
		expect(textOf(await call('book'))).toBe('accept {"room":"7"}');
	});

	it('leaves the calls alone that run beside it', async () => {
		const {call, ran, finishSlow} = await connected();
		const slow = call('slow');
		await waitUntil(() => ran.includes('slow 2026-07-28'));
		expect(textOf(await call('look'))).toBe('accept {"room":"7"}');
		finishSlow();
		expect(textOf(await slow)).toBe('finished');
	});

	it('moves the connection once when several of them run at the same time', async () => {
		const {call, remembered} = await connected();
		const reports = await Promise.all([call('look'), call('python'), call('typescript')]);
		expect(reports.map(textOf)).toEqual(Array(3).fill('accept {"room":"7"}'));
		expect(remembered).toHaveLength(2);
	});

	it('is said to need a version that the server does not offer', async () => {
		const {call, ran, status} = await connected({offersOld: false});
		const advised = {
			type: 'failed',
			failure: {
				code: 'tool-error',
				message: expect.stringContaining('unavailable on 2026-07-28'),
				hint: 'It needs MCP 2025-11-25 for this, and its server does not offer that: ask its author to support it.',
			},
		};
		expect(await call('look')).toMatchObject(advised);
		expect(await call('look')).toMatchObject(advised);
		expect(ran).toHaveLength(2);
		expect(status('http')).toMatchObject(ready('2026-07-28'));
	});

	it('is not called over and over where 2025-11-25 does not let it ask either', async () => {
		const {call, ran} = await connected({asksAtAll: false});
		expect(await call('look')).toMatchObject({type: 'failed', failure: {code: 'tool-error'}});
		expect(ran).toEqual(['look 2026-07-28', 'look 2025-11-25']);
	});

	it('that returns its question instead is called with 2026-07-28 again', async () => {
		const {call, ran, status} = await connected();
		await call('look');
		expect(textOf(await call('returns'))).toBe('returned');
		expect(ran.slice(-2)).toEqual(['returns 2025-11-25', 'returns 2026-07-28']);
		expect(status('http')).toMatchObject(ready('2026-07-28'));
	});
});

describe('a version that the config of a server pins', () => {
	it.each(protocolVersions)('is the one that is spoken: %s', async protocolVersion => {
		const {status} = await connected({}, {protocolVersion});
		expect(status('http')).toMatchObject(ready(protocolVersion));
	});

	it('is kept where a tool needs another one, and named as the reason', async () => {
		const {call, status} = await connected({}, {protocolVersion: '2026-07-28'});
		expect(await call('look')).toMatchObject({
			type: 'failed',
			failure: {
				code: 'tool-error',
				hint: 'It needs MCP 2025-11-25 for this, and "protocolVersion" in the entry of its server in the config allows only 2026-07-28: change it, or remove it.',
			},
		});
		expect(status('http')).toMatchObject(ready('2026-07-28'));
	});

	it.each([
		['a server that does not have it', serverConfig('modern', {protocolVersion: '2025-11-25'})],
		[
			'a server that has only older ones',
			serverConfig('echo', {protocolVersion: '2026-07-28', connectTimeout: 1500}),
		],
		[
			'a server that answers with another one',
			serverConfig('old-handshake', {protocolVersion: '2025-11-25'}),
		],
	])('is named when %s does not connect', async (_what, config) => {
		const {connect, status} = useServers([config]);
		await connect();
		expect(status(config.name)).toMatchObject({
			type: 'failed',
			failure: {
				hint: expect.stringContaining(
					`"protocolVersion" in its entry in the config allows only ${config.protocolVersion}: change it, or remove it`,
				),
			},
		});
	});

	it('is named when a server on the network does not have it', async () => {
		const {status} = await connected({offersOld: false}, {protocolVersion: '2025-11-25'});
		expect(status('http')).toMatchObject({
			type: 'failed',
			failure: {hint: expect.stringContaining('"protocolVersion" in its entry in the config allows only')},
		});
	});
});
