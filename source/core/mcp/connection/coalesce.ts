import {throwLater} from '../../../support/throw-later.ts';

type Coalesced = {
	readonly request: () => void;
	/** Resolves when everything that was asked for so far is done. */
	readonly settled: () => Promise<void>;
};

/**
 * Runs a task a moment after it is asked for: once for any number of requests in that moment, never twice at the
 * same time, and never more often than every `gap` milliseconds.
 */
export const coalesce = (task: () => Promise<void>, gap: number): Coalesced => {
	let state: 'idle' | 'waiting' | 'running' | 'running-and-asked' = 'idle';
	let round: Promise<void> = Promise.resolve();

	const run = async () => {
		state = 'running';
		try {
			await task();
		} catch (error) {
			throwLater(error);
		}
		const askedAgain = state !== 'running';
		state = 'idle';
		if (askedAgain) request();
	};

	const request = () => {
		if (state === 'running') state = 'running-and-asked';
		if (state !== 'idle') return;
		state = 'waiting';
		round = new Promise(resolve => {
			setTimeout(() => void run().then(resolve), gap).unref();
		});
	};

	return {
		request,
		settled: async () => {
			if (state === 'idle') return;
			const isAskedAgain = state === 'running-and-asked';
			await round;
			// By then it is the next one, which does what this one came too early for.
			if (isAskedAgain) await round;
		},
	};
};
