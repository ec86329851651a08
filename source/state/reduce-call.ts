import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import {isCallOver, type ToolCall} from '../domain/tool-call.ts';
import type {AppState} from './app-state.ts';

type CallEvent = Extract<
	AppEvent,
	{
		type:
			| 'ask-raised'
			| 'ask-answered'
			| 'call-started'
			| 'call-progressed'
			| 'call-succeeded'
			| 'call-failed'
			| 'call-denied'
			| 'call-cancelled';
	}
>;

const withoutAsksOf = (state: AppState, callId: string): AppState =>
	state.asks.some(ask => ask.callId === callId)
		? {...state, asks: state.asks.filter(ask => ask.callId !== callId)}
		: state;

/** A change answers or overtakes whatever was asked about the call, so no question outlives its reason. */
const changeCall = (state: AppState, callId: string, change: (call: ToolCall) => ToolCall): AppState => {
	const call = state.calls.get(callId);
	if (call === undefined || isCallOver(call)) {
		return state;
	}
	const changed = change(call);
	return changed === call
		? state
		: {...withoutAsksOf(state, callId), calls: new Map(state.calls).set(callId, changed)};
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

/** The life of tool calls and of the questions about them. A call that is over never changes again. */
export const reduceCall = (state: AppState, event: CallEvent): AppState => {
	switch (event.type) {
		case 'ask-raised': {
			const {ask} = event;
			const asked = changeCall(state, ask.callId, call =>
				call.status === 'pending' ? {...common(call), status: 'awaiting-approval', askId: ask.askId} : call,
			);
			return asked === state ? state : {...asked, asks: [...asked.asks, ask]};
		}
		case 'ask-answered': {
			const ask = state.asks.find(({askId}) => askId === event.askId);
			return ask === undefined
				? state
				: changeCall(state, ask.callId, call => ({...common(call), status: 'pending'}));
		}
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
