import {readFileSync} from 'node:fs';
import {spawn} from '@lydell/node-pty';
import {loadTypescript} from '../scripts/load-typescript.mjs';

const {createEmulator} = await loadTypescript('tests/helpers/terminal-emulator.ts');
export const {createTestHome} = await loadTypescript('tests/helpers/test-home.ts');

export const cols = 120;
export const rows = 40;

// Fields 14 and 15 of /proc/pid/stat count in hundredths of a second; the name before them may hold spaces.
const readCpuSeconds = pid => {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
	return (Number(fields[11]) + Number(fields[12])) / 100;
};

const readResidentMiB = pid =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * Runs a program in a pseudo-terminal and says when something arrived, to the moment the bytes came in.
 * @param {readonly string[]} command
 * @param {{home: {folder: string, env: Record<string, string>}}} options
 */
export const startSession = ([file, ...args], {home}) => {
	const emulator = createEmulator(cols, rows);
	const waiters = new Set();
	const chunks = [];
	let byteCount = 0;
	let hasEnded = false;

	const startedAt = performance.now();
	const pty = spawn(file, args, {
		cols,
		rows,
		cwd: home.folder,
		env: home.env,
		name: 'xterm-256color',
		encoding: null,
	});
	pty.onData(chunk => {
		const at = performance.now();
		byteCount += chunk.length;
		chunks.push(chunk);
		emulator.terminal.write(chunk, () => {
			for (const waiter of [...waiters]) waiter(at);
		});
	});
	const exited = new Promise(resolve => {
		pty.onExit(() => {
			hasEnded = true;
			resolve(performance.now());
		});
	});
	emulator.terminal.onData(data => {
		if (!hasEnded) pty.write(data);
	});

	/** When the bytes came in that made `isTrue` true of the screen. */
	const waitFor = (isTrue, {timeout = 60_000, what = isTrue} = {}) =>
		new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				waiters.delete(check);
				reject(new Error(`${what} did not come true. The screen:\n${emulator.screen().join('\n')}`));
			}, timeout);
			const check = at => {
				if (!isTrue(emulator.screen())) return;
				clearTimeout(timer);
				waiters.delete(check);
				resolve(at);
			};
			waiters.add(check);
			check(performance.now());
		});

	return {
		startedAt,
		exited,
		waitFor,
		screen: emulator.screen,
		write: text => pty.write(text),
		byteCount: () => byteCount,
		output: () => Buffer.concat(chunks).toString('utf8'),
		cpuSeconds: () => readCpuSeconds(pty.pid),
		residentMiB: () => readResidentMiB(pty.pid),
		async end() {
			if (!hasEnded) pty.kill('SIGTERM');
			const patience = setTimeout(() => pty.kill('SIGKILL'), 5000);
			await exited;
			clearTimeout(patience);
			emulator.terminal.dispose();
		},
	};
};

/** The program itself has drawn, not only its launcher: the footer is there. */
export const isLoaded = screen => screen.some(line => /^\S.*\? keys/.test(line));

/** The prompt of the program, and of the programs it is compared with, shows `draft`. */
export const promptShows = draft => screen =>
	screen.some(line => line.includes(`›${draft === '' ? '' : ` ${draft}`}`));
