import {posix} from 'node:path';
import {decodedOnce, folded, isUnclear, looseSpellings, spellings, withoutParameters} from './spellings.ts';

/** From where paths may be meant. */
export type Places = {readonly home: string; readonly cwd: string};

/** Where a text may lead when it is taken for a path. Separators are slashes, and there are no `.` and `..` inside. */
type PathReadings = {readonly absolute: readonly string[]; readonly relative: readonly string[]};

const drive = /^[a-z]:(?=\/|$)/i;
const drivePath = /^[a-z]:[\\/]/i;

export const withSlashes = (text: string): string => text.replaceAll('\\', '/');

/** The paths that a file URL may stand for; undefined for everything else. */
const pathsOfUrl = (text: string): readonly string[] | undefined => {
	if (!/^\s*file:/i.test(text)) {
		return undefined;
	}
	const asWritten = text.replace(/^\s*file:(?:\/\/)?/i, '');
	if (!URL.canParse(text)) {
		return [asWritten];
	}
	const {host, pathname, search, hash} = new URL(text);
	const path = decodedOnce(pathname).replace(/^\/(?=[a-z]:)/i, '');
	return [
		path,
		...(host === '' ? [] : [`/${host}${path}`]),
		// Whoever only cuts off the scheme does not stop there.
		...(search + hash === '' ? [] : [decodedOnce(asWritten)]),
	];
};

/** A text as a path, with its separators as they are and as slashes. */
const pathsIn = (text: string): readonly string[] => {
	const all = pathsOfUrl(text) ?? [text];
	return [...all.filter(one => !drivePath.test(one)), ...all.map(withSlashes)];
};

/** What the kernel puts in the place of links to a process's own root and folder; undefined where it is none. */
const followLink = (
	[proc, id = '', ...rest]: readonly string[],
	cwd: string,
): readonly string[] | undefined => {
	if (proc !== 'proc' || !/^(?:self|thread-self|\d+)$/.test(id)) {
		return undefined;
	}
	const link = rest[0] === 'task' ? rest.slice(2) : rest;
	if (link.length !== 1) {
		return undefined;
	}
	switch (link[0]) {
		case 'root':
			return [];
		case 'cwd':
			return withSlashes(cwd)
				.split('/')
				.filter(part => part !== '');
		default:
			return undefined;
	}
};

/** In linear time, which Node's own does not promise for a path that climbs again and again. */
const withoutDetours = (path: string, cwd?: string): string => {
	const isAbsolute = path.startsWith('/');
	let parts: string[] = [];
	for (const part of path.split('/')) {
		if (part !== '..') {
			if (part !== '' && part !== '.') parts.push(part);
			const followed = cwd === undefined || parts.length > 5 ? undefined : followLink(parts, cwd);
			parts = followed === undefined ? parts : [...followed];
		} else if (parts.length > 0 && parts.at(-1) !== '..') {
			parts.pop();
		} else if (!isAbsolute) {
			parts.push(part);
		}
	}
	const rest = parts.join('/');
	return isAbsolute ? `/${rest}` : rest || '.';
};

/** An absolute path without detours; undefined for one that depends on where somebody stands. */
const absolutePath = (text: string, home: string, cwd?: string): string | undefined => {
	const path = text === '~' || text.startsWith('~/') ? `${withSlashes(home)}${text.slice(1)}` : text;
	const [letter] = drive.exec(path) ?? [];
	if (letter !== undefined) {
		return `${letter.toLowerCase()}${withoutDetours(`/${path.slice(letter.length)}`)}`;
	}
	return path.startsWith('/') ? withoutDetours(path, cwd) : undefined;
};

const readPaths = (paths: Iterable<string>, home: string, cwd?: string): PathReadings => {
	const absolute = new Set<string>();
	const relative = new Set<string>();
	for (const each of paths) {
		const path = absolutePath(each, home, cwd);
		if (path === undefined) {
			relative.add(withoutDetours(each));
		} else {
			absolute.add(path);
		}
	}
	return {absolute: [...absolute], relative: [...relative]};
};

