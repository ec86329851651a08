import {randomBytes} from 'node:crypto';
import * as fs from 'node:fs';
import {basename, dirname, join} from 'node:path';

/** What a change needs of the system. Tests have one that fails. */
export type Disk = Pick<
	typeof fs,
	| 'closeSync'
	| 'fchmodSync'
	| 'fstatSync'
	| 'fsyncSync'
	| 'openSync'
	| 'readdirSync'
	| 'renameSync'
	| 'unlinkSync'
	| 'writeSync'
>;

export const realDisk: Disk = fs;

const remove = (file: string, disk: Disk): void => {
	try {
		disk.unlinkSync(file);
	} catch {
		// Already gone, or the disk turned read-only: the next change clears it away.
	}
};

/** Without this a power cut may undo the renaming. */
const syncFolder = (folder: string, disk: Disk): void => {
	try {
		const handle = disk.openSync(folder, 'r');
		try {
			disk.fsyncSync(handle);
		} finally {
			disk.closeSync(handle);
		}
	} catch {
		// Windows and some network disks cannot do it; the content itself is on the disk already.
	}
};

const writeAll = (handle: number, bytes: Buffer, disk: Disk): void => {
	for (let offset = 0; offset < bytes.length; ) {
		const written = disk.writeSync(handle, bytes, offset, bytes.length - offset);
		if (written <= 0) {
			throw new Error('the disk takes no more');
		}
		offset += written;
	}
};

/**
 * Replaces a file so that at any instant it has either the old or the new content: what `conf`, which writes
 * synchronously, does not do on a full disk. Whoever calls it holds the file's lock.
 */
export const replaceFileSync = (file: string, content: string, mode: number, disk: Disk = realDisk): void => {
	const folder = dirname(file);
	const prefix = `${basename(file)}.`;
	for (const entry of disk.readdirSync(folder)) {
		if (entry.startsWith(prefix) && /^[0-9a-f]{12}\.tmp$/.test(entry.slice(prefix.length))) {
			remove(join(folder, entry), disk);
		}
	}
	const bytes = Buffer.from(content);
	const temporary = join(folder, `${prefix}${randomBytes(6).toString('hex')}.tmp`);
	const handle = disk.openSync(temporary, 'wx', 0o600);
	try {
		try {
			writeAll(handle, bytes, disk);
			disk.fchmodSync(handle, mode);
			disk.fsyncSync(handle);
			if (disk.fstatSync(handle).size !== bytes.length) {
				throw new Error('the disk took only a part of it');
			}
		} finally {
			disk.closeSync(handle);
		}
		disk.renameSync(temporary, file);
	} catch (error) {
		remove(temporary, disk);
		throw error;
	}
	syncFolder(folder, disk);
};
