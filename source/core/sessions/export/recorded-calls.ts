import {answeredFailure, type RecordedCall} from '../../../domain/check.ts';
import type {SessionEvent} from '../../../domain/event.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {ToolResult} from '../../../domain/tool.ts';
import {tourId} from '../../../domain/tour.ts';

type Answer = RecordedCall['answer'];

type OpenCall = {
	readonly server: string;
	readonly tool: string;
	/** Its place among all calls. */
	readonly place: number;
	readonly isOfTour: boolean;
	arguments: JsonObject;
	startedAt?: number;
};

/** More than one file of tests should hold; what comes later is only counted. */
const mostAnswers = 1000;
const mostCharacters = 16 * 1024 * 1024;

const sizeOf = (result: ToolResult | undefined): number => {
	try {
		return result === undefined ? 0 : JSON.stringify(result).length;
	} catch {
		// Nested too deeply to be written.
		return Number.POSITIVE_INFINITY;
	}
};

const none = (why: string): Answer => ({type: 'none', why});

export type CallReader = {
	readonly take: (event: SessionEvent) => void;
	/** The log is over: what is still open has no answer. */
	readonly end: () => readonly RecordedCall[];
};

/** Gathers the calls of a session, in the order in which they were asked for, with what the servers answered. */
export const createCallReader = (): CallReader => {
	const open = new Map<string, OpenCall>();
	/** Which call a question is about. */
	const asked = new Map<string, string>();
	const calls = new Map<number, RecordedCall>();
	let requested = 0;
	let isTour = false;
	let answers = 0;
	let characters = 0;

	const settle = (callId: string, answer: Answer): void => {
		const call = open.get(callId);
		if (call === undefined) return;
		open.delete(callId);
		const {server, tool, place, isOfTour, arguments: args} = call;
		calls.set(place, {server, tool, arguments: args, ...(isOfTour ? {isOfTour} : {}), answer});
	};

	const answer = (
		callId: string,
		at: number,
		{isError, result, isReviewed}: {isError: boolean; result: ToolResult; isReviewed: boolean},
	): void => {
		characters += sizeOf(result);
		answers += 1;
		if (answers > mostAnswers || characters > mostCharacters) {
			settle(callId, none('more than one file should hold'));
			return;
		}
		const {startedAt} = open.get(callId) ?? {};
		const took = startedAt === undefined ? {} : {milliseconds: Math.max(0, at - startedAt)};
		// Whoever replaced a result has looked at it first, for nobody knows how long.
		settle(callId, {type: 'answered', isError, ...(isReviewed ? {} : {result, ...took})});
	};

	const fail = ({callId, at, failure, result, reviewed}: SessionEvent & {type: 'call-failed'}): void => {
		const answered = result ?? answeredFailure(failure);
		if (answered === undefined) {
			settle(callId, none(failure.code === 'invalid-arguments' ? 'not sent' : 'without an answer'));
		} else {
			answer(callId, at, {isError: true, result: answered, isReviewed: reviewed !== undefined});
		}
	};

	const raise = ({ask}: SessionEvent & {type: 'ask-raised'}): void => {
		if (ask.kind === 'approval') asked.set(ask.askId, ask.callId);
	};

	/** The call runs with what the user wrote in place of the model's arguments. */
	const edit = ({askId, answer: given}: SessionEvent & {type: 'ask-answered'}): void => {
		const call = open.get(asked.get(askId) ?? '');
		asked.delete(askId);
		if (call !== undefined && given.type === 'allow' && given.arguments !== undefined) {
			call.arguments = given.arguments;
		}
	};

	const endAll = (): void => {
		for (const [callId, {startedAt}] of [...open]) {
			settle(callId, none(startedAt === undefined ? 'cancelled' : 'without a known outcome'));
		}
	};

	const take = (event: SessionEvent): void => {
		switch (event.type) {
			case 'call-requested': {
				const {callId, server, tool, arguments: args} = event;
				if (open.has(callId)) break;
				open.set(callId, {server, tool, arguments: args, place: requested, isOfTour: isTour});
				requested += 1;
				break;
			}
			case 'ask-raised':
				raise(event);
				break;
			case 'ask-answered':
				edit(event);
				break;
			case 'call-started': {
				const call = open.get(event.callId);
				if (call !== undefined) call.startedAt = event.at;
				break;
			}
			case 'call-succeeded': {
				const {callId, at, result, reviewed} = event;
				answer(callId, at, {isError: false, result, isReviewed: reviewed !== undefined});
				break;
			}
			case 'call-failed':
				fail(event);
				break;
			case 'call-denied':
				settle(event.callId, none('denied'));
				break;
			case 'call-cancelled':
				settle(event.callId, none(event.outcomeUnknown ? 'without a known outcome' : 'cancelled'));
				break;
			case 'session-resumed':
				endAll();
				break;
			case 'step-started':
				isTour = event.model === tourId;
				break;
			// The rest is not about calls.
			default:
				break;
		}
	};

	return {
		take,
		end() {
			endAll();
			return [...calls].sort(([one], [other]) => one - other).map(([, call]) => call);
		},
	};
};
