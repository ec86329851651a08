import {matchesGlob} from '../../support/glob.ts';
import {addressGlobs, addressReadings, hasScheme, isHostOf} from './address-readings.ts';
import {
	fromSomewhere,
	loosePaths,
	type Places,
	pathReadings,
	withSlashes,
	withVariables,
} from './path-readings.ts';
import {folded, hasDetour, isUnclear, looseSpellings, spellings, withoutParameters} from './spellings.ts';

/** The same address or path without its `.` and `..`. */
const withoutDetour = (text: string, places: Places): readonly string[] => {
	if (/^(?!file:)[a-z][a-z\d+.-]+:\/\//i.test(text)) {
		// No address after all: nothing is known about where it leads.
		return URL.canParse(text) ? [new URL(text).href] : [];
	}
	const {absolute, relative} = pathReadings(text, places);
	return [...absolute, ...relative];
};

/** Whether a text matches however it is read: `/site/*` does not stand for `/site/../etc`. */
export const surelyMatches = (glob: string, text: string, places: Places): boolean => {
	if (!matchesGlob(glob, text)) {
		return false;
	}
	if (/^\*+$/.test(glob)) {
		return true;
	}
	const globs = [...spellings(glob)];
	const matches = (reading: string): boolean => globs.some(each => matchesGlob(each, reading));
	const staysThere = (reading: string): boolean => {
		const readings = withoutDetour(reading, places);
		return readings.length > 0 && readings.every(matches);
	};
	return (
		!isUnclear(text) &&
		isHostOf(glob, text) &&
		[...spellings(text)].every(
			each => matches(each) && [each, withoutParameters(each)].filter(hasDetour).every(staysThere),
		)
	);
};

/** What a glob may mean when it is meant from home, from here, or for a drive. */
const placedGlobs = (glob: string, places: Places): readonly string[] => {
	if (/^~(?=[\\/]|$)/.test(glob)) {
		return [withSlashes(`${places.home}${glob.slice(1)}`)];
	}
	if (/^[a-z]:\\/i.test(glob)) {
		return [withSlashes(glob)];
	}
	const isRelative = /^[^\\/*:$%]+[\\/]/.test(glob);
	return [
		withVariables(glob, places),
		...(isRelative ? [`${withSlashes(places.cwd)}/${glob.replace(/^\.\//, '')}`] : []),
	];
};

/** Where everything lies that the glob matches; undefined where that may be anywhere. */
const placeOf = (glob: string): string | undefined => /^((?:\/|[a-z]:\/)[^*]*?)\/?(?:\*|$)/i.exec(glob)?.[1];

/** Whether there is any reading by which a text matches. */
export const mayMatch = (glob: string, text: string, places: Places): boolean => {
	if (matchesGlob(glob, text)) {
		return true;
	}
	const texts = [...looseSpellings(text)];
	const addresses = texts.map(addressReadings);
	const {absolute, relative} = loosePaths(text, places);
	const readings = [...texts, ...addresses.flatMap(({whole}) => whole), ...absolute, ...relative];
	const globs = [glob, ...placedGlobs(glob, places), ...addressGlobs(glob, texts.some(hasScheme))];
	return [...new Set(globs)].some(each => {
		const wanted = folded(each);
		const matches = (reading: string): boolean => matchesGlob(wanted, folded(reading));
		const place = placeOf(each);
		// What begins with anything would find the names of the folders in which the program happens to be.
		const paths = place === undefined ? [] : relative.flatMap(path => fromSomewhere(path, place, places));
		const isOfHost = /^(?:\*\.)?[a-z\d]/i.test(each);
		const parts = isOfHost ? addresses.flatMap(address => address.parts) : [];
		return [...readings, ...paths, ...parts].some(matches);
	});
};
