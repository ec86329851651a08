import {throwLater} from '../../../support/throw-later.ts';

/**
 * Runs a task a moment after it is asked for: once for any number of requests in that moment, never twice at the
 * same time, and never more often than every `gap` milliseconds.
 */
export const coalesce = (task: () => Promise<void>, gap: number): (() => void) => {
	let state: 'idle' | 'waiting' | 'running' | 'running-and-asked' = 'idle';

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
		setTimeout(() => void run(), gap).unref();
	};

	return request;
};
