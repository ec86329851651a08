import {describe, expect, it, vi} from 'vitest';
import {serverConfig, useServers} from '../../helpers/mcp-servers.ts';

const tenMinutes = 600_000;

describe('waiting for servers', () => {
	it('connecting waits for a server that is slow, while those that are ready work', async () => {
		const {servers, call, status} = useServers([
			serverConfig('silent', {connectTimeout: tenMinutes}),
			serverConfig('echo'),
		]);
		let isOver = false;
		const stop = new AbortController();
		const connecting = servers.connect(stop.signal).then(() => {
			isOver = true;
		});
		await vi.waitFor(() => expect(status('echo')?.type).toBe('ready'), {timeout: 30_000});
		expect(servers.starting()).toEqual(['silent']);
		expect((await call('echo', 'echo', {text: 'hi'})).type).toBe('succeeded');
		expect(isOver).toBe(false);
		stop.abort();
		await connecting;
		expect(status('silent')?.type).toBe('connecting');
	});

	it('connecting waits again for a server that was left behind while it started', async () => {
		const {servers, connect, status} = useServers([serverConfig('slow-start')]);
		const stop = new AbortController();
		const first = servers.connect(stop.signal);
		await vi.waitFor(() => expect(status('slow-start')?.type).toBe('connecting'), {timeout: 30_000});
		stop.abort();
		await first;
		await connect();
		expect(status('slow-start')?.type).toBe('ready');
	});

	it('connecting does not name a server as starting from the moment it has failed', async () => {
		const named: (readonly string[])[] = [];
		const {servers} = useServers(
			[serverConfig('crash-before-handshake'), serverConfig('silent')],
			process.env,
			{
				onStatus: (server, status) => {
					if (server === 'crash-before-handshake' && status.type === 'failed') named.push(servers.starting());
				},
			},
		);
		const stop = new AbortController();
		const connecting = servers.connect(stop.signal);
		await vi.waitFor(() => expect(named).toEqual([['silent']]), {timeout: 30_000});
		stop.abort();
		await connecting;
	});

	it('connecting tries a failed server again without waiting for it', async () => {
		let time = 0;
		const {servers, connect, status} = useServers(
			[serverConfig('crash-before-handshake'), serverConfig('echo')],
			process.env,
			{now: () => time},
		);
		await connect();
		expect(status('crash-before-handshake')?.type).toBe('failed');
		time += 20_000;
		const connecting = connect();
		expect(servers.starting()).not.toContain('crash-before-handshake');
		await connecting;
		await vi.waitFor(() => expect(status('crash-before-handshake')?.type).toBe('failed'), {timeout: 30_000});
	});

	it('leaves a server that has just failed alone for a while', async () => {
		let time = 0;
		const {connect, reported} = useServers([serverConfig('crash-before-handshake')], process.env, {
			now: () => time,
		});
		const starts = () => reported.filter(({status}) => status.type === 'connecting').length;
		await connect();
		expect(starts()).toBe(1);
		time += 5000;
		await connect();
		expect(starts()).toBe(1);
		time += 6000;
		await connect();
		expect(starts()).toBe(2);
	});
});
