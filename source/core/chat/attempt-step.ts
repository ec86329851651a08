import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {Message} from '../../domain/message.ts';
import type {ModelRequest} from '../../domain/model.ts';
import type {AskUser, Clock} from '../../domain/ports.ts';
import {askTurn} from './ask-turn.ts';
import type {CompactionOutcome} from './compact-history.ts';
import {cutEnd} from './cut-text.ts';
import {normaliseHistory} from './normalise-history.ts';
import type {ToolOffers} from './offer-tools.ts';
import {planRetry} from './plan-retry.ts';
import {
	type FailedStep,
	type FinishedStep,
	type StepDeps,
	streamStep,
	type Withdrawal,
} from './stream-step.ts';
import type {ToolOffer} from './tool-offer.ts';

/** A provider that refuses more tools than this in one step will not be satisfied by leaving out another one. */
const mostRejected = 10;
const longestReason = 300;

export type AttemptDeps = StepDeps & {
	/** The conversation so far, as the model may see it. */
	readonly history: () => readonly Message[];
	/** The system prompt. */
	readonly instructions: () => string;
	readonly now: Clock;
	/** From 0 to 1; spreads retries. */
	readonly random: () => number;
	readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	readonly askUser: AskUser;
	/** Summarises the history, so that the turn can go on. */
	readonly compact: (signal: AbortSignal) => Promise<CompactionOutcome>;
};

/** What one step is about, besides the conversation. */
export type StepPlan = {
	/** Something that the model is told in this step only. */
	readonly note?: string;
	readonly toolChoice?: ModelRequest['toolChoice'];
};

export type AttemptOutcome =
	/** `offer` is what the model was shown in the attempt that succeeded. */
	| {
			readonly type: 'finished';
			readonly stepId: string;
			readonly offer: ToolOffer;
			readonly finish: FinishedStep;
	  }
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'aborted'};

type Recovery =
	| {readonly type: 'again'}
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'aborted'};

const again: Recovery = {type: 'again'};
const aborted: Recovery = {type: 'aborted'};
const failedWith = (failure: Failure): Recovery => ({type: 'failed', failure});

/** The user did not say it, and it is gone in the next step. */
const noteMessage = (note: string): Message => ({
	role: 'user',
	text: `[A note of the program, not of the user: ${note}]`,
	isNote: true,
});

/** There is nothing to summarise: it is the message itself that is too long. */
const shortenHint =
	'Send a shorter message or a smaller image, or choose a model with a larger context with /model.';

const withoutSummary = (failure: Failure, why: Failure): Failure => ({
	...failure,
	message: `${failure.message} It could not be summarised either: ${why.message}`,
	...(why.hint === undefined ? {} : {hint: why.hint}),
});

/** One step of a turn, tried as often as it makes sense. Each attempt is a step of its own in the log. */
export const attemptStep = async (
	turnId: string,
	plan: StepPlan,
	offers: ToolOffers,
	deps: AttemptDeps,
	signal: AbortSignal,
): Promise<AttemptOutcome> => {
	const {sink} = deps;
	let offer = await offers.next(signal);
	// Read once: what a failed attempt said is not part of the conversation.
	let messages = normaliseHistory(deps.history());
	let tried = 0;
	let rejected = 0;
	let hasCompacted = false;

	const request = (): ModelRequest => {
		const instructions = deps.instructions();
		return {
			// The note comes last: whatever changes before it costs the provider's cache, and signed thinking.
			messages: plan.note === undefined ? messages : [...messages, noteMessage(plan.note)],
			tools: offer.tools,
			...(instructions === '' ? {} : {instructions}),
			...(plan.toolChoice === undefined ? {} : {toolChoice: plan.toolChoice}),
		};
	};

	/** What a failed attempt said stays on the screen, and would be taken for a part of the answer. */
	const tellLeftOut = ({trouble, hasSpoken}: FailedStep): void => {
		if (hasSpoken === true) {
			const text = `${trouble.failure.message} What it had said is left out; it is asked again.`;
			sink.emit({type: 'notice-raised', tone: 'warning', text});
		}
	};

	const wait = async (step: FailedStep): Promise<Recovery> => {
		const {trouble} = step;
		tried += 1;
		const next = planRetry(trouble, tried, deps.random);
		if (next.type === 'give-up') {
			return failedWith(next.failure);
		}
		tellLeftOut(step);
		// Whoever hears that may stop the turn: nothing is promised then.
		if (signal.aborted) {
			return aborted;
		}
		sink.emit({
			type: 'retry-scheduled',
			turnId,
			failure: trouble.failure,
			attempt: tried + 1,
			attempts: next.attempts,
			until: deps.now() + next.milliseconds,
		});
		await deps.sleep(next.milliseconds, signal);
		return again;
	};

	const leaveOut = (step: FailedStep): Recovery => {
		const {tools = [], failure} = step.trouble;
		const names = new Set(tools);
		const named = offer.tools.filter(({modelName}) => names.has(modelName));
		rejected += named.length;
		if (named.length === 0 || rejected > mostRejected) {
			return failedWith(failure);
		}
		tellLeftOut(step);
		offer = offers.reject(offer, named, cutEnd(failure.message, longestReason));
		return again;
	};

	const makeRoom = async (step: FailedStep): Promise<Recovery> => {
		const {failure} = step.trouble;
		if (hasCompacted) {
			return failedWith(failure);
		}
		if (messages.length < 2) {
			return failedWith({...failure, hint: shortenHint});
		}
		hasCompacted = true;
		const choice = await askTurn({turnId, reason: 'context-full', message: failure.message}, deps, signal);
		if (choice !== 'compact') {
			return choice === 'aborted' ? aborted : failedWith(failure);
		}
		const outcome = await deps.compact(signal);
		switch (outcome.type) {
			case 'compacted':
				messages = normaliseHistory(deps.history());
				tellLeftOut(step);
				return again;
			case 'failed':
				return failedWith(withoutSummary(failure, outcome.failure));
			case 'aborted':
				return outcome;
			default:
				return assertNever(outcome);
		}
	};

	const recover = (step: FailedStep): Recovery | Promise<Recovery> => {
		switch (step.trouble.kind) {
			case 'bad-tool':
				return leaveOut(step);
			case 'context-full':
				return makeRoom(step);
			default:
				return wait(step);
		}
	};

	let stepId = '';
	const startStep = (): string => {
		stepId = deps.newId();
		sink.emit({type: 'step-started', turnId, stepId, model: deps.model.id});
		return stepId;
	};
	const startAgain = (why: Withdrawal): string => {
		const text =
			why === 'thinking'
				? `What ${deps.model.id} said so far was reasoning, not its answer.`
				: `${deps.model.id} began its answer again. What it had said before is left out.`;
		sink.emit({type: 'notice-raised', tone: 'info', text});
		return startStep();
	};

	while (!signal.aborted) {
		const outcome = await streamStep(startStep(), request(), {...deps, startAgain}, signal);
		if (outcome.type === 'finished') {
			const {type, ...finish} = outcome;
			return {type, stepId, offer, finish};
		}
		if (outcome.type === 'aborted') {
			return outcome;
		}
		if (outcome.usage !== undefined) {
			sink.emit({type: 'usage-counted', usage: outcome.usage});
		}
		const recovery = await recover(outcome);
		if (recovery.type !== 'again') {
			return signal.aborted ? {type: 'aborted'} : recovery;
		}
	}
	return {type: 'aborted'};
};
