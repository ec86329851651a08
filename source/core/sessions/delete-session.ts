import {lstat, rm, unlink} from 'node:fs/promises';
import type {Failure} from '../../domain/failure.ts';
import {toInUse} from './record-queue.ts';
import {resultsFolder} from './result-store.ts';
import {SessionError, systemCode} from './session-error.ts';
import {sessionFile} from './session-files.ts';
import {acquireSessionLock} from './session-lock.ts';
import {toShelfFailure} from './shelf-failure.ts';

/** A link is removed as a link: what it leads to is not ours. */
const removeResults = async (folder: string): Promise<void> => {
	const status = await lstat(folder).catch(() => undefined);
	if (status?.isDirectory() === true) {
		await rm(folder, {recursive: true, force: true});
	} else if (status !== undefined) {
		await unlink(folder);
	}
};

const remove = async (folder: string, sessionId: string): Promise<void> => {
	const file = sessionFile(folder, sessionId);
	const results = resultsFolder(folder, sessionId);
	if (file === undefined || results === undefined) {
		throw new SessionError(
			'no-session',
			'its name is not a session id',
			`Delete its file in ${folder} yourself.`,
		);
	}
	await lstat(file).catch(error => {
		throw systemCode(error) === 'ENOENT'
			? new SessionError('no-session', 'it is gone already', 'There is nothing left to do.')
			: error;
	});
	// With the lock in hand nobody else can begin to write it.
	const lock = await acquireSessionLock(file);
	if (lock.type === 'held') {
		throw toInUse(lock);
	}
	try {
		// The log goes last: as long as it is there the session is listed, and can be deleted again.
		await removeResults(results);
		await unlink(file);
	} finally {
		await lock.release();
	}
};

/** Deletes a session and its results, and nothing else. Refused while somebody uses it. */
export const deleteSession = async (folder: string, sessionId: string): Promise<Failure | undefined> => {
	try {
		await remove(folder, sessionId);
		return undefined;
	} catch (error) {
		return toShelfFailure('The session could not be deleted', error);
	}
};
