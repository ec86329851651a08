import type {SessionEntry} from '../../domain/session-entry.ts';
import type {SessionPreview} from '../../domain/session-shelf.ts';
import {ownCopy} from '../../support/own-copy.ts';
import {argumentsText} from './arguments-text.ts';
import {loadSession} from './load-session.ts';
import {createTotals} from './session-totals.ts';
import {partsCharacter} from './text-edges.ts';
import {createTranscriptReader} from './transcript-reader.ts';

const firstEntries = 60;
const lastEntries = 140;
const longestText = 4000;
const longestArguments = 4000;

const cut = (text: string): string => {
	if (text.length <= longestText) {
		return text;
	}
	const end = partsCharacter(text, longestText) ? longestText - 1 : longestText;
	return `${ownCopy(text.slice(0, end))}…`;
};

const shorten = (entry: SessionEntry): SessionEntry => {
	switch (entry.type) {
		case 'answer':
			return {...entry, text: cut(entry.text), thinking: ''};
		case 'call': {
			const isLong = argumentsText(entry.arguments).length > longestArguments;
			return {...entry, text: cut(entry.text), ...(isLong ? {arguments: {}} : {})};
		}
		default:
			return {...entry, text: cut(entry.text)};
	}
};

const missing = {code: 'no-session', message: 'This session is gone: its file does not exist any more.'};

/** Reads a session to its end, and keeps its beginning and its end. */
export const previewSession = async (file: string, signal: AbortSignal): Promise<SessionPreview> => {
	const first: SessionEntry[] = [];
	/** A ring: what is overwritten stands between the beginning and the end. */
	const last: SessionEntry[] = [];
	let count = 0;
	const totals = createTotals();
	const reader = createTranscriptReader(entry => {
		totals.takeEntry(entry);
		if (count < firstEntries) {
			first.push(shorten(entry));
		} else {
			last[(count - firstEntries) % lastEntries] = shorten(entry);
		}
		count += 1;
	});
	const loaded = await loadSession(
		file,
		event => {
			totals.take(event);
			reader.take(event);
		},
		signal,
	);
	reader.end();
	switch (loaded.type) {
		case 'aborted':
			return loaded;
		case 'missing':
			return {type: 'failed', failure: missing};
		case 'unreadable':
			return {type: 'failed', failure: loaded.failure};
		case 'loaded': {
			const oldest = Math.max(0, count - firstEntries) % lastEntries;
			const isRound = count - firstEntries > lastEntries;
			const {damaged, unknown} = loaded.report;
			return {
				type: 'read',
				totals: {...totals.totals(), damaged, unknown},
				first,
				between: Math.max(0, count - firstEntries - lastEntries),
				last: isRound ? [...last.slice(oldest), ...last.slice(0, oldest)] : last,
			};
		}
	}
};
