import {randomBytes} from 'node:crypto';
import {stat, statfs, unlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {FolderFacts} from '../headless/doctor/program-facts.ts';

type Found = {readonly path: string; readonly mode: number};

/** The folder, or the nearest one above it that is there. */
const findNearest = async (path: string): Promise<Found> => {
	try {
		const {mode} = await stat(path);
		return {path, mode};
	} catch (error) {
		const above = dirname(path);
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) {
			throw error;
		}
		return findNearest(above);
	}
};

/** Really written, because permissions alone do not tell: a disk may be full or read-only, and root may everything. */
const tryToWrite = async (folder: string): Promise<void> => {
	const file = join(folder, `.mcp-tui-doctor-${randomBytes(6).toString('hex')}`);
	try {
		await writeFile(file, 'mcp-tui doctor', {flag: 'wx', mode: 0o600});
	} finally {
		// On a full disk it is there and empty.
		await unlink(file).catch(() => undefined);
	}
};

const freeIn = async (folder: string): Promise<{readonly free?: number}> => {
	try {
		const {bavail, bsize} = await statfs(folder);
		return {free: bavail * bsize};
	} catch {
		// Not every file system says.
		return {};
	}
};

/** What can be done with a folder. It is not made by this. */
export const folderFacts = async (what: FolderFacts['what'], path: string): Promise<FolderFacts> => {
	try {
		const nearest = await findNearest(path);
		await tryToWrite(nearest.path);
		const free = await freeIn(nearest.path);
		if (nearest.path !== path) {
			return {what, path, state: {type: 'absent', ...free}};
		}
		const mode =
			process.platform === 'win32' ? {} : {mode: (nearest.mode & 0o777).toString(8).padStart(3, '0')};
		return {what, path, state: {type: 'writable', ...mode, ...free}};
	} catch (error) {
		return {what, path, state: {type: 'unusable', why: (error as NodeJS.ErrnoException).code ?? 'unknown'}};
	}
};
