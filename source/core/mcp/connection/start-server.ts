import {describeError, type Failure} from '../../../domain/failure.ts';
import type {Clock} from '../../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../../domain/server.ts';
import {sleep} from '../../../support/sleep.ts';
import {backoff} from './backoff.ts';

/** One attempt that did not work. */
export type Attempted<Live> =
	| {readonly type: 'ready'; readonly live: Live}
	| {
			readonly type: 'failed';
			readonly failure: Failure;
			/** What the server printed. */
			readonly printed: readonly string[];
			readonly isWorthRetrying: boolean;
			/** A process that ended: how it did, and what it said. */
			readonly exit?: string;
			/** It had its whole time. */
			readonly isTimeout?: boolean;
			/** Milliseconds that the server wants us to wait. */
			readonly retryAfter?: number;
	  };

export type FailedAttempt = Extract<Attempted<never>, {type: 'failed'}>;

export type StartDeps<Live> = {
	readonly config: ServerConfig;
	readonly now: Clock;
	/** Lets a limited number of servers start at the same time. */
	readonly inTurn: <T>(start: () => Promise<T>) => Promise<T>;
	readonly tryOnce: (signal: AbortSignal) => Promise<Attempted<Live>>;
	readonly report: (status: ServerStatus) => void;
	/** Aborts when somebody needs the server now: the pause before the next attempt is over. */
	readonly urge: () => AbortSignal;
};

/** A process that ends in the same way so often will not do otherwise. */
const mostSameExits = 3;
/** Milliseconds after which nothing is tried again that took its whole time, or a process. */
const patience = 60_000;
/** The longest that a server can make us wait, in milliseconds. */
const longestWish = 30_000;

const closedFailure = (config: ServerConfig): FailedAttempt => ({
	type: 'failed',
	failure: {code: 'server-closed', message: `Server "${config.name}" was closed.`},
	printed: [],
	isWorthRetrying: false,
});

const unexpected = (config: ServerConfig, error: unknown): FailedAttempt => ({
	type: 'failed',
	failure: {
		code: 'server-not-started',
		message: `Server "${config.name}" could not be started: ${describeError(error)}`,
	},
	printed: [],
	isWorthRetrying: false,
});

export const mayTryAgain = (
	{retryAttempts}: ServerConfig,
	{isWorthRetrying}: FailedAttempt,
	attempt: number,
): boolean => isWorthRetrying && attempt <= retryAttempts;

/** What a server is that is not tried again by itself. */
export const failedStatus = ({failure, printed}: FailedAttempt): ServerStatus =>
	failure.code === 'needs-sign-in'
		? {type: 'needs-sign-in', failure}
		: {type: 'failed', failure, stderr: printed};

/**
 * Tries until the server is ready or its attempts are used up. `lost` is why a connection that worked is gone, and
 * `used` how many attempts that has cost already.
 */
export const startServer = async <Live>(
	deps: StartDeps<Live>,
	{lost, used}: {readonly lost?: FailedAttempt; readonly used: number},
	signal: AbortSignal,
): Promise<Attempted<Live>> => {
	const {config, now, report} = deps;

	const tryInTurn = () =>
		deps.inTurn(async () => {
			if (signal.aborted) return closedFailure(config);
			report({type: 'connecting', since: now()});
			try {
				return await deps.tryOnce(signal);
			} catch (error) {
				return unexpected(config, error);
			}
		});

	const begun = now();
	let lastExit: string | undefined;
	let sameExits = 0;
	const isHopeless = ({exit, isTimeout}: FailedAttempt): boolean => {
		sameExits = exit !== undefined && exit === lastExit ? sameExits + 1 : 1;
		lastExit = exit;
		const isCostly = exit !== undefined || isTimeout === true;
		return isCostly && (sameExits >= mostSameExits || now() - begun >= patience);
	};

	let failed = lost;
	for (let attempt = used; ; attempt += 1) {
		if (failed !== undefined) {
			const isOver = failed !== lost && isHopeless(failed);
			if (isOver || !mayTryAgain(config, failed, attempt)) {
				report(failedStatus(failed));
				return failed;
			}
			const {failure, retryAfter} = failed;
			const wish = Math.min(retryAfter ?? 0, longestWish);
			const pause = Math.max(backoff(attempt), wish);
			const attempts = config.retryAttempts;
			report({type: 'reconnecting', failure, attempt, attempts, nextAt: now() + pause});
			const hurried = AbortSignal.any([signal, deps.urge()]);
			// Nobody is in such a hurry that a server is asked before it wants to be.
			await sleep(wish, signal);
			await sleep(pause - wish, hurried);
		}
		if (signal.aborted) return closedFailure(config);
		const tried = await tryInTurn();
		if (tried.type === 'ready') return tried;
		if (signal.aborted) return closedFailure(config);
		failed = tried;
	}
};
