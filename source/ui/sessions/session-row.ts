import type {SessionHit, ShelfSession} from '../../domain/session-shelf.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Row} from '../bench/section.ts';
import {cutToWidth} from '../text/wrap-text.ts';

/** A session in the list, with what a search has found in it. */
export type ListedSession = {readonly session: ShelfSession; readonly hits: readonly SessionHit[]};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const longestModel = 14;
const longestFolder = 10;

/** How long ago, in one word. */
const ageOf = (milliseconds: number): string => {
	if (milliseconds < minute) {
		return 'now';
	}
	if (milliseconds < hour) {
		return `${Math.floor(milliseconds / minute)} min`;
	}
	if (milliseconds < day) {
		return `${Math.floor(milliseconds / hour)} h`;
	}
	return milliseconds < 365 * day
		? `${Math.floor(milliseconds / day)} d`
		: `${Math.floor(milliseconds / (365 * day))} y`;
};

export const titleOf = ({title, isEmpty, sessionId}: ShelfSession): string =>
	sanitiseLine(title ?? (isEmpty ? '(nothing was said)' : sessionId));

/** The last part of a path or of a model's name, by which people know it. */
const shortName = (path: string, longest: number): string =>
	cutToWidth(sanitiseLine(path.split(/[\\/]/).findLast(part => part !== '') ?? path), longest);

const markOf = (session: ShelfSession, isMarked: boolean): NonNullable<Row['mark']> => {
	if (isMarked) {
		return {text: '●', tone: 'accent'};
	}
	if (session.isCurrent) {
		return {text: '▶', tone: 'good'};
	}
	if (session.note !== undefined) {
		return {text: '!', tone: 'warn'};
	}
	return {text: session.forkedFrom === undefined ? ' ' : '⑂', tone: 'dim'};
};

export const sessionRow = ({session, hits}: ListedSession, isMarked: boolean, now: number): Row => {
	const {model, cwd, messages, modified, isEmpty} = session;
	const age = ageOf(now - modified);
	const label = titleOf(session);
	const found = hits.length === 0 ? [] : [`${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}`];
	return {
		mark: markOf(session, isMarked),
		label,
		note: [...found, age].join(' · '),
		noteTone: 'dim',
		wide: {
			label,
			note: [
				...found,
				...(messages === 0 ? [] : [groupDigits(messages)]),
				...(model === undefined ? [] : [shortName(model, longestModel)]),
				...(cwd === undefined ? [] : [shortName(cwd, longestFolder)]),
				age,
			].join(' · '),
		},
		...(isEmpty ? {tone: 'dim' as const} : {}),
	};
};

/** What the filter reads. */
export const sessionText = ({session}: ListedSession): string =>
	[session.title, session.sessionId, session.model, session.cwd, session.note]
		.filter(part => part !== undefined)
		.join(' ');
