import {isJsonObject, type JsonValue} from '../../../domain/json.ts';
import type {Clock} from '../../../domain/ports.ts';
import type {TrafficEntry, TrafficLog} from '../../../domain/traffic.ts';
import {schedule} from '../../../support/schedule.ts';
import {describeMessage, knownMethods, type MessageFacts} from './describe-message.ts';
import {type KeptText, keptText} from './kept-text.ts';
import {createLatencyBook} from './latency-book.ts';
import {createTrafficStore} from './traffic-store.ts';

/** Hears everything that goes over one connection. Nothing here throws. */
export type ConnectionRecorder = {
	readonly sent: (message: unknown) => void;
	readonly received: (message: unknown) => void;
	/** What became of the connection, or of the request with this id. After the end nothing is answered any more. */
	readonly noted: (
		note: string,
		about?: {readonly isTrouble?: boolean; readonly id?: unknown; readonly isEnd?: boolean},
	) => void;
};

/** A recorder for each connection: ids begin anew with it. */
export type RecordTraffic = (server: string) => ConnectionRecorder;

export type TrafficLogOptions = {
	readonly now: Clock;
	/** Milliseconds that no change of the clock touches. */
	readonly elapsed: () => number;
	/** Takes secrets out of plain data. */
	readonly redact: <Value>(value: Value) => Value;
	readonly limits?: {readonly count: number; readonly bytes: number; readonly message: number};
};

const kibibyte = 1024;
const usualLimits = {count: 10_000, bytes: 8192 * kibibyte, message: 256 * kibibyte};

/** Requests of which nobody expects an answer any more are forgotten, oldest first. */
const mostWaiting = 10_000;

const tellEvery = 100;

type Waiting = {readonly number: number; readonly since: number; readonly facts: MessageFacts};

/** Keeps what goes to servers and comes from them. */
export const createTrafficLog = ({
	now,
	elapsed,
	redact,
	limits = usualLimits,
}: TrafficLogOptions): {readonly log: TrafficLog; readonly record: RecordTraffic} => {
	const store = createTrafficStore(limits);
	const latencies = createLatencyBook();
	const listeners = new Set<() => void>();
	let isTelling = false;
	let lastNumber = 0;

	const tell = (): void => {
		if (isTelling || listeners.size === 0) return;
		isTelling = true;
		schedule(() => {
			isTelling = false;
			for (const listener of listeners) listener();
		}, tellEvery);
	};

	const add = (entry: Omit<TrafficEntry, 'number' | 'at'>, kept?: KeptText): number => {
		lastNumber += 1;
		store.add({number: lastNumber, at: now(), ...entry}, kept);
		tell();
		return lastNumber;
	};

	/** Only what others have written can hold a secret, and looking for one costs more than everything else here. */
	const withoutSecrets = ({kind, method, id, subject, error}: MessageFacts): MessageFacts => ({
		kind,
		...(method === undefined ? {} : {method: knownMethods.has(method) ? method : redact(method)}),
		...(id === undefined ? {} : {id: typeof id === 'number' ? id : redact(id)}),
		...(subject === undefined ? {} : {subject: redact(subject)}),
		...(error === undefined ? {} : {error: redact(error)}),
	});

	const record: RecordTraffic = server => {
		const waiting = {out: new Map<unknown, Waiting>(), in: new Map<unknown, Waiting>()};

		/** The request that a message answers, which went the other way. */
		const requestOf = (direction: 'out' | 'in', id: unknown): Waiting | undefined => {
			const requests = waiting[direction === 'out' ? 'in' : 'out'];
			const found = requests.get(id);
			requests.delete(id);
			return found;
		};

		const wait = (direction: 'out' | 'in', id: unknown, request: Waiting): void => {
			const requests = waiting[direction];
			requests.set(id, request);
			const oldest = requests.keys().next();
			if (requests.size > mostWaiting && oldest.done !== true) requests.delete(oldest.value);
		};

		const answerFacts = (direction: 'out' | 'in', request: Waiting | undefined) => {
			if (request === undefined) return {};
			const latency = Math.max(0, elapsed() - request.since);
			if (direction === 'in') latencies.note(server, latency);
			const {method = '', subject} = request.facts;
			return {method, latency, other: request.number, ...(subject === undefined ? {} : {subject})};
		};

		const keep = (direction: 'out' | 'in', message: unknown): void => {
			if (!isJsonObject(message)) return;
			const facts = withoutSecrets(describeMessage(message));
			const isAnswer = facts.kind === 'response' || facts.kind === 'error';
			const request = isAnswer ? requestOf(direction, message.id) : undefined;
			const kept = keptText(message, limits.message, redact);
			const number = add(
				{
					server,
					direction,
					method: '',
					...facts,
					size: kept.size,
					...answerFacts(direction, request),
					...(kept.isCut ? {isCut: true} : {}),
				},
				kept,
			);
			if (request !== undefined) store.amend(request.number, {other: number});
			if (facts.kind === 'request') wait(direction, message.id, {number, since: elapsed(), facts});
		};

		return {
			sent: message => keep('out', message),
			received: message => keep('in', message),
			noted: (text, {isTrouble = false, id, isEnd = false} = {}) => {
				const note = redact(text);
				const request = id === undefined ? undefined : requestOf('in', id);
				const {method = '', id: shownId} = request?.facts ?? {};
				const number = add({
					server,
					direction: 'in',
					kind: 'connection',
					method,
					...(shownId === undefined ? {} : {id: shownId}),
					size: 0,
					note,
					...(isTrouble ? {error: note} : {}),
					...(request === undefined ? {} : {other: request.number}),
				});
				if (request !== undefined) store.amend(request.number, {other: number});
				if (!isEnd) return;
				for (const unanswered of [...waiting.out.values(), ...waiting.in.values()])
					store.amend(unanswered.number, {other: number});
				waiting.out.clear();
				waiting.in.clear();
			},
		};
	};

	const messageOf = (number: number): JsonValue | undefined => {
		const text = store.textOf(number);
		if (text === undefined) return undefined;
		const message: JsonValue = JSON.parse(text);
		return redact(message);
	};

	return {
		record,
		log: {
			entries: store.all,
			find: store.find,
			messageOf,
			letGo: store.letGo,
			latencyOf: latencies.latencyOf,
			subscribe: listener => {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			clear: () => {
				store.clear();
				tell();
			},
		},
	};
};
