import type {TryRun} from '../tools/try-run.ts';

/** What stays when the workbench is closed, until it is opened again. */
export type BenchMemory = {
	/** The try that is looked at in the tools, or was when somebody went elsewhere. */
	readonly openTry: () => TryRun | undefined;
	readonly keepTry: (run: TryRun | undefined) => void;
};

export const createBenchMemory = (): BenchMemory => {
	let open: TryRun | undefined;
	return {
		openTry: () => open,
		keepTry(run) {
			open = run;
		},
	};
};
