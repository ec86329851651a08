import {type FSWatcher, realpathSync, statSync, watch} from 'node:fs';
import {basename, dirname, relative, resolve, sep} from 'node:path';

/** Editors write in several steps, and programs in bursts: whoever reads at the first step reads half a file. */
const restMilliseconds = 60;

/** A folder that never rests must not keep a change from being told. */
const longestWait = 600;

/** Many programs empty a file, or move it away, before they write it: that is no change yet. */
const usualPatience = 1000;

type Watched = {readonly watcher: FSWatcher; readonly identity: string};

/** What tells one content of a file from another without reading it. */
const printOf = (file: string): string => {
	try {
		const {ino, size, mtimeMs, ctimeMs} = statSync(file);
		return `${size} ${ino} ${mtimeMs} ${ctimeMs}`;
	} catch {
		// Not there, or not to be reached: for whoever reads it that is the same.
		return 'none';
	}
};

const isNothing = (print: string | undefined): boolean =>
	print === 'none' || print?.startsWith('0 ') === true;

/** A folder that was replaced has the same name, and another identity. */
const folderIdentity = (folder: string): string | undefined => {
	try {
		const facts = statSync(folder);
		return facts.isDirectory() ? `${facts.dev} ${facts.ino}` : undefined;
	} catch {
		// Not there (yet, or any more).
		return undefined;
	}
};

/** The folder, or the nearest one above it that is there: it tells when the next one is made. */
const nearestFolder = (folder: string): string => {
	let candidate = folder;
	while (folderIdentity(candidate) === undefined && dirname(candidate) !== candidate) {
		candidate = dirname(candidate);
	}
	return candidate;
};

/** The file as it is named and, where that is a link, the file itself. */
const pathsOf = (file: string): readonly string[] => {
	try {
		return [file, realpathSync(file)];
	} catch {
		// Without a file there is nothing behind its name.
		return [file];
	}
};

/** Whether a change of `name` in a folder can have to do with a path. */
const concerns = (folder: string, name: string | null, path: string): boolean => {
	const [first] = relative(folder, path).split(sep);
	return name === null || name === basename(folder) || name === first;
};

/**
 * Calls back once after one or more of the files have changed, appeared or gone, however that was done. Folders are
 * watched, not files: a file that is replaced is another file. The returned function ends it. It keeps no process alive.
 * A file that is empty or gone is told only when it stays so for the milliseconds of `patience`.
 */
export const watchFiles = (
	files: readonly string[],
	onChange: () => void,
	patience = usualPatience,
): (() => void) => {
	const paths = files.map(file => resolve(file));
	const watched = new Map<string, Watched>();
	let prints = paths.map(printOf);
	let rest: NodeJS.Timeout | undefined;
	let loss: NodeJS.Timeout | undefined;
	let wokenAt = 0;
	let lostAt: number | undefined;
	let isClosed = false;

	const drop = (folder: string): void => {
		watched.get(folder)?.watcher.close();
		watched.delete(folder);
	};

	const open = (folder: string, identity: string): void => {
		try {
			const watcher = watch(folder, {persistent: false}, (_, name) => {
				if (paths.flatMap(pathsOf).some(path => concerns(folder, name, path))) wake();
			});
			watcher.on('error', () => {
				// On some systems a folder that is deleted ends like this. The one above it is next.
				drop(folder);
				wake();
			});
			watched.set(folder, {watcher, identity});
		} catch {
			// The system has no more watches to give: changes count at the next start.
		}
	};

	const arm = (): void => {
		const wanted = new Set(paths.flatMap(pathsOf).map(path => nearestFolder(dirname(path))));
		for (const [folder, {identity}] of watched) {
			if (!wanted.has(folder) || folderIdentity(folder) !== identity) drop(folder);
		}
		for (const folder of wanted) {
			const identity = folderIdentity(folder);
			if (identity !== undefined && !watched.has(folder)) open(folder, identity);
		}
	};

	const look = (): void => {
		rest = undefined;
		clearTimeout(loss);
		// First the watches: what happens after this is told, and what has happened before is seen.
		arm();
		const now = paths.map(printOf);
		const isLost = now.some((print, index) => isNothing(print) && !isNothing(prints[index]));
		lostAt = isLost ? (lostAt ?? Date.now()) : undefined;
		const left = lostAt === undefined ? 0 : lostAt + patience - Date.now();
		if (left > 0) {
			loss = setTimeout(look, left).unref();
			return;
		}
		lostAt = undefined;
		const isChanged = now.some((print, index) => print !== prints[index]);
		prints = now;
		if (isChanged) onChange();
	};

	const wake = (): void => {
		if (isClosed) return;
		if (rest === undefined) wokenAt = Date.now();
		clearTimeout(rest);
		const left = Math.max(0, wokenAt + longestWait - Date.now());
		rest = setTimeout(look, Math.min(restMilliseconds, left)).unref();
	};

	arm();
	return () => {
		isClosed = true;
		clearTimeout(rest);
		clearTimeout(loss);
		for (const folder of [...watched.keys()]) drop(folder);
	};
};
