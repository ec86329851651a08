import type {BenchPart} from '../../domain/bench-part.ts';
import type {TryRun} from '../tools/try-run.ts';
import type {OpenSection} from './open-section.ts';

/** What stays when the workbench is closed, until it is opened again. */
export type BenchMemory = {
	/** The try that is looked at in the tools, or was when somebody went elsewhere. */
	readonly openTry: () => TryRun | undefined;
	readonly keepTry: (run: TryRun | undefined) => void;
	/** Remembers which row of a part is chosen. */
	readonly keepRow: (part: BenchPart, section: Pick<OpenSection, 'chosenId'>) => void;
	/** Chooses it again. */
	readonly restoreRow: (part: BenchPart, section: Pick<OpenSection, 'rows'>) => void;
};

export const createBenchMemory = (): BenchMemory => {
	const rows = new Map<BenchPart, string | undefined>();
	let open: TryRun | undefined;
	return {
		openTry: () => open,
		keepTry(run) {
			open = run;
		},
		keepRow(part, section) {
			rows.set(part, section.chosenId());
		},
		restoreRow(part, section) {
			const id = rows.get(part);
			if (id !== undefined) {
				section.rows.select(id);
			}
		},
	};
};
