import {z} from 'zod';
import {describeError} from '../../../domain/failure.ts';
import {cutPlain} from '../calls/cut-text.ts';
import {withOneErrorCode} from '../calls/error-data.ts';
import {inTurns} from './in-turns.ts';
import {measureJson} from './json-bounds.ts';

const maxPages = 100;
const maxEntryDepth = 64;
const maxEntrySize = 256 * 1024;
const maxListSize = 16 * 1024 * 1024;

/** Asks for one page; the result is whatever the server sent. */
export type FetchPage = (cursor: string | undefined) => Promise<unknown>;

export type ListRules<T> = {
	/** Where the entries are in a page, and what they are called in a note. */
	readonly field: string;
	readonly what: string;
	/** Undefined for an entry that is none. */
	readonly read: (entry: unknown) => T | undefined;
	/** Of two entries with the same key the first counts. */
	readonly keyOf: (item: T) => string;
};

export type PagedList<T> = {
	readonly items: readonly T[];
	/** What was wrong with the list, as a sentence. */
	readonly note?: string;
};

const cursorSchema = z.string().nullish().catch(undefined);

const readPage = (field: string, page: unknown) => {
	const entries = z.object({[field]: z.array(z.unknown())}).parse(page)[field] ?? [];
	const {nextCursor} = z.object({nextCursor: cursorSchema}).parse(page);
	return {entries, nextCursor};
};

/**
 * A whole list of a server. One bad entry costs only itself, a server that never stops is cut off, and a page that
 * fails costs only what would have followed. Rejects when there is no first page.
 */
export const readPages = async <T>(rules: ListRules<T>, fetchPage: FetchPage): Promise<PagedList<T>> => {
	const items = new Map<string, T>();
	const seenCursors = new Set<string>();
	let cursor: string | undefined;
	let dropped = 0;
	let room = maxListSize;

	const take = (entry: unknown) => {
		const size = measureJson(entry, maxEntryDepth);
		const item = size === undefined || size > Math.min(maxEntrySize, room) ? undefined : rules.read(entry);
		if (size === undefined || item === undefined || items.has(rules.keyOf(item))) {
			dropped += 1;
			return;
		}
		room -= size;
		items.set(rules.keyOf(item), item);
	};

	const finished = (trouble?: string): PagedList<T> => {
		const counted =
			dropped === 0 ? [] : [`${dropped} invalid ${dropped === 1 ? 'entry was' : 'entries were'} left out.`];
		const notes = [...(trouble === undefined ? [] : [trouble]), ...counted];
		return {items: [...items.values()], ...(notes.length === 0 ? {} : {note: notes.join(' ')})};
	};

	const nextPage = async (page: number) => {
		try {
			return readPage(rules.field, await fetchPage(cursor));
		} catch (error) {
			if (page === 0) throw error;
			return {brokenBy: cutPlain(withOneErrorCode(describeError(error)))};
		}
	};

	for (let page = 0; page < maxPages; page += 1) {
		const next = await nextPage(page);
		if ('brokenBy' in next)
			return finished(
				`Its list of ${rules.what} broke off after ${page} ${page === 1 ? 'page' : 'pages'}: ${next.brokenBy}`,
			);
		await inTurns(next.entries, take);
		const {nextCursor} = next;
		if (nextCursor === undefined || nextCursor === null) return finished();
		if (seenCursors.has(nextCursor))
			return finished(`Its list of ${rules.what} never ends: it repeats a cursor.`);
		seenCursors.add(nextCursor);
		cursor = nextCursor;
	}
	return finished(`Its list of ${rules.what} was cut after ${maxPages} pages.`);
};
