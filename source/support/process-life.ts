import {readFile} from 'node:fs/promises';

/** When a process began, on Linux. Its id alone may have been given to another since. */
export const startOfProcess = async (pid: number): Promise<string | undefined> =>
	(await readProcess(pid))?.start;

const readProcess = async (
	pid: number,
): Promise<{readonly state: string; readonly start: string} | undefined> => {
	try {
		const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
		// The command, in parentheses, may itself contain spaces and parentheses.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const [state, start] = [fields[0], fields[19]];
		return state === undefined || start === undefined ? undefined : {state, start};
	} catch {
		// No such process, or no /proc at all: the caller asks the kernel in another way.
		return undefined;
	}
};

const exists = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException | undefined)?.code !== 'ESRCH';
	}
};

/** Whether the process with this id that began then is still at work. Where nobody knows when it began, the id counts. */
export const isProcessAlive = async (pid: number, start: string): Promise<boolean> => {
	if (!exists(pid)) {
		return false;
	}
	const found = await readProcess(pid);
	// A zombie does nothing more; another start means that the id was given to another process.
	return found === undefined || (found.state !== 'Z' && found.state !== 'X' && found.start === start);
};
