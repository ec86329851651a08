import {execFile} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {within} from './within.ts';

/** A process in a session of its own, or whose parent is gone, still has what its environment began with. */
export const markName = 'MCP_TUI_SERVER_RUN';

type ProcessRow = {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
	/** When it began: an id alone may have been given to another process since. */
	readonly start: string;
	readonly hasMark: (mark: string) => boolean | Promise<boolean>;
};

const readText = (file: string): string => {
	try {
		return readFileSync(file, 'latin1');
	} catch {
		// It has just ended, or belongs to another user.
		return '';
	}
};

const linuxRow = (pid: string): readonly ProcessRow[] => {
	const stat = readText(`/proc/${pid}/stat`);
	// The command, in parentheses, may itself contain spaces and parentheses.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state = 'X', parent, group] = fields;
	const start = fields[19];
	if (start === undefined || state === 'Z' || state === 'X') return [];
	// Asynchronous: reading the environment of a process that hangs may block.
	const hasMark = async (mark: string) =>
		`\0${await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')}`.includes(`\0${mark}\0`);
	return [{pid: Number(pid), parent: Number(parent), group: Number(group), start, hasMark}];
};

let table: readonly ProcessRow[] | undefined;

/** Servers that are closed in the same moment share one look. */
const linuxRows = (): readonly ProcessRow[] => {
	if (table === undefined) {
		table = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? linuxRow(name) : []));
		setImmediate(() => {
			table = undefined;
		});
	}
	return table;
};

const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/;

/** With `-E` each command is followed by its environment. */
const darwinRows = (): Promise<readonly ProcessRow[]> =>
	new Promise(resolve => {
		execFile(
			'/bin/ps',
			['-A', '-E', '-ww', '-o', 'pid=,ppid=,pgid=,state=,lstart=,command='],
			{env: {LC_ALL: 'C'}, maxBuffer: 64 * 1024 * 1024},
			(_error, stdout) =>
				resolve(
					stdout.split('\n').flatMap(line => {
						const [, pid, parent, group, state = 'Z', start, command] = psLine.exec(line) ?? [];
						if (start === undefined || state.startsWith('Z')) return [];
						const hasMark = (mark: string) => ` ${command} `.includes(` ${mark} `);
						return [{pid: Number(pid), parent: Number(parent), group: Number(group), start, hasMark}];
					}),
				),
		);
	});

const listProcesses = async (): Promise<readonly ProcessRow[]> => {
	if (process.platform === 'linux') return linuxRows();
	return process.platform === 'darwin' ? darwinRows() : [];
};

const keyOf = ({pid, start}: ProcessRow): string => `${pid} ${start}`;

/** Those that lead back to a process by their parents. */
const descendantsIn = (rows: readonly ProcessRow[], ancestor: number): readonly ProcessRow[] => {
	const family = new Set([ancestor]);
	// Repeated, because a child may stand before its parent.
	for (let before = 0; before !== family.size; ) {
		before = family.size;
		for (const {pid, parent} of rows) if (family.has(parent)) family.add(pid);
	}
	return rows.filter(({pid}) => pid !== ancestor && family.has(pid));
};

const signal = (rows: readonly ProcessRow[], name: NodeJS.Signals): void => {
	for (const {pid} of rows)
		try {
			process.kill(pid, name);
		} catch {
			// It has ended meanwhile.
		}
};

const patience = {look: 500, terminate: 500, kill: 500};
const pollInterval = 20;
/** A process may start another in the moment in which it is ended. */
const rounds = 3;

/** The processes of one server that are not in its group, because they asked for a session of their own. */
export type ServerFamily = {
	/** Ends them. They are looked for now, while parents are there to lead to them, and once more when `isOver`. */
	readonly endOutsiders: (isOver: Promise<unknown>) => Promise<void>;
};

export const createServerFamily = (
	leader: number,
	mark: string,
	/** While it has not ended, its id is its own. */
	isLeaderThere: () => boolean,
): ServerFamily => {
	const isOutside = ({pid, group}: ProcessRow) => group !== leader && pid !== leader && pid !== process.pid;
	// Only what began after the server can belong to it, so that few environments need to be read.
	const first = process.platform === 'linux' ? Number(linuxRow(String(leader))[0]?.start ?? 0) : 0;
	const mayBelong = ({start}: ProcessRow) => first === 0 || Number(start) >= first;

	const belongs = async (row: ProcessRow, known: ReadonlySet<string>): Promise<boolean> =>
		isOutside(row) && (known.has(keyOf(row)) || (mayBelong(row) && (await row.hasMark(mark))));

	const find = async (known: ReadonlySet<string>): Promise<readonly ProcessRow[]> => {
		const found: ProcessRow[] = [];
		const looks = (await listProcesses()).map(async row => {
			if (await belongs(row, known)) found.push(row);
		});
		await within(Promise.all(looks), patience.look);
		return found;
	};

	const hasOutsider = async (rows: readonly ProcessRow[]): Promise<boolean> => {
		const family = new Set(descendantsIn(rows, leader));
		const looks = rows.filter(isOutside).map(async row => family.has(row) || row.hasMark(mark));
		return (await Promise.all(looks)).includes(true);
	};

	const findUntil = async (known: ReadonlySet<string>, limit: number): Promise<readonly ProcessRow[]> => {
		const giveUpAt = performance.now() + limit;
		for (;;) {
			const left = await find(known);
			if (left.length === 0 || performance.now() >= giveUpAt) return left;
			await new Promise(resolve => setTimeout(resolve, pollInterval));
		}
	};

	return {
		endOutsiders: async isOver => {
			const before = isLeaderThere() ? listProcesses() : undefined;
			await isOver;
			// Where a look takes a process of its own, servers that never had an outsider do not wait for a second one.
			if (process.platform !== 'linux' && before !== undefined && !(await hasOutsider(await before))) return;
			const known = new Set(
				descendantsIn((await before) ?? [], leader)
					.filter(isOutside)
					.map(keyOf),
			);
			let left = await find(known);
			if (left.length === 0) return;
			signal(left, 'SIGTERM');
			left = await findUntil(known, patience.terminate);
			for (let round = 0; round < rounds && left.length > 0; round += 1) {
				signal(left, 'SIGKILL');
				left = await findUntil(known, patience.kill / rounds);
			}
		},
	};
};
