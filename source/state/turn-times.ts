import type {Ask} from '../domain/ask.ts';
import type {AppEvent} from '../domain/event.ts';
import {type SpanKind, spanKinds, type TimeSpan, type TurnTimes, timeCovered} from '../domain/turn-times.ts';
import {createSequence, type Sequence} from '../support/sequence.ts';
import type {AppState} from './app-state.ts';

/** What took the time, turn by turn. */
export type Times = {
	/** Those that are over. */
	readonly turns: Sequence<TurnTimes>;
	readonly open?: TurnTimes;
	/** Milliseconds of all turns that are over, by what took them. What ran at the same time counts once. */
	readonly sums: Readonly<Record<SpanKind, number>>;
	/** Steps of all turns. */
	readonly steps: number;
};

export const noTimes: Times = {
	turns: createSequence(),
	sums: {model: 0, retry: 0, question: 0, tool: 0, summary: 0},
	steps: 0,
};

type Closing = Pick<TurnTimes, 'until' | 'end'>;

/** The last moment of a turn that anybody knows of. */
const lastMoment = ({from, spans}: TurnTimes): number =>
	Math.max(from, ...spans.map(span => span.until ?? span.heardAt ?? span.from));

const close = (times: Times, closing: Closing): Times => {
	const {open, ...rest} = times;
	if (open === undefined) {
		return times;
	}
	const until = closing.until ?? lastMoment(open);
	const spans = open.spans.map(
		(span): TimeSpan =>
			span.until === undefined
				? {...span, until: Math.max(span.from, until), end: span.kind === 'tool' ? 'unknown' : 'cut'}
				: span,
	);
	const {turnId, text, from} = open;
	const {end} = closing;
	// Written out, as there are as many as turns: put together from two objects, each would have a shape of its own.
	const turn: TurnTimes = {turnId, text, from, until, spans, ...(end === undefined ? {} : {end})};
	const sums = Object.fromEntries(
		spanKinds.map(kind => [
			kind,
			times.sums[kind] +
				timeCovered(
					spans.filter(span => span.kind === kind),
					until,
				),
		]),
	) as Record<SpanKind, number>;
	return {...rest, turns: times.turns.append(turn), sums};
};

const closeTurn = (times: Times, turnId: string, closing: Closing): Times =>
	times.open?.turnId === turnId ? close(times, closing) : times;

const begin = (times: Times, turn: Omit<TurnTimes, 'spans'>): Times => ({
	...close(times, {end: 'unknown'}),
	open: {...turn, spans: []},
});

const addSpan = (times: Times, span: TimeSpan): Times =>
	times.open === undefined ? times : {...times, open: {...times.open, spans: [...times.open.spans, span]}};

/** Changes the last span that fits and is not over. */
const changeSpan = (
	times: Times,
	fits: (span: TimeSpan) => boolean,
	change: (span: TimeSpan) => TimeSpan,
): Times => {
	const {open} = times;
	const place = open?.spans.findLastIndex(span => span.until === undefined && fits(span)) ?? -1;
	const span = open?.spans[place];
	if (open === undefined || span === undefined) {
		return times;
	}
	const changed = change(span);
	return changed === span ? times : {...times, open: {...open, spans: open.spans.with(place, changed)}};
};

const endSpan = (times: Times, kind: SpanKind, id: string | undefined, at: number, end?: TimeSpan['end']) =>
	changeSpan(
		times,
		span => span.kind === kind && (id === undefined || span.id === id),
		span => ({...span, until: at, ...(end === undefined ? {} : {end})}),
	);

/** What a question is about; none where it does not hold the turn up. */
const questionName = (ask: Ask): string | undefined => {
	switch (ask.kind) {
		case 'approval':
		case 'result':
			return `${ask.server} ${ask.tool}`;
		case 'elicitation':
		case 'sampling':
		case 'sign-in':
			return ask.server;
		case 'turn':
			return ask.message;
		case 'definition':
		case 'folder':
		case 'input':
			return undefined;
		default:
			ask satisfies never;
			// A file of a later version may hold kinds of questions that are unknown here.
			return undefined;
	}
};

