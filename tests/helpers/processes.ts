import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {type WaitOptions, waitUntil} from './wait-until.ts';

export type ProcessEntry = {
	readonly pid: number;
	readonly parent: number;
	readonly state: string;
	readonly command: string;
};

/** Every process of this machine. */
export const listProcesses = (): ProcessEntry[] =>
	execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,state=,command='], {
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	})
		.split('\n')
		.flatMap(line => {
			const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
			return pid === undefined ? [] : [{pid: Number(pid), parent: Number(parent), state, command}];
		});

// A zombie has ended; only its parent has not noticed yet.
const isRunning = ({state}: ProcessEntry): boolean => !state.startsWith('Z');

export const isAlive = (pid: number): boolean =>
	listProcesses().some(entry => entry.pid === pid && isRunning(entry));

/** The living children of a process, their children, and so on. */
export const descendantsOf = (pid: number): ProcessEntry[] => {
	const all = listProcesses().filter(isRunning);
	const found: ProcessEntry[] = [];
	const parents = new Set([pid]);
	// Repeated, because a child may be listed before its parent.
	for (let before = -1; before !== found.length; ) {
		before = found.length;
		for (const entry of all) {
			if (!parents.has(entry.parent) || parents.has(entry.pid)) continue;
			parents.add(entry.pid);
			found.push(entry);
		}
	}
	return found;
};

const environmentOf = (pid: string): readonly string[] => {
	try {
		return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
	} catch {
		// It ended while we looked, or belongs to somebody else.
		return [];
	}
};

/**
 * The living processes whose environment has `name=value`, orphans included. Children that get only a few
 * variables keep HOME, so a home of its own identifies whatever a test has started.
 */
export const findByEnvironment = (name: string, value: string): ProcessEntry[] => {
	const wanted = `${name}=${value}`;
	const all = listProcesses().filter(isRunning);
	if (process.platform === 'linux') {
		const pids = new Set(
			readdirSync('/proc')
				.filter(pid => /^\d+$/.test(pid) && environmentOf(pid).includes(wanted))
				.map(Number),
		);
		return all.filter(({pid}) => pids.has(pid));
	}
	const lines = execFileSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], {encoding: 'utf8'}).split(
		'\n',
	);
	const pids = new Set(
		lines.filter(line => ` ${line} `.includes(` ${wanted} `)).map(line => Number.parseInt(line, 10)),
	);
	return all.filter(({pid}) => pids.has(pid));
};

/** Waits until `find` finds nothing; otherwise names the survivors. */
export const waitUntilGone = (
	find: () => readonly ProcessEntry[],
	options: WaitOptions = {},
): Promise<void> =>
	waitUntil(() => find().length === 0, {
		interval: 100,
		describe: () =>
			`Still running:\n${find()
				.map(({pid, command}) => `${pid} ${command}`)
				.join('\n')}`,
		...options,
	});
