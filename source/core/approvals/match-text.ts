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
			// No address after all, so nothing is known about where it leads.
			return [];
		}
	}
	const {absolute, relative} = pathReadings(text, places);
	return [...absolute, ...relative];
};

/** Whether a text matches however it is read: `/work/*` does not stand for `/work/../etc`. */
export const surelyMatches = (glob: string, text: string, places: Places): boolean => {
	if (!matchesGlob(glob, text)) {
		return false;
	}
	const readings = hasDetour(text) ? withoutDetour(text, places) : [text];
	return readings.length > 0 && readings.every(reading => matchesGlob(glob, reading));
};

/** Whether there is any reading by which a text matches. */
export const mayMatch = (glob: string, text: string, places: Places): boolean =>
	matchesGlob(glob, text) ||
	matchesGlob(glob, text.trim()) ||
	withoutDetour(text, places).some(reading => matchesGlob(glob, reading));
