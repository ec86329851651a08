import type {ServerTimes} from '../domain/server-times.ts';
import {agoWords} from '../support/ago-words.ts';

/** The times of a server as a person says them, each with what it is called. What is not known is left out. */
export const serverTimeRows = (
	times: ServerTimes | undefined,
	now: number,
): readonly (readonly [string, string])[] => {
	if (times === undefined) {
		return [];
	}
	const {createdAt, updatedAt, lastConnectedAt} = times;
	return [
		['created', agoWords(now - createdAt)],
		...(updatedAt === createdAt ? [] : [['updated', agoWords(now - updatedAt)] as const]),
		...(lastConnectedAt === undefined ? [] : [['connected', agoWords(now - lastConnectedAt)] as const]),
	];
};
