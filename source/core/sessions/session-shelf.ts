import {lstat} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import type {WriteChecks} from '../../domain/check.ts';
import type {Failure} from '../../domain/failure.ts';
import type {SessionShelf, SessionSummary, ShelfList, ShelfSession} from '../../domain/session-shelf.ts';
import {deleteSession} from './delete-session.ts';
import {forgetDrafts} from './draft-files.ts';
import {exportSession} from './export/export-session.ts';
import {findSession} from './find-session.ts';
import {forkSession} from './fork-session.ts';
import {previewSession} from './preview-session.ts';
import {toInUse} from './record-queue.ts';
import {renameSession} from './rename-session.ts';
import {resultsFolder} from './result-store.ts';
import {searchSessions} from './search-sessions.ts';
import {listSessions, needsNewer, partlyDamaged, sessionFile} from './session-files.ts';
import {findHolder} from './session-lock.ts';
import {type Skimmed, skimLog} from './skim-log.ts';

export type ShelfDeps = {
	/** The program's folder for data; sessions and drafts are in it. */
	readonly dataFolder: string;
	readonly cwd: string;
	readonly now: () => number;
	readonly newSessionId: () => string;
	/** Takes secrets out of what is written. */
	readonly redact: (text: string) => string;
	readonly writeChecks: WriteChecks;
	/** The session that this program writes; absent where it writes none. */
	readonly current?: {
		readonly sessionId: string;
		/** Resolves when everything that was said is in its file. */
		readonly flush: () => Promise<void>;
		readonly rename: (name: string) => void;
	};
};

const skimmedAtOnce = 8;
const longestName = 200;

const refusal = (code: string, message: string, hint?: string): Failure => ({
	code,
	message,
	...(hint === undefined ? {} : {hint}),
});

const notAnId = (sessionId: string): Failure =>
	refusal('no-session', `"${sessionId}" is not the id of a session.`, 'mcp-tui sessions list shows them.');

/** `~` is the user's own folder, as in a shell. */
const wholePath = (path: string, cwd: string): string =>
	resolve(cwd, path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);

/** What stands further behind in a log is as worth a note as what stands at its beginning. */
const noteOf = (note: string | undefined, {isDamaged, isNewer}: Skimmed): string | undefined => {
	const more = [...(isDamaged ? [partlyDamaged] : []), ...(isNewer ? [needsNewer] : [])];
	const notes = [
		...(note === undefined ? [] : [note]),
		...more.filter(words => note?.includes(words) !== true),
	];
	return notes.length === 0 ? undefined : notes.join('; ');
};

export const createSessionShelf = ({
	dataFolder,
	cwd,
	now,
	newSessionId,
	redact,
	writeChecks,
	current,
}: ShelfDeps): SessionShelf => {
	const folder = join(dataFolder, 'sessions');
	/** Reading what has not changed again would be noticed where there is much of it. */
	const known = new Map<string, {readonly print: string; readonly skimmed: Skimmed}>();
	const isCurrent = (sessionId: string): boolean => sessionId !== '' && sessionId === current?.sessionId;

	const skim = async (session: SessionSummary, signal: AbortSignal): Promise<ShelfSession> => {
		const {sessionId, file, size, modified} = session;
		const print = `${size} ${modified}`;
		const remembered = known.get(sessionId);
		const skimmed = remembered?.print === print ? remembered.skimmed : await skimLog(file, signal);
		if (!signal.aborted) {
			known.set(sessionId, {print, skimmed});
		}
		const {messages, name, forkedFrom} = skimmed;
		const note = noteOf(session.note, skimmed);
		return {
			...session,
			messages,
			isCurrent: isCurrent(sessionId),
			...(note === undefined ? {} : {note}),
			...(name === undefined ? {} : {title: name}),
			...(forkedFrom === undefined ? {} : {forkedFrom}),
		};
	};

	const list = async (signal: AbortSignal): Promise<ShelfList> => {
		const found = await listSessions(folder, signal);
		if (found.type !== 'listed') {
			return found;
		}
		const sessions: ShelfSession[] = [];
		for (let from = 0; from < found.sessions.length && !signal.aborted; from += skimmedAtOnce) {
			const some = found.sessions.slice(from, from + skimmedAtOnce);
			sessions.push(...(await Promise.all(some.map(async session => skim(session, signal)))));
		}
		return signal.aborted ? {type: 'aborted'} : {type: 'listed', sessions};
	};

	/** What is written meanwhile belongs to what is looked at. */
	const settle = async (sessionId: string): Promise<void> => {
		if (isCurrent(sessionId)) {
			await current?.flush();
		}
	};

	return {
		list,
		async find(named, least) {
			// It has no file before something is said in it.
			return isCurrent(named) ? {type: 'found', sessionId: named} : findSession(folder, named, least);
		},
		async search(query, listener, signal) {
			const found = await listSessions(folder, signal);
			if (found.type === 'unreadable') {
				return {type: 'failed', failure: found.failure};
			}
			return found.type === 'aborted' ? found : searchSessions(found.sessions, query, listener, signal);
		},
		async preview(sessionId, signal) {
			const file = sessionFile(folder, sessionId);
			if (file === undefined) {
				return {type: 'failed', failure: notAnId(sessionId)};
			}
			await settle(sessionId);
			return previewSession(file, signal);
		},
		async rename(sessionId, name) {
			const wanted = Array.from(name.replaceAll(/\s+/g, ' ').trim()).slice(0, longestName).join('');
			if (wanted === '') {
				return refusal('bad-input', 'A session needs a name of at least one letter.');
			}
			if (isCurrent(sessionId)) {
				current?.rename(wanted);
				await current?.flush();
				return undefined;
			}
			return renameSession(folder, sessionId, redact(wanted), now());
		},
		async fork(from, point, signal) {
			await settle(from);
			const sessionId = newSessionId();
			const request = {folder, from, sessionId, at: now(), ...(point === undefined ? {} : {point})};
			const failure = await forkSession(request, signal);
			return failure === undefined ? {type: 'forked', sessionId} : {type: 'failed', failure};
		},
		async remove(sessionId) {
			if (isCurrent(sessionId)) {
				return refusal(
					'session-in-use',
					'This session is in use here.',
					'Begin a new one with /new, then delete it.',
				);
			}
			const failure = await deleteSession(folder, sessionId);
			if (failure === undefined) {
				await forgetDrafts(join(dataFolder, 'drafts'), sessionId);
			}
			return failure;
		},
		async export({sessionId, format, path, mayReplace}, signal) {
			const file = sessionFile(folder, sessionId);
			if (file === undefined) {
				return {type: 'failed', failure: notAnId(sessionId)};
			}
			await settle(sessionId);
			const results = resultsFolder(folder, sessionId);
			const whole = wholePath(path, cwd);
			const request = {sessionId, file, format, path: whole, mayReplace, at: now(), results, writeChecks};
			return exportSession(request, signal);
		},
		async whyNotOpen(sessionId) {
			const file = sessionFile(folder, sessionId);
			if (file === undefined) {
				return notAnId(sessionId);
			}
			if (isCurrent(sessionId)) {
				return refusal('session-in-use', 'This is the session that you are in.');
			}
			const isThere = await lstat(file).then(
				status => status.isFile(),
				() => false,
			);
			if (!isThere) {
				return refusal('no-session', 'This session has no file any more.');
			}
			const holder = await findHolder(file);
			if (holder === undefined) {
				return undefined;
			}
			const {code, message, hint} = toInUse(holder);
			return {code, message: `${message}.`, hint};
		},
	};
};
