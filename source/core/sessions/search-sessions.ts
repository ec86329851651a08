import {setImmediate} from 'node:timers/promises';
import type {SearchEnd, SearchListener} from '../../domain/session-shelf.ts';
import {scanRecords} from './scan-records.ts';
import {findIn, searchWords} from './search-text.ts';
import {createTranscriptReader} from './transcript-reader.ts';

type Searched = {readonly sessionId: string; readonly file: string};

/** Of one session; whoever wants more of them looks into it. */
const mostHits = 20;

/**
 * Looks into one session after the other, a piece of a file at a time: whoever types meanwhile is not kept waiting, and
 * memory holds no more than one record.
 */
export const searchSessions = async (
	sessions: readonly Searched[],
	query: string,
	{onHit, onProgress}: SearchListener,
	signal: AbortSignal,
): Promise<SearchEnd> => {
	const words = searchWords(query);
	let unreadable = 0;
	if (words.length === 0) {
		return {type: 'searched', unreadable};
	}
	for (const [index, {sessionId, file}] of sessions.entries()) {
		let hits = 0;
		// A model may search, too.
		const reader = createTranscriptReader(entry => {
			const snippet = hits < mostHits && !signal.aborted ? findIn(entry, words) : undefined;
			if (snippet !== undefined) {
				hits += 1;
				onHit({sessionId, at: entry.at, where: entry.type, ...snippet});
			}
		}, true);
		const end = await scanRecords(
			file,
			record => {
				if (record.type === 'event') {
					reader.take(record.event);
				}
				return hits < mostHits && !signal.aborted;
			},
			{},
			signal,
		);
		reader.end();
		if (signal.aborted) {
			return {type: 'aborted'};
		}
		unreadable += end.type === 'unreadable' ? 1 : 0;
		onProgress?.({searched: index + 1, total: sessions.length});
		await setImmediate();
	}
	return {type: 'searched', unreadable};
};
