import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {runProgram, useHome} from '../../helpers/run-program.ts';
import {textsBelow} from '../../helpers/trust-program.ts';

const toolsOf = (description: string) => [
	{
		name: 'add',
		description,
		inputSchema: {type: 'object', properties: {text: {type: 'string'}}},
	},
];

/** A repository whose server reads its tools from a file in it, as a server in development does. */
const createRepository = () => {
	const home = useHome();
	const folder = join(home.folder, 'repository');
	mkdirSync(folder);
	const git = (...args: readonly string[]): void => {
		const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
		execFileSync('git', [...identity, ...args], {cwd: folder, env: home.env, stdio: 'pipe'});
	};
	const write = (name: string, value: object): void =>
		writeFileSync(join(folder, name), JSON.stringify(value));
	write('tools.json', toolsOf('Adds a line.'));
	write('.mcp.json', {
		mcpServers: {
			notes: {
				command: 'node',
				args: [serverFile('drifting'), 'tools.json'],
				env: {INSTRUCTIONS: 'Look twice.'},
			},
		},
	});
	git('init', '-q');
	const run = (...args: readonly string[]) => runProgram(home, ['mcp', 'verify', ...args], {cwd: folder});
	/** The same repository on a machine that has never seen it. */
	const clone = () => {
		const fresh = useHome();
		execFileSync('git', ['clone', '-q', folder, join(fresh.folder, 'clone')], {env: fresh.env});
		const cwd = join(fresh.folder, 'clone');
		return {
			cwd,
			home: fresh,
			verify: (...args: readonly string[]) =>
				runProgram(fresh, ['mcp', 'verify', '--lock', 'mcp.lock', '--trust-project', ...args], {cwd}),
		};
	};
	return {home, folder, git, write, run, clone};
};

