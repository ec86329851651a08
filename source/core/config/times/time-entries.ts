import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {NamedServers, ServerPlace, ServerTimes} from '../../../domain/server-times.ts';

/** One server of the state file. */
type Entry = {
	readonly place: ServerPlace;
	readonly times: ServerTimes;
	/** Of what its file said about it. */
	readonly print: string;
	/** As it is written, with members that are not known here. */
	readonly raw: JsonObject;
};

export type Move = {readonly from: ServerPlace; readonly to: ServerPlace};
export type Connection = {readonly place: ServerPlace; readonly at: number};

/** What happened since the file was written. */
export type News = {
	/** Of files that cannot be read now nothing is said here, and nothing is forgotten. */
	readonly named: readonly NamedServers[];
	readonly moves: readonly Move[];
	readonly connections: readonly Connection[];
	readonly now: number;
};

/** Folders come and go with their servers: those of which nothing was heard for longest are forgotten. */
const mostServers = 1000;

/** The last instant that a date can have. */
const lastInstant = 8.64e15;

export const keyOf = ({file, name}: ServerPlace): string => JSON.stringify([file, name]);

const isTime = (value: JsonValue | undefined): value is number =>
	typeof value === 'number' && value >= 0 && value <= lastInstant;

/** Undefined for an entry that is damaged, or of a later version: it says nothing and stays where it is. */
const readEntry = (raw: JsonValue): Entry | undefined => {
	if (!isJsonObject(raw) || typeof raw.name !== 'string' || typeof raw.file !== 'string') {
		return undefined;
	}
	const {name, file, print, createdAt, updatedAt, lastConnectedAt} = raw;
	if (typeof print !== 'string' || !isTime(createdAt) || !isTime(updatedAt)) {
		return undefined;
	}
	const times = {createdAt, updatedAt, ...(isTime(lastConnectedAt) ? {lastConnectedAt} : {})};
	return {place: {name, file}, times, print, raw};
};

/** Undefined where a list is expected and something else stands: it is left alone. */
const listOf = ({servers = []}: JsonObject): readonly JsonValue[] | undefined =>
	Array.isArray(servers) ? servers : undefined;

/** The times that a state file has, by the key of the place. */
export const timesIn = (content: JsonObject): ReadonlyMap<string, ServerTimes> =>
	new Map(
		(listOf(content) ?? []).flatMap(raw => {
			const entry = readEntry(raw);
			return entry === undefined ? [] : [[keyOf(entry.place), entry.times] as const];
		}),
	);

type Known = Map<string, Entry>;

/** The print is that of no entry, so that the server counts as updated. */
const move = (known: Known, {from, to}: Move): void => {
	const entry = known.get(keyOf(from));
	if (entry !== undefined && !known.has(keyOf(to))) {
		known.delete(keyOf(from));
		known.set(keyOf(to), {...entry, place: to, print: ''});
	}
};

type Named = {readonly place: ServerPlace; readonly print: string};

/** Takes over what the files name: what is new in them, what is another, and what is gone. */
const compare = (known: Known, files: ReadonlySet<string>, named: readonly Named[], now: number): void => {
	const names = new Set(named.map(({place}) => keyOf(place)));
	const gone = new Set(
		[...known.values()].filter(({place}) => files.has(place.file) && !names.has(keyOf(place))),
	);
	for (const entry of gone) {
		known.delete(keyOf(entry.place));
	}
	for (const {place, print} of named) {
		const same = known.get(keyOf(place));
		if (same?.print === print) {
			continue;
		}
		// The very entry of one that is gone from this file: somebody has given it another name.
		const renamed = [...gone].find(entry => entry.place.file === place.file && entry.print === print);
		const before = same ?? renamed;
		if (same === undefined && renamed !== undefined) {
			gone.delete(renamed);
		}
		const times = {createdAt: now, ...before?.times, updatedAt: now};
		known.set(keyOf(place), {place, print, times, raw: before?.raw ?? {}});
	}
};

const connect = (known: Known, {place, at}: Connection): void => {
	const entry = known.get(keyOf(place));
	// Another instance may have connected later.
	if (entry !== undefined && at > (entry.times.lastConnectedAt ?? -1)) {
		known.set(keyOf(place), {...entry, times: {...entry.times, lastConnectedAt: at}});
	}
};

const lastHeardOf = ({times}: Entry): number => Math.max(times.updatedAt, times.lastConnectedAt ?? 0);

/** What is named now stays: it would be new again at the next look. */
const forgetOldest = (known: Known, named: readonly Named[]): void => {
	if (known.size <= mostServers) {
		return;
	}
	const kept = new Set(named.map(({place}) => keyOf(place)));
	const others = [...known].filter(([key]) => !kept.has(key));
	const oldestFirst = others.toSorted(([, one], [, other]) => lastHeardOf(one) - lastHeardOf(other));
	for (const [key] of oldestFirst.slice(0, known.size - mostServers)) {
		known.delete(key);
	}
};

const write = ({place, times, print, raw}: Entry): JsonObject => ({...raw, ...place, print, ...times});

/** The state file with the news in it; the same object where they are none. */
export const noteNews = (content: JsonObject, {named, moves, connections, now}: News): JsonObject => {
	const list = listOf(content);
	if (list === undefined) {
		return content;
	}
	const known: Known = new Map();
	const strange: JsonValue[] = [];
	for (const raw of list) {
		const entry = readEntry(raw);
		if (entry === undefined) {
			strange.push(raw);
		} else {
			known.set(keyOf(entry.place), entry);
		}
	}
	const all = named
		.flatMap(({file, prints}) => [...prints].map(([name, print]) => ({place: {file, name}, print})))
		.slice(0, mostServers);
	for (const each of moves) {
		move(known, each);
	}
	compare(known, new Set(named.map(({file}) => file)), all, now);
	for (const each of connections) {
		connect(known, each);
	}
	forgetOldest(known, all);
	const servers = [...strange, ...[...known.values()].map(write)];
	return JSON.stringify(servers) === JSON.stringify(list) ? content : {...content, servers};
};
