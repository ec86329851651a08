import {Buffer} from 'node:buffer';
import {open} from 'node:fs/promises';
import {dirname} from 'node:path';
import {findLastSequence} from './last-sequence.ts';
import type {LogHandle, OpenLogHandle} from './log-handle.ts';
import {SessionError} from './session-error.ts';

type AppendOutcome =
	| {readonly type: 'appended'}
	/** `kept` records are whole in the file all the same, because it could not be put back. */
	| {readonly type: 'failed'; readonly error: unknown; readonly kept: number};

type SyncOutcome =
	| {readonly type: 'synced'}
	/** What was written since the last sync is gone from the file if it was `rolledBack`. */
	| {readonly type: 'failed'; readonly error: unknown; readonly rolledBack: boolean};

/**
 * An append-only file that takes a batch of records whole, or is put back to what it was. A handle that
 * failed is not used again: the next `open` gets a fresh one and looks at the file anew.
 */
export type LogFile = {
	/** Throws when the file cannot be opened. Does nothing when it is open. */
	readonly open: () => Promise<void>;
	/** Only while open; the number of the last readable record, 0 when there is none. */
	readonly lastSequence: () => Promise<number>;
	readonly append: (records: readonly Uint8Array[]) => Promise<AppendOutcome>;
	readonly sync: () => Promise<SyncOutcome>;
	readonly close: () => Promise<void>;
};

const newline = Buffer.from('\n');

/** A new file survives a power cut only when its folder has been synced too. */
const syncFolder = async (file: string): Promise<void> => {
	try {
		const folder = await open(dirname(file), 'r');
		await folder.sync().finally(async () => folder.close());
	} catch {
		// Not every system can sync a folder, and the file itself is synced either way.
	}
};

const countWhole = (records: readonly Uint8Array[], length: number): number => {
	let end = 0;
	let count = 0;
	for (const record of records) {
		end += record.length;
		if (end > length) {
			break;
		}

		count += 1;
	}

	return count;
};

/** Returns the size, and whether the last line was never finished. */
const inspect = async (handle: LogHandle, file: string) => {
	const {regular, size, mode} = await handle.status();
	if (!regular) {
		throw new SessionError('session-not-a-file', `${file} is not a regular file`, 'Move it away.');
	}

	if ((mode & 0o077) !== 0) {
		await handle.makePrivate();
	}

	if (size === 0) {
		await syncFolder(file);
		return {size, torn: false};
	}

	const last = Buffer.alloc(1);
	return {size, torn: (await handle.read(last, size - 1)) !== 1 || !last.equals(newline)};
};

type OpenFile = {readonly handle: LogHandle; length: number; torn: boolean};

export const createLogFile = (file: string, openHandle: OpenLogHandle): LogFile => {
	let current: OpenFile | undefined;
	/** Outlives a handle, so that a later sync that fails knows what was never synced. */
	let syncedLength: number | undefined;

	const close = async (): Promise<void> => {
		const {handle} = current ?? {};
		current = undefined;
		try {
			await handle?.close();
		} catch {
			// Whatever mattered was synced before, and a handle that cannot be closed is gone anyway.
		}
	};

	/** Never lengthens the file: somebody may have shortened it behind our back. */
	const rollBack = async (handle: LogHandle, target: number): Promise<boolean> => {
		try {
			const {size} = await handle.status();
			if (size > target) {
				await handle.truncate(target);
			}

			return true;
		} catch {
			// The caller reports the failure that made this necessary.
			return false;
		}
	};

	const opened = (): OpenFile => {
		if (current === undefined) {
			throw new Error('The log is not open');
		}

		return current;
	};

	return {
		open: async () => {
			if (current !== undefined) {
				return;
			}

			const handle = await openHandle(file);
			try {
				const {size, torn} = await inspect(handle, file);
				syncedLength = Math.min(syncedLength ?? size, size);
				current = {handle, length: size, torn};
			} catch (error) {
				await handle.close();
				throw error;
			}
		},
		lastSequence: async () => {
			const {handle, length} = opened();
			return findLastSequence(handle, length);
		},
		append: async records => {
			const log = opened();
			const batch = Buffer.concat(log.torn ? [newline, ...records] : records);
			let done = 0;
			try {
				while (done < batch.length) {
					const taken = await log.handle.write(batch.subarray(done));
					if (taken <= 0) {
						throw new Error('the disk takes no more');
					}

					done += taken;
				}
			} catch (error) {
				const rolledBack = await rollBack(log.handle, log.length);
				await close();
				const kept = rolledBack ? 0 : countWhole(records, done - (log.torn ? newline.length : 0));
				return {type: 'failed', error, kept};
			}

			log.torn = false;
			log.length += batch.length;
			return {type: 'appended'};
		},
		sync: async () => {
			const log = opened();
			try {
				await log.handle.sync();
			} catch (error) {
				// After a failed sync the kernel may drop the data and call the next sync a success.
				const rolledBack = await rollBack(log.handle, syncedLength ?? 0);
				await close();
				return {type: 'failed', error, rolledBack};
			}

			syncedLength = log.length;
			return {type: 'synced'};
		},
		close,
	};
};
