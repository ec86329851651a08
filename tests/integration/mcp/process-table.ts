import {execFileSync} from 'node:child_process';

type ProcessRow = {readonly pid: number; readonly parent: number; readonly command: string};

/** What runs. A zombie does not: nobody has buried it, that is all. */
const runningProcesses = (): readonly ProcessRow[] =>
	execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], {encoding: 'utf8'})
		.split('\n')
		.map(line => line.trim().split(/\s+/))
		.filter(([, , state]) => state !== undefined && !state.startsWith('Z'))
		.map(([pid, parent, , ...command]) => ({
			pid: Number(pid),
			parent: Number(parent),
			command: command.join(' '),
		}));

/** Of these processes, the ones that still run. */
export const living = (pids: readonly number[]): readonly number[] =>
	runningProcesses()
		.map(({pid}) => pid)
		.filter(pid => pids.includes(pid));

export const descendantsOf = (ancestor: number): readonly number[] => {
	const table = runningProcesses();
	const below = (parent: number): readonly number[] =>
		table.filter(row => row.parent === parent).flatMap(row => [row.pid, ...below(row.pid)]);
	return below(ancestor);
};

/** The shell that outlives a host to end its servers. */
export const reapersOf = (host: number): readonly number[] =>
	runningProcesses()
		.filter(row => row.parent === host && row.command.endsWith('mcp-tui-reaper'))
		.map(({pid}) => pid);
