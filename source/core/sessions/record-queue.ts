import {mkdir} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {SessionEvent} from '../../domain/event.ts';
import {describeError} from '../../domain/failure.ts';
import {createLogFile} from './log-file.ts';
import type {OpenLogHandle} from './log-handle.ts';
import {encodeRecord, longestRecord} from './record.ts';
import {SessionError} from './session-error.ts';
import {acquireSessionLock, type LockHolder} from './session-lock.ts';

/** The events that are not yet safe on disk, and the ways to bring them there. One call at a time. */
export type RecordQueue = {
	readonly push: (event: SessionEvent) => void;
	readonly isEmpty: () => boolean;
	/** Whether some event is not even in the file. */
	readonly hasUnwritten: () => boolean;
	/** Whether so much waits for a sync that memory asks for one. */
	readonly isHeavy: () => boolean;
	/** Throws a `session-in-use` error when another process has the session. */
	readonly lock: () => Promise<void>;
	/** Puts every event into the file, or throws and keeps what did not get there. */
	readonly write: () => Promise<void>;
	/** Makes durable what has been written, or throws and keeps it. */
	readonly sync: () => Promise<void>;
	readonly close: () => Promise<void>;
};

export type RecordQueueOptions = {
	readonly file: string;
	readonly openHandle: OpenLogHandle;
	/** An event that has no form on disk, and is left out. */
	readonly onUnsavable: (error: SessionError) => void;
};

const batchSize = 1024 * 1024;
/** Events stay in memory until they are synced, because a failed sync takes them off the disk again. */
const heavy = 4 * 1024 * 1024;

export const toInUse = ({pid, lockFile, elsewhere}: LockHolder): SessionError =>
	new SessionError(
		'session-in-use',
		`The session is open in another process (${pid}${elsewhere ? ', on another computer' : ''})`,
		elsewhere
			? `Close it there. If it no longer runs, delete ${lockFile}`
			: 'Close it there, or start a new session here.',
	);

export const createRecordQueue = ({file, openHandle, onUnsavable}: RecordQueueOptions): RecordQueue => {
	const log = createLogFile(file, openHandle);
	/** Oldest first; the first `written` of them are in the file. */
	const events: SessionEvent[] = [];
	let written = 0;
	let unsyncedBytes = 0;
	let nextSeq: number | undefined;
	let release: (() => Promise<void>) | undefined;

	const lock = async (): Promise<void> => {
		if (release !== undefined) {
			return;
		}

		await mkdir(dirname(file), {recursive: true, mode: 0o700});
		const outcome = await acquireSessionLock(file);
		if (outcome.type === 'held') {
			throw toInUse(outcome);
		}

		release = outcome.release;
	};

	const open = async (): Promise<number> => {
		await lock();
		await log.open();
		nextSeq ??= (await log.lastSequence()) + 1;
		return nextSeq;
	};

	const encode = (seq: number, event: SessionEvent): Uint8Array | undefined => {
		try {
			const record = encodeRecord(seq, event);
			if (record.length <= longestRecord) {
				return record;
			}

			throw new Error(`it takes ${record.length} bytes`);
		} catch (error) {
			const message = `An event (${event.type}) cannot be saved: ${describeError(error)}`;
			const hint = 'It is missing when the session is resumed; everything else is saved.';
			onUnsavable(new SessionError('session-record-unsavable', message, hint, error));
			return undefined;
		}
	};

	/** What fits into one write, without what has no form on disk. */
	const nextBatch = (seq: number): readonly Uint8Array[] => {
		const batch: Uint8Array[] = [];
		let size = 0;
		while (size < batchSize) {
			const index = written + batch.length;
			const event = events[index];
			if (event === undefined) {
				break;
			}

			const record = encode(seq + batch.length, event);
			if (record === undefined) {
				events.splice(index, 1);
			} else {
				batch.push(record);
				size += record.length;
			}
		}

		unsyncedBytes += size;
		return batch;
	};

	return {
		push: event => {
			events.push(event);
		},
		isEmpty: () => events.length === 0,
		hasUnwritten: () => written < events.length,
		isHeavy: () => unsyncedBytes > heavy,
		lock,
		write: async () => {
			while (written < events.length) {
				const seq = await open();
				const batch = nextBatch(seq);
				if (batch.length === 0) {
					continue;
				}

				const outcome = await log.append(batch);
				const count = outcome.type === 'appended' ? batch.length : outcome.kept;
				written += count;
				nextSeq = seq + count;
				if (outcome.type === 'failed') {
					throw outcome.error;
				}
			}
		},
		sync: async () => {
			if (written === 0) {
				return;
			}

			const seq = await open();
			const covered = written;
			const outcome = await log.sync();
			if (outcome.type === 'synced') {
				events.splice(0, covered);
				written = 0;
				unsyncedBytes = 0;
				return;
			}

			if (outcome.rolledBack) {
				nextSeq = seq - covered;
				written = 0;
				unsyncedBytes = 0;
			}

			throw outcome.error;
		},
		close: async () => {
			events.length = 0;
			written = 0;
			await log.close();
			await release?.();
			release = undefined;
		},
	};
};
