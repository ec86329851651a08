import {mkdir} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {SessionEvent} from '../../domain/event.ts';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {Journal} from '../../domain/ports.ts';
import {createLogFile} from './log-file.ts';
import {type OpenLogHandle, openLogHandle} from './log-handle.ts';
import {encodeRecord, longestRecord} from './record.ts';
import {SessionError, toSavingFailure} from './session-error.ts';
import {acquireSessionLock, type LockOutcome} from './session-lock.ts';

export type JournalOptions = {
	readonly file: string;
	/** Called once when saving begins to fail. */
	readonly onTrouble: (failure: Failure) => void;
	/** Called once when everything that had waited is saved. */
	readonly onRecovered: () => void;
	readonly openHandle?: OpenLogHandle;
};

export type OpenedJournal =
	| {readonly type: 'opened'; readonly journal: Journal}
	/** Somebody else writes this session. */
	| {readonly type: 'refused'; readonly failure: Failure; readonly pid: number};

const firstRetryDelay = 250;
const longestRetryDelay = 8000;
const batchSize = 1024 * 1024;
/** Events stay in memory until they are synced, because a failed sync takes them off the disk again. */
const longestUnsynced = 4 * 1024 * 1024;

const inUse = (held: LockOutcome & {type: 'held'}): SessionError =>
	new SessionError(
		'session-in-use',
		`The session is open in another process (${held.pid}${held.elsewhere ? ', on another computer' : ''})`,
		held.elsewhere
			? `Close it there. If that computer was switched off, delete ${held.lockFile}`
			: 'Close it there, or start a new session here.',
	);

const createLockedJournal = (options: JournalOptions) => {
	const log = createLogFile(options.file, options.openHandle ?? openLogHandle);
	/** Not yet durable, oldest first; the first `written` of them are in the file. */
	const events: SessionEvent[] = [];
	let written = 0;
	let unsyncedBytes = 0;
	let nextSeq: number | undefined;
	let release: (() => Promise<void>) | undefined;
	let flushers: (() => void)[] = [];
	let troubled = false;
	let closed = false;
	let working = false;
	let scheduled: NodeJS.Immediate | undefined;
	let retry: NodeJS.Timeout | undefined;
	let retryDelay = firstRetryDelay;

	const report = (error: unknown): void => {
		if (!troubled) {
			troubled = true;
			options.onTrouble(toSavingFailure(error));
		}
	};

	const lock = async (): Promise<(LockOutcome & {type: 'held'}) | undefined> => {
		if (release !== undefined) {
			return undefined;
		}

		await mkdir(dirname(options.file), {recursive: true, mode: 0o700});
		const outcome = await acquireSessionLock(options.file);
		if (outcome.type === 'held') {
			return outcome;
		}

		release = outcome.release;
		return undefined;
	};

	const open = async (): Promise<number> => {
		const held = await lock();
		if (held !== undefined) {
			throw inUse(held);
		}

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
			const message = `An event of type ${event.type} cannot be saved: ${describeError(error)}`;
			report(
				new SessionError('session-record-unsavable', message, 'The rest of the session is saved.', error),
			);
			return undefined;
		}
	};

	/** Encodes what fits into one write, and drops what has no form on disk. */
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

	const writeAll = async (): Promise<void> => {
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
	};

	const sync = async (): Promise<void> => {
		if (written === 0) {
			return;
		}

		const seq = await open();
		const covered = written;
		const outcome = await log.sync();
		if (outcome.type === 'failed') {
			if (outcome.rolledBack) {
				nextSeq = seq - covered;
				written = 0;
				unsyncedBytes = 0;
			}

			throw outcome.error;
		}

		events.splice(0, covered);
		written -= covered;
		unsyncedBytes = 0;
	};

	const attempt = async (durable: boolean): Promise<boolean> => {
		try {
			await writeAll();
			if (durable || unsyncedBytes > longestUnsynced) {
				await sync();
			}
		} catch (error) {
			report(error);
			return false;
		}

		retryDelay = firstRetryDelay;
		if (troubled) {
			troubled = false;
			options.onRecovered();
		}

		return true;
	};

	const stopWaiting = (): void => {
		clearImmediate(scheduled);
		clearTimeout(retry);
		scheduled = undefined;
		retry = undefined;
	};

	const work = async (): Promise<void> => {
		if (working) {
			return;
		}

		working = true;
		stopWaiting();
		let saved: boolean;
		do {
			// Who asks while this round runs may have appended more, and gets a round of its own.
			const served = flushers;
			flushers = [];
			saved = await attempt(served.length > 0);
			for (const done of served) {
				done();
			}
		} while (flushers.length > 0 || (saved && written < events.length));

		working = false;
		if (!saved && !closed) {
			retry = setTimeout(start, retryDelay).unref();
			retryDelay = Math.min(retryDelay * 2, longestRetryDelay);
		}
	};

	const start = (): void => {
		void work();
	};

	/** A full disk must not be asked for every token: an append only brings a far retry near. */
	const hasten = (): void => {
		if (retry !== undefined && retryDelay > firstRetryDelay * 2) {
			clearTimeout(retry);
			retryDelay = firstRetryDelay * 2;
			retry = setTimeout(start, firstRetryDelay).unref();
		}
	};

	const flush = async (): Promise<void> => {
		if (events.length === 0 && !working) {
			return;
		}

		await new Promise<void>(resolve => {
			flushers.push(resolve);
			start();
		});
	};

	const journal: Journal = {
		append: event => {
			if (closed) {
				report(new Error('an event came after the session was closed'));
				return;
			}

			events.push(event);
			if (retry !== undefined) {
				hasten();
			} else if (!working) {
				scheduled ??= setImmediate(start);
			}
		},
		flush,
		close: async () => {
			if (closed) {
				return;
			}

			closed = true;
			await flush();
			stopWaiting();
			await log.close();
			await release?.();
			release = undefined;
		},
	};
	return {journal, lock, report};
};

/** Touches nothing before the first append: then it makes the folder, the lock and the file. */
export const createJournal = (options: JournalOptions): Journal => createLockedJournal(options).journal;

/**
 * For a session that exists: takes the lock now, so that nobody else appends between loading and resuming.
 * A folder that cannot be written is no refusal: it is reported as trouble, and tried again.
 */
export const openJournal = async (options: JournalOptions): Promise<OpenedJournal> => {
	const {journal, lock, report} = createLockedJournal(options);
	try {
		const held = await lock();
		if (held !== undefined) {
			return {type: 'refused', failure: toSavingFailure(inUse(held)), pid: held.pid};
		}
	} catch (error) {
		report(error);
	}

	return {type: 'opened', journal};
};
