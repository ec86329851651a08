import {Worker} from 'node:worker_threads';

/** A thread that answers one question at a time. */
export type WorkerThread<Question, Answer> = {
	/** Resolves once it can work, and rejects when it never will. */
	readonly ready: Promise<void>;
	/** Rejects when the thread dies of it. Nothing else may be asked until it is settled. */
	readonly ask: (question: Question) => Promise<Answer>;
	readonly end: () => Promise<void>;
};

export type WorkerCode = {
	/** The code as text, where the build has put it in: the program is one file. */
	readonly bundled: string | undefined;
	/** Where the code is otherwise. */
	readonly file: URL;
	readonly maxHeapMegabytes: number;
};

const startWorker = ({bundled, file, maxHeapMegabytes}: WorkerCode): Worker => {
	const options = {
		// Nothing of the program's environment or arguments is of use there.
		env: {},
		argv: [],
		execArgv: [],
		stdout: true,
		stderr: true,
		resourceLimits: {maxOldGenerationSizeMb: maxHeapMegabytes},
	};
	return bundled === undefined ? new Worker(file, options) : new Worker(bundled, {...options, eval: true});
};

/** The code says `ready` first, and answers every message with one of its own. */
export const startWorkerThread = <Question, Answer>(code: WorkerCode): WorkerThread<Question, Answer> => {
	const worker = startWorker(code);
	let waiting: {resolve: (answer: Answer) => void; reject: (error: Error) => void} | undefined;

	let becomeReady = () => {};
	let neverReady = (_error: Error) => {};
	const ready = new Promise<void>((resolve, reject) => {
		becomeReady = resolve;
		neverReady = reject;
	});
	ready.catch(() => {
		// Whoever waits for it hears of it; a thread that nobody waits for is no news.
	});

	const fail = (error: Error) => {
		neverReady(error);
		waiting?.reject(error);
		waiting = undefined;
	};
	worker.on('message', (message: unknown) => {
		if (message === 'ready') return becomeReady();
		// Code of our own has written it.
		waiting?.resolve(message as Answer);
		waiting = undefined;
	});
	worker.on('error', fail);
	worker.on('exit', () => fail(new Error('the thread for it ended')));
	// It never keeps the program alive.
	worker.unref();

	return {
		ready,
		ask: question =>
			new Promise((resolve, reject) => {
				waiting = {resolve, reject};
				worker.postMessage(question);
			}),
		end: async () => {
			await worker.terminate();
		},
	};
};
