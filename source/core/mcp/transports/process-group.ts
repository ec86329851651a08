import {spawn} from 'node:child_process';

const pollInterval = 20;
const patience = {endOfInput: 400, terminate: 1200, kill: 1000};

/** False when nobody in the group is left to be signalled. */
const signalGroup = (groupId: number, signal: NodeJS.Signals | 0): boolean => {
	try {
		process.kill(-groupId, signal);
		return true;
	} catch {
		// ESRCH: the group is empty. EPERM (macOS): only unreaped processes are left.
		return false;
	}
};

const groupEnds = async (groupId: number, limit: number): Promise<boolean> => {
	const giveUpAt = performance.now() + limit;
	while (signalGroup(groupId, 0)) {
		if (performance.now() >= giveUpAt) return false;
		await new Promise(resolve => setTimeout(resolve, pollInterval));
	}
	return true;
};

/** Ends a process that has just been told that its input is over, with everything it started. */
export const endProcessGroup = async (groupId: number): Promise<void> => {
	if (await groupEnds(groupId, patience.endOfInput)) return;
	signalGroup(groupId, 'SIGTERM');
	if (await groupEnds(groupId, patience.terminate)) return;
	signalGroup(groupId, 'SIGKILL');
	await groupEnds(groupId, patience.kill);
};

/** Windows has no process groups; taskkill walks the tree. */
export const endProcessTree = (pid: number): Promise<void> =>
	new Promise(resolve => {
		const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], {
			stdio: 'ignore',
			windowsHide: true,
		});
		killer.once('error', () => resolve());
		killer.once('exit', () => resolve());
	});
