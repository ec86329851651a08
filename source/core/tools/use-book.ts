import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {Schedule, StateFile} from '../../domain/ports.ts';
import type {ToolRef} from '../../domain/tool.ts';
import {
	addStatistics,
	mostDurations,
	noStatistics,
	statisticsOf,
	type ToolStatistics,
	type ToolUses,
	type UseBook,
} from '../../domain/tool-statistics.ts';

type UseBookDeps = {
	/** Absent where nothing is to be kept. */
	readonly state?: StateFile;
	readonly schedule: Schedule;
};

type Book = ReadonlyMap<string, ToolUses>;

/** A call is never worth a write of its own. */
const restMilliseconds = 5000;
/** Tools come and go with servers: those that were not used for longest are forgotten. */
const mostTools = 5000;

const keyOf = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);

const countOf = (value: JsonValue | undefined): number =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;

/** What is damaged counts for nothing. Checked by hand, because a schema library costs more than the first frame. */
const readEntry = (entry: JsonValue): readonly ToolUses[] => {
	if (!isJsonObject(entry) || typeof entry.server !== 'string' || typeof entry.tool !== 'string') {
		return [];
	}
	const {server, tool, durations} = entry;
	const times: readonly JsonValue[] = Array.isArray(durations) ? durations : [];
	return [
		{
			server,
			tool,
			calls: countOf(entry.calls),
			errors: countOf(entry.errors),
			cancelled: countOf(entry.cancelled),
			lastUsed: countOf(entry.lastUsed),
			bytes: countOf(entry.bytes),
			durations: times.filter((time): time is number => typeof time === 'number').slice(-mostDurations),
		},
	];
};

const readBook = ({tools}: JsonObject): Book => {
	const entries: readonly JsonValue[] = Array.isArray(tools) ? tools : [];
	return new Map(entries.flatMap(readEntry).map(entry => [keyOf(entry), entry] as const));
};

const merge = (one: Book, other: Book): Book => {
	const merged = new Map(one);
	for (const [key, {server, tool, ...statistics}] of other) {
		merged.set(key, {server, tool, ...addStatistics(merged.get(key) ?? noStatistics, statistics)});
	}
	return merged;
};

const writeBook = (content: JsonObject, book: Book): JsonObject => {
	const entries = [...book.values()];
	const kept =
		entries.length > mostTools
			? entries.toSorted((one, other) => other.lastUsed - one.lastUsed).slice(0, mostTools)
			: entries;
	return {...content, tools: kept.map(entry => ({...entry, durations: [...entry.durations]}))};
};

const empty: Book = new Map();

/** Counts calls. What it counted is added to what the file says by then, so that instances do not undo each other. */
export const createUseBook = ({state, schedule}: UseBookDeps): UseBook => {
	let stored: Book = empty;
	/** Being written. */
	let leaving: Book = empty;
	let pending: Book = empty;
	let cancelWrite: (() => void) | undefined;
	let writing: Promise<void> = Promise.resolve();

	const write = async (): Promise<void> => {
		if (state === undefined || pending.size === 0) {
			return;
		}
		leaving = pending;
		pending = empty;
		let next = stored;
		const failure = await state.change(content => {
			next = merge(readBook(content), leaving);
			return writeBook(content, next);
		});
		if (failure === undefined) {
			stored = next;
		} else {
			// It goes along with the next write. Nobody is told: it is not worth a word in the chat.
			pending = merge(leaving, pending);
		}
		leaving = empty;
	};

	const flush = (): Promise<void> => {
		cancelWrite?.();
		cancelWrite = undefined;
		writing = writing.then(write);
		return writing;
	};

	return {
		of(ref) {
			const key = keyOf(ref);
			const parts = [stored, leaving, pending].flatMap(book => book.get(key) ?? []);
			return parts.length === 0 ? undefined : parts.reduce<ToolStatistics>(addStatistics, noStatistics);
		},
		all: () => [...[leaving, pending].reduce(merge, stored).values()],
		note({server, tool, ...use}) {
			const ref = {server, tool};
			pending = merge(pending, new Map([[keyOf(ref), {...ref, ...statisticsOf({...ref, ...use})}]]));
			if (state !== undefined) {
				cancelWrite ??= schedule(() => void flush(), restMilliseconds);
			}
		},
		async refresh() {
			if (state !== undefined) {
				writing = writing.then(async () => {
					stored = readBook(await state.read());
				});
				await writing;
			}
		},
		flush,
	};
};
