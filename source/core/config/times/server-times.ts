import {resolve} from 'node:path';
import type {JsonObject} from '../../../domain/json.ts';
import type {Clock, Schedule, StateFile} from '../../../domain/ports.ts';
import type {NamedServers, ServerPlace, ServerTimes, ServerTimesBook} from '../../../domain/server-times.ts';
import {type Connection, keyOf, type Move, noteNews, timesIn} from './time-entries.ts';

type ServerTimesDeps = {
	/** The times are its member `servers`. */
	readonly state: StateFile;
	readonly now: Clock;
	readonly schedule: Schedule;
};

/** Servers often become ready together: one write for all of them. */
const soonMilliseconds = 5000;
/** One that is lost and comes back all day is not worth more. */
const restMilliseconds = 60_000;

/** Files of the command line may be named relative to the folder. */
const whole = ({name, file}: ServerPlace): ServerPlace => ({name, file: resolve(file)});

/** Keeps when servers were created, updated and last connected. It knows nothing before the first look. */
export const createServerTimes = ({state, now, schedule}: ServerTimesDeps): ServerTimesBook => {
	let find: (() => Promise<readonly NamedServers[]>) | undefined;
	let stored: ReadonlyMap<string, ServerTimes> = new Map();
	/** Not written yet. */
	const connections = new Map<string, Connection>();
	let moves: readonly Move[] = [];
	let restsUntil = 0;
	let cancelWrite: (() => void) | undefined;
	let last: Promise<void> = Promise.resolve();
	let nextLook: Promise<void> | undefined;

	const forget = (written: readonly Connection[], done: readonly Move[]): void => {
		for (const connection of written) {
			// It may have connected again meanwhile.
			if (connections.get(keyOf(connection.place)) === connection) {
				connections.delete(keyOf(connection.place));
			}
		}
		moves = moves.filter(each => !done.includes(each));
	};

	/** Connections alone are written when they are due, and otherwise along with the rest. */
	const note = async (isDue: boolean): Promise<void> => {
		if (find === undefined) {
			return;
		}
		const news = {
			named: await find(),
			moves,
			connections: [...connections.values()],
			now: now(),
		};
		const content = await state.read();
		const worthIt = isDue ? news : {...news, connections: []};
		if (noteNews(content, worthIt) === content) {
			stored = timesIn(content);
			forget(worthIt.connections, news.moves);
			return;
		}
		let after: JsonObject = content;
		const failure = await state.change(current => {
			after = noteNews(current, news);
			return after;
		});
		// What could not be saved goes along with the next write. Nobody is told: it is not worth a word.
		if (failure === undefined) {
			forget(news.connections, news.moves);
		}
		stored = timesIn(failure === undefined ? after : content);
	};

	/** Whatever goes wrong is not worth a word, and keeps no later note from being made. */
	const inTurn = (isDue: boolean): Promise<void> => {
		last = last.then(() => note(isDue)).catch(() => undefined);
		return last;
	};

	const noteDue = (): Promise<void> => {
		cancelWrite?.();
		cancelWrite = undefined;
		restsUntil = now() + restMilliseconds;
		return inTurn(true);
	};

	const noteLater = (): void => {
		cancelWrite ??= schedule(() => void noteDue(), Math.max(soonMilliseconds, restsUntil - now()));
	};

	return {
		follow: next => {
			const isKnown = find !== undefined;
			find = next;
			// They are read again because something in them is new.
			if (isKnown) {
				noteLater();
			}
		},
		connected: ({name, source}) => {
			if (source !== undefined) {
				const place = whole({name, file: source});
				connections.set(keyOf(place), {place, at: now()});
				noteLater();
			}
		},
		moved: (from, to) => {
			moves = [...moves, {from: whole(from), to: whole(to)}];
		},
		look: () => {
			// Many changes at once: those who look while another look waits for its turn see what it finds.
			if (nextLook === undefined) {
				nextLook = last
					.then(() => {
						nextLook = undefined;
						return note(false);
					})
					.catch(() => undefined);
				last = nextLook;
			}
			return nextLook;
		},
		of: place => {
			const key = keyOf(whole(place));
			const times = stored.get(key);
			const pending = connections.get(key);
			return times === undefined || pending === undefined
				? times
				: {...times, lastConnectedAt: Math.max(pending.at, times.lastConnectedAt ?? 0)};
		},
		settled: noteDue,
	};
};
