/**
 * Aborts after so many milliseconds. Node 20 collects an `AbortSignal.timeout` that only `AbortSignal.any` refers to as
 * garbage, and it never comes; being listened to keeps it.
 */
export const timeLimit = (milliseconds: number): AbortSignal => {
	const limit = AbortSignal.timeout(milliseconds);
	limit.addEventListener('abort', () => {}, {once: true});
	return limit;
};

/** Aborts with the signal, or after so many milliseconds. */
export const limitedSignal = (signal: AbortSignal, milliseconds: number): AbortSignal =>
	AbortSignal.any([timeLimit(milliseconds), signal]);
