/** Milliseconds between two looks at the time. */
const shortestStep = 5;
const longestStep = 250;

/** Who or what ended a request before its answer came. */
type CutOff = 'silent' | 'too-long' | 'by-user';

export type Limits = {
	/** Milliseconds without a sign of life. */
	readonly silence: number;
	/** Milliseconds in all, signs of life or not. */
	readonly total: number;
	/** The server waits for an answer of the user: that time counts for neither, and then silence begins anew. */
	readonly isWaitingForUser?: () => boolean;
};

export type Limited<T> =
	| {readonly type: 'done'; readonly value: T}
	| {readonly type: 'rejected'; readonly error: unknown}
	| {readonly type: 'cut'; readonly why: CutOff};

// The SDK sends them to the server with notifications/cancelled.
const reasons: Readonly<Record<CutOff, string>> = {
	silent: 'The call timed out',
	'too-long': 'The call took too long',
	'by-user': 'The user cancelled the call',
};

/** Runs a request that ends when it is silent or takes too long, or when the user wants that. Never rejects. */
export const withLimits = async <T>(
	limits: Limits,
	run: (signal: AbortSignal, isAlive: () => void) => Promise<T>,
	signal: AbortSignal,
): Promise<Limited<T>> => {
	if (signal.aborted) return {type: 'cut', why: 'by-user'};
	const request = new AbortController();
	let cutOff: CutOff | undefined;

	const stop = (why: CutOff) => {
		cutOff ??= why;
		request.abort(reasons[why]);
	};

	let silent = 0;
	let spent = 0;
	let last = performance.now();
	// Counted rather than timed: neither limit may pay for the time in which the server waits for the user.
	const tick = () => {
		const passed = performance.now() - last;
		last += passed;
		if (limits.isWaitingForUser?.() === true) {
			silent = 0;
			return;
		}
		silent += passed;
		spent += passed;
		if (spent >= limits.total) stop(limits.silence < limits.total ? 'too-long' : 'silent');
		else if (silent >= limits.silence) stop('silent');
	};
	const isAlive = () => {
		tick();
		silent = 0;
	};
	const step = Math.min(Math.max(Math.min(limits.silence, limits.total) / 20, shortestStep), longestStep);
	const clock = setInterval(tick, step);
	const onAbort = () => stop('by-user');
	signal.addEventListener('abort', onAbort, {once: true});
	try {
		return {type: 'done', value: await run(request.signal, isAlive)};
	} catch (error) {
		return cutOff === undefined ? {type: 'rejected', error} : {type: 'cut', why: cutOff};
	} finally {
		clearInterval(clock);
		signal.removeEventListener('abort', onAbort);
	}
};