/** A turn that is tried again is one more, with the words of the first. */
const retriedText = ({turns}: Times, turnId: string): string => {
	for (let index = turns.length - 1; index >= 0; index--) {
		const turn = turns.at(index);
		if (turn?.turnId === turnId) {
			return turn.text;
		}
	}
	return '';
};

const startCall = (times: Times, callId: string, at: number, calls: AppState['calls']): Times => {
	const call = calls.get(callId);
	const isKnown = times.open?.spans.some(({kind, id}) => kind === 'tool' && id === callId) === true;
	return call === undefined || isKnown
		? times
		: addSpan(times, {kind: 'tool', id: callId, name: `${call.server} ${call.tool}`, from: at});
};

const follow = (times: Times, event: AppEvent, calls: AppState['calls']): Times => {
	const {at} = event;
	switch (event.type) {
		case 'message-accepted':
			return begin(times, {turnId: event.turnId, text: event.text, from: at});
		case 'turn-retried':
			return begin(times, {turnId: event.turnId, text: retriedText(times, event.turnId), from: at});
		case 'step-started': {
			const waited = endSpan(endSpan(times, 'retry', undefined, at), 'model', undefined, at, 'cut');
			const step = {kind: 'model', id: event.stepId, name: event.model, from: at} as const;
			return {...addSpan(waited, step), steps: times.steps + 1};
		}
		case 'answer-streamed':
		case 'thinking-streamed':
		case 'call-drafted':
			return changeSpan(
				times,
				span => span.kind === 'model' && span.id === event.stepId,
				span => (span.heardAt === undefined ? {...span, heardAt: at} : span),
			);
		case 'step-finished':
			return endSpan(times, 'model', event.stepId, at);
		case 'retry-scheduled': {
			const failed = endSpan(times, 'model', undefined, at, 'failed');
			return addSpan(failed, {kind: 'retry', id: '', name: event.failure.message, from: at});
		}
		case 'ask-raised': {
			const name = questionName(event.ask);
			return name === undefined
				? times
				: addSpan(times, {kind: 'question', id: event.ask.askId, name, from: at});
		}
		case 'ask-answered':
		case 'ask-withdrawn':
			return endSpan(times, 'question', event.askId, at);
		case 'call-started':
			return startCall(times, event.callId, at, calls);
		case 'call-succeeded':
			return endSpan(times, 'tool', event.callId, at);
		case 'call-failed':
			return endSpan(times, 'tool', event.callId, at, 'failed');
		case 'call-denied':
			return endSpan(times, 'tool', event.callId, at, 'denied');
		case 'call-cancelled':
			return endSpan(times, 'tool', event.callId, at, event.outcomeUnknown ? 'unknown' : 'cut');
		case 'compaction-started':
			return addSpan(times, {kind: 'summary', id: event.compactionId, name: '', from: at});
		case 'history-compacted':
		case 'compaction-failed':
			return endSpan(times, 'summary', event.compactionId, at);
		case 'turn-finished':
			return closeTurn(times, event.turnId, {until: at});
		case 'turn-interrupted':
			return closeTurn(times, event.turnId, {until: at, end: 'interrupted'});
		case 'turn-failed':
			return closeTurn(times, event.turnId, {until: at, end: 'failed'});
		case 'session-resumed':
			return close(times, {end: 'unknown'});
		default:
			return times;
	}
};

/** Every turn, the last at the end, also while it lasts. */
export const allTurns = ({turns, open}: Times): readonly TurnTimes[] => [
	...turns,
	...(open === undefined ? [] : [open]),
];

/** The state with what an event says about who took the time. `calls` are those after the event. */
export const followTimes = (state: AppState, event: AppEvent): AppState => {
	const times = follow(state.times, event, state.calls);
	return times === state.times ? state : {...state, times};
};
