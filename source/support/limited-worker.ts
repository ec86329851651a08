import {schedule as scheduleLater} from './schedule.ts';
import type {WorkerThread} from './worker-thread.ts';

const startLimit = 15_000;

type JobEnd<Result> =
	| {readonly type: 'done'; readonly result: Result}
	| {readonly type: 'too-late'}
	/** It threw, or the thread died of it: out of memory ends a thread. */
	| {readonly type: 'failed'; readonly error: unknown}
	| {readonly type: 'aborted'};

/** What needs no more of a thread than that it starts and ends. */
type Thread = Pick<WorkerThread<never, unknown>, 'ready' | 'end'>;

export type LimitedWorker<Worker> = {
	/** One job after the other. Never rejects. */
	readonly run: <Result>(
		job: (worker: Worker) => Promise<Result>,
		milliseconds: number,
		signal: AbortSignal,
	) => Promise<JobEnd<Result>>;
	/** The thread goes, with what it is at; a later job starts another one. */
	readonly end: () => Promise<void>;
};

type LimitedWorkerDeps<Worker> = {
	readonly start: () => Worker | Promise<Worker>;
	readonly schedule?: typeof scheduleLater;
};

const tooLate = {type: 'too-late'} as const;
const aborted = {type: 'aborted'} as const;

/** Whatever the promise does, there is an end when the signal aborts. */
const unlessAborted = <Result>(
	ending: Promise<JobEnd<Result>>,
	signal: AbortSignal,
): Promise<JobEnd<Result>> =>
	new Promise((resolve, reject) => {
		const onAbort = () => resolve(aborted);
		if (signal.aborted) onAbort();
		else signal.addEventListener('abort', onAbort, {once: true});
		ending.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
	});

/**
 * At most one thread, which is started for the first job. A job that takes too long or is aborted costs the thread, for
 * nothing else ends what runs in it; the next job gets a new one.
 */
export const createLimitedWorker = <Worker extends Thread>({
	start,
	schedule = scheduleLater,
}: LimitedWorkerDeps<Worker>): LimitedWorker<Worker> => {
	let thread: Promise<Worker> | undefined;
	let last: Promise<unknown> = Promise.resolve();

	const end = async (): Promise<void> => {
		const ending = thread;
		thread = undefined;
		try {
			await (await ending)?.end();
		} catch {
			// It never started: there is nothing to end.
		}
	};

	const within = async <Result>(
		milliseconds: number,
		promise: Promise<Result>,
		signal: AbortSignal,
	): Promise<JobEnd<Result>> => {
		let cancel = () => {};
		const late = new Promise<JobEnd<Result>>(resolve => {
			cancel = schedule(() => resolve(tooLate), milliseconds);
		});
		const done = promise.then((result): JobEnd<Result> => ({type: 'done', result}));
		try {
			return await unlessAborted(Promise.race([done, late]), signal);
		} finally {
			cancel();
		}
	};

	const perform = async <Result>(
		job: (worker: Worker) => Promise<Result>,
		milliseconds: number,
		signal: AbortSignal,
	): Promise<JobEnd<Result>> => {
		const startNow = async () => start();
		thread ??= startNow();
		let ending: JobEnd<Result>;
		try {
			const running = await thread;
			const started = await within(startLimit, running.ready, signal);
			if (started.type === 'aborted') return aborted;
			if (started.type === 'too-late') throw new Error('the thread for it does not start');
			ending = await within(milliseconds, job(running), signal);
		} catch (error) {
			ending = {type: 'failed', error};
		}
		if (ending.type !== 'done') await end();
		return ending;
	};

	return {
		run: (job, milliseconds, signal) => {
			const turn = last.then(() => (signal.aborted ? aborted : perform(job, milliseconds, signal)));
			last = turn;
			return unlessAborted(turn, signal);
		},
		end,
	};
};