export const pathReadings = (text: string, {home}: Places): PathReadings => {
	const paths = [...spellings(text)].flatMap(pathsIn);
	return readPaths(new Set([...paths, ...paths.map(withoutParameters)]), home);
};

const isWithin = (folder: string, path: string): boolean =>
	path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

const areWithin = (paths: PathReadings, folders: PathReadings): boolean =>
	paths.relative.length === 0 &&
	folders.relative.length === 0 &&
	paths.absolute.every(path => folders.absolute.some(above => isWithin(above, path)));

/** Whether a path lies at or below a folder however it is read. One that is not absolute may lie anywhere. */
export const isSurelyUnder = (folder: string, text: string, places: Places): boolean => {
	const asWritten = (path: string): PathReadings => readPaths(pathsIn(path), places.home);
	return (
		!isUnclear(text) &&
		areWithin(asWritten(text), asWritten(folder)) &&
		areWithin(pathReadings(text, places), pathReadings(folder, places))
	);
};

const variable = /^(?:\$\{?(?:HOME|PWD)\}?|%USERPROFILE%)(?=[\\/]|$)/;

/** What shells put in the place of a variable at the beginning of a path. */
export const withVariables = (text: string, {home, cwd}: Places): string =>
	text.replace(variable, name => (name.includes('PWD') ? cwd : home));

/** Windows has more than one name for a folder: device paths, shares of drives, dots and spaces at the end. */
const otherNames = (path: string): readonly string[] => [
	path.replace(/^\/(?:\?\/)?(?=[a-z]:(?:\/|$))/i, ''),
	path.replace(/^(?:\/\?\/unc)?\/[^/]+\/([a-z])\$(?=\/|$)/i, '$1:'),
	path.replace(/(?<![. ])[. ]+(?=\/|$)/g, ''),
];

/** Every path that a text may stand for, for whoever holds back. */
export const loosePaths = (text: string, places: Places): PathReadings => {
	const texts = [...looseSpellings(text)].map(each => withVariables(each, places));
	const paths = texts.flatMap(pathsIn);
	const all = new Set([...paths, ...paths.map(withoutParameters)]);
	const {absolute, relative} = readPaths(all, places.home);
	const followed = readPaths(all, places.home, places.cwd);
	return {
		absolute: [...new Set([...absolute, ...followed.absolute].flatMap(path => [path, ...otherNames(path)]))],
		relative,
	};
};

const ancestorsOf = (folder: string): readonly string[] => {
	const above = posix.dirname(folder);
	return above === folder || above === '.' ? [] : [above, ...ancestorsOf(above)];
};

const climbs = /^(?:\.\.(?:\/|$))+/;

/** Where a path that is not absolute may lead, if it is meant from here, from home or from above the folder. */
export const fromSomewhere = (path: string, folder: string, {home, cwd}: Places): readonly string[] => {
	const climbed = path.replace(climbs, '');
	const above =
		climbed === '' ? [] : ['/', ...ancestorsOf(folder)].map(each => `${each === '/' ? '' : each}/${climbed}`);
	const [, user, rest = ''] = /^~([^/]+)(.*)$/s.exec(path) ?? [];
	return [
		...[cwd, home].map(place => withoutDetours(`${withSlashes(place)}/${path}`)),
		...above,
		...(user === undefined ? [] : [`${posix.dirname(withSlashes(home))}/${user}${rest}`]),
	];
};

const absoluteFolders = (folder: string, places: Places): readonly string[] => {
	const {absolute, relative} = loosePaths(folder, places);
	const fromHere = relative.map(path => withoutDetours(`${withSlashes(places.cwd)}/${path}`));
	return [...new Set([...absolute, ...fromHere].map(folded))];
};

/** Whether there is any reading of a path by which it lies at or below a folder. */
export const mayBeUnder = (folder: string, text: string, places: Places): boolean => {
	const {absolute, relative} = loosePaths(text, places);
	return absoluteFolders(folder, places).some(above =>
		[...absolute, ...relative.flatMap(path => fromSomewhere(path, above, places))].some(path =>
			// What is compared is no longer than the folder; folding changes lengths, but not that much.
			isWithin(above, folded(path.slice(0, 4 * above.length + 16))),
		),
	);
};