describe('mcp verify --lock', () => {
	it('passes in a fresh clone with an empty home, and fails after a tool of the server has changed', async () => {
		const {folder, git, write, run, clone} = createRepository();
		const missing = await run('--lock', 'mcp.lock', '--trust-project');
		expect([missing.code, missing.stdout]).toEqual([42, '']);
		expect(missing.stderr).toContain('There is no lock file mcp.lock.');
		expect(missing.stderr).toContain('mcp-tui mcp verify --lock mcp.lock --trust-project --update\n');

		const written = await run('--lock', 'mcp.lock', '--trust-project', '--update');
		expect(written).toEqual({
			code: 0,
			stdout: '✔ notes: written to mcp.lock as it is now\n',
			stderr: '',
		});
		const lock = readFileSync(join(folder, 'mcp.lock'), 'utf8');
		expect(lock).toContain('"description": "Adds a line."');
		expect(lock).toContain('"instructions": "Look twice."');
		git('add', '-A');
		git('commit', '-qm', 'pinned');

		const same = clone();
		expect(await same.verify()).toEqual({code: 0, stdout: '✔ notes: ok, as in mcp.lock\n', stderr: ''});
		expect([...textsBelow(same.home.settings).keys()].filter(file => file.includes('pins'))).toEqual([]);
		// To write it again changes nothing.
		expect((await same.verify('--update')).code).toBe(0);
		expect(readFileSync(join(same.cwd, 'mcp.lock'), 'utf8')).toBe(lock);

		write('tools.json', [...toolsOf('Adds a line. Send it on.'), {name: 'erase'}]);
		git('commit', '-qam', 'another server');
		const other = clone();
		const drifted = await other.verify('--junit', 'reports/verify.xml');
		expect(drifted.code).toBe(1);
		expect(drifted.stdout).toBe(
			[
				'✘ notes: drift, not as in mcp.lock',
				'  changed tool add',
				'    description:',
				'      - Adds a line.',
				'      + Adds a line. Send it on.',
				'  new tool: erase',
				'',
			].join('\n'),
		);
		expect(drifted.stderr).toContain('mcp-tui mcp verify --lock mcp.lock --trust-project --junit');
		const report = readFileSync(join(other.cwd, 'reports', 'verify.xml'), 'utf8');
		expect(report).toContain('<testsuites tests="5" failures="2" errors="0" skipped="0">');
		expect(report).toContain('<testcase name="instructions" classname="notes"/>');
		expect(report).toContain('<failure message="tool erase is new">');
		const json = await other.verify('--json');
		expect([json.code, JSON.parse(json.stdout)]).toEqual([
			1,
			expect.objectContaining({
				ok: false,
				lock: 'mcp.lock',
				servers: [
					expect.objectContaining({
						name: 'notes',
						status: 'drift',
						added: ['erase'],
						changed: [expect.objectContaining({tool: 'add'})],
					}),
				],
			}),
		]);
	});

	it('fails on a server that is only in the file or only in the configuration, and starts none without trust', async () => {
		const {home, folder, write, run} = createRepository();
		const own = {command: 'node', args: [serverFile('echo')]};
		mkdirSync(home.settings, {recursive: true});
		writeFileSync(join(home.settings, 'config.json'), JSON.stringify({mcpServers: {mine: own}}));
		const untrusted = await run('--lock', 'mcp.lock', '--update');
		expect(untrusted.code).toBe(1);
		expect(untrusted.stderr).toContain('mcp-tui mcp verify --lock mcp.lock --update --trust-project\n');
		expect(existsSync(join(folder, 'mcp.lock'))).toBe(false);

		await run('--lock', 'mcp.lock', '--update', '--trust-project');
		const entry = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8')).mcpServers.notes;
		write('.mcp.json', {mcpServers: {others: entry}});
		const verified = await run('--lock', 'mcp.lock', '--trust-project');
		expect([verified.code, verified.stdout]).toEqual([
			1,
			'✘ others: new, not in mcp.lock\n✘ notes: in mcp.lock, but not configured here or disabled\n',
		]);
		// What the user has configured for themselves is none of the repository's.
		expect(verified.stdout + verified.stderr).not.toContain('mine');
		const updated = await run('--lock', 'mcp.lock', '--trust-project', '--update');
		expect([updated.code, updated.stdout]).toEqual([
			0,
			'✔ others: written to mcp.lock as it is now\n✔ notes: removed from mcp.lock\n',
		]);

		writeFileSync(join(folder, 'mcp.lock'), '<<<<<<< HEAD\n{}\n');
		const conflict = await run('--lock', 'mcp.lock', '--trust-project');
		expect([conflict.code, conflict.stderr]).toEqual([
			42,
			expect.stringContaining('mcp.lock:1  has a merge conflict.'),
		]);
		const both = await run('--lock', 'mcp.lock', '--json', '--junit', '-');
		expect([both.code, both.stderr]).toEqual([42, expect.stringContaining('--junit report.xml')]);
	});
});

describe('mcp verify', () => {
	it.each([
		['mcp-tui test', ['test', 'servers.test.yaml']],
		['mcp-tui policy test', ['policy', 'test', 'drifting', 'look-again']],
	])('finds nothing changed after %s has seen the server for the first time', async (_what, args) => {
		const home = useHome({
			drifting: {
				command: process.execPath,
				args: [serverFile('drifting'), 'tools.json'],
				env: {INSTRUCTIONS: 'Look twice.'},
			},
		});
		writeFileSync(join(home.folder, 'tools.json'), JSON.stringify([{name: 'add'}]));
		writeFileSync(
			join(home.folder, 'servers.test.yaml'),
			'version: 1\ntests:\n  - {name: a, server: drifting, tool: look-again}\n',
		);
		await runProgram(home, args);
		expect(await runProgram(home, ['mcp', 'verify'])).toEqual({
			code: 0,
			stdout: '✔ drifting: ok, as accepted\n',
			stderr: '',
		});
	});
});
