import type {Ask, AskAnswer} from '../domain/ask.ts';
import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import type {JsonObject} from '../domain/json.ts';
import {isCallOver, type ToolCall} from '../domain/tool-call.ts';
import type {AppState} from './app-state.ts';
import {grantForSession} from './session-grants.ts';

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

/** A question about a result waits as long as the call; one about the permission only until the call moves. */
const isOvertaken = (ask: Ask, call: ToolCall): boolean =>
	(ask.kind === 'approval' && ask.callId === call.callId) ||
	(ask.kind === 'result' && ask.callId === call.callId && isCallOver(call));

const withoutOvertaken = (state: AppState, call: ToolCall): AppState =>
	state.asks.some(ask => isOvertaken(ask, call))
		? {...state, asks: state.asks.filter(ask => !isOvertaken(ask, call))}
		: state;

/** A change answers or overtakes whatever was asked about the call, so no question outlives its reason. */
const changeCall = (state: AppState, callId: string, change: (call: ToolCall) => ToolCall): AppState => {
	const call = state.calls.get(callId);
	if (call === undefined || isCallOver(call)) {
		return state;
	}
	const changed = change(call);
	return changed === call ? state : {...withoutOvertaken(state, changed), calls: state.calls.with(changed)};
};

const common = (call: ToolCall) => ({
	callId: call.callId,
	server: call.server,
	tool: call.tool,
	modelName: call.modelName,
	...(call.title === undefined ? {} : {title: call.title}),
	arguments: call.arguments,
	...(call.isEdited === true ? {isEdited: call.isEdited} : {}),
	...(call.allowed === undefined ? {} : {allowed: call.allowed}),
	...(call.unchecked === undefined ? {} : {unchecked: call.unchecked}),
	...(call.sources === undefined ? {} : {sources: call.sources}),
	requestedAt: call.requestedAt,
});

/** What every ended call carries over from the one that ran. How long somebody looked at its result is no part of it. */
const ended = (call: ToolCall, at: number) => ({
	...common(call),
	...(call.status === 'running' ? {startedAt: call.startedAt} : {}),
	endedAt: call.status === 'running' ? (call.heldSince ?? at) : at,
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

const raiseAsk = (state: AppState, {ask, at}: CallEvent & {type: 'ask-raised'}): AppState => {
	if (state.asks.some(({askId}) => askId === ask.askId)) {
		return state;
	}
	if (ask.kind === 'result') {
		const held = changeCall(state, ask.callId, call =>
			call.status === 'running' ? {...call, heldSince: call.heldSince ?? at} : call,
		);
		// Nobody waits for the review of a call that does not run.
		return held === state ? state : {...held, asks: inOrder([...held.asks, ask])};
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

/** The call runs with what the user wrote in place of the model's arguments. */
const editArguments = (state: AppState, callId: string, args: JsonObject): AppState =>
	changeCall(state, callId, call => ({
		...common(call),
		arguments: args,
		isEdited: true,
		status: 'pending',
	}));

const answerAsk = (state: AppState, ask: Ask, answer: AskAnswer): AppState => {
	const answered = removeAsk(state, ask);
	if (ask.kind !== 'approval' || answer.type !== 'allow') {
		return answered;
	}
	const {arguments: written} = answer;
	const isEdited = written !== undefined && JSON.stringify(written) !== JSON.stringify(ask.arguments);
	const edited = isEdited ? editArguments(answered, ask.callId, written) : answered;
	// An "always" does not reach beyond untrusted content; given in view of such content it meant this turn, too.
	const isForSession = answer.scope === 'session' || (answer.scope !== 'once' && ask.sources !== undefined);
	return isForSession ? grantForSession(edited, ask) : edited;
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
			return raiseAsk(state, event);
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
				call.status === 'running'
					? call
					: {
							...common(call),
							...(event.allowed === undefined ? {} : {allowed: event.allowed}),
							...(event.unchecked === undefined ? {} : {unchecked: event.unchecked}),
							...(event.sources === undefined ? {} : {sources: event.sources}),
							status: 'running',
							startedAt: event.at,
						},
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
				...(event.reviewed === undefined ? {} : {reviewed: event.reviewed}),
			}));
		case 'call-failed':
			return changeCall(state, event.callId, call => ({
				...ended(call, event.at),
				status: 'failed',
				failure: event.failure,
				...(event.result === undefined ? {} : {result: event.result}),
				...(event.reviewed === undefined ? {} : {reviewed: event.reviewed}),
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
