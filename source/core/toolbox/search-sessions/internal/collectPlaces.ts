import type {SessionHit, ShelfSession} from '../../../../domain/session-shelf.ts';
import {oneLine} from '../../shared/oneLine.ts';
import type {FoundPlace, FoundSession, SessionPlace} from './SearchSessionsOutputSchema.ts';

/** One session that is full of a word must not hide the others. */
const mostOfSession = 3;
const longestTitle = 120;
const longestSnippet = 300;
const lastInstant = 8.64e15;

const placeNames: Readonly<Record<SessionHit['where'], SessionPlace>> = {
	user: 'message',
	answer: 'answer',
	call: 'call',
	compaction: 'summary',
	'turn-end': 'failure',
	rewind: 'going back',
};

/** A file may say anything. */
const asDate = (at: number | undefined): string | undefined =>
	at === undefined || !(Math.abs(at) <= lastInstant) ? undefined : new Date(at).toISOString();

const describeHit = ({where, at, before, match, after}: SessionHit): FoundPlace => {
	const date = asDate(at);
	return {
		where: placeNames[where],
		...(date === undefined ? {} : {at: date}),
		snippet: oneLine(`${before}${match}${after}`, longestSnippet),
	};
};

type Collected = {
	readonly session: ShelfSession | undefined;
	readonly sessionId: string;
	readonly places: FoundPlace[];
	more: number;
};

export type PlaceCollector = {
	/** Answers whether there is room for more. */
	readonly add: (hit: SessionHit) => boolean;
	readonly sessions: () => readonly FoundSession[];
};

/** Gathers by session what a search finds. A copy of a session repeats it; each thing that was said is found once. */
export const createPlaceCollector = (known: readonly ShelfSession[], most: number): PlaceCollector => {
	const byId = new Map(known.map(session => [session.sessionId, session]));
	const collected = new Map<string, Collected>();
	const said = new Set<string>();
	let count = 0;

	const collectorOf = (sessionId: string): Collected => {
		const found = collected.get(sessionId) ?? {
			session: byId.get(sessionId),
			sessionId,
			places: [],
			more: 0,
		};
		collected.set(sessionId, found);
		return found;
	};

	return {
		add(hit) {
			const place = describeHit(hit);
			const print = JSON.stringify(place);
			if (said.has(print)) return true;
			said.add(print);
			// What is said here is before the model already.
			if (byId.get(hit.sessionId)?.isCurrent === true) return true;
			const isFull = (collected.get(hit.sessionId)?.places.length ?? 0) >= mostOfSession;
			if (!isFull && count === most) return false;
			const found = collectorOf(hit.sessionId);
			if (isFull) found.more += 1;
			else {
				found.places.push(place);
				count += 1;
			}
			return true;
		},
		sessions: () =>
			[...collected.values()].map(({session, sessionId, places, more}) => {
				const lastUsed = asDate(session?.modified);
				return {
					sessionId,
					title: oneLine(session?.title ?? '', longestTitle),
					...(lastUsed === undefined ? {} : {lastUsed}),
					places,
					more,
				};
			}),
	};
};
