import {execFile} from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	existsSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {launcherInFolder, modeOf} from '../helpers/launcher-in-folder.ts';
import {builtProgram} from '../helpers/terminal.ts';

const {run, cacheFiles, cacheFile, place} = launcherInFolder();

describe('the libraries of the program', () => {
	const tour = ['-p', 'hello', '-m', 'demo/tour', '--approval', 'auto', '--strict-mcp-config'];
	const answered = expect.objectContaining({code: 0, stdout: expect.stringMatching(/in UTC \(UTC\+00:00\)/)});

	/** Without servers, so that it is over soon. */
	const script = (): readonly string[] => {
		const {folder} = place();
		const model = writeDemoScript(folder, {pace: 0, turns: [{steps: [{say: 'Spoken from a file.'}]}]});
		return ['-p', 'hello', '-m', model, '--strict-mcp-config'];
	};
	const spoken = {code: 0, stdout: 'Spoken from a file.\n', stderr: ''};

	const copyProgram = (): string => {
		const {folder} = place();
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

	const expectReplaced = ({code, stdout, stderr}: ReturnType<typeof run>): void => {
		expect(code).toBeGreaterThan(0);
		expect(stdout).toBe('');
		expect(stderr).toContain('mcp-tui was updated or removed while it ran: start it again.');
	};

	it.each<readonly [string, (file: string) => void]>([
		['of another version', file => appendFileSync(file, '\n// newer')],
		['half written', file => truncateSync(file, Math.floor(statSync(file).size / 2))],
		['gone', file => rmSync(file)],
	])('are not used where a file is %s, and nothing is kept of it', (_, change) => {
		const {cacheFolder} = place();
		const words = script();
		const program = copyProgram();
		change(path.join(path.dirname(program), 'zod.cjs'));
		expectReplaced(run(words, {program}));
		expect(existsSync(cacheFolder) ? cacheFiles('zod') : []).toEqual([]);
	});

	it('are not used where another file has the time of the one in the cache', () => {
		const words = script();
		const program = copyProgram();
		const file = path.join(path.dirname(program), 'zod.cjs');
		utimesSync(file, new Date(0), new Date(0));
		expect(run(words, {program})).toEqual(spoken);
		const kept = readFileSync(cacheFile('zod'));
		appendFileSync(file, '\n// newer');
		utimesSync(file, new Date(0), new Date(0));
		expectReplaced(run(words, {program}));
		expect(readFileSync(cacheFile('zod')).equals(kept)).toBe(true);
	});

	it('are asked for again once they are back', () => {
		const program = copyProgram();
		const library = path.join(path.dirname(program), 'zod.cjs');
		writeFileSync(
			path.join(path.dirname(program), 'main.cjs'),
			`exports.main = async () => {
				const fs = require('fs');
				const [library, aside] = ${JSON.stringify([library, `${library}.aside`])};
				fs.renameSync(library, aside);
				try { require('./zod.cjs'); } catch (error) { process.stdout.write(error.message); }
				fs.renameSync(aside, library);
				process.stdout.write(' ' + typeof require('./zod.cjs').zod);
				return 0;
			};`,
		);
		expect(run([], {program})).toEqual({
			code: 0,
			stdout: 'mcp-tui was updated or removed while it ran: start it again. object',
			stderr: '',
		});
		// The launcher was not built with this main file.
		expect(cacheFiles('code')).toEqual([]);
		cacheFile('zod');
	});

	it('may be used by several programs that all write the first cache', async () => {
		const {folder, cacheFolder} = place();
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
