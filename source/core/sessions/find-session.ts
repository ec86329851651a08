import {readdir} from 'node:fs/promises';
import type {Failure} from '../../domain/failure.ts';
import type {FoundSession} from '../../domain/session-shelf.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {systemCode, toReadingFailure} from './session-error.ts';
import {namesOfSessions} from './session-files.ts';

const candidatesNamed = 5;
const listHint = 'mcp-tui sessions list shows them.';

const unknown = (failure: Failure): FoundSession => ({type: 'unknown', failure});

const noSession = (named: string): FoundSession =>
	unknown({
		code: 'no-session',
		message: `There is no session "${sanitiseLine(named)}".`,
		hint: listHint,
	});

const several = (named: string, candidates: readonly string[]): FoundSession => {
	const some = candidates.slice(0, candidatesNamed).map(sanitiseLine).join(', ');
	const more = candidates.length - candidatesNamed;
	return unknown({
		code: 'several-sessions',
		message: `"${sanitiseLine(named)}" begins the ids of several sessions: ${some}${more > 0 ? ` and ${more} more` : ''}.`,
		hint: `Write more of the id. ${listHint}`,
	});
};

const tooShort = (named: string, least: number): FoundSession =>
	unknown({
		code: 'bad-input',
		message: `"${sanitiseLine(named)}" is too short to be sure which session is meant.`,
		hint: `Write its whole id, or at least the first ${least} characters of it. ${listHint}`,
	});

/** The session that has this id, or the only one whose id begins like this with at least so many characters. */
export const findSession = async (folder: string, named: string, least = 1): Promise<FoundSession> => {
	let ids: readonly string[];
	try {
		ids = namesOfSessions(await readdir(folder));
	} catch (error) {
		return systemCode(error) === 'ENOENT'
			? noSession(named)
			: {type: 'unreadable', failure: toReadingFailure(error)};
	}
	if (ids.includes(named)) {
		return {type: 'found', sessionId: named};
	}
	const candidates = named === '' ? [] : ids.filter(id => id.startsWith(named)).sort();
	const [only] = candidates;
	if (only === undefined) {
		return noSession(named);
	}
	if (named.length < least) {
		return tooShort(named, least);
	}
	return candidates.length === 1 ? {type: 'found', sessionId: only} : several(named, candidates);
};
