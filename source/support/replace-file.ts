import {randomBytes} from 'node:crypto';
import {open, readdir, rename, unlink} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';

const remove = async (file: string): Promise<void> => {
	try {
		await unlink(file);
	} catch {
		// Already gone, or the disk turned read-only: the next change clears it away.
	}
};

/** Without this a power cut may undo the renaming. */
const syncFolder = async (folder: string): Promise<void> => {
	try {
		const handle = await open(folder, 'r');
		try {
			await handle.sync();
		} finally {
			await handle.close();
		}
	} catch {
		// Windows and some network disks cannot do it; the content itself is on the disk already.
	}
};

/**
 * Replaces a file so that at any instant it has either the old or the new content. Whoever calls it holds the file's
 * lock: what other writers left unfinished is cleared away.
 */
export const replaceFile = async (file: string, content: string, mode: number): Promise<void> => {
	const folder = dirname(file);
	const prefix = `${basename(file)}.`;
	for (const entry of await readdir(folder)) {
		if (entry.startsWith(prefix) && /^[0-9a-f]{12}\.tmp$/.test(entry.slice(prefix.length))) {
			await remove(join(folder, entry));
		}
	}
	const temporary = join(folder, `${prefix}${randomBytes(6).toString('hex')}.tmp`);
	const handle = await open(temporary, 'wx', 0o600);
	try {
		try {
			await handle.writeFile(content);
			await handle.chmod(mode);
			await handle.sync();
			const {size} = await handle.stat();
			if (size !== Buffer.byteLength(content)) {
				throw new Error('the disk took only a part of it');
			}
		} finally {
			await handle.close();
		}
		await rename(temporary, file);
	} catch (error) {
		await remove(temporary);
		throw error;
	}
	await syncFolder(folder);
};
