/**
 * Aborts with the signal, or after so many milliseconds. Not the same as `AbortSignal.any` with `AbortSignal.timeout`:
 * Node 20 collects a timeout that nobody listens to as garbage, and it never comes.
 */
export const limitedSignal = (signal: AbortSignal, milliseconds: number): AbortSignal => {
	const limit = AbortSignal.timeout(milliseconds);
	// Being listened to keeps it.
	limit.addEventListener('abort', () => {}, {once: true});
	return AbortSignal.any([limit, signal]);
};
