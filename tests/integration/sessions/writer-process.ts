import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

export type Writer = {
	readonly pid: number;
	readonly lines: readonly string[];
	/** Resolves with the first line that begins so; rejects when the process ends without it. */
	readonly said: (beginning: string) => Promise<string>;
	readonly kill: () => Promise<void>;
};

/** Compiles the writer program, because Node 20 runs no TypeScript. */
export const buildWriter = async (folder: string): Promise<string> => {
	const outfile = join(folder, 'writer-program.mjs');
	await build({
		entryPoints: [fileURLToPath(new URL('./writer-program.ts', import.meta.url))],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
		logLevel: 'error',
	});
	return outfile;
};

const kill = async (child: ChildProcess): Promise<void> => {
	if (child.exitCode === null && child.signalCode === null) {
		const closed = once(child, 'close');
		child.kill('SIGKILL');
		await closed;
	}
};

export const startWriter = (program: string, ...args: readonly string[]): Writer => {
	const child = spawn(process.execPath, [program, ...args], {stdio: ['pipe', 'pipe', 'inherit']});
	const lines: string[] = [];
	const listeners = new Set<() => void>();
	let ended = false;
	const tell = () => {
		for (const listener of listeners) {
			listener();
		}
	};
	createInterface({input: child.stdout}).on('line', line => {
		lines.push(line);
		tell();
	});
	child.once('close', () => {
		ended = true;
		tell();
	});
	return {
		pid: child.pid ?? -1,
		lines,
		said: async beginning =>
			new Promise((resolve, reject) => {
				const look = () => {
					const line = lines.find(candidate => candidate.startsWith(beginning));
					if (line === undefined && !ended) {
						return;
					}

					listeners.delete(look);
					if (line === undefined) {
						reject(new Error(`The writer ended without "${beginning}": ${lines.join(', ')}`));
					} else {
						resolve(line);
					}
				};
				listeners.add(look);
				look();
			}),
		kill: async () => kill(child),
	};
};
