import {describe, expect, it} from 'vitest';
import {serverConfig, useServers} from '../../helpers/mcp-servers.ts';

const tenMinutes = 600_000;

describe('waiting for servers', () => {
	it('ends when the patience ends, and what is ready works meanwhile', async () => {
		const {servers, connect, call, status} = useServers(
			[serverConfig('silent', {connectTimeout: tenMinutes}), serverConfig('echo')],
			process.env,
			{patience: 3000},
		);
		while (status('echo')?.type !== 'ready') {
			await connect();
		}
		expect(status('silent')?.type).toBe('connecting');
		expect(servers.tools().map(({definition}) => definition.server)).toContain('echo');
		expect((await call('echo', 'echo', {text: 'hi'})).type).toBe('succeeded');
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
