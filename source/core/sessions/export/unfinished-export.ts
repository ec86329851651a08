import {randomBytes} from 'node:crypto';
import {link, lstat, readdir, rename, rm, unlink} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {systemCode} from '../session-error.ts';

const unfinished = /^mcp-tui-export-[0-9a-f]{8}\.part$/;
/** No export takes so long. */
const oldestMilliseconds = 60 * 60_000;

/**
 * An export has this name until it is whole, so that a killed program leaves nothing that looks finished. It is not made
 * of the name that the file will have: that one may be as long as a name can be.
 */
export const unfinishedExport = (path: string): string =>
	join(dirname(path), `mcp-tui-export-${randomBytes(4).toString('hex')}.part`);

/** Removes what killed programs left of exports into the folder of this one. Never throws. */
export const clearUnfinishedExports = async (path: string, now: number): Promise<void> => {
	try {
		const folder = dirname(path);
		for (const name of await readdir(folder)) {
			if (unfinished.test(name)) {
				const {mtimeMs} = await lstat(join(folder, name));
				if (now - mtimeMs > oldestMilliseconds) {
					await unlink(join(folder, name));
				}
			}
		}
	} catch {
		// Somebody else clears it away, or the next export does.
	}
};

/** Where a disk does not know links, whether the name is free is asked a moment before it is taken. */
const cannotLink: ReadonlySet<string | undefined> = new Set([
	'EPERM',
	'ENOTSUP',
	'EOPNOTSUPP',
	'ENOSYS',
	'EXDEV',
]);

/** Gives a whole export its name. Throws EEXIST where somebody has that name by now and may keep it. */
export const finishExport = async (whole: string, path: string, mayReplace: boolean): Promise<void> => {
	if (mayReplace) {
		await rename(whole, path);
		return;
	}
	try {
		await link(whole, path);
	} catch (error) {
		if (!cannotLink.has(systemCode(error))) {
			throw error;
		}
		if ((await lstat(path).catch(() => undefined)) !== undefined) {
			throw Object.assign(new Error('it is there already', {cause: error}), {code: 'EEXIST'});
		}
		await rename(whole, path);
	}
	await rm(whole, {force: true});
};
