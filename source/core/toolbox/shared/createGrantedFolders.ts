import {constants, existsSync} from 'node:fs';
import {type FileHandle, lstat, open, readlink, realpath, stat} from 'node:fs/promises';
import path from 'node:path';
import {describeFileError, fileErrorCode} from './describeFileError.ts';
import {McpToolError} from './McpToolError.ts';
import {showName} from './showName.ts';

/** Where a path leads once every link is followed, and what of it does not exist yet. */
export type Place = {
	/** The path as the caller wrote it: the only form that appears in messages. */
	readonly given: string;
	/** The deepest part that exists, free of links and inside a granted folder. */
	readonly real: string;
	/** The names below `real` that do not exist. */
	readonly missing: readonly string[];
	readonly isGrantedFolder: boolean;
};

export type GrantedFolders = {
	/** Throws McpToolError when the path leads out of the granted folders. */
	readonly locate: (given: string) => Promise<Place>;
	/**
	 * Opens a folder, makes sure that it still is inside, and hands over a path that stays bound to the
	 * opened folder: names appended to it cannot be led astray by a link swapped in above them.
	 */
	readonly withFolder: <Result>(
		place: Place,
		folder: string,
		work: (anchor: string) => Promise<Result>,
	) => Promise<Result>;
	/** Opens a file inside a folder opened with `withFolder`, never through a link. */
	readonly openFile: (place: Place, file: string, flags: number, mode?: number) => Promise<FileHandle>;
};

type GrantedFoldersDeps = {
	readonly roots: readonly string[];
	/** Where the system shows open files as links; undefined where it does not. */
	readonly descriptors?: string | undefined;
};

const longestPath = 4096;
const longestName = 255;

// Absent on Windows, where the comparison after opening has to do.
const noFollow = constants.O_NOFOLLOW ?? 0;
const folderOnly = constants.O_DIRECTORY ?? 0;

const isInside = (folder: string, candidate: string): boolean => {
	const relative = path.relative(folder, candidate);
	return relative === '' || (!path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..');
};

const isAbsent = (code: string): boolean => code === 'ENOENT' || code === 'ENOTDIR';

const findDescriptors = (): string | undefined =>
	process.platform === 'linux' && existsSync('/proc/self/fd') ? '/proc/self/fd' : undefined;

export const createGrantedFolders = (deps: GrantedFoldersDeps): GrantedFolders => {
	const roots = deps.roots.map(root => path.resolve(root));
	const descriptors = 'descriptors' in deps ? deps.descriptors : findDescriptors();

	const outside = (given: string): McpToolError => {
		const where =
			roots.length === 0
				? 'no folder is granted'
				: `use a path inside ${roots.map(root => showName(root)).join(' or ')}`;
		return new McpToolError(`${showName(given)} is outside of the granted folders; ${where}.`, 'path');
	};

	const findRealRoots = async (): Promise<readonly string[]> => {
		// A granted folder that is gone grants nothing.
		const found = await Promise.all(roots.map(root => realpath(root).catch(() => undefined)));
		return found.filter(root => root !== undefined);
	};

	const assertInside = async (given: string, real: string): Promise<void> => {
		const realRoots = await findRealRoots();
		if (!realRoots.some(root => isInside(root, real))) throw outside(given);
	};

	const checkSpelling = (given: string): void => {
		if (given.includes('\0')) throw new McpToolError('The path contains a NUL character; remove it.', 'path');
		const tooLong =
			Buffer.byteLength(given) > longestPath ||
			given.split(/[\\/]/).some(name => Buffer.byteLength(name) > longestName);
		if (tooLong) throw new McpToolError('The path or a name in it is too long; use a shorter one.', 'path');
	};

	const findDeepest = async (given: string, absolute: string): Promise<{real: string; missing: string[]}> => {
		const missing: string[] = [];
		for (let current = absolute; ; current = path.dirname(current)) {
			try {
				return {real: await realpath(current), missing};
			} catch (error) {
				const code = fileErrorCode(error);
				// The same words whether a link leads out or nowhere: its target is not the caller's to probe.
				if (code === 'ELOOP') throw outside(given);
				if (!isAbsent(code)) throw describeFileError(error, given);
				const isBrokenLink = await lstat(current).then(
					() => true,
					() => false,
				);
				if (isBrokenLink || current === path.dirname(current)) throw outside(given);
				missing.unshift(path.basename(current));
			}
		}
	};

	const locate = async (given: string): Promise<Place> => {
		checkSpelling(given);
		const [first] = roots;
		if (first === undefined) throw outside(given);
		const realRoots = await findRealRoots();
		const absolute = path.resolve(first, given);
		// Before the disk is asked, so that nobody learns what exists outside.
		if (![...roots, ...realRoots].some(root => isInside(root, absolute))) throw outside(given);
		const {real, missing} = await findDeepest(given, absolute);
		if (!realRoots.some(root => isInside(root, real))) throw outside(given);
		return {given, real, missing, isGrantedFolder: missing.length === 0 && realRoots.includes(real)};
	};

	/** Where an opened file or folder really is, whatever has been renamed or linked since. */
	const whereIs = async (handle: FileHandle, opened: string): Promise<string | undefined> => {
		if (descriptors !== undefined) return await readlink(`${descriptors}/${handle.fd}`);
		const real = await realpath(opened);
		const [atPath, atHandle] = await Promise.all([stat(real), handle.stat()]);
		return atPath.dev === atHandle.dev && atPath.ino === atHandle.ino ? real : undefined;
	};

	const openChecked = async (
		place: Place,
		file: string,
		flags: number,
		mode?: number,
	): Promise<FileHandle> => {
		const handle = await open(file, flags | noFollow, mode).catch((error: unknown) => {
			throw describeFileError(error, place.given);
		});
		try {
			const real = await whereIs(handle, file);
			if (real === undefined) throw outside(place.given);
			await assertInside(place.given, real);
			return handle;
		} catch (error) {
			await handle.close();
			throw error instanceof McpToolError ? error : describeFileError(error, place.given);
		}
	};

	return {
		locate,
		withFolder: async (place, folder, work) => {
			if (descriptors === undefined) {
				const real = await realpath(folder).catch((error: unknown) => {
					throw describeFileError(error, place.given);
				});
				await assertInside(place.given, real);
				return await work(real);
			}
			const handle = await openChecked(place, folder, constants.O_RDONLY | folderOnly);
			try {
				return await work(`${descriptors}/${handle.fd}`);
			} finally {
				await handle.close();
			}
		},
		openFile: openChecked,
	};
};
