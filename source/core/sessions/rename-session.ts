import {lstat} from 'node:fs/promises';
import type {Failure} from '../../domain/failure.ts';
import {openJournal} from './journal.ts';
import {SessionError} from './session-error.ts';
import {sessionFile} from './session-files.ts';
import {toShelfFailure} from './shelf-failure.ts';

const what = 'The session could not be renamed';

/** Appends the name to the log of a session that nobody uses. Resolves with why that could not be. */
export const renameSession = async (
	folder: string,
	sessionId: string,
	name: string,
	at: number,
): Promise<Failure | undefined> => {
	const file = sessionFile(folder, sessionId);
	try {
		if (file === undefined || !(await lstat(file)).isFile()) {
			throw new SessionError('session-not-a-file', 'it has no file of its own', 'Choose another one.');
		}
	} catch (error) {
		return toShelfFailure(what, error);
	}
	let trouble: Failure | undefined;
	const opened = await openJournal({
		file,
		onTrouble: failure => {
			trouble = failure;
		},
		onRecovered: () => {
			trouble = undefined;
		},
	});
	if (opened.type === 'refused') {
		return opened.failure;
	}
	opened.journal.append({type: 'session-renamed', name, at});
	await opened.journal.close();
	return trouble;
};
