import {setMaxListeners} from 'node:events';
import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {AssistantBlock, Message} from '../../domain/message.ts';
import type {Model} from '../../domain/model.ts';
import type {Schedule, ToolServers} from '../../domain/ports.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import {type CallDeps, type CallEffect, runCall} from './run-call.ts';
import {streamStep} from './stream-step.ts';

export type TurnDeps = Omit<CallDeps, 'servers'> & {
	readonly model: Model;
	readonly servers: Pick<ToolServers, 'call' | 'check' | 'connect' | 'tools'>;
	/** The conversation so far, as the model may see it. */
	readonly history: () => readonly Message[];
	readonly schedule: Schedule;
	readonly maxSteps: number;
};

export type TurnOutcome =
	| {readonly type: 'finished'}
	| {readonly type: 'interrupted'}
	| {readonly type: 'failed'; readonly failure: Failure};

const isToolCall = (block: AssistantBlock): block is AssistantBlock & {type: 'tool-call'} =>
	block.type === 'tool-call';

const stepLimitFailure = (maxSteps: number): Failure => ({
	code: 'step-limit',
	message: `The model used all ${maxSteps} steps of this turn without finishing.`,
	hint: 'Send another message to let it go on, or raise the limit with --max-steps.',
});

/** Runs the calls of one answer side by side. */
const runCalls = async (
	stepId: string,
	blocks: readonly AssistantBlock[],
	tools: readonly OfferedTool[],
	deps: TurnDeps,
	signal: AbortSignal,
): Promise<'continue' | 'stop'> => {
	const calls = blocks.filter(isToolCall);
	// The tools as the model was shown them: a list that changed meanwhile must not redirect a call.
	const offered = new Map(tools.map(tool => [tool.modelName, tool]));
	for (const {callId, modelName, arguments: args} of calls) {
		const definition = offered.get(modelName)?.definition;
		deps.sink.emit({
			type: 'call-requested',
			stepId,
			callId,
			server: definition?.server ?? '',
			tool: definition?.tool ?? modelName,
			modelName,
			arguments: args,
		});
	}
	const stop = new AbortController();
	const callSignal = AbortSignal.any([signal, stop.signal]);
	// Every call listens to it, and there may be many: that is no leak.
	setMaxListeners(0, callSignal);
	// All of them: a call that is still under way must not outlive the turn, not even a turn that breaks.
	const ends = await Promise.allSettled(
		calls.map(async block => {
			let effect: CallEffect = 'stop';
			try {
				effect = await runCall(block, offered.get(block.modelName), deps, callSignal);
			} finally {
				if (effect === 'stop') {
					stop.abort();
				}
			}
			return effect;
		}),
	);
	for (const end of ends) {
		if (end.status === 'rejected') {
			throw end.reason;
		}
	}
	return ends.some(end => end.status === 'fulfilled' && end.value === 'stop') ? 'stop' : 'continue';
};

const runSteps = async (turnId: string, deps: TurnDeps, signal: AbortSignal): Promise<TurnOutcome> => {
	const {model, servers, sink, newId, maxSteps} = deps;
	for (let step = 0; step < maxSteps; step++) {
		await servers.connect(signal);
		if (signal.aborted) {
			return {type: 'interrupted'};
		}
		const stepId = newId();
		const tools = servers.tools();
		sink.emit({type: 'step-started', turnId, stepId, model: model.id});
		const outcome = await streamStep(stepId, {messages: deps.history(), tools}, deps, signal);
		switch (outcome.type) {
			case 'aborted':
				return {type: 'interrupted'};
			case 'failed':
				return outcome;
			case 'finished': {
				const {type: _, ...finish} = outcome;
				await sink.commit({type: 'step-finished', stepId, ...finish});
				if (!outcome.blocks.some(isToolCall)) {
					return {type: 'finished'};
				}
				if ((await runCalls(stepId, outcome.blocks, tools, deps, signal)) === 'stop' || signal.aborted) {
					return {type: 'interrupted'};
				}
				break;
			}
			default:
				return assertNever(outcome);
		}
	}
	return {type: 'failed', failure: stepLimitFailure(maxSteps)};
};

/** One prompt: model steps and tool calls until the model has nothing more to do. Never throws. */
export const runTurn = async (turnId: string, deps: TurnDeps, signal: AbortSignal): Promise<TurnOutcome> => {
	const outcome = await runSteps(turnId, deps, signal);
	switch (outcome.type) {
		case 'finished':
			await deps.sink.commit({type: 'turn-finished', turnId});
			break;
		case 'interrupted':
			await deps.sink.commit({type: 'turn-interrupted', turnId});
			break;
		case 'failed':
			await deps.sink.commit({type: 'turn-failed', turnId, failure: outcome.failure});
			break;
		default:
			assertNever(outcome);
	}
	return outcome;
};
