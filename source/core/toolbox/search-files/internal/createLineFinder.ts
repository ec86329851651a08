import {createLimitedWorker} from '../../../../support/limited-worker.ts';
import {startWorkerThread} from '../../../../support/worker-thread.ts';
import type {Expression} from './compileQuery.ts';

export type FoundLine = {
	/** Counted from 1. */
	readonly line: number;
	readonly text: string;
	readonly before: readonly string[];
	readonly after: readonly string[];
};

type LineQuestion = {
	readonly bytes: Uint8Array;
	readonly expression: Expression;
	/** How many lines before and after each. */
	readonly context: number;
	/** Lines to find. */
	readonly most: number;
};

/** `too-long`: the expression would have taken longer than it may. */
type FoundLines =
	| {readonly type: 'found'; readonly lines: readonly FoundLine[]}
	| {readonly type: 'too-long' | 'failed' | 'aborted'};

export type LineFinder = {
	readonly find: (question: LineQuestion, milliseconds: number, signal: AbortSignal) => Promise<FoundLines>;
	/** For the time of a search: the thread goes with the last one. */
	readonly use: <Result>(search: () => Promise<Result>) => Promise<Result>;
};

const maxHeapMegabytes = 256;

const startThread = () =>
	startWorkerThread<LineQuestion, FoundLines>({
		// The build replaces this by the code of the worker.
		bundled: process.env.MCP_TUI_FIND_LINES_WORKER,
		file: new URL('./findLinesWorker.mjs', import.meta.url),
		maxHeapMegabytes,
	});

/** One thread for all searches, so that many at once do not make many threads. */
export const createLineFinder = (): LineFinder => {
	const worker = createLimitedWorker({start: startThread});
	let users = 0;
	return {
		async find(question, milliseconds, signal) {
			const end = await worker.run(thread => thread.ask(question), milliseconds, signal);
			switch (end.type) {
				case 'done':
					return end.result;
				case 'too-late':
					return {type: 'too-long'};
				case 'failed':
				case 'aborted':
					return {type: end.type};
			}
		},
		async use(search) {
			users += 1;
			try {
				return await search();
			} finally {
				users -= 1;
				if (users === 0) void worker.end();
			}
		},
	};
};
