import {entryAliases} from '../../domain/entry-keys.ts';
import {type Complaint, malformed} from './complaint.ts';
import {clampDuration, howRead, longSeconds, outOfRange, shortSeconds} from './durations.ts';
import {entrySchema} from './entry-schema.ts';
import {canonicalKey} from './read-object.ts';

/** Times as agent files have them. */
const inSeconds = {
	timeout: shortSeconds(30_000),
	requestTimeout: longSeconds(60_000),
	sseReadTimeout: longSeconds(300_000),
};

/** The spellings of agent files mean in every file what they mean there. */
export const spelledInSeconds = {
	request_timeout: inSeconds.requestTimeout,
	sse_read_timeout: inSeconds.sseReadTimeout,
};

export type EntryTimes = {
	/** The schema of an entry with these times. */
	readonly schema: typeof entrySchema;
	/** By key, how a time was read whose unit could be mistaken. */
	readonly timesRead: Readonly<Record<string, string>>;
};

/** How the times of an entry are read: in agent files they are seconds, elsewhere what is large are milliseconds. */
export const entryTimes = (entry: Readonly<Record<string, unknown>>, isAgent: boolean): EntryTimes => {
	const {timeout, requestTimeout, sseReadTimeout} = entrySchema.shape;
	const isSpelled = (key: keyof typeof spelledInSeconds): boolean => Object.hasOwn(entry, key);
	const shape = {
		timeout: isAgent ? inSeconds.timeout : timeout,
		requestTimeout: isAgent || isSpelled('request_timeout') ? inSeconds.requestTimeout : requestTimeout,
		sseReadTimeout: isAgent || isSpelled('sse_read_timeout') ? inSeconds.sseReadTimeout : sseReadTimeout,
	};
	const notes = Object.entries(entry).flatMap(([key, written]): readonly (readonly [string, string])[] => {
		const name = canonicalKey(key, Object.keys(inSeconds), entryAliases);
		const unit = isAgent || Object.hasOwn(spelledInSeconds, key) ? 'seconds' : 'either';
		const note = name === undefined ? undefined : howRead(written, unit);
		return name === undefined || note === undefined ? [] : [[name, note]];
	});
	return {schema: entrySchema.extend(shape), timesRead: Object.fromEntries(notes)};
};

/** Other clients allow longer times: what is out of range is brought into it, and that is said. */
export const clampTimes = (
	entry: Readonly<Record<string, unknown>>,
	isAgent: boolean,
): {readonly entry: Readonly<Record<string, unknown>>; readonly warnings: readonly Complaint[]} => {
	if (isAgent) return {entry, warnings: []};
	const warnings: Complaint[] = [];
	const clamped = Object.entries(entry).map(([key, written]): readonly [string, unknown] => {
		const isTime = canonicalKey(key, Object.keys(inSeconds), entryAliases) !== undefined;
		const seconds = isTime && !Object.hasOwn(spelledInSeconds, key) ? clampDuration(written) : undefined;
		if (seconds === undefined) return [key, written];
		warnings.push(malformed([key], outOfRange(Number(written), seconds)));
		return [key, seconds];
	});
	return {entry: Object.fromEntries(clamped), warnings};
};
