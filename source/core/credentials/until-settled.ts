import {expectManyListeners} from '../../support/many-listeners.ts';

/** Waits for the promise, but not longer than until the signal aborts. */
export const untilSettled = async <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> => {
	// Any number may wait for one signal, and Node would warn of the eleventh on the screen.
	expectManyListeners(signal);
	let stop = (): void => undefined;
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop);
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
};
