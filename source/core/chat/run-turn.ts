import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {Usage} from '../../domain/model.ts';
import {askTurn, type TurnChoice} from './ask-turn.ts';
import type {StepPlan} from './attempt-step.ts';
import {createLoopGuard} from './loop-guard.ts';
import {createFactsTeller, tellFullContext} from './model-notices.ts';
import {createToolOffers} from './offer-tools.ts';
import {recallTurn} from './recall-turn.ts';
import {type TakeStepDeps, takeStep} from './take-step.ts';
import {createTurnHearing, type TurnHearing} from './turn-hearing.ts';

export type TurnDeps = Omit<TakeStepDeps, 'hearing'> & {
	readonly maxSteps: number;
	/** What was read before this turn and still counts in it; without it, nothing was. */
	readonly hearing?: TurnHearing;
	/** What the model is told before its first answer, besides what the user wrote. */
	readonly firstNote?: string;
	/** What it is told in every step, as long as there is something to tell; in the first one it may be more. */
	readonly standingNote?: (isFirst: boolean) => string | undefined;
};

export type TurnOutcome =
	| {readonly type: 'finished'}
	| {readonly type: 'interrupted'}
	| {readonly type: 'failed'; readonly failure: Failure};

const stepLimitHint = 'Send another message to let it go on, or raise the limit with --max-steps.';

const stepLimitFailure = (steps: number): Failure => ({
	code: 'step-limit',
	message: `The model used ${steps === 1 ? 'the only step' : `all ${steps} steps`} of this turn without finishing.`,
	hint: stepLimitHint,
});

const disobeyedFailure: Failure = {
	code: 'step-limit',
	message: 'The model was to finish without tools and asked for more of them.',
	hint: stepLimitHint,
};

const wrapUp: StepPlan = {
	toolChoice: 'none',
	note: 'You cannot use tools any more in this turn. Answer now with what you have, and say what is missing.',
};

/** How a turn goes on after a question, or how it ends. */
type Way = {readonly plan: StepPlan} | {readonly end: TurnOutcome};

const wayAfter = (choice: TurnChoice, failure: Failure): Way => {
	switch (choice) {
		case 'continue':
			return {plan: {}};
		case 'wrap-up':
			return {plan: wrapUp};
		case 'aborted':
			return {end: {type: 'interrupted'}};
		case 'stop':
		case 'compact':
			return {end: {type: 'failed', failure}};
		default:
			return assertNever(choice);
	}
};

/** The steps of a turn; `onUsage` hears what each of them used. */
const runSteps = async (
	turnId: string,
	deps: TurnDeps,
	onUsage: (usage: Usage | undefined) => void,
	signal: AbortSignal,
): Promise<TurnOutcome> => {
	const {maxSteps} = deps;
	const offers = createToolOffers(deps);
	const hearing = deps.hearing ?? createTurnHearing(deps);
	recallTurn(hearing, deps.history(), deps);
	const guard = createLoopGuard();
	const tellFacts = createFactsTeller(deps.model, deps.sink);
	const ask = async (reason: 'steps-used' | 'going-round', failure: Failure): Promise<Way> => {
		const choice = await askTurn({turnId, reason, message: failure.message}, deps, signal);
		return wayAfter(choice, failure);
	};

	let plan: StepPlan = deps.firstNote === undefined ? {} : {note: deps.firstNote};
	let steps = 0;
	let allowed = maxSteps;
	for (;;) {
		if (steps >= allowed && plan !== wrapUp) {
			const way = await ask('steps-used', stepLimitFailure(steps));
			if ('end' in way) {
				return way.end;
			}
			allowed += maxSteps;
			plan = way.plan === wrapUp ? wrapUp : plan;
		}
		tellFacts();
		const notes = [plan.note, deps.standingNote?.(steps === 0)].filter(note => note !== undefined);
		const told = notes.length === 0 ? plan : {...plan, note: notes.join(' ')};
		const end = await takeStep(turnId, told, offers, {...deps, hearing}, signal);
		tellFacts();
		steps += 1;
		switch (end.type) {
			case 'answered':
				onUsage(end.usage);
				return {type: 'finished'};
			case 'disobeyed':
				onUsage(end.usage);
				return {type: 'failed', failure: disobeyedFailure};
			case 'interrupted':
			case 'failed':
				return end;
			case 'called':
				onUsage(end.usage);
				break;
			default:
				return assertNever(end);
		}
		const verdict = guard.judge(end.yields);
		plan = verdict.type === 'repeating' ? {note: verdict.note} : {};
		if (verdict.type === 'going-round') {
			const way = await ask('going-round', verdict.failure);
			if ('end' in way) {
				return way.end;
			}
			plan = way.plan;
			guard.reset();
		}
	}
};

/** One prompt: model steps and tool calls until the model has nothing more to do. Never throws. */
export const runTurn = async (turnId: string, deps: TurnDeps, signal: AbortSignal): Promise<TurnOutcome> => {
	const {model, sink} = deps;
	let lastUsage: Usage | undefined;
	const outcome = await runSteps(
		turnId,
		deps,
		usage => {
			lastUsage = usage ?? lastUsage;
		},
		signal,
	);
	switch (outcome.type) {
		case 'finished':
			tellFullContext(model, lastUsage, sink);
			await sink.commit({type: 'turn-finished', turnId});
			break;
		case 'interrupted':
			await sink.commit({type: 'turn-interrupted', turnId});
			break;
		case 'failed':
			await sink.commit({type: 'turn-failed', turnId, failure: outcome.failure});
			break;
		default:
			assertNever(outcome);
	}
	return outcome;
};
