import {assertNever} from '../../domain/assert-never.ts';
import {toFailure} from '../../domain/failure.ts';
import type {AssistantBlock, RawAnswer} from '../../domain/message.ts';
import type {FinishReason, Model, ModelEvent, ModelRequest, ModelTrouble, Usage} from '../../domain/model.ts';
import type {EventSink, NewId, Schedule} from '../../domain/ports.ts';
import type {ToolCall} from '../../domain/tool-call.ts';
import {untilAborted} from '../../support/until-aborted.ts';
import {callIdsOf, createAnswerBlocks} from './answer-blocks.ts';
import {createCallLimits} from './call-limits.ts';
import {createGatherer} from './gather-deltas.ts';

export type Withdrawal = (ModelEvent & {type: 'withdrawn'})['why'];

export type FinishedStep = {
	readonly reason: FinishReason;
	readonly blocks: readonly AssistantBlock[];
	readonly usage?: Usage;
	readonly raw?: RawAnswer;
};

export type StepOutcome =
	| ({readonly type: 'finished'} & FinishedStep)
	/** `usage` is what was paid for an answer that is of no use; `hasSpoken` says that a part of it was shown. */
	| {
			readonly type: 'failed';
			readonly trouble: ModelTrouble;
			readonly usage?: Usage;
			readonly hasSpoken?: true;
	  }
	| {readonly type: 'aborted'};

export type StepDeps = {
	readonly model: Model;
	readonly sink: EventSink;
	readonly schedule: Schedule;
	readonly newId: NewId;
	/** What was shown is no part of the answer: what follows is shown as a step with this id. */
	readonly startAgain?: ((why: Withdrawal) => string) | undefined;
	/** Every call of the session, in order. */
	readonly calls: () => Iterable<ToolCall>;
};

export type FailedStep = StepOutcome & {readonly type: 'failed'};

const failed = (trouble: ModelTrouble): FailedStep => ({type: 'failed', trouble});

const cutOff = (model: string): FailedStep =>
	failed({
		kind: 'cut',
		failure: {
			code: 'cut',
			message: `${model} stopped in the middle of its answer.`,
			hint: 'Nothing was run. /retry tries it again.',
		},
	});

/** What a model asked for in an answer that it did not end itself may be half of what it meant. */
const truncated = (model: string, {reason, usage}: ModelEvent & {type: 'finished'}): FailedStep => ({
	...failed({
		kind: 'cut',
		failure: {
			code: 'answer-truncated',
			message:
				reason === 'length'
					? `${model} reached its output limit while it was asking for tools.`
					: `${model} broke its answer off while it was asking for tools.`,
			hint: 'Nothing was run. Ask for less at once, or send the message again.',
		},
	}),
	...(usage === undefined ? {} : {usage}),
});

/** Adapters do not throw; this is a defect, and no reason to try again. */
const broken = (error: unknown): FailedStep =>
	failed({kind: 'provider-error', failure: toFailure('model-failed', error)});

/** Streams one model answer. Only a stream that names its finish reason counts as an answer. */
export const streamStep = async (
	stepId: string,
	request: ModelRequest,
	deps: StepDeps,
	signal: AbortSignal,
): Promise<StepOutcome> => {
	const {model} = deps;
	let gatherer = createGatherer(stepId, deps);
	const {blocks, addText, addCall, withdraw} = createAnswerBlocks(deps.newId, () => [
		...callIdsOf(request.messages),
		...Array.from(deps.calls(), ({callId}) => callId),
	]);
	const limitPassed = createCallLimits(model.id);
	const endFailed = (outcome: FailedStep): StepOutcome => {
		if (signal.aborted) {
			return {type: 'aborted'};
		}
		return blocks.some(({type}) => type === 'text') ? {...outcome, hasSpoken: true} : outcome;
	};
	// Some adapters leave out calls that may be half of what was meant; that they were begun is told all the same.
	let hasCall = false;
	try {
		for await (const event of untilAborted(model.stream(request, signal), signal)) {
			switch (event.type) {
				case 'text':
				case 'thinking':
					if (event.text !== '') {
						addText(event.type, event.text);
						gatherer.add({
							type: event.type === 'text' ? 'answer-streamed' : 'thinking-streamed',
							text: event.text,
						});
					}
					break;
				case 'withdrawn': {
					const hasSpoken = blocks.some(({type}) => type === 'text');
					withdraw(event.why);
					if (event.why === 'restarted') {
						hasCall = false;
					}
					if (hasSpoken && deps.startAgain !== undefined) {
						gatherer.end();
						gatherer = createGatherer(deps.startAgain(event.why), deps);
					}
					break;
				}
				case 'calling':
				case 'tool-call': {
					const trouble = limitPassed(event);
					if (trouble !== undefined) {
						return endFailed(failed(trouble));
					}
					hasCall = true;
					if (event.type === 'tool-call') {
						addCall(event);
					} else {
						const {modelName, characters} = event;
						gatherer.add({type: 'call-drafted', modelName, characters});
					}
					break;
				}
				case 'finished': {
					const {type: _, ...finish} = event;
					const isWhole = event.reason === 'stop' || event.reason === 'tool-calls';
					return isWhole || !hasCall ? {type: 'finished', blocks, ...finish} : truncated(model.id, event);
				}
				case 'failed':
					return endFailed(failed(event.trouble));
				default:
					return assertNever(event);
			}
		}
		return endFailed(cutOff(model.id));
	} catch (error) {
		return endFailed(broken(error));
	} finally {
		gatherer.end();
	}
};
