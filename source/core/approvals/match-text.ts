import {posix} from 'node:path';
import {matchesGlob} from '../../support/glob.ts';
import {type Places, pathReadings} from './path-readings.ts';

const hasDetour = (text: string): boolean =>
	/(?:^|[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[\\/?#]|%2f|%5c)/i.test(text);

/** The same address or path without its `.` and `..`. */
const withoutDetour = (text: string, places: Places): readonly string[] => {
	if (/^(?!file:)[a-z][a-z\d+.-]+:\/\//i.test(text)) {
		try {
			return [new URL(text).href];
		} catch {
			return [posix.normalize(text)];
		}
	}
	const {absolute, relative} = pathReadings(text, places);
	return [...absolute, ...relative];
};

/** Whether a text matches however it is read: `/work/*` does not stand for `/work/../etc`. */
export const surelyMatches = (glob: string, text: string, places: Places): boolean =>
	matchesGlob(glob, text) &&
	(!hasDetour(text) || withoutDetour(text, places).every(reading => matchesGlob(glob, reading)));

/** Whether there is any reading by which a text matches. */
export const mayMatch = (glob: string, text: string, places: Places): boolean =>
	matchesGlob(glob, text) ||
	matchesGlob(glob, text.trim()) ||
	withoutDetour(text, places).some(reading => matchesGlob(glob, reading));
