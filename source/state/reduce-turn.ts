import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import {isJsonObject} from '../domain/json.ts';
import type {AssistantBlock, RawAnswer} from '../domain/message.ts';
import type {Answer, AppState, TranscriptItem} from './app-state.ts';
import {countUsage} from './count-usage.ts';
import {append, cutAnswer, settleAll, settleAnswer, withoutRetry} from './settle.ts';

type TurnEvent = Extract<
	AppEvent,
	{
		type:
			| 'message-accepted'
			| 'turn-retried'
			| 'step-started'
			| 'answer-streamed'
			| 'thinking-streamed'
			| 'call-drafted'
			| 'step-finished'
			| 'retry-scheduled'
			| 'turn-finished'
			| 'turn-interrupted'
			| 'turn-failed';
	}
>;

const updateStreaming = (state: AppState, stepId: string, change: (answer: Answer) => Answer): AppState =>
	state.streaming?.id === stepId ? {...state, streaming: change(state.streaming)} : state;

/** A turn that never ended (the program died in it) must not leave anything open. */
const startTurn = (state: AppState, turnId: string, at: number): AppState => ({
	...settleAll(state, at),
	turn: {turnId, startedAt: at, steps: 0},
});

const startStep = (state: AppState, event: TurnEvent & {type: 'step-started'}): AppState => {
	const settled = settleAnswer(withoutRetry(state), cutAnswer);
	const turn = settled.turn && {...settled.turn, steps: settled.turn.steps + 1};
	return {
		...settled,
		...(turn && {turn}),
		streaming: {
			type: 'answer',
			id: event.stepId,
			turnId: event.turnId,
			model: event.model,
			text: '',
			thinking: '',
			startedAt: event.at,
			heardAt: event.at,
			status: 'streaming',
			blocks: [],
		},
	};
};

/** Files of earlier versions hold raw answers that do not say whose they are: nobody can use those. */
const isRawAnswer = (raw: unknown): raw is RawAnswer =>
	isJsonObject(raw) && typeof raw.format === 'string' && raw.content !== undefined;

/**
 * The text that was streamed, or that of the finished answer where some of it was lost in a damaged file. A text that is
 * its only block is the same string, so that it is held once.
 */
const wholeText = (streamed: string, blocks: readonly AssistantBlock[]): string => {
	const texts = blocks.flatMap(block => (block.type === 'text' ? [block.text] : []));
	const [only = '', ...more] = texts;
	const finished = more.length === 0 ? only : texts.join('');
	return finished.length > streamed.length || finished === streamed ? finished : streamed;
};

const finishStep = (state: AppState, event: TurnEvent & {type: 'step-finished'}): AppState => {
	if (state.streaming?.id !== event.stepId) {
		return state;
	}
	const {raw, usage} = event;
	// A copy is as long as it has to be; what grew keeps room for more.
	const blocks = [...event.blocks];
	const settled = settleAnswer(state, answer => ({
		...answer,
		text: wholeText(answer.text, blocks),
		status: 'finished',
		blocks,
		...(isRawAnswer(raw) ? {raw} : {}),
	}));
	return usage === undefined
		? settled
		: {...countUsage(settled, usage), contextUsed: usage.inputTokens + usage.outputTokens};
};

const endTurn = (
	state: AppState,
	{turnId, at}: {readonly turnId: string; readonly at: number},
	end?: Pick<TranscriptItem & {type: 'turn-end'}, 'outcome' | 'failure'>,
): AppState => {
	if (state.turn?.turnId !== turnId) {
		return state;
	}
	const {turn: _, ...settled} = settleAll(state, at);
	const asks = settled.asks.filter(ask => ask.kind !== 'turn' || ask.turnId !== turnId);
	const rest = asks.length === settled.asks.length ? settled : {...settled, asks};
	// A turn that is tried again ends more than once.
	return end === undefined
		? rest
		: append(rest, {type: 'turn-end', id: `${turnId}-end-${rest.items.length}`, ...end});
};

/** Ends the turn that was under way when the program died. */
export const cutTurn = (state: AppState, at: number): AppState =>
	state.turn === undefined
		? settleAll(state, at)
		: endTurn(state, {turnId: state.turn.turnId, at}, {outcome: 'interrupted'});

/** A message waits no longer: it is sent, or it is not. */
export const withoutMessage = (state: AppState, messageId: string): AppState => {
	const {attaching, ...rest} = state;
	const queue = state.queue.filter(message => message.messageId !== messageId);
	return attaching === undefined || attaching.messageId === messageId
		? {...rest, queue}
		: {...rest, attaching, queue};
};

/** The life of a turn and of the model's answers in it. */
export const reduceTurn = (state: AppState, event: TurnEvent): AppState => {
	switch (event.type) {
		case 'message-accepted': {
			const {messageId, turnId, text, attachments, at} = event;
			return append(withoutMessage(startTurn(state, turnId, at), messageId), {
				type: 'user',
				id: messageId,
				turnId,
				at,
				text,
				...(attachments === undefined ? {} : {attachments}),
			});
		}
		case 'turn-retried':
			return startTurn(state, event.turnId, event.at);
		case 'step-started':
			return startStep(state, event);
		case 'answer-streamed':
			return updateStreaming(state, event.stepId, answer => ({
				...answer,
				text: answer.text + event.text,
				heardAt: event.at,
			}));
		case 'thinking-streamed':
			return updateStreaming(state, event.stepId, answer => ({
				...answer,
				thinking: answer.thinking + event.text,
				heardAt: event.at,
				thoughtUntil: event.at,
			}));
		case 'call-drafted': {
			const {modelName, characters} = event;
			return updateStreaming(state, event.stepId, answer => ({
				...answer,
				draft: {modelName, characters},
				heardAt: event.at,
			}));
		}
		case 'step-finished':
			return finishStep(state, event);
		case 'retry-scheduled': {
			const {turnId, failure, attempt, attempts, until} = event;
			return state.turn?.turnId === turnId ? {...state, retry: {failure, attempt, attempts, until}} : state;
		}
		case 'turn-finished':
			return endTurn(state, event);
		case 'turn-interrupted':
			return endTurn(state, event, {outcome: 'interrupted'});
		case 'turn-failed':
			return endTurn(state, event, {outcome: 'failed', failure: event.failure});
		default:
			return assertNever(event);
	}
};
