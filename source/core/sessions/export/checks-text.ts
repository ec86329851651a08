import type {RecordedCall, WriteChecks} from '../../../domain/check.ts';
import type {ResultStore} from '../../../domain/ports.ts';
import {loadSession} from '../load-session.ts';
import {createResultStore} from '../result-store.ts';
import {SessionError} from '../session-error.ts';
import type {ExportHead} from './export-writer.ts';
import {createCallReader} from './recorded-calls.ts';

/** Beyond it a text is compared by its beginning, so no more has to be read. */
const mostCharactersRead = 256 * 1024;

type ChecksRequest = {
	/** The log. */
	readonly file: string;
	/** Where its long results are; undefined where there can be none. */
	readonly results: string | undefined;
	readonly writeChecks: WriteChecks;
};

/** The same call with the text that was too long for the conversation. */
const withWhole = async (
	call: RecordedCall,
	store: Pick<ResultStore, 'read'>,
	signal: AbortSignal,
): Promise<RecordedCall> => {
	const {answer} = call;
	const stored = answer.type === 'answered' ? answer.result?.stored : undefined;
	if (answer.type !== 'answered' || stored === undefined) return call;
	const part = await store.read(stored.id, {offset: 0, limit: mostCharactersRead}, signal);
	return part === undefined
		? call
		: {
				...call,
				answer: {...answer, whole: {text: part.text, isAll: part.characters <= mostCharactersRead}},
			};
};

/** The calls of a session as a file of tests. Rejects where the log cannot be read. */
export const checksText = async (
	{file, results, writeChecks}: ChecksRequest,
	{sessionId, title, totals: {startedAt}}: ExportHead,
	signal: AbortSignal,
): Promise<string> => {
	const reader = createCallReader();
	const loaded = await loadSession(file, reader.take, signal);
	signal.throwIfAborted();
	if (loaded.type !== 'loaded') {
		throw new SessionError('no-session', 'its file could not be read to the end', 'Try again.');
	}
	const store = createResultStore(results === undefined ? {} : {folder: results});
	const origin = {sessionId, title, ...(startedAt === undefined ? {} : {startedAt})};
	return writeChecks(origin, reader.end(), async call => {
		const complete = await withWhole(call, store, signal);
		signal.throwIfAborted();
		return complete;
	});
};
