import type {BenchPart} from '../../domain/bench-part.ts';
import type {BenchDeps, BenchScreen} from './create-bench.ts';
import type {BenchTarget} from './section.ts';

export type BenchOpener = {
	/** Shows a part of the workbench. Resolves when the user is back; at once where another window is open. */
	readonly open: (name: BenchPart, target?: BenchTarget) => Promise<void>;
};

/** Opens the workbench. Nothing of it is loaded before. */
export const createBenchOpener = (deps: Omit<BenchDeps, 'sections'>): BenchOpener => {
	let shown: BenchScreen | undefined;
	return {
		async open(name, target) {
			if (shown !== undefined) {
				shown.open(name, target);
				return;
			}
			const [{createBench}, {sections}] = await Promise.all([
				import('./create-bench.ts'),
				import('./sections.ts'),
			]);
			const screen = createBench({...deps, sections});
			shown = screen;
			screen.open(name, target);
			await deps.host.openScreen(screen);
			// Where another one is open already, this one was never seen.
			screen.close();
			shown = undefined;
		},
	};
};
