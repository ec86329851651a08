import type {RateLimit} from '../../../domain/server.ts';
import {sleep} from '../../../support/sleep.ts';
import {unlessAborted} from './unless-aborted.ts';

/** Resolves when the next call may be sent, or as soon as the signal aborts. */
export type TakeTurn = (signal: AbortSignal) => Promise<void>;

/**
 * At most `calls` begin in any `milliseconds`. Those that come too early wait in the order in which they came; one
 * that is aborted meanwhile leaves its place to the next.
 */
export const createRateLimit = (limit: RateLimit | undefined, now: () => number): TakeTurn => {
	if (limit === undefined) return () => Promise.resolve();
	const begun: number[] = [];
	let last: Promise<void> = Promise.resolve();

	const wait = async (signal: AbortSignal) => {
		while (!signal.aborted) {
			const time = now();
			while (begun[0] !== undefined && begun[0] <= time - limit.milliseconds) begun.shift();
			const oldest = begun[0];
			if (begun.length < limit.calls || oldest === undefined) {
				begun.push(time);
				return;
			}
			await sleep(oldest + limit.milliseconds - time, signal);
		}
	};

	return signal => {
		const mine = last.then(() => wait(signal));
		last = mine;
		// Whoever is cancelled does not wait for those before it.
		return unlessAborted(mine, signal);
	};
};
