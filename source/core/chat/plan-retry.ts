import type {Failure} from '../../domain/failure.ts';
import type {ModelTrouble, TroubleKind} from '../../domain/model.ts';

/** How often a request is sent when it fails in this way. What is not here is not sent again: it would fail again. */
const attemptLimits: Partial<Record<TroubleKind, number>> = {
	overloaded: 6,
	'rate-limited': 6,
	'provider-error': 3,
	// Nothing of a cut answer has run, so that asking again does no harm.
	cut: 3,
	stalled: 3,
	unreachable: 3,
};

const pauses = [1000, 2000, 4000, 8000, 16_000, 30_000] as const;
/** Nobody sits and watches a countdown for longer than this. */
const longestWait = 10 * 60_000;
/** A provider that asks for no wait at all would use up all attempts in a moment. */
const shortestWait = 250;

export type RetryPlan =
	| {readonly type: 'wait'; readonly milliseconds: number; readonly attempts: number}
	| {readonly type: 'give-up'; readonly failure: Failure};

const giveUp = (failure: Failure): RetryPlan => ({type: 'give-up', failure});

const inWords = (milliseconds: number): string => {
	const minutes = Math.ceil(milliseconds / 60_000);
	if (minutes < 120) {
		return `${minutes} minutes`;
	}
	const hours = Math.ceil(minutes / 60);
	return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
};

const tooLong = (failure: Failure, after: number): Failure => ({
	...failure,
	message: `${failure.message} It can be tried again in ${inWords(after)}, which is too long to wait here.`,
	hint: `Come back in ${inWords(after)} and use /retry, or choose another model with /model.`,
});

/** The pause before the next attempt. `random` spreads the attempts of many programs that failed together. */
const pauseAfter = (tried: number, random: () => number): number =>
	Math.round((pauses[Math.min(tried, pauses.length) - 1] ?? pauses[0]) * (0.8 + 0.4 * random()));

/** What to do about a request that failed after so many attempts. */
export const planRetry = (
	{kind, failure, retry}: ModelTrouble,
	tried: number,
	random: () => number,
): RetryPlan => {
	const attempts = attemptLimits[kind];
	if (retry === undefined || attempts === undefined) {
		return giveUp(failure);
	}
	const {after} = retry;
	const isAsked = after !== undefined && Number.isFinite(after);
	if (isAsked && after > longestWait) {
		return giveUp(tooLong(failure, after));
	}
	if (tried >= attempts) {
		return giveUp({...failure, message: `${failure.message} It was tried ${tried} times.`});
	}
	return {
		type: 'wait',
		milliseconds: isAsked ? Math.max(shortestWait, after) : pauseAfter(tried, random),
		attempts,
	};
};
