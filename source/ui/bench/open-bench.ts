import type {BenchPart} from '../../domain/bench-part.ts';
import {describeError} from '../../domain/failure.ts';
import {createBenchMemory} from './bench-memory.ts';
import type {BenchDeps, BenchScreen} from './create-bench.ts';
import type {BenchTarget} from './section.ts';

export type BenchOpener = {
	/** Shows a part of the workbench. Resolves when the user is back; at once where another window is open. */
	readonly open: (name: BenchPart, target?: BenchTarget) => Promise<void>;
};

/** Opens the workbench. Nothing of it is loaded before. */
export const createBenchOpener = (deps: Omit<BenchDeps, 'sections' | 'memory'>): BenchOpener => {
	const memory = createBenchMemory();
	let shown: BenchScreen | undefined;
	const show = async (name: BenchPart, target: BenchTarget | undefined): Promise<void> => {
		const [{createBench}, {sections}] = await Promise.all([
			import('./create-bench.ts'),
			import('./sections.ts'),
		]);
		// Somebody else may have been quicker.
		if (shown !== undefined) {
			shown.open(name, target);
			return;
		}
		const screen = createBench({...deps, sections, memory});
		shown = screen;
		screen.open(name, target);
		await deps.host.openScreen(screen);
		// Where another window is open already, this one was never seen.
		screen.close();
		shown = undefined;
	};
	return {
		open: (name, target) =>
			show(name, target).catch((error: unknown) => {
				const text = `The workbench cannot be shown: ${describeError(error)}. Start mcp-tui again.`;
				deps.app.report({type: 'notice-raised', tone: 'warning', text});
			}),
	};
};
