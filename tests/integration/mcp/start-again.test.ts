import {readFileSync} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {join} from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import {remoteConfig, serverConfig, serverFile, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {startHttpHost} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';

const signal = new AbortController().signal;

const unready = (exits: number, retryAttempts: number) => {
	const file = join(createTemporaryFolder(), 'starts');
	const args = [serverFile('unready'), file, String(exits)];
	return {
		config: serverConfig('unready', {args, retryAttempts}),
		starts: () => readFileSync(file, 'utf8').length,
	};
};

describe('a start that fails', () => {
	it('of a process that ends twice before it works is tried again, and told at once', async () => {
		const {config, starts} = unready(2, 3);
		const {servers, call, reported} = useServers([config], process.env, {now: Date.now});
		expect(await servers.start('unready', signal)).toMatchObject({type: 'ready'});
		expect(starts()).toBe(3);
		expect(reported.map(({status}) => status.type)).toEqual([
			'connecting',
			'reconnecting',
			'connecting',
			'reconnecting',
			'connecting',
			'ready',
		]);
		expect(reported[1]?.status).toMatchObject({
			attempt: 1,
			attempts: 3,
			failure: {code: 'server-exited', message: expect.stringContaining('exited with code 1')},
		});
		expect(textOf(await call('unready', 'ping'))).toBe('pong');
	});

	it('of a process that always ends in the same way is given up after three times', async () => {
		const {config, starts} = unready(99, 5);
		const {servers} = useServers([config], process.env, {now: Date.now});
		expect(await servers.start('unready', signal)).toMatchObject({
			type: 'failed',
			stderr: ['the database is not there yet'],
		});
		expect(starts()).toBe(3);
	});

	it.each([
		['whose command is not there', {command: 'mcp-tui-no-such-command'}],
		['whose command a shell does not find', {command: 'sh', args: ['-c', 'mcp-tui-no-such-command']}],
		['that may not be executed', {command: serverFile('echo'), args: []}],
		[
			'that wants a key which is not there',
			{args: ['-e', 'console.error("Error: WEATHER_KEY is required"); process.exit(1)']},
		],
	])('of a process %s is not tried again', async (_, more) => {
		const {servers, reported} = useServers([serverConfig('echo', {...more, retryAttempts: 5})]);
		expect(await servers.start('echo', signal)).toMatchObject({type: 'failed'});
		expect(reported.filter(({status}) => status.type === 'connecting')).toHaveLength(1);
	});

	/** A server that does so to every request until we have said that we will try again. */
	const startTroubled = async (trouble: (response: ServerResponse) => void) => {
		let isTroubled = true;
		const host = await startHttpHost(
			legacyServer({
				instead: (_, response) => {
					if (isTroubled) trouble(response);
					return isTroubled;
				},
			}),
		);
		return {
			url: `${host.url}/mcp`,
			recover: () => {
				isTroubled = false;
			},
		};
	};

	it.each<[string, (response: ServerResponse) => void, object]>([
		['does not answer in time is tried again', () => {}, {failure: {code: 'server-timeout'}}],
		[
			'says when to come again is tried again then',
			response => response.writeHead(503, {'retry-after': '2'}).end(),
			// The clock of these servers stands at 1000.
			{failure: {code: 'server-http-503'}, nextAt: 3000},
		],
	])('of a server on the network that %s', async (_, trouble, told) => {
		const {url, recover} = await startTroubled(trouble);
		const config = remoteConfig('http', url, {connectTimeout: 1000, retryAttempts: 3});
		const {servers, reported} = useServers([config]);
		const started = servers.start('http', signal);
		await vi.waitFor(() => expect(reported[1]?.status).toMatchObject({type: 'reconnecting', ...told}), 5000);
		recover();
		expect(await started).toMatchObject({type: 'ready'});
	});
});
