import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import type {ToolCall} from '../domain/tool-call.ts';
import {answerSentence} from './answer-sentence.ts';
import type {AppState} from './app-state.ts';
import {raiseNotice} from './raise-notice.ts';
import {reduceCall} from './reduce-call.ts';
import {reduceModel} from './reduce-model.ts';
import {cutTurn, reduceTurn, withoutMessage} from './reduce-turn.ts';
import {rewind, settleRewinds, undoRewind} from './rewind.ts';
import {changeGrants, revokeForSession} from './session-grants.ts';
import {append} from './settle.ts';
import {followTimes} from './turn-times.ts';

const answerAsk = (state: AppState, event: AppEvent & {type: 'ask-answered'}): AppState => {
	const ask = state.asks.find(({askId}) => askId === event.askId);
	const text = ask === undefined ? undefined : answerSentence(ask, event.answer);
	const answered = reduceCall(state, event);
	return ask === undefined || text === undefined
		? answered
		: raiseNotice(answered, {tone: 'info', text, ...('server' in ask ? {server: ask.server} : {})});
};

const keptLines = 200;

const without = <Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> =>
	new Map([...map].filter(([name]) => name !== key));

const removeServer = (state: AppState, server: string): AppState => ({
	...state,
	servers: without(state.servers, server),
	logs: without(state.logs, server),
});

const keepLog = (state: AppState, {server, notice, at}: AppEvent & {type: 'server-noticed'}): AppState => {
	if (notice.type !== 'logged' && notice.type !== 'misbehaved') {
		return state;
	}
	const entries = [...(state.logs.get(server) ?? []).slice(1 - keptLines), {at, notice}];
	return {...state, logs: new Map(state.logs).set(server, entries)};
};

/** Nothing runs in a program that has just started: what was running was cut off, with or without effect. */
const resume = (state: AppState, {sessionId, model, at}: AppEvent & {type: 'session-resumed'}): AppState => {
	const {compaction: _, ...settled} = cutTurn(state, at);
	return {...settled, asks: [], grants: [], setAside: [], facts: {}, sessionId, model};
};

const changeAssistant = (state: AppState, assistant: string | undefined): AppState => {
	const {assistant: _, ...rest} = state;
	return assistant === undefined ? rest : {...rest, assistant};
};

const requestCall = (state: AppState, event: AppEvent & {type: 'call-requested'}): AppState => {
	const {callId, server, tool, modelName, title, at} = event;
	if (state.calls.has(callId)) {
		return state;
	}
	const call: ToolCall = {
		callId,
		server,
		tool,
		modelName,
		...(title === undefined ? {} : {title}),
		arguments: event.arguments,
		requestedAt: at,
		status: 'pending',
	};
	return {...append(state, {type: 'call', id: callId}), calls: state.calls.with(call)};
};

const change = (state: AppState, event: AppEvent): AppState => {
	switch (event.type) {
		case 'session-started':
			return {...state, sessionId: event.sessionId, model: event.model};
		case 'session-resumed':
			return resume(state, event);
		case 'session-forked':
			return {...state, sessionId: event.sessionId};
		case 'session-renamed':
			return {...state, sessionName: event.name};
		case 'approval-mode-changed':
			return {...state, approvalMode: event.mode};
		case 'work-mode-changed':
			return {...state, workMode: event.mode};
		case 'assistant-changed':
			return changeAssistant(state, event.assistant);
		case 'grants-changed':
			return changeGrants(state, event.grants);
		case 'session-grant-revoked':
			return revokeForSession(state, event);
		case 'model-changed':
		case 'model-learned':
		case 'tool-set-aside':
		case 'sampling-answered':
		case 'compaction-started':
		case 'compaction-failed':
		case 'history-compacted':
		case 'usage-counted':
			return reduceModel(state, event);
		case 'message-accepted':
		case 'turn-retried':
		case 'step-started':
		case 'answer-streamed':
		case 'thinking-streamed':
		case 'call-drafted':
		case 'step-finished':
		case 'retry-scheduled':
		case 'turn-finished':
		case 'turn-interrupted':
		case 'turn-failed':
			return reduceTurn(state, event);
		case 'session-rewound':
			return rewind(state, event);
		case 'rewind-undone':
			return undoRewind(state, event);
		case 'call-requested':
			return requestCall(state, event);
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
		case 'server-status-changed':
			return {...state, servers: new Map(state.servers).set(event.server, event.status)};
		case 'server-removed':
			return removeServer(state, event.server);
		case 'server-noticed':
			return keepLog(state, event);
		case 'message-queued': {
			const {messageId, text, typed, isNext} = event;
			const message = {messageId, text, ...(typed === undefined ? {} : {typed})};
			return {...state, queue: isNext === true ? [message, ...state.queue] : [...state.queue, message]};
		}
		case 'attachments-requested': {
			const {messageId, names, at} = event;
			return {...state, attaching: {messageId, names, startedAt: at}};
		}
		case 'servers-awaited': {
			const {awaiting, ...rest} = state;
			const {servers, at} = event;
			return servers.length === 0
				? rest
				: {...rest, awaiting: {servers, startedAt: awaiting?.startedAt ?? at}};
		}
		case 'message-returned':
			return withoutMessage(state, event.messageId);
		case 'theme-changed':
			return {...state, theme: event.theme};
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
		case 'tools-excluded':
			return state;
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
export const reduce = (state: AppState, event: AppEvent): AppState =>
	followTimes(countAsks(state, change(settleRewinds(state, event), event)), event);
