import {lstat} from 'node:fs/promises';
import type {Failure} from '../../domain/failure.ts';
import {openJournal} from './journal.ts';
import {SessionError} from './session-error.ts';
import {sessionFile} from './session-files.ts';
import {toShelfFailure} from './shelf-failure.ts';

const what = 'The session could not be renamed';

const notAFile = (): SessionError =>
	new SessionError('session-not-a-file', 'it has no file of its own', 'Choose another one.');

/** Appends the name to the log of a session that nobody uses. Resolves with why that could not be. */
export const renameSession = async (
	folder: string,
	sessionId: string,
	name: string,
	at: number,
): Promise<Failure | undefined> => {
	const file = sessionFile(folder, sessionId);
	if (file === undefined) {
		return toShelfFailure(what, notAFile());
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
	const {journal} = opened;
	try {
		// With the lock in hand: a session that was deleted meanwhile must not come back as a name.
		if (!(await lstat(file)).isFile()) {
			throw notAFile();
		}
	} catch (error) {
		await journal.close();
		return toShelfFailure(what, error);
	}
	journal.append({type: 'session-renamed', name, at});
	await journal.close();
	return trouble;
};
