import {execFile, spawnSync} from 'node:child_process';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {builtProgram, disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {waitUntil} from '../helpers/wait-until.ts';

const {version} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
	version: string;
};

let folder: string;
let cacheFolder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-launcher-'));
	cacheFolder = path.join(folder, 'home', 'cache');
});

afterEach(async () => {
	await disposeTerminals();
	rmSync(folder, {recursive: true, force: true});
});

const run = (
	args: readonly string[],
	{program = builtProgram, env = {}}: {program?: string; env?: object} = {},
) => {
	const result = spawnSync(process.execPath, [program, ...args], {
		encoding: 'utf8',
		env: {PATH: process.env.PATH, HOME: folder, MCP_TUI_HOME: path.join(folder, 'home'), ...env},
	});
	return {code: result.status, stdout: result.stdout, stderr: result.stderr};
};

const cacheFiles = (part: string): readonly string[] =>
	// While a running program writes the next one, that is a file of its own.
	readdirSync(cacheFolder).filter(name => name.startsWith(`${part}-`) && !name.endsWith('.tmp'));

const cacheFile = (part = 'code'): string => {
	const names = cacheFiles(part);
	expect(names).toHaveLength(1);
	return path.join(cacheFolder, names[0] ?? '');
};

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

describe('the launcher', () => {
	it('answers --version and -v without the rest of the program', () => {
		const alone = path.join(folder, 'mcp-tui.cjs');
		cpSync(builtProgram, alone);
		for (const flag of ['--version', '-v']) {
			expect(run([flag], {program: alone})).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
		}
		expect(existsSync(cacheFolder)).toBe(false);
	});

	it('says in one sentence what to do when Node is too old', () => {
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
		expect(run(['--help']).code).toBe(0);
		expect(modeOf(cacheFolder)).toBe('700');
		expect(modeOf(cacheFile())).toBe('600');
		const first = statSync(cacheFile()).mtimeMs;
		expect(run(['--help']).code).toBe(0);
		expect(statSync(cacheFile()).mtimeMs).toBe(first);
	});

	it('follows XDG_CACHE_HOME when there is no MCP_TUI_HOME', () => {
		run(['--help'], {env: {MCP_TUI_HOME: '', XDG_CACHE_HOME: path.join(folder, 'xdg')}});
		const place = process.platform === 'darwin' ? 'Library/Caches/mcp-tui' : 'xdg/mcp-tui';
		expect(readdirSync(path.join(folder, place))).toHaveLength(1);
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
		mkdirSync(cacheFolder, {recursive: true});
		writeFileSync(path.join(cacheFolder, 'code-v1.0.0-x64-old.bin'), 'old');
		run(['--help']);
		expect(cacheFile()).not.toContain('old');
	});

	it('may be impossible to write', () => {
		const blocked = path.join(folder, 'a-file');
		writeFileSync(blocked, '');
		const {code, stderr} = run(['--help'], {env: {MCP_TUI_HOME: blocked}});
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
	});

	it('is completed by a session that has stood for a while', async () => {
		run(['--help']);
		const short = statSync(cacheFile()).size;
		const terminal = startTerminal({home: folder, env: {MCP_TUI_HOME: path.join(folder, 'home')}});
		await waitUntil(() => statSync(cacheFile()).size > short);
		await terminal.dispose();
		expect(readFileSync(cacheFile())[0]).toBe(1);
	});
});

describe('the libraries of the program', () => {
	const tour = ['-p', 'hello', '-m', 'demo/tour', '--approval', 'auto', '--strict-mcp-config'];
	const answered = expect.objectContaining({code: 0, stdout: expect.stringMatching(/in UTC \(UTC\+00:00\)/)});

	/** Without servers, so that it is over soon. */
	const script = (): readonly string[] => {
		const model = writeDemoScript(folder, {pace: 0, turns: [{steps: [{say: 'Spoken from a file.'}]}]});
		return ['-p', 'hello', '-m', model, '--strict-mcp-config'];
	};
	const spoken = {code: 0, stdout: 'Spoken from a file.\n', stderr: ''};

	const copyProgram = (): string => {
		cpSync(path.dirname(builtProgram), path.join(folder, 'program'), {recursive: true});
		return path.join(folder, 'program', path.basename(builtProgram));
	};

	it('are not looked at before one is needed', () => {
		const program = copyProgram();
		for (const name of ['libraries.cjs', 'zod.cjs']) rmSync(path.join(path.dirname(program), name));
		expect(run(['--help'], {program})).toMatchObject({code: 0, stderr: ''});
		expect(cacheFiles('libraries')).toEqual([]);
	});

	it('have private caches of their own, written once for each that is used', () => {
		expect(run(tour)).toEqual(answered);
		const first = ['libraries', 'zod'].map(part => {
			expect(modeOf(cacheFile(part))).toBe('600');
			return statSync(cacheFile(part)).mtimeMs;
		});
		expect(run(tour)).toEqual(answered);
		expect(['libraries', 'zod'].map(part => statSync(cacheFile(part)).mtimeMs)).toEqual(first);

		const contents = readFileSync(cacheFile('libraries')).readInt32LE(0);
		expect(run(script())).toEqual(spoken);
		const more = readFileSync(cacheFile('libraries')).readInt32LE(0);
		expect(more & contents).toBe(contents);
		expect(more).not.toBe(contents);
	});

	it('work from a cache that is damaged anywhere', () => {
		const words = script();
		expect(run(words)).toEqual(spoken);
		for (const part of ['libraries', 'zod']) {
			const file = cacheFile(part);
			const intact = readFileSync(file);
			for (const place of [0, 0.0001, 0.5]) {
				const damaged = Buffer.from(intact);
				damaged.fill(255, Math.floor(damaged.length * place), Math.floor(damaged.length * place) + 64);
				writeFileSync(file, damaged);
				expect(run(words)).toEqual(spoken);
			}
			writeFileSync(file, intact.subarray(0, 10));
			expect(run(words)).toEqual(spoken);
			expect(readFileSync(file).length).toBeGreaterThan(intact.length / 2);
		}
	});

	it('may be built anew: a cache belongs to one build', () => {
		const words = script();
		const program = copyProgram();
		expect(run(words, {program})).toEqual(spoken);
		const old = cacheFile('zod');
		const file = path.join(path.dirname(program), 'zod.cjs');
		utimesSync(file, new Date(0), new Date(0));
		expect(run(words, {program})).toEqual(spoken);
		expect(cacheFile('zod')).not.toBe(old);
	});

	it('may be used by several programs that all write the first cache', async () => {
		const environment = {PATH: process.env.PATH ?? '', HOME: folder, MCP_TUI_HOME: path.join(folder, 'home')};
		const words = script();
		const runs = Array.from({length: 4}, () => {
			const running = promisify(execFile)(process.execPath, [builtProgram, ...words], {env: environment});
			running.child.stdin?.end();
			return running;
		});
		for (const {stdout} of await Promise.all(runs)) expect(stdout).toBe(spoken.stdout);
		expect(run(words)).toEqual(spoken);
		expect(readdirSync(cacheFolder).filter(name => name.endsWith('.tmp'))).toEqual([]);
		for (const part of ['code', 'libraries', 'zod']) cacheFile(part);
	});
});
