import * as fs from 'node:fs';
import {type Disk, realDisk} from '../../../source/core/config/replace-file-sync.ts';

export type Fault = 'full' | 'write' | 'sync' | 'rename' | 'open' | 'short' | 'lies' | undefined;

const systemError = (code: string): Error => Object.assign(new Error(`${code}: rehearsed`), {code});

/** Real files on a disk that fails in one way at a time. */
export const createFailingDisk = (): {readonly disk: Disk; fault: Fault} => {
	const failing: {disk: Disk; fault: Fault} = {fault: undefined, disk: realDisk};
	const failOn = (fault: Fault, code: string): void => {
		if (failing.fault === fault) throw systemError(code);
	};
	failing.disk = {
		...realDisk,
		openSync: (path, flags, mode) => {
			if (flags !== 'r') failOn('open', 'EROFS');
			return fs.openSync(path, flags, mode);
		},
		writeSync: ((handle: number, bytes: Buffer, offset: number, length: number) => {
			failOn('write', 'EIO');
			if (failing.fault === 'full') {
				// The kernel's own answer.
				const full = fs.openSync('/dev/full', 'w');
				try {
					return fs.writeSync(full, bytes, offset, length);
				} finally {
					fs.closeSync(full);
				}
			}
			if (failing.fault === 'lies') return length;
			return fs.writeSync(handle, bytes, offset, failing.fault === 'short' ? Math.min(3, length) : length);
		}) as Disk['writeSync'],
		fsyncSync: handle => {
			failOn('sync', 'EIO');
			fs.fsyncSync(handle);
		},
		renameSync: (from, to) => {
			failOn('rename', 'EIO');
			fs.renameSync(from, to);
		},
	};
	return failing;
};
