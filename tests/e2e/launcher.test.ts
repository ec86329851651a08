import {spawnSync} from 'node:child_process';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {launcherInFolder, modeOf} from '../helpers/launcher-in-folder.ts';
import {builtProgram, startTerminal} from '../helpers/terminal.ts';
import {waitUntil} from '../helpers/wait-until.ts';

const {version} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
	version: string;
};

const {run, cacheFile, place} = launcherInFolder();

describe('the launcher', () => {
	it('answers --version and -v without the rest of the program', () => {
		const {folder, cacheFolder} = place();
		const alone = path.join(folder, 'mcp-tui.cjs');
		cpSync(builtProgram, alone);
		for (const flag of ['--version', '-v']) {
			expect(run([flag], {program: alone})).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
		}
		expect(existsSync(cacheFolder)).toBe(false);
	});

	it('says in one sentence what to do when Node is too old', () => {
		const {folder} = place();
		const older = path.join(folder, 'older.cjs');
		writeFileSync(older, "Object.defineProperty(process, 'versions', {value: {node: '18.19.1'}});");
		const {code, stdout, stderr} = run(['--version'], {env: {NODE_OPTIONS: `--require ${older}`}});
		expect(code).toBe(42);
		expect(stdout).toBe('');
		expect(stderr).toBe(
			'mcp-tui: Node 20 or newer is needed and this is Node 18.19.1: install a newer one and try again.\n',
		);
	});

	it('says in one sentence that the installation is damaged', () => {
		const {folder} = place();
		const alone = path.join(folder, 'mcp-tui.cjs');
		cpSync(builtProgram, alone);
		const missing = run(['--help'], {program: alone});
		expect(missing.code).toBe(1);
		expect(missing.stderr).toMatch(
			/^mcp-tui: it could not be loaded \(.*main\.cjs.*\): please install it again\.\n$/,
		);
		writeFileSync(path.join(folder, 'main.cjs'), 'this is not a program');
		const damaged = run(['--help'], {program: alone});
		expect(damaged.code).toBe(1);
		expect(damaged.stderr.trim().split('\n')).toHaveLength(1);
	});

	it('passes arguments, exit code and problems of the program on', () => {
		const {folder} = place();
		const alone = path.join(folder, 'mcp-tui.cjs');
		cpSync(builtProgram, alone);
		const bundle = path.join(folder, 'main.cjs');
		writeFileSync(bundle, 'exports.main = async words => (process.stdout.write(words.join("+")), 7);');
		expect(run(['a', 'b c'], {program: alone})).toEqual({code: 7, stdout: 'a+b c', stderr: ''});
		writeFileSync(bundle, 'exports.main = async () => { throw new Error("the sky fell"); };');
		expect(run([], {program: alone})).toEqual({
			code: 1,
			stdout: '',
			stderr: 'mcp-tui: it stopped because of an error: the sky fell\n',
		});
	});

	it('writes all output to a slow pipe before it ends', () => {
		const {folder} = place();
		const alone = path.join(folder, 'mcp-tui.cjs');
		cpSync(builtProgram, alone);
		writeFileSync(
			path.join(folder, 'main.cjs'),
			"exports.main = async () => (process.stdout.write('x'.repeat(3e6)), 0);",
		);
		const count = spawnSync('sh', ['-c', '"$1" "$2" | (sleep 0.3; wc -c)', 'sh', process.execPath, alone], {
			encoding: 'utf8',
		});
		expect(Number(count.stdout)).toBe(3_000_000);
	});
});

describe('the cache of compiled code', () => {
	it('is a private file in a private folder', () => {
		const {cacheFolder} = place();
		expect(run(['--help']).code).toBe(0);
		expect(modeOf(cacheFolder)).toBe('700');
		expect(modeOf(cacheFile())).toBe('600');
		const first = statSync(cacheFile()).mtimeMs;
		expect(run(['--help']).code).toBe(0);
		expect(statSync(cacheFile()).mtimeMs).toBe(first);
	});

	it('follows XDG_CACHE_HOME when there is no MCP_TUI_HOME', () => {
		const {folder} = place();
		run(['--help'], {env: {MCP_TUI_HOME: '', XDG_CACHE_HOME: path.join(folder, 'xdg')}});
		const caches = process.platform === 'darwin' ? 'Library/Caches/mcp-tui' : 'xdg/mcp-tui';
		expect(readdirSync(path.join(folder, caches))).toHaveLength(1);
	});

	it('may be damaged anywhere without harm', () => {
		const good = run(['--help']);
		const file = cacheFile();
		const intact = readFileSync(file);
		const damage = (change: (bytes: Buffer) => Buffer) => {
			writeFileSync(file, change(Buffer.from(intact)));
			expect(run(['--help'])).toEqual(good);
			expect(readFileSync(file).length).toBeGreaterThan(intact.length / 2);
		};
		for (const part of [0.0001, 0.1, 0.5, 0.9]) {
			damage(bytes => bytes.fill(0, Math.floor(bytes.length * part), Math.floor(bytes.length * part) + 64));
		}
		damage(bytes => bytes.subarray(0, 20));
		damage(() => Buffer.alloc(0));
		damage(bytes => bytes.subarray(0, bytes.length / 2));
	});

	it.skipIf(process.platform === 'win32')('is not trusted when somebody else could have written it', () => {
		run(['--help']);
		const file = cacheFile();
		chmodSync(file, 0o666);
		expect(run(['--help']).code).toBe(0);
		expect(modeOf(file)).toBe('600');
	});

	it('replaces the caches of other versions', () => {
		const {cacheFolder} = place();
		mkdirSync(cacheFolder, {recursive: true});
		writeFileSync(path.join(cacheFolder, 'code-v1.0.0-x64-old.bin'), 'old');
		run(['--help']);
		expect(cacheFile()).not.toContain('old');
	});

	it('may be impossible to write', () => {
		const {folder} = place();
		const blocked = path.join(folder, 'a-file');
		writeFileSync(blocked, '');
		const {code, stderr} = run(['--help'], {env: {MCP_TUI_HOME: blocked}});
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
	});

	it('is completed by a session that has stood for a while', async () => {
		const {folder} = place();
		run(['--help']);
		const short = statSync(cacheFile()).size;
		const terminal = startTerminal({home: folder, env: {MCP_TUI_HOME: path.join(folder, 'home')}});
		await waitUntil(() => statSync(cacheFile()).size > short);
		await terminal.dispose();
		expect(readFileSync(cacheFile())[0]).toBe(1);
	});
});
