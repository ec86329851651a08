import type {Ask, AskAnswer} from '../domain/ask.ts';
import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import {isSameTool} from '../domain/tool.ts';
import {isCallOver, type ToolCall} from '../domain/tool-call.ts';
import type {AppState} from './app-state.ts';

type CallEvent = Extract<
	AppEvent,
	{
		type:
			| 'ask-raised'
			| 'ask-answered'
			| 'ask-withdrawn'
			| 'browser-tried'
			| 'call-started'
			| 'call-progressed'
			| 'call-succeeded'
			| 'call-failed'
			| 'call-denied'
			| 'call-cancelled';
	}
>;

const isAbout = (ask: Ask, callId: string): boolean => ask.kind === 'approval' && ask.callId === callId;

const withoutAsksOf = (state: AppState, callId: string): AppState =>
	state.asks.some(ask => isAbout(ask, callId))
		? {...state, asks: state.asks.filter(ask => !isAbout(ask, callId))}
		: state;

/** A change answers or overtakes whatever was asked about the call, so no question outlives its reason. */
const changeCall = (state: AppState, callId: string, change: (call: ToolCall) => ToolCall): AppState => {
	const call = state.calls.get(callId);
	if (call === undefined || isCallOver(call)) {
		return state;
	}
	const changed = change(call);
	return changed === call ? state : {...withoutAsksOf(state, callId), calls: state.calls.with(changed)};
};

const common = (call: ToolCall) => ({
	callId: call.callId,
	server: call.server,
	tool: call.tool,
	modelName: call.modelName,
	arguments: call.arguments,
	requestedAt: call.requestedAt,
});

/** What every ended call carries over from the one that ran. */
const ended = (call: ToolCall, at: number) => ({
	...common(call),
	...(call.status === 'running' ? {startedAt: call.startedAt} : {}),
	endedAt: at,
});

/** Whether the user is busy elsewhere with it: it must not stand before a question that can be answered here. */
const isInBrowser = (ask: Ask): boolean => ask.kind === 'sign-in' && ask.browser === 'started';

const inOrder = (asks: readonly Ask[]): readonly Ask[] => [
	...asks.filter(ask => !isInBrowser(ask)),
	...asks.filter(isInBrowser),
];

const tryBrowser = (state: AppState, {askId, browser}: CallEvent & {type: 'browser-tried'}): AppState =>
	state.asks.some(ask => ask.askId === askId)
		? {
				...state,
				asks: inOrder(
					state.asks.map(ask =>
						ask.askId === askId && (ask.kind === 'sign-in' || ask.kind === 'elicitation')
							? {...ask, browser}
							: ask,
					),
				),
			}
		: state;

const raiseAsk = (state: AppState, ask: Ask): AppState => {
	if (state.asks.some(({askId}) => askId === ask.askId)) {
		return state;
	}
	if (ask.kind !== 'approval') {
		return {...state, asks: inOrder([...state.asks, ask])};
	}
	const asked = changeCall(state, ask.callId, call =>
		call.status === 'pending' ? {...common(call), status: 'awaiting-approval', askId: ask.askId} : call,
	);
	return asked === state ? state : {...asked, asks: inOrder([...asked.asks, ask])};
};

/** Takes a question out of the queue; the call that waited for it, if any, waits no more. */
const removeAsk = (state: AppState, ask: Ask): AppState => {
	const without = {...state, asks: state.asks.filter(other => other !== ask)};
	return ask.kind === 'approval'
		? changeCall(without, ask.callId, call => ({...common(call), status: 'pending'}))
		: without;
};

const answerAsk = (state: AppState, ask: Ask, answer: AskAnswer): AppState => {
	const answered = removeAsk(state, ask);
	const isGrant = ask.kind === 'approval' && answer.type === 'allow' && answer.scope === 'session';
	if (!isGrant || state.grants.some(grant => isSameTool(grant, ask))) {
		return answered;
	}
	return {...answered, grants: [...state.grants, {server: ask.server, tool: ask.tool}]};
};

/** Nothing is under way any more: what was sent may or may not have had its effect, the rest did not run. */
export const cancelLiveCalls = (state: AppState, at: number): AppState =>
	state.calls.live().reduce(
		(next, call) =>
			changeCall(next, call.callId, live => ({
				...ended(live, at),
				status: 'cancelled',
				outcomeUnknown: live.status === 'running',
			})),
		state,
	);

/** The life of tool calls and of the questions about them. A call that is over never changes again. */
export const reduceCall = (state: AppState, event: CallEvent): AppState => {
	switch (event.type) {
		case 'ask-raised':
			return raiseAsk(state, event.ask);
		case 'ask-answered': {
			const ask = state.asks.find(({askId}) => askId === event.askId);
			return ask === undefined ? state : answerAsk(state, ask, event.answer);
		}
		case 'ask-withdrawn': {
			const ask = state.asks.find(({askId}) => askId === event.askId);
			return ask === undefined ? state : removeAsk(state, ask);
		}
		case 'browser-tried':
			return tryBrowser(state, event);
		case 'call-started':
			return changeCall(state, event.callId, call =>
				call.status === 'running' ? call : {...common(call), status: 'running', startedAt: event.at},
			);
		case 'call-progressed':
			return changeCall(state, event.callId, call =>
				call.status === 'running' ? {...call, progress: event.progress} : call,
			);
		case 'call-succeeded':
			return changeCall(state, event.callId, call => ({
				...ended(call, event.at),
				status: 'succeeded',
				result: event.result,
			}));
		case 'call-failed':
			return changeCall(state, event.callId, call => ({
				...ended(call, event.at),
				status: 'failed',
				failure: event.failure,
				...(event.result === undefined ? {} : {result: event.result}),
			}));
		case 'call-denied':
			return changeCall(state, event.callId, call => ({
				...ended(call, event.at),
				status: 'denied',
				rule: event.rule,
				...(event.reason === undefined ? {} : {reason: event.reason}),
			}));
		case 'call-cancelled':
			return changeCall(state, event.callId, call => ({
				...ended(call, event.at),
				status: 'cancelled',
				outcomeUnknown: event.outcomeUnknown,
			}));
		default:
			return assertNever(event);
	}
};
