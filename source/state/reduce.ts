import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import type {ToolCall} from '../domain/tool-call.ts';
import {answerSentence} from './answer-sentence.ts';
import type {Answer, AppState, Notice, TranscriptItem} from './app-state.ts';
import {cancelLiveCalls, reduceCall} from './reduce-call.ts';

const append = (state: AppState, ...items: TranscriptItem[]): AppState => ({
	...state,
	items: state.items.append(...items),
});

const updateStreaming = (state: AppState, stepId: string, change: (answer: Answer) => Answer): AppState =>
	state.streaming?.id === stepId ? {...state, streaming: change(state.streaming)} : state;

/** Moves the streaming answer, and the notices that waited for it, into the transcript. */
const settleAnswer = (state: AppState, change: (answer: Answer) => Answer): AppState => {
	const {streaming, ...rest} = state;
	if (streaming === undefined) {
		return state;
	}
	const settled = change(streaming);
	const isEmpty = settled.text === '' && settled.thinking === '' && settled.blocks.length === 0;
	return append({...rest, heldNotices: []}, ...(isEmpty ? [] : [settled]), ...state.heldNotices);
};

const cutAnswer = (answer: Answer): Answer => ({...answer, status: 'cut'});

/** Leaves nothing open: whoever prints the transcript waits for every answer and every call in it. */
const settleAll = (state: AppState, at: number): AppState =>
	cancelLiveCalls(settleAnswer(state, cutAnswer), at);

type TurnEnd = Extract<AppEvent, {type: 'turn-finished' | 'turn-interrupted' | 'turn-failed'}>;

const endTurn = (state: AppState, {turnId, at}: TurnEnd, end?: TranscriptItem): AppState => {
	if (state.turn?.turnId !== turnId) {
		return state;
	}
	const {turn: _, ...rest} = settleAll(state, at);
	return end === undefined ? rest : append(rest, end);
};

const raiseNotice = (state: AppState, {tone, text, server}: Omit<Notice, 'type' | 'id'>): AppState => {
	const notice: Notice = {
		type: 'notice',
		id: `notice-${state.noticeCount}`,
		tone,
		text,
		...(server === undefined ? {} : {server}),
	};
	const counted = {...state, noticeCount: state.noticeCount + 1};
	return state.streaming === undefined
		? append(counted, notice)
		: {...counted, heldNotices: [...state.heldNotices, notice]};
};

const answerAsk = (state: AppState, event: AppEvent & {type: 'ask-answered'}): AppState => {
	const ask = state.asks.find(({askId}) => askId === event.askId);
	const text = ask === undefined ? undefined : answerSentence(ask, event.answer);
	const answered = reduceCall(state, event);
	return ask === undefined || text === undefined
		? answered
		: raiseNotice(answered, {tone: 'info', text, server: ask.server});
};

const keptLines = 200;

const keepLog = (state: AppState, {server, notice, at}: AppEvent & {type: 'server-noticed'}): AppState => {
	if (notice.type !== 'logged' && notice.type !== 'misbehaved') {
		return state;
	}
	const entries = [...(state.logs.get(server) ?? []).slice(1 - keptLines), {at, notice}];
	return {...state, logs: new Map(state.logs).set(server, entries)};
};

/** Nothing runs in a program that has just started: what was running was cut off, with or without effect. */
const resume = (state: AppState, {sessionId, model, at}: AppEvent & {type: 'session-resumed'}): AppState => {
	const {turn, ...settled} = settleAll(state, at);
	const resumed: AppState = {...settled, asks: [], grants: [], sessionId, model};
	return turn === undefined
		? resumed
		: append(resumed, {type: 'turn-end', id: `${turn.turnId}-end`, outcome: 'interrupted'});
};

const withCall = (state: AppState, call: ToolCall): AppState => ({
	...state,
	calls: state.calls.with(call),
});

