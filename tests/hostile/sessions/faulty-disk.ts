import {open} from 'node:fs/promises';
import {type OpenLogHandle, openLogHandle} from '../../../source/core/sessions/log-handle.ts';

const systemError = (code: string): Error => Object.assign(new Error(`${code}: rehearsed`), {code});

export type FaultyDisk = {
	readonly openHandle: OpenLogHandle;
	/** How many bytes still fit. The write that does not fit is cut short first, as a real disk does it. */
	room: number;
	/** The most that one write takes. */
	mouthful: number;
	failsToSync: boolean;
	failsToTruncate: boolean;
	failsToOpen: boolean;
	attempts: number;
};

/** Real files on a disk whose faults are switched on and off. */
export const createFaultyDisk = (): FaultyDisk => {
	const disk: FaultyDisk = {
		room: Number.POSITIVE_INFINITY,
		mouthful: Number.POSITIVE_INFINITY,
		failsToSync: false,
		failsToTruncate: false,
		failsToOpen: false,
		attempts: 0,
		openHandle: async file => {
			disk.attempts += 1;
			if (disk.failsToOpen) {
				throw systemError('EIO');
			}

			const handle = await openLogHandle(file);
			return {
				...handle,
				write: async bytes => {
					const size = Math.min(bytes.length, disk.room, disk.mouthful);
					if (size === 0) {
						throw systemError('ENOSPC');
					}

					disk.room -= size;
					return handle.write(bytes.subarray(0, size));
				},
				truncate: async length => {
					if (disk.failsToTruncate) {
						throw systemError('EPERM');
					}

					await handle.truncate(length);
				},
				sync: async () => {
					if (disk.failsToSync) {
						throw systemError('EIO');
					}

					await handle.sync();
				},
			};
		},
	};
	return disk;
};

/** Writes go to the kernel's own full device while it is switched on, so that the error is a real one. */
export const createFullDevice = (): {readonly openHandle: OpenLogHandle; full: boolean} => {
	const device = {
		full: true,
		openHandle: (async file => {
			const handle = await openLogHandle(file);
			return {
				...handle,
				write: async bytes => {
					if (!device.full) {
						return handle.write(bytes);
					}

					const full = await open('/dev/full', 'w');
					try {
						return (await full.write(bytes)).bytesWritten;
					} finally {
						await full.close();
					}
				},
			};
		}) satisfies OpenLogHandle,
	};
	return device;
};
