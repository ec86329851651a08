import {assertNever} from '../../domain/assert-never.ts';
import {type Failure, toFailure} from '../../domain/failure.ts';
import type {JsonValue} from '../../domain/json.ts';
import type {AssistantBlock, Message} from '../../domain/message.ts';
import type {FinishReason, Model, ModelRequest, Usage} from '../../domain/model.ts';
import type {EventSink, NewId, Schedule} from '../../domain/ports.ts';
import {untilAborted} from '../../support/until-aborted.ts';

export type StepOutcome =
	| {
			readonly type: 'finished';
			readonly reason: FinishReason;
			readonly blocks: readonly AssistantBlock[];
			readonly usage?: Usage;
			readonly raw?: JsonValue;
	  }
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'aborted'};

type StepDeps = {
	readonly model: Model;
	readonly sink: EventSink;
	readonly schedule: Schedule;
	readonly newId: NewId;
};

/** How long deltas gather before they become one event: a token each would cost far more to show. */
const gatherMilliseconds = 50;

type StreamKind = 'answer-streamed' | 'thinking-streamed';

/** Joins deltas into few events, in order, the first at once. */
const createGatherer = (stepId: string, {sink, schedule}: StepDeps) => {
	let kind: StreamKind = 'answer-streamed';
	let waiting = '';
	let cancelTimer: (() => void) | undefined;

	const say = (): void => {
		if (waiting !== '') {
			sink.emit({type: kind, stepId, text: waiting});
			waiting = '';
		}
	};
	const onTimer = (): void => {
		cancelTimer = undefined;
		if (waiting !== '') {
			say();
			cancelTimer = schedule(onTimer, gatherMilliseconds);
		}
	};
	return {
		add(nextKind: StreamKind, text: string): void {
			if (nextKind !== kind) {
				say();
				kind = nextKind;
			}
			waiting += text;
			if (cancelTimer === undefined) {
				say();
				cancelTimer = schedule(onTimer, gatherMilliseconds);
			}
		},
		end(): void {
			cancelTimer?.();
			say();
		},
	};
};

const callIdsOf = (messages: readonly Message[]): readonly string[] =>
	messages.flatMap(message => (message.role === 'tool' ? [message.callId] : []));

const createBlocks = (newId: NewId, messages: readonly Message[]) => {
	const blocks: AssistantBlock[] = [];
	const callIds = new Set(callIdsOf(messages));
	return {
		blocks,
		addText(type: 'text' | 'thinking', text: string): void {
			const last = blocks.at(-1);
			if (last?.type === type) {
				blocks[blocks.length - 1] = {type, text: last.text + text};
			} else {
				blocks.push({type, text});
			}
		},
		addCall(call: Omit<AssistantBlock & {type: 'tool-call'}, 'type'>): void {
			// Some providers leave ids out or count from zero in every answer; a result must match exactly
			// one call of the whole conversation.
			const isFresh = call.callId !== '' && !callIds.has(call.callId);
			const callId = isFresh ? call.callId : newId();
			callIds.add(callId);
			blocks.push({type: 'tool-call', callId, modelName: call.modelName, arguments: call.arguments});
		},
	};
};

/** What a model asked for in an answer that it did not end itself may be half of what it meant. */
const truncatedFailure = (model: string, reason: FinishReason): Failure => ({
	code: 'answer-truncated',
	message:
		reason === 'length'
			? `${model} reached its output limit while it was asking for tools.`
			: `${model} broke its answer off while it was asking for tools.`,
	hint: 'Nothing was run. Ask for less at once, or send the message again.',
});

/** Streams one model answer. Only a stream that names its finish reason counts as an answer. */
export const streamStep = async (
	stepId: string,
	request: ModelRequest,
	deps: StepDeps,
	signal: AbortSignal,
): Promise<StepOutcome> => {
	const gatherer = createGatherer(stepId, deps);
	const {blocks, addText, addCall} = createBlocks(deps.newId, request.messages);
	try {
		for await (const event of untilAborted(deps.model.stream(request, signal), signal)) {
			switch (event.type) {
				case 'text':
					if (event.text === '') {
						break;
					}
					addText('text', event.text);
					gatherer.add('answer-streamed', event.text);
					break;
				case 'thinking':
					if (event.text === '') {
						break;
					}
					addText('thinking', event.text);
					gatherer.add('thinking-streamed', event.text);
					break;
				case 'tool-call':
					addCall(event);
					break;
				case 'finished': {
					const {type: _, ...finish} = event;
					const isWhole = event.reason === 'stop' || event.reason === 'tool-calls';
					return isWhole || !blocks.some(block => block.type === 'tool-call')
						? {type: 'finished', blocks, ...finish}
						: {type: 'failed', failure: truncatedFailure(deps.model.id, event.reason)};
				}
				default:
					return assertNever(event);
			}
		}
		return signal.aborted
			? {type: 'aborted'}
			: {
					type: 'failed',
					failure: {
						code: 'stream-cut',
						message: `${deps.model.id} stopped in the middle of its answer.`,
						hint: 'Nothing was run. Send the message again to retry.',
					},
				};
	} catch (error) {
		return signal.aborted ? {type: 'aborted'} : {type: 'failed', failure: toFailure('model-failed', error)};
	} finally {
		gatherer.end();
	}
};
