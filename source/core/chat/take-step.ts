import type {Failure} from '../../domain/failure.ts';
import type {Usage} from '../../domain/model.ts';
import type {ToolServers} from '../../domain/ports.ts';
import {isToolCall} from './answer-blocks.ts';
import {type AttemptDeps, attemptStep, type StepPlan} from './attempt-step.ts';
import {tellShortAnswer} from './model-notices.ts';
import type {OfferDeps, ToolOffers} from './offer-tools.ts';
import type {CallDeps, CallYield} from './run-call.ts';
import {refuseCalls, runCalls} from './run-calls.ts';

export type TakeStepDeps = AttemptDeps &
	OfferDeps &
	Omit<CallDeps, 'servers'> & {
		readonly servers: Pick<ToolServers, 'call' | 'check' | 'listed' | 'tools'>;
	};

export type StepEnd =
	/** The model has nothing more to do. */
	| {readonly type: 'answered'; readonly usage?: Usage}
	/** It called tools, and wants to see what came of it. */
	| {readonly type: 'called'; readonly yields: readonly CallYield[]; readonly usage?: Usage}
	/** It called tools although it was to answer. */
	| {readonly type: 'disobeyed'; readonly usage?: Usage}
	| {readonly type: 'interrupted'}
	| {readonly type: 'failed'; readonly failure: Failure};

/** One answer of the model and the calls in it. */
export const takeStep = async (
	turnId: string,
	plan: StepPlan,
	offers: ToolOffers,
	deps: TakeStepDeps,
	signal: AbortSignal,
): Promise<StepEnd> => {
	const {servers, sink} = deps;
	// A tool that a server announced before the last result came belongs to this step.
	await servers.listed(signal);
	if (signal.aborted) {
		return {type: 'interrupted'};
	}
	const outcome = await attemptStep(turnId, plan, offers, deps, signal);
	if (outcome.type !== 'finished') {
		return outcome.type === 'aborted' ? {type: 'interrupted'} : outcome;
	}
	const {stepId, offer, finish} = outcome;
	const usage = finish.usage === undefined ? {} : {usage: finish.usage};
	await sink.commit({type: 'step-finished', stepId, ...finish});
	const calls = finish.blocks.filter(isToolCall);
	if (calls.length === 0) {
		tellShortAnswer(finish.reason, finish.blocks, sink);
		return {type: 'answered', ...usage};
	}
	if (plan.toolChoice === 'none') {
		await refuseCalls(stepId, calls, offer, sink);
		return {type: 'disobeyed', ...usage};
	}
	const {effect, yields} = await runCalls(stepId, calls, offer, deps, signal);
	return effect === 'stop' || signal.aborted ? {type: 'interrupted'} : {type: 'called', yields, ...usage};
};
