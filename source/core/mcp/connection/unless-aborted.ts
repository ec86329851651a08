/** Resolves with undefined as soon as the signal aborts, whatever the promise does. */
export const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
	new Promise((resolve, reject) => {
		const onAbort = () => resolve(undefined);
		if (signal.aborted) onAbort();
		else signal.addEventListener('abort', onAbort, {once: true});
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
	});
