import {sleep} from '../../support/sleep.ts';

export type PlayOrder = {
	/** A call is there. Until it has left, others wait for what it says before them. */
	readonly arrive: (call: number) => void;
	/** Resolves when it is time for what has this place; soon even where others do not come. */
	readonly turn: (call: number, place: number, signal: AbortSignal) => Promise<void>;
	readonly leave: (call: number) => void;
};

/** For calls that do not come this time: they may have been denied. */
const patience = 1000;

/**
 * Calls that ran side by side are answered in the order in which they were, however fast they are played. `calls` are
 * the places of all of them.
 */
export const createPlayOrder = (calls: readonly number[]): PlayOrder => {
	const expected = new Set(calls);
	/** The calls that are there, and the place of what they say next. */
	const present = new Map<number, number>();
	const waiting = new Set<() => void>();

	const look = (): void => {
		for (const check of waiting) check();
	};

	/** Those that were there before `place` when it was recorded, and are not yet, or have not said what they had to. */
	const isEarly = (call: number, place: number): boolean =>
		[...expected].some(other => other > call && other < place) ||
		[...present].some(([other, next]) => other !== call && next < place);

	/** Nobody waits for those again. */
	const giveUp = (call: number, place: number): void => {
		for (const other of expected) if (other > call && other < place) expected.delete(other);
	};

	return {
		arrive: call => {
			expected.delete(call);
			present.set(call, call);
			look();
		},
		turn: async (call, place, signal) => {
			present.set(call, place);
			look();
			if (!isEarly(call, place) || signal.aborted) return;
			const done = new AbortController();
			const check = (): void => {
				if (!isEarly(call, place)) done.abort();
			};
			waiting.add(check);
			await sleep(patience, AbortSignal.any([done.signal, signal]));
			waiting.delete(check);
			giveUp(call, place);
			look();
		},
		leave: call => {
			present.delete(call);
			look();
		},
	};
};
