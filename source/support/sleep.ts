/** Resolves after the time or, without an error, as soon as the signal aborts. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		if (signal.aborted) {
			resolve();
			return;
		}
		const done = (): void => {
			clearTimeout(timer);
			signal.removeEventListener('abort', done);
			resolve();
		};
		const timer = setTimeout(done, milliseconds);
		signal.addEventListener('abort', done);
	});
