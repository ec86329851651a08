import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';
import {createReaper} from '../../../source/core/mcp/transports/reaper.ts';
import {createStdioTransport} from '../../../source/core/mcp/transports/stdio-transport.ts';
import {serverConfig, serverFile} from '../../helpers/mcp-servers.ts';
import {bundleHost, startHost} from '../../helpers/orphan-host-process.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {descendantsOf, living, reapersOf} from './process-table.ts';

let host: Awaited<ReturnType<typeof bundleHost>>;
beforeAll(async () => {
	host = await bundleHost();
});
afterAll(() => host.remove());

const tell = (way: string) => (child: ChildProcess) => {
	child.stdin?.write(`${way}\n`);
};

/** As a terminal does it: to everyone in the foreground. */
const signalGroup = (signal: NodeJS.Signals) => (child: ChildProcess) => {
	if (child.pid !== undefined) process.kill(-child.pid, signal);
};

const signalOnly = (signal: NodeJS.Signals) => (child: ChildProcess) => {
	child.kill(signal);
};

const endAll = (pids: readonly number[]) => {
	for (const pid of living(pids)) process.kill(pid, 'SIGKILL');
};

const waysOut: readonly (readonly [string, (child: ChildProcess) => void])[] = [
	['closes its servers and returns', tell('close')],
	['calls process.exit', tell('exit')],
	['throws an error', tell('throw')],
	['has an unhandled rejection', tell('reject')],
	['gets SIGTERM', signalOnly('SIGTERM')],
	['gets SIGHUP', signalGroup('SIGHUP')],
	['gets SIGINT', signalGroup('SIGINT')],
	['gets SIGQUIT', signalGroup('SIGQUIT')],
	['gets SIGKILL', signalOnly('SIGKILL')],
	['gets SIGKILL with its whole group', signalGroup('SIGKILL')],
];

/** The entry of a server whose processes leave its group, and what they are once it has started. */
const escapingServer = (mode = '') => {
	const file = join(createTemporaryFolder(), 'pids.json');
	const pids = (): readonly number[] => JSON.parse(readFileSync(file, 'utf8'));
	onTestFinished(() => endAll(existsSync(file) ? pids() : []));
	return {config: serverConfig('escaping', {args: [serverFile('escaping'), file, mode]}), pids};
};

describe('a process of a server that left its group and session is not alive after the program', () => {
	it.each(waysOut)('%s', async (_way, end) => {
		const {config, pids} = escapingServer();
		const child = await startHost(host.file, [config, serverConfig('echo')]);
		const bystander = spawn(process.execPath, [serverFile('grandchild')], {detached: true, stdio: 'ignore'});
		const others = [bystander.pid ?? 0];
		onTestFinished(() => endAll([...others, ...descendantsOf(child.pid ?? 0), child.pid ?? 0]));
		expect(living(pids())).toHaveLength(2);
		const exited = new Promise(resolve => child.once('exit', resolve));
		end(child);
		await exited;
		await vi.waitFor(() => expect(living(pids())).toEqual([]), {timeout: 30_000, interval: 100});
		expect(living(others)).toEqual(others);
	});
});

describe('no descendant of a server is alive after the program', () => {
	it.each(waysOut)('%s', async (_way, end) => {
		const child = await startHost(host.file, [
			serverConfig('stubborn'),
			serverConfig('stubborn', {name: 'second'}),
			serverConfig('echo'),
		]);
		const family = descendantsOf(child.pid ?? 0);
		// Should this test fail, it does not leave them behind either.
		onTestFinished(() => endAll([...family, child.pid ?? 0]));
		// Two servers with a child each, one without, and the reaper.
		expect(family).toHaveLength(6);
		const exited = new Promise(resolve => child.once('exit', resolve));
		end(child);
		await exited;
		await vi.waitFor(() => expect(living(family)).toEqual([]), {timeout: 30_000, interval: 100});
	});
});

describe('the reaper', () => {
	it('is one for all servers, and is replaced when somebody ends it', async () => {
		const child = await startHost(host.file, [serverConfig('stubborn'), serverConfig('echo')]);
		const pid = child.pid ?? 0;
		const family = descendantsOf(pid);
		onTestFinished(() => endAll([...family, pid]));
		const [first, ...others] = reapersOf(pid);
		expect(others).toEqual([]);
		process.kill(first ?? 0, 'SIGKILL');
		await vi.waitFor(
			() => {
				expect(reapersOf(pid)).toHaveLength(1);
				expect(reapersOf(pid)).not.toContain(first);
			},
			{timeout: 20_000, interval: 100},
		);
		child.kill('SIGKILL');
		await vi.waitFor(() => expect(living(family)).toEqual([]), {timeout: 30_000, interval: 100});
	});

	it('does not keep the program running, and goes with its last server', async () => {
		const child = await startHost(host.file, [serverConfig('echo')]);
		const family = descendantsOf(child.pid ?? 0);
		onTestFinished(() => endAll([...family, child.pid ?? 0]));
		const code = new Promise(resolve => child.once('exit', resolve));
		child.stdin?.write('close\n');
		expect(await code).toBe(0);
		await vi.waitFor(() => expect(living(family)).toEqual([]), {timeout: 30_000, interval: 100});
	});
});

describe('closing a server', () => {
	it('ends what has left its group, and what has no environment of ours left', async () => {
		const {config, pids} = escapingServer('scrubbed');
		const {command, args} = config;
		const environment = {PATH: process.env.PATH ?? ''};
		const transport = createStdioTransport({command, args, environment, reaper: createReaper()});
		await transport.start();
		await vi.waitFor(() => expect(living(pids())).toHaveLength(3), {timeout: 20_000});
		await transport.close();
		expect(living(pids())).toEqual([]);
	});

	it('ends what has left the group of a server that went first', async () => {
		const {config, pids} = escapingServer();
		const {command, args} = config;
		const environment = {PATH: process.env.PATH ?? ''};
		const transport = createStdioTransport({command, args, environment, reaper: createReaper()});
		await transport.start();
		await vi.waitFor(() => expect(living(pids())).toHaveLength(2), {timeout: 20_000});
		process.kill(transport.pid() ?? 0, 'SIGKILL');
		await vi.waitFor(() => expect(living(pids())).toEqual([]), {timeout: 30_000, interval: 100});
	});

	it('is finished only when its whole family is gone', async () => {
		const {command, args} = serverConfig('stubborn');
		const transport = createStdioTransport({
			command,
			args,
			environment: {PATH: process.env.PATH ?? ''},
			reaper: createReaper(),
		});
		await transport.start();
		const pid = transport.pid() ?? 0;
		await vi.waitFor(() => expect(descendantsOf(pid)).toHaveLength(1), {timeout: 20_000});
		const family = [pid, ...descendantsOf(pid)];
		await Promise.all([transport.close(), transport.close()]);
		expect(living(family)).toEqual([]);
	});
});
