import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import type {ServerConfig} from '../../source/domain/server.ts';

/** The host as one file, bundled the way the program is. */
export const bundleHost = async (): Promise<{
	readonly file: string;
	readonly remove: () => Promise<void>;
}> => {
	const folder = await mkdtemp(join(tmpdir(), 'mcp-tui-orphans-'));
	const file = join(folder, 'host.cjs');
	await build({
		entryPoints: [fileURLToPath(new URL('./orphan-host.ts', import.meta.url))],
		outfile: file,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		logLevel: 'error',
	});
	return {file, remove: () => rm(folder, {recursive: true, force: true})};
};

/** Starts the host in a process group of its own and waits until its servers run. */
export const startHost = async (file: string, servers: readonly ServerConfig[]): Promise<ChildProcess> => {
	const host = spawn(process.execPath, [file, JSON.stringify(servers)], {
		detached: true,
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	await new Promise<void>((resolve, reject) => {
		createInterface({input: host.stdout}).once('line', () => resolve());
		host.once('exit', code => reject(new Error(`The host exited with ${code}`)));
	});
	return host;
};
