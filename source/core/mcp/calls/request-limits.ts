import {timerLimit} from '../connection/time-limit.ts';

/** Who or what ended a request before its answer came. */
type CutOff = 'silent' | 'too-long' | 'by-user';

export type Limits = {
	/** Milliseconds without a sign of life. */
	readonly silence: number;
	/** Milliseconds in all, signs of life or not. */
	readonly total: number;
	/** The server waits for an answer of the user: then nobody's time runs out. */
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

	/** A timer that starts again instead of ringing while the user is thinking. */
	const startTimer = (why: 'silent' | 'too-long', milliseconds: number) => {
		let timer: NodeJS.Timeout;
		const start = () => {
			timer = setTimeout(() => (limits.isWaitingForUser?.() === true ? start() : stop(why)), milliseconds);
		};
		start();
		return {
			restart: () => {
				clearTimeout(timer);
				start();
			},
			clear: () => clearTimeout(timer),
		};
	};

	const silence = startTimer('silent', timerLimit(limits.silence));
	const total = startTimer('too-long', timerLimit(limits.total));
	const onAbort = () => stop('by-user');
	signal.addEventListener('abort', onAbort, {once: true});
	try {
		return {type: 'done', value: await run(request.signal, silence.restart)};
	} catch (error) {
		return cutOff === undefined ? {type: 'rejected', error} : {type: 'cut', why: cutOff};
	} finally {
		silence.clear();
		total.clear();
		signal.removeEventListener('abort', onAbort);
	}
};
