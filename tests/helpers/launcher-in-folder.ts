import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, expect} from 'vitest';
import {builtProgram, disposeTerminals} from './terminal.ts';

/** A folder for each test, in which the built program keeps everything that it keeps. */
export const launcherInFolder = () => {
	let folder = '';

	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-launcher-'));
	});

	afterEach(async () => {
		await disposeTerminals();
		rmSync(folder, {recursive: true, force: true});
	});

	const place = () => ({
		folder,
		home: path.join(folder, 'home'),
		cacheFolder: path.join(folder, 'home', 'cache'),
	});

	const run = (
		args: readonly string[],
		{program = builtProgram, env = {}}: {program?: string; env?: object} = {},
	) => {
		const result = spawnSync(process.execPath, [program, ...args], {
			encoding: 'utf8',
			env: {PATH: process.env.PATH, HOME: folder, MCP_TUI_HOME: place().home, ...env},
		});
		return {code: result.status, stdout: result.stdout, stderr: result.stderr};
	};

	const cacheFiles = (part: string): readonly string[] =>
		// While a running program writes the next one, that is a file of its own.
		readdirSync(place().cacheFolder).filter(name => name.startsWith(`${part}-`) && !name.endsWith('.tmp'));

	const cacheFile = (part = 'code'): string => {
		const names = cacheFiles(part);
		expect(names).toHaveLength(1);
		return path.join(place().cacheFolder, names[0] ?? '');
	};

	return {place, run, cacheFiles, cacheFile};
};

export const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
