import {constants, type Dirent} from 'node:fs';
import {type FileHandle, opendir} from 'node:fs/promises';
import path from 'node:path';
import {setImmediate} from 'node:timers/promises';
import type {GrantedFolders, Place} from '../../shared/createGrantedFolders.ts';
import type {McpToolError} from '../../shared/McpToolError.ts';
import type {LeftOut, SearchCut} from './SearchFilesOutputSchema.ts';
import type {SearchLimits} from './searchLimits.ts';

export type WalkedFile = {
	/** From the folder where the walk began, with slashes. */
	readonly relative: string;
	/** Opens it inside of its opened folder, never through a link. */
	readonly open: () => Promise<FileHandle>;
};

/** Why a walk ends before everything was visited: a limit, or what makes it pointless. */
export type WalkEnd = SearchCut | McpToolError;

/** A few files of one folder: whoever reads them can do so at once. */
type Visit = (files: readonly WalkedFile[]) => Promise<WalkEnd | undefined>;

type Walk = {
	readonly folders: GrantedFolders;
	/** A folder that exists. */
	readonly place: Place;
	readonly limits: Pick<SearchLimits, 'names' | 'depth'>;
	/** Counts what is passed over. */
	readonly leftOut: {-readonly [Kind in keyof LeftOut]: number};
	readonly isLate: () => boolean;
};

/** What tools made or fetched, and nobody wrote. Whoever wants it searched names it as the path. */
const passedOver: ReadonlySet<string> = new Set([
	...['.git', '.hg', '.svn', '.jj', 'node_modules', 'bower_components', '.yarn', '.pnpm-store'],
	...['__pycache__', '.venv', 'venv', '.tox', '.mypy_cache', '.pytest_cache', '.ruff_cache'],
	...['.cache', '.gradle', '.terraform', '.next', '.nuxt', '.svelte-kit', '.turbo', '.parcel-cache'],
]);

// A pipe in the folder must not hold the call until somebody writes to it. Absent on Windows.
const nonBlocking = constants.O_NONBLOCK ?? 0;
export const readingFlags = constants.O_RDONLY | nonBlocking;

const readAtOnce = 256;
const visitedAtOnce = 16;

const compareNames = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

/**
 * Visits the files of a folder and of those below it, the nearest first, in the order of their names. No link is
 * followed, so there are no loops and no way out; each folder is opened and checked like that of any other file tool.
 */
export const walkFiles = async (
	{folders, place, limits, leftOut, isLate}: Walk,
	visit: Visit,
	signal: AbortSignal,
): Promise<WalkEnd | undefined> => {
	const waiting: {readonly relative: string; readonly depth: number}[] = [{relative: '', depth: 0}];
	let names = 0;

	const whyStop = (): SearchCut | undefined => {
		signal.throwIfAborted();
		if (isLate()) return 'time';
		return names > limits.names ? 'names' : undefined;
	};

	const readEntries = async (anchor: string): Promise<readonly Dirent[]> => {
		const entries: Dirent[] = [];
		for await (const entry of await opendir(anchor, {bufferSize: readAtOnce})) {
			names += 1;
			if (whyStop() !== undefined) break;
			entries.push(entry);
		}
		return entries.sort(compareNames);
	};

	const queueFolder = (name: string, relative: string, depth: number): void => {
		if (passedOver.has(name)) leftOut.folders += 1;
		else if (depth > limits.depth) leftOut.deep += 1;
		else waiting.push({relative, depth});
	};

	/** The files among the entries. Folders are kept for later. */
	const sortOut = (
		entries: readonly Dirent[],
		anchor: string,
		above: string,
		depth: number,
	): readonly WalkedFile[] =>
		entries.flatMap(entry => {
			const relative = above === '' ? entry.name : `${above}/${entry.name}`;
			if (entry.isDirectory()) queueFolder(entry.name, relative, depth + 1);
			else if (entry.isSymbolicLink()) leftOut.links += 1;
			if (!entry.isFile()) return [];
			const open = () => folders.openFile(place, `${anchor}/${entry.name}`, readingFlags);
			return [{relative, open}];
		});

	const walkFolder = async (anchor: string, above: string, depth: number): Promise<WalkEnd | undefined> => {
		const files = sortOut(await readEntries(anchor), anchor, above, depth);
		for (let from = 0; from < files.length; from += visitedAtOnce) {
			const end = await visit(files.slice(from, from + visitedAtOnce));
			if (end !== undefined) return end;
			// Somebody may be typing while thousands of names are compared.
			await setImmediate();
			signal.throwIfAborted();
			if (isLate()) return 'time';
		}
		return whyStop();
	};

	// Each folder adds those in it to the end.
	for (const {relative, depth} of waiting) {
		let end: WalkEnd | undefined;
		try {
			end = await folders.withFolder(place, path.join(place.real, relative), anchor =>
				walkFolder(anchor, relative, depth),
			);
		} catch (error) {
			signal.throwIfAborted();
			// Where the search was to begin, it is the answer; further down others may be read.
			if (depth === 0) throw error;
			leftOut.unreadable += 1;
		}
		if (end !== undefined) return end;
	}
	return undefined;
};
