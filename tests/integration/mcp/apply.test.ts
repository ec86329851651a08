import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import {serverConfig, serverFile, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {isAlive} from '../../helpers/processes.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const patient = {timeout: 30_000};

type Running = ReturnType<typeof useServers>;

const pidOf = async ({call}: Running, server: string): Promise<number> =>
	JSON.parse(textOf(await call(server, 'process'))).pid;

const [one, two] = [serverConfig('echo', {name: 'one'}), serverConfig('echo', {name: 'two'})];

describe('servers whose entries change while they run', () => {
	it('are not touched where the entry says the same', async () => {
		const running = useServers([one, two]);
		await running.connect();
		const before = await pidOf(running, 'one');
		const reportedBefore = running.reported.filter(({server}) => server === 'one').length;
		await running.servers.apply([{...one}, {...two, args: [...two.args, '--other']}]);
		await vi.waitFor(() => expect(running.status('two')?.type).toBe('ready'), patient);
		expect(await pidOf(running, 'one')).toBe(before);
		expect(running.reported.filter(({server}) => server === 'one')).toHaveLength(reportedBefore);
	});

	it('finish their calls where the entry says the same', async () => {
		const slow = serverConfig('slow');
		const running = useServers([slow, two]);
		await running.connect();
		const calling = running.call('slow', 'steps', {count: 5, pause: 100});
		await running.servers.apply([{...slow}]);
		expect((await calling).type).toBe('succeeded');
	});

	it('are replaced where it says something else, and run again if they ran', async () => {
		const running = useServers([one]);
		await running.connect();
		const before = await pidOf(running, 'one');
		await running.servers.apply([{...one, env: {FRESH: 'yes'}}]);
		expect(isAlive(before)).toBe(false);
		await vi.waitFor(() => expect(running.status('one')?.type).toBe('ready'), patient);
		expect(JSON.parse(textOf(await running.call('one', 'environment')))).toMatchObject({FRESH: 'yes'});
		expect(running.servers.configs()).toMatchObject([{env: {FRESH: 'yes'}}]);
	});

	it('are replaced without being started if they never were, unless they are eager', async () => {
		const {servers, status} = useServers([one, two]);
		await servers.apply([
			{...one, env: {A: '1'}},
			{...two, env: {A: '1'}, isEager: true},
		]);
		await vi.waitFor(() => expect(status('two')?.type).toBe('ready'), patient);
		expect(status('one')).toEqual({type: 'idle'});
	});

	it('end where there is no entry any more, and are told as disabled before they are gone', async () => {
		const running = useServers([one, two]);
		const {servers, reported, call, status} = running;
		await running.connect();
		const pid = await pidOf(running, 'two');
		await servers.apply([one]);
		expect(isAlive(pid)).toBe(false);
		expect(reported.at(-1)).toEqual({server: 'two', status: {type: 'disabled'}});
		expect(status('two')).toBeUndefined();
		expect(servers.configs()).toEqual([one]);
		expect(new Set(servers.tools().map(({definition}) => definition.server))).toEqual(new Set(['one']));
		expect(await call('two', 'echo', {text: 'x'})).toMatchObject({
			type: 'failed',
			failure: {code: 'unknown-server', hint: 'Servers in the config: one.'},
		});
	});

	it('end a call that is running, and are not brought back by it', async () => {
		const folder = createTemporaryFolder();
		const [list, starts] = [join(folder, 'tools.json'), join(folder, 'starts')];
		// A call of a tool that only reads is repeated when its server is lost.
		writeFileSync(list, JSON.stringify([{name: 'wait', annotations: {readOnlyHint: true}}]));
		const config = serverConfig('drifting', {args: [serverFile('drifting'), list, starts], retryAttempts: 3});
		const running = useServers([config]);
		const {servers, call, reported} = running;
		await running.connect();
		let hasBegun = false;
		const onProgress = (): void => {
			hasBegun = true;
		};
		const calling = call('drifting', 'wait', {}, {onProgress});
		await waitUntil(() => hasBegun);
		await servers.apply([]);
		expect(await calling).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('drifting')},
		});
		expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(1);
		expect(reported.at(-1)).toEqual({server: 'drifting', status: {type: 'disabled'}});
		expect(servers.statuses().size).toBe(0);
	});

	it('are idle when they are new, and start when they are needed', async () => {
		const {servers, reported, status, call} = useServers([one]);
		await servers.apply([one, two]);
		expect(reported).toEqual([{server: 'two', status: {type: 'idle'}}]);
		expect(status('two')).toEqual({type: 'idle'});
		expect(textOf(await call('two', 'echo', {text: 'hello'}))).toBe('hello');
	});

	it('come in the order of the entries', async () => {
		const {servers} = useServers([one, two]);
		await servers.apply([two, serverConfig('echo', {name: 'three'}), one]);
		expect(servers.configs().map(({name}) => name)).toEqual(['two', 'three', 'one']);
	});

	it('can be changed before the first of them was needed, and many times at once', async () => {
		const {servers, call} = useServers([one]);
		const calling = call('one', 'environment');
		await Promise.all([
			servers.apply([]),
			servers.apply([{...one, env: {A: '1'}}]),
			servers.apply([{...one, env: {A: '2'}}]),
		]);
		expect(['failed', 'succeeded']).toContain((await calling).type);
		expect(JSON.parse(textOf(await call('one', 'environment')))).toMatchObject({A: '2'});
	});

	it('stay as they are once everything is closed', async () => {
		const {servers, status} = useServers([one]);
		await servers.close();
		await servers.apply([two]);
		expect(status('two')).toBeUndefined();
	});
});

describe('a server that is switched on or off', () => {
	it('by its entry ends, and is there again when the entry says so', async () => {
		const running = useServers([one]);
		await running.connect();
		const pid = await pidOf(running, 'one');
		await running.servers.apply([{...one, disabled: true}]);
		expect(isAlive(pid)).toBe(false);
		expect(running.status('one')).toEqual({type: 'disabled'});
		await running.servers.apply([one]);
		expect(running.status('one')).toEqual({type: 'idle'});
	});

	it('in this run runs on when its entry says so afterwards', async () => {
		const running = useServers([{...one, disabled: true}]);
		await running.servers.setEnabled('one', true);
		const pid = await pidOf(running, 'one');
		await running.servers.apply([one]);
		expect(await pidOf(running, 'one')).toBe(pid);
	});

	it('in this run stays off when its entry says the same as before', async () => {
		const {servers, status} = useServers([one]);
		await servers.setEnabled('one', false);
		await servers.apply([{...one, env: {A: '1'}}]);
		expect(status('one')).toEqual({type: 'disabled'});
	});
});