const change = (state: AppState, event: AppEvent): AppState => {
	switch (event.type) {
		case 'session-started':
			return {...state, sessionId: event.sessionId, model: event.model};
		case 'session-resumed':
			return resume(state, event);
		case 'approval-mode-changed':
			return {...state, approvalMode: event.mode};
		case 'message-accepted': {
			const {messageId, turnId, text} = event;
			const queue = state.queue.filter(message => message.messageId !== messageId);
			const turn = {turnId, startedAt: event.at, steps: 0};
			// A turn that never ended (the program died in it) must not leave anything open.
			const settled = settleAll(state, event.at);
			return append({...settled, queue, turn}, {type: 'user', id: messageId, turnId, text});
		}
		case 'step-started': {
			const settled = settleAnswer(state, cutAnswer);
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
					status: 'streaming',
					blocks: [],
				},
			};
		}
		case 'answer-streamed':
			return updateStreaming(state, event.stepId, answer => ({...answer, text: answer.text + event.text}));
		case 'thinking-streamed':
			return updateStreaming(state, event.stepId, answer => ({
				...answer,
				thinking: answer.thinking + event.text,
			}));
		case 'step-finished': {
			if (state.streaming?.id !== event.stepId) {
				return state;
			}
			const settled = settleAnswer(state, answer => ({
				...answer,
				status: 'finished',
				blocks: event.blocks,
				...(event.raw === undefined ? {} : {raw: event.raw}),
			}));
			const {usage} = event;
			return usage === undefined
				? settled
				: {
						...settled,
						usage: {
							inputTokens: state.usage.inputTokens + usage.inputTokens,
							outputTokens: state.usage.outputTokens + usage.outputTokens,
						},
					};
		}
		case 'call-requested': {
			const {callId, server, tool, modelName, at} = event;
			if (state.calls.has(callId)) {
				return state;
			}
			const call: ToolCall = {
				callId,
				server,
				tool,
				modelName,
				arguments: event.arguments,
				requestedAt: at,
				status: 'pending',
			};
			return withCall(append(state, {type: 'call', id: callId}), call);
		}
		case 'ask-answered':
			return answerAsk(state, event);
		case 'ask-raised':
		case 'ask-withdrawn':
		case 'browser-tried':
		case 'call-started':
		case 'call-progressed':
		case 'call-succeeded':
		case 'call-failed':
		case 'call-denied':
		case 'call-cancelled':
			return reduceCall(state, event);
		case 'turn-finished':
			return endTurn(state, event);
		case 'turn-interrupted':
			return endTurn(state, event, {
				type: 'turn-end',
				id: `${event.turnId}-end`,
				outcome: 'interrupted',
			});
		case 'turn-failed':
			return endTurn(state, event, {
				type: 'turn-end',
				id: `${event.turnId}-end`,
				outcome: 'failed',
				failure: event.failure,
			});
		case 'server-status-changed':
			return {...state, servers: new Map(state.servers).set(event.server, event.status)};
		case 'server-noticed':
			return keepLog(state, event);
		case 'message-queued':
			return {...state, queue: [...state.queue, {messageId: event.messageId, text: event.text}]};
		case 'queue-withdrawn':
			return {...state, queue: []};
		case 'notice-raised':
			return raiseNotice(state, event);
		case 'saving-failed':
			return {...state, savingFailure: event.failure};
		case 'saving-resumed': {
			const {savingFailure: _, ...rest} = state;
			return rest;
		}
		default:
			return assertNever(event);
	}
};

/** Counts the questions that went away, so that whoever shows the next can say how many came before it. */
const countAsks = (before: AppState, after: AppState): AppState => {
	if (before.asks === after.asks) {
		return after;
	}
	const over = before.asks.filter(({askId}) => !after.asks.some(ask => ask.askId === askId)).length;
	return {...after, asksOver: after.asks.length === 0 ? 0 : before.asksOver + over};
};

/** The only place where state changes. Events that make no sense in a state leave it as it is. */
export const reduce = (state: AppState, event: AppEvent): AppState => countAsks(state, change(state, event));
