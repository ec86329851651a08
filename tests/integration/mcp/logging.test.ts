import {describe, expect, it} from 'vitest';
import type {JsonValue} from '../../../source/domain/json.ts';
import {serverConfig, useServers} from '../../helpers/mcp-servers.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const connected = async () => {
	const running = useServers([serverConfig('asking')]);
	await running.connect();
	return running;
};

describe('what a server prints beside its messages', () => {
	it('is there to be read while it runs, without an end of its own', async () => {
		const {servers, connect, call} = useServers([serverConfig('stderr-flood')]);
		expect(servers.printed('stderr-flood')).toEqual([]);
		await connect();
		await call('stderr-flood', 'flood', {megabytes: 1});
		await waitUntil(() => servers.printed('stderr-flood').length > 200);
		expect(servers.printed('stderr-flood')[0]).toBe('all work and no play');
		expect(servers.printed('stderr-flood')[50]).toMatch(/^… \S+ more lines$/);
		expect(servers.printed('nobody')).toEqual([]);
	});
});

describe('what a server logs', () => {
	it('is reported with level, logger and data', async () => {
		const {call, noticed} = await connected();
		await call('asking', 'log', {count: 1, level: 'warning', data: 'careful'});
		await waitUntil(() => noticed.length === 1);
		expect(noticed).toEqual([
			{
				server: 'asking',
				notice: {type: 'logged', level: 'warning', logger: 'asking', data: 'careful 0'},
			},
		]);
	});

	it('is kept as data when it is data, and cut when it is too much', async () => {
		const {call, noticed} = await connected();
		const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`);
		const values: JsonValue[] = [
			{a: [1, true, null]},
			null,
			'x'.repeat(50_000),
			{long: 'x'.repeat(50_000)},
			deep,
		];
		for (const value of values) await call('asking', 'log-value', {value});
		await waitUntil(() => noticed.length === values.length);
		const data = noticed.map(({notice}) => (notice.type === 'logged' ? notice.data : undefined));
		expect(data[0]).toEqual({a: [1, true, null]});
		expect(data[1]).toBeNull();
		expect(data[2]).toHaveLength(10_001);
		expect(data[3]).toMatch(/^\(\d+ characters of data, left out\)$/);
		expect(data[4]).toBe('(nested too deeply, left out)');
	});

	it('never floods: thousands of lines become a few and a count', async () => {
		const {call, noticed} = await connected();
		const count = 20_000;
		await call('asking', 'log', {count});
		const leftOut = () =>
			noticed.reduce(
				(sum, {notice}) =>
					sum + (notice.type === 'misbehaved' ? Number(/left out (\d+)/.exec(notice.message)?.[1]) : 0),
				0,
			);
		const logged = () => noticed.filter(({notice}) => notice.type === 'logged').length;
		await waitUntil(() => logged() + leftOut() === count);
		expect(noticed.length).toBeLessThan(count / 10);
	});

	it('does not crowd out what else the server reports', async () => {
		const {call, noticed} = await connected();
		await call('asking', 'log', {count: 1000});
		await call('asking', 'complete', {elicitationId: 'e1'});
		await waitUntil(() => noticed.some(({notice}) => notice.type === 'elicitation-completed'));
	});
});

describe('a resource that changes', () => {
	it('is reported, many changes of one as few', async () => {
		const {call, noticed} = await connected();
		await call('asking', 'touch', {count: 5000, uri: 'file:///a'});
		await call('asking', 'touch', {count: 1, uri: 'file:///b'});
		await waitUntil(() =>
			noticed.some(({notice}) => notice.type === 'resource-updated' && notice.uri === 'file:///b'),
		);
		// The last change is never lost: the window that dropped it ends with a report.
		await waitUntil(
			() =>
				noticed.filter(({notice}) => notice.type === 'resource-updated' && notice.uri === 'file:///a')
					.length >= 2,
		);
		expect(noticed.length).toBeLessThan(100);
	});
});
