import {posix} from 'node:path';

/** From where paths may be meant. */
export type Places = {readonly home: string; readonly cwd: string};

/** Where a text may lead when it is taken for a path. Separators are slashes, and there are no `.` and `..` inside. */
type PathReadings = {readonly absolute: readonly string[]; readonly relative: readonly string[]};

const drive = /^[a-z]:(?=\/|$)/i;
const drivePath = /^[a-z]:[\\/]/i;

const withSlashes = (text: string): string => text.replaceAll('\\', '/');

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		// Percent signs that encode nothing: it stands for itself.
		return text;
	}
};

/** The paths that a file URL may stand for; undefined for everything else. */
const pathsOfUrl = (text: string): readonly string[] | undefined => {
	if (!/^\s*file:/i.test(text)) {
		return undefined;
	}
	try {
		const {host, pathname} = new URL(text);
		const path = decoded(pathname).replace(/^\/(?=[a-z]:)/i, '');
		return host === '' ? [path] : [path, `/${host}${path}`];
	} catch {
		return [text.replace(/^\s*file:(?:\/\/)?/i, '')];
	}
};

/** Every way in which a server may understand a text. */
const spellings = (text: string): ReadonlySet<string> => {
	const all = (pathsOfUrl(text) ?? [text]).flatMap(path => [path, decoded(path)]);
	return new Set([...all.filter(one => !drivePath.test(one)), ...all.map(withSlashes)]);
};

/** In linear time, which Node's own does not promise for a path that climbs again and again. */
const withoutDetours = (path: string): string => {
	const isAbsolute = path.startsWith('/');
	const parts: string[] = [];
	for (const part of path.split('/')) {
		if (part !== '..') {
			if (part !== '' && part !== '.') parts.push(part);
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
const absolutePath = (text: string, home: string): string | undefined => {
	const path = text === '~' || text.startsWith('~/') ? `${withSlashes(home)}${text.slice(1)}` : text;
	const [letter] = drive.exec(path) ?? [];
	if (letter !== undefined) {
		return `${letter.toLowerCase()}${withoutDetours(`/${path.slice(letter.length)}`)}`;
	}
	return path.startsWith('/') ? withoutDetours(path) : undefined;
};

export const pathReadings = (text: string, {home}: Places): PathReadings => {
	const absolute = new Set<string>();
	const relative = new Set<string>();
	for (const spelling of spellings(text)) {
		const path = absolutePath(spelling, home);
		if (path === undefined) {
			relative.add(withoutDetours(spelling));
		} else {
			absolute.add(path);
		}
	}
	return {absolute: [...absolute], relative: [...relative]};
};

const isWithin = (folder: string, path: string): boolean =>
	path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Whether a path lies at or below a folder however it is read. One that is not absolute may lie anywhere. */
export const isSurelyUnder = (folder: string, text: string, places: Places): boolean => {
	const folders = pathReadings(folder, places);
	const paths = pathReadings(text, places);
	return (
		!text.includes('\0') &&
		folders.relative.length === 0 &&
		paths.relative.length === 0 &&
		paths.absolute.every(path => folders.absolute.some(above => isWithin(above, path)))
	);
};

const ancestorsOf = (folder: string): readonly string[] => {
	const above = posix.dirname(folder);
	return above === folder || above === '.' ? [] : [above, ...ancestorsOf(above)];
};

/** Some disks do not tell upper from lower case, and none of them how an accent is put together. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase();

const absoluteFolders = (folder: string, places: Places): readonly string[] => {
	const {absolute, relative} = pathReadings(folder, places);
	const fromHere = relative.map(path => withoutDetours(`${withSlashes(places.cwd)}/${path}`));
	return [...absolute, ...fromHere].map(folded);
};

const climbs = /^(?:\.\.(?:\/|$))+/;

/** Where a path that is not absolute may lead, if it is meant from here, from home or from above the folder. */
const fromSomewhere = (path: string, folder: string, {home, cwd}: Places): readonly string[] => {
	const climbed = path.replace(climbs, '');
	const above =
		climbed === '' ? [] : ancestorsOf(folder).map(each => `${each === '/' ? '' : each}/${climbed}`);
	const [, user, rest = ''] = /^~([^/]+)(.*)$/s.exec(path) ?? [];
	return [
		...[cwd, home].map(place => withoutDetours(`${withSlashes(place)}/${path}`)),
		...above,
		...(user === undefined ? [] : [`${posix.dirname(withSlashes(home))}/${user}${rest}`]),
	];
};

/** Whether there is any reading of a path by which it lies at or below a folder. */
export const mayBeUnder = (folder: string, text: string, places: Places): boolean => {
	const readings = [...new Set([text, text.trim()])].map(each => pathReadings(each, places));
	return absoluteFolders(folder, places).some(above =>
		readings.some(({absolute, relative}) =>
			[...absolute, ...relative.flatMap(path => fromSomewhere(path, above, places))].some(path =>
				// What is compared is no longer than the folder; folding changes lengths, but not that much.
				isWithin(above, folded(path.slice(0, 4 * above.length + 16))),
			),
		),
	);
};
