import type {Failure} from '../../domain/failure.ts';
import type {Journal} from '../../domain/ports.ts';
import {type OpenLogHandle, openLogHandle} from './log-handle.ts';
import {createRecordQueue, type RecordQueue} from './record-queue.ts';
import {SessionError, toSavingFailure} from './session-error.ts';

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
	| {readonly type: 'refused'; readonly failure: Failure};

const firstRetryDelay = 250;
const longestRetryDelay = 8000;

type Trouble = {readonly begin: (error: unknown) => void; readonly end: () => void};

const createTrouble = ({onTrouble, onRecovered}: JournalOptions): Trouble => {
	let present = false;
	return {
		begin: error => {
			if (!present) {
				present = true;
				onTrouble(toSavingFailure(error));
			}
		},
		end: () => {
			if (present) {
				present = false;
				onRecovered();
			}
		},
	};
};

const createQueuedJournal = (queue: RecordQueue, trouble: Trouble): Journal => {
	let flushers: (() => void)[] = [];
	let working = false;
	let closing: Promise<void> | undefined;
	let scheduled: NodeJS.Immediate | undefined;
	let retry: NodeJS.Timeout | undefined;
	let retryDelay = firstRetryDelay;

	const attempt = async (durable: boolean): Promise<boolean> => {
		try {
			await queue.write();
			if (durable || queue.isHeavy()) {
				await queue.sync();
			}
		} catch (error) {
			trouble.begin(error);
			return false;
		}

		retryDelay = firstRetryDelay;
		trouble.end();
		return true;
	};

	const stopWaiting = (): void => {
		clearImmediate(scheduled);
		clearTimeout(retry);
		scheduled = undefined;
		retry = undefined;
	};

	const retryLater = (delay: number): void => {
		retry = setTimeout(start, delay).unref();
		retryDelay = Math.min(delay * 2, longestRetryDelay);
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
		} while (flushers.length > 0 || (saved && queue.hasUnwritten()));

		working = false;
		if (!saved && closing === undefined) {
			retryLater(retryDelay);
		}
	};

	const start = (): void => {
		void work();
	};

	/** A full disk is not asked again for every token: an append only brings a distant retry near. */
	const hasten = (): void => {
		if (retryDelay > firstRetryDelay * 2) {
			clearTimeout(retry);
			retryLater(firstRetryDelay);
		}
	};

	const save = async (): Promise<void> => {
		if (queue.isEmpty() && !working) {
			return;
		}

		await new Promise<void>(resolve => {
			flushers.push(resolve);
			start();
		});
	};

	const close = async (): Promise<void> => {
		await save();
		stopWaiting();
		await queue.close();
	};

	return {
		append: event => {
			if (closing !== undefined) {
				trouble.begin(new Error('something happened after the session was closed'));
				return;
			}

			queue.push(event);
			if (retry !== undefined) {
				hasten();
			} else if (!working) {
				scheduled ??= setImmediate(start);
			}
		},
		flush: async () => closing ?? save(),
		close: async () => {
			closing ??= close();
			return closing;
		},
	};
};

const prepare = (options: JournalOptions) => {
	const trouble = createTrouble(options);
	const queue = createRecordQueue({
		file: options.file,
		openHandle: options.openHandle ?? openLogHandle,
		onUnsavable: trouble.begin,
	});
	return {trouble, queue, journal: createQueuedJournal(queue, trouble)};
};

/** Touches nothing before the first append: then it makes the folder, the lock and the file. */
export const createJournal = (options: JournalOptions): Journal => prepare(options).journal;

/**
 * For a session that exists: takes the lock now, so that nobody else appends between loading and resuming.
 * A folder that cannot be written is no refusal: it is reported as trouble and tried again.
 */
export const openJournal = async (options: JournalOptions): Promise<OpenedJournal> => {
	const {trouble, queue, journal} = prepare(options);
	try {
		await queue.lock();
	} catch (error) {
		if (error instanceof SessionError && error.code === 'session-in-use') {
			return {type: 'refused', failure: toSavingFailure(error)};
		}

		trouble.begin(error);
	}

	return {type: 'opened', journal};
};
