import {spawnSync} from 'node:child_process';

const command = 'mkfifo';

/** Node has no call of its own that makes a named pipe. */
export const makePipe = (file: string): void => {
	const {status, error} = spawnSync(command, [file]);
	if (status !== 0) throw error ?? new Error(`${command} failed`);
};
