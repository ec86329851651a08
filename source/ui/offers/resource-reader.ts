import type {Catalogue} from '../../app/catalogue.ts';
import type {Failure} from '../../domain/failure.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {ResourceWatches} from '../../domain/resource-watches.ts';
import type {ToolContent} from '../../domain/tool.ts';
import {mostCharacters, wholeText} from './content-lines.ts';

export type ResourceAddress = {readonly server: string; readonly uri: string};

export type Reading = {
	/** What was read; absent before that. */
	readonly contents?: readonly ToolContent[];
	readonly raw?: JsonObject;
	/** The text as JSON, where it is some. */
	readonly json?: JsonValue;
	readonly failure?: Failure;
	readonly readAt?: number;
	readonly isReading: boolean;
};

type ReaderDeps = {
	readonly catalogue: Pick<Catalogue, 'readResource'>;
	readonly watches: Pick<ResourceWatches, 'find' | 'subscribe'>;
	readonly schedule: Schedule;
	readonly now: () => number;
	readonly onChange: () => void;
	readonly signal: AbortSignal;
};

/** Whoever only passes by does not want to read. */
const restMilliseconds = 250;
/** Each may be megabytes. */
const remembered = 8;

type Known = {reading: Reading; changes: number};

/** Only what has parts is worth a tree. */
const jsonOf = (contents: readonly ToolContent[]): {readonly json?: JsonValue} => {
	const text = wholeText(contents);
	if (text === undefined || text.length > mostCharacters || !/^\s*[[{]/.test(text)) {
		return {};
	}
	try {
		return {json: JSON.parse(text)};
	} catch {
		// It is a text like any other.
		return {};
	}
};

/** Reads the resource that is looked at, and again when its server says that it has changed. */
export const createResourceReader = (deps: ReaderDeps) => {
	const {catalogue, watches, schedule, now, onChange, signal} = deps;
	const known = new Map<string, Known>();
	let lookedAt: ResourceAddress | undefined;
	let cancelRest = (): void => undefined;

	const keyOf = ({server, uri}: ResourceAddress): string => `${server}\n${uri}`;
	const changesOf = ({server, uri}: ResourceAddress): number => watches.find(server, uri)?.changes ?? 0;

	const keep = (address: ResourceAddress, entry: Known): void => {
		known.delete(keyOf(address));
		known.set(keyOf(address), entry);
		const [oldest] = known.keys();
		if (known.size > remembered && oldest !== undefined) {
			known.delete(oldest);
		}
	};

	const read = async (address: ResourceAddress): Promise<void> => {
		const before = known.get(keyOf(address));
		if (before?.reading.isReading === true) {
			return;
		}
		const entry: Known = {reading: {...before?.reading, isReading: true}, changes: changesOf(address)};
		keep(address, entry);
		onChange();
		const fetched = await catalogue.readResource(address.server, address.uri, signal);
		switch (fetched.type) {
			case 'fetched':
				entry.reading = {
					contents: fetched.value,
					raw: fetched.raw,
					...jsonOf(fetched.value),
					readAt: now(),
					isReading: false,
				};
				break;
			case 'failed':
				entry.reading = {failure: fetched.failure, isReading: false};
				break;
			case 'cancelled':
				known.delete(keyOf(address));
		}
		onChange();
		follow();
	};

	const isStale = (address: ResourceAddress): boolean => {
		const entry = known.get(keyOf(address));
		return entry === undefined || (!entry.reading.isReading && entry.changes !== changesOf(address));
	};

	/** After a rest, because one may only pass by, and a server may tell of many changes. */
	const follow = (): void => {
		cancelRest();
		const address = lookedAt;
		if (address !== undefined && isStale(address) && !signal.aborted) {
			cancelRest = schedule(() => void read(address), restMilliseconds);
		}
	};

	const stop = watches.subscribe(() => {
		onChange();
		follow();
	});

	return {
		readingOf: (address: ResourceAddress): Reading | undefined => known.get(keyOf(address))?.reading,
		lookAt(address: ResourceAddress | undefined): void {
			lookedAt = address;
			follow();
		},
		read: (address: ResourceAddress): void => void read(address),
		close(): void {
			cancelRest();
			stop();
		},
	};
};
