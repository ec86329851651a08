import {describeError} from '../domain/failure.ts';

export type CommandRuns = {
	/** Runs a command. One that takes time can be interrupted; one that breaks is told of, and breaks nothing else. */
	readonly run: (work: (signal: AbortSignal) => void | Promise<void>) => void;
	/** Ends what runs; false when nothing does. */
	readonly interrupt: () => boolean;
};

/** The commands that are under way. */
export const createCommandRuns = (complain: (sentence: string) => void): CommandRuns => {
	const running = new Set<AbortController>();
	const tell = (error: unknown): void =>
		complain(`This command broke: ${describeError(error)}. This is a bug in mcp-tui. The chat goes on.`);
	return {
		run(work) {
			const controller = new AbortController();
			try {
				const done = work(controller.signal);
				if (done !== undefined) {
					running.add(controller);
					void done.catch(tell).finally(() => running.delete(controller));
				}
			} catch (error) {
				tell(error);
			}
		},
		interrupt() {
			const isAny = running.size > 0;
			for (const controller of running) {
				controller.abort();
			}
			return isAny;
		},
	};
};
