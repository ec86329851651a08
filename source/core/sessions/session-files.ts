import {lstat, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {SessionEvent} from '../../domain/event.ts';
import type {SessionList, SessionSummary} from '../../domain/session-shelf.ts';
import type {DecodedRecord} from './record.ts';
import {type ScanEnd, scanRecords} from './scan-records.ts';
import {systemCode, toReadingFailure} from './session-error.ts';

const suffix = '.jsonl';
/** Neither dots nor separators, so an id can name a file of the folder and nothing else. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const titleLength = 200;
const recordsSearched = 200;
const bytesSearched = 8 * 1024 * 1024;
const readAtOnce = 16;

export const isSessionId = (text: string): boolean => idPattern.test(text) && !reservedOnWindows.test(text);

/** The file of a session; undefined when the id could point anywhere else. */
export const sessionFile = (folder: string, sessionId: string): string | undefined =>
	isSessionId(sessionId) ? join(folder, `${sessionId}${suffix}`) : undefined;

/** The ids among the names of the files of the folder. */
export const namesOfSessions = (files: readonly string[]): readonly string[] =>
	files.filter(name => name.endsWith(suffix) && name !== suffix).map(name => name.slice(0, -suffix.length));

/** The first line of a message, as far as it is worth showing. */
export const toTitle = (text: string): string | undefined => {
	const line =
		text
			.slice(0, titleLength * 20)
			.trim()
			.split(/[\r\n]/, 1)[0] ?? '';
	const title = Array.from(line).slice(0, titleLength).join('').trimEnd();
	return title === '' ? undefined : title;
};

type Beginning = {startedAt?: number; model?: string; cwd?: string; title?: string};

/** Takes from a record what the list shows, and answers whether it needs to see more. */
const learn = (found: Beginning, record: DecodedRecord & {type: 'event'}): boolean => {
	const {event} = record;
	if (event.type === 'session-started' && found.startedAt === undefined) {
		found.startedAt = event.at;
		found.model = event.model;
		found.cwd = event.cwd;
	}

	if (event.type !== 'message-accepted') {
		return true;
	}

	const title = toTitle(event.text);
	if (title !== undefined) {
		found.title = title;
	}

	return title === undefined;
};

type Counts = {whole: number; damaged: number; unknown: number};

const openings: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
	'session-started',
	'session-resumed',
	'session-renamed',
	'approval-mode-changed',
]);

export const partlyDamaged = 'damaged in part';
export const needsNewer = 'written by a newer version';

const describeTrouble = (
	end: ScanEnd,
	{whole, damaged, unknown}: Counts,
	size: number,
): readonly string[] => {
	if (end.type === 'unreadable') {
		return [end.failure.message];
	}

	if (end.type === 'missing') {
		return ['removed meanwhile'];
	}

	if (size === 0) {
		return ['empty'];
	}

	return [
		...(whole + unknown === 0 ? ['nothing in it is readable'] : damaged > 0 ? [partlyDamaged] : []),
		...(unknown > 0 ? [needsNewer] : []),
	];
};

/** The beginning of a session, as a list shows it. */
export const summariseSession = async (
	folder: string,
	sessionId: string,
	signal: AbortSignal,
): Promise<SessionSummary> => {
	const file = join(folder, `${sessionId}${suffix}`);
	const found: Beginning = {};
	const counts: Counts = {whole: 0, damaged: 0, unknown: 0};
	let isSilent = true;
	const end = await scanRecords(
		file,
		record => {
			counts[record.type === 'event' ? 'whole' : record.type] += 1;
			isSilent &&= record.type === 'damaged' || (record.type === 'event' && openings.has(record.event.type));
			const enough = counts.whole + counts.damaged + counts.unknown >= recordsSearched;
			return !enough && (record.type !== 'event' || learn(found, record));
		},
		{limit: bytesSearched},
		signal,
	);
	// A file that vanishes meanwhile is still listed: the scan has seen that it is gone.
	const {size, mtimeMs: modified} = await lstat(file).catch(() => ({size: 0, mtimeMs: 0}));
	const notes = [
		...(isSessionId(sessionId) ? [] : ['its name is not a session id']),
		...describeTrouble(end, counts, size),
	];
	// Who stopped before the end has not seen everything.
	const isEmpty = isSilent && end.type === 'ended';
	return {
		sessionId,
		file,
		size,
		modified,
		isEmpty,
		...found,
		...(notes.length === 0 ? {} : {note: notes.join('; ')}),
	};
};

/** Every session of the folder, the last used first. Damaged ones are listed too, with a note. */
export const listSessions = async (folder: string, signal: AbortSignal): Promise<SessionList> => {
	let ids: readonly string[];
	try {
		ids = namesOfSessions(await readdir(folder));
	} catch (error) {
		return systemCode(error) === 'ENOENT'
			? {type: 'listed', sessions: []}
			: {type: 'unreadable', failure: toReadingFailure(error)};
	}

	const sessions: SessionSummary[] = [];
	for (let from = 0; from < ids.length; from += readAtOnce) {
		const some = ids.slice(from, from + readAtOnce);
		sessions.push(...(await Promise.all(some.map(async id => summariseSession(folder, id, signal)))));
	}

	if (signal.aborted) {
		return {type: 'aborted'};
	}

	sessions.sort((a, b) => b.modified - a.modified || (b.startedAt ?? 0) - (a.startedAt ?? 0));
	return {type: 'listed', sessions};
};
