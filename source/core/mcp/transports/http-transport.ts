import {
	type FetchLike,
	type JSONRPCMessage,
	type RequestId,
	StreamableHTTPClientTransport,
	type Transport,
	type TransportSendOptions,
} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import {isNeverSent} from '../../../support/network/unreachable.ts';
import {createEndpointFetch} from './endpoint-fetch.ts';
import {lostAnswer} from './lost-answer.ts';
import {createReconnectionPace} from './reconnection-pace.ts';
import type {RemoteTransportOptions} from './remote-options.ts';
import {requestProblem, signInReason} from './request-problem.ts';
import {cancelledBy, createRequestStreams} from './request-streams.ts';
import {createServerFetch} from './server-fetch.ts';
import type {ServerTransport} from './server-transport.ts';
import {deniesSession} from './session-words.ts';
import {type TransportEnd, TransportError} from './transport-end.ts';
import {within} from './within.ts';

/** Milliseconds for telling the server that the session is over. */
const farewellLimit = 2000;

const longestWait = 2_147_483_647;

/** A server that has forgotten us says so in several ways; the protocol asks for 404. */
const isSessionLoss = (end: TransportEnd): boolean =>
	end.type === 'http-status' && (end.status === 404 || (end.status === 400 && deniesSession(end.body)));

/** Streams on which the server speaks when it has something to say; every other one answers a request. */
const isForListening = ({method, headers}: RequestInit): boolean =>
	(method ?? 'GET').toUpperCase() !== 'POST' ||
	new Headers(headers ?? {}).get('mcp-method') === 'subscriptions/listen';

/** MCP over Streamable HTTP, of either generation. */
export const createHttpTransport = ({
	config,
	access,
	environment,
}: RemoteTransportOptions): ServerTransport => {
	const url = new URL(config.url);
	const listening = createServerFetch({
		environment,
		readTimeout: Math.min(config.sseReadTimeout, longestWait),
		headersTimeout: Math.min(Math.max(config.requestTimeout, config.sseReadTimeout) + 1000, longestWait),
	});
	// An answer may take as long as its request may, and that is longer while the server works or the user thinks.
	const asking = createServerFetch({environment, readTimeout: longestWait});
	const network: FetchLike = (input, init = {}) => (isForListening(init) ? listening : asking)(input, init);
	const pace = createReconnectionPace();
	const endpoint = createEndpointFetch(network, url, access, pace.opened);
	const inner = new StreamableHTTPClientTransport(url, {
		fetch: endpoint.fetch,
		reconnectionScheduler: pace.schedule,
		...(access.provider === undefined ? {} : {authProvider: access.provider}),
	});
	const wire: Transport = inner;
	const silence = new TransportError({type: 'silent', after: config.requestTimeout});
	const unanswered = new Set<RequestId>();
	const streams = createRequestStreams();
	let ended: TransportEnd | undefined;
	let closing: Promise<void> | undefined;
	let isEstablished = false;
	let streamError = '';
	let hasGivenUp = false;

	const finish = (end: TransportEnd) => {
		if (ended !== undefined) return;
		ended = end;
		const tell = () => {
			void inner.close();
			void listening.close();
			void asking.close();
			transport.onclose?.();
		};
		// The request that met the end is told first, and how: the others learn no more than that it is over.
		if (end.type === 'closed') tell();
		else setImmediate(tell);
	};

	const problemOf = (error: unknown) => {
		const last = endpoint.last('POST');
		const {location, retryAfter} =
			last.type === 'answered' ? last : {location: undefined, retryAfter: undefined};
		return requestProblem(error, {location, retryAfter, base: config.url});
	};

	/** Whether a failed request means that all others will fail too. */
	const fatalEnd = (error: unknown, problem: TransportEnd | undefined): TransportEnd | undefined => {
		const last = endpoint.last('POST');
		const reason = signInReason(error);
		if (reason !== undefined)
			return last.type === 'answered' && last.status === 401 ? {type: 'sign-in-needed', reason} : undefined;
		if (problem?.type === 'unreachable')
			return problem.host === url.host && isNeverSent(problem) ? problem : undefined;
		if (problem?.type !== 'http-status' || inner.sessionId === undefined) return undefined;
		return isSessionLoss(problem) ? {type: 'session-lost', status: problem.status} : undefined;
	};

	const loseAnswer = (id: RequestId) => {
		if (ended !== undefined || !unanswered.delete(id)) return;
		transport.onmessage?.(lostAnswer(id, streamError));
	};

	const send = async (message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> => {
		if (ended !== undefined) throw new TransportError(ended);
		const id = 'method' in message && 'id' in message ? message.id : undefined;
		const stream = new AbortController();
		const requestSignal = stream.signal;
		options?.requestSignal?.addEventListener('abort', () => stream.abort(), {once: true});
		// Whatever is no request has nobody who waits for it, and so no other limit.
		const limit =
			id === undefined
				? setTimeout(() => stream.abort(silence), Math.min(config.requestTimeout, longestWait)).unref()
				: undefined;
		const onRequestStreamEnd = () => {
			hasGivenUp = false;
			if (id === undefined) return;
			streams.forget(id);
			if (options?.onRequestStreamEnd === undefined) loseAnswer(id);
			else options.onRequestStreamEnd();
		};
		if (id !== undefined) {
			unanswered.add(id);
			streams.open(id, stream);
			requestSignal.addEventListener('abort', () => unanswered.delete(id), {once: true});
		}
		try {
			await wire.send(message, {...options, requestSignal, onRequestStreamEnd});
			const cancelled = cancelledBy(message);
			// Before 2026 the server is told that nobody waits, and may leave the stream open all the same.
			if (cancelled !== undefined) streams.endSoon(cancelled);
		} catch (error) {
			if (id !== undefined) {
				unanswered.delete(id);
				streams.forget(id);
			}
			if (requestSignal.reason === silence) throw silence;
			if (requestSignal.aborted) throw error;
			if (ended !== undefined) throw new TransportError(ended, error);
			const problem = problemOf(error);
			const fatal = fatalEnd(error, problem);
			if (fatal !== undefined) finish(fatal);
			// The SDK tells from its own errors how to shake hands; later ours say more.
			if (!isEstablished || problem === undefined || signInReason(error) !== undefined) throw error;
			throw new TransportError(fatal ?? problem, error);
		} finally {
			clearTimeout(limit);
		}
	};

	/** The stream on which the server speaks first is down, and the SDK tries to open it again. */
	const streamTrouble = (): TransportEnd | undefined => {
		const last = endpoint.last('GET');
		if (last.type === 'failed') return last.end;
		if (last.type !== 'answered' || last.status < 400) return undefined;
		return {type: 'http-status', status: last.status, body: ''};
	};

	inner.onmessage = message => {
		if ('id' in message && !('method' in message) && message.id !== undefined) {
			unanswered.delete(message.id);
			streams.endSoon(message.id);
		}
		transport.onmessage?.(message);
	};
	inner.onclose = () => finish({type: 'closed'});
	inner.onerror = error => {
		streamError = describeError(error).replace(/^SSE stream disconnected: (\w*Error: )?/, '');
		// Whoever asks why a stream ended asks in this very moment.
		queueMicrotask(() => {
			streamError = '';
		});
		transport.onerror?.(error);
		const trouble = streamTrouble();
		if (/^Maximum reconnection attempts/.test(error.message)) {
			// The stream of one request says in this very moment that it is over; the one for all has nobody to tell.
			hasGivenUp = true;
			queueMicrotask(() => {
				if (hasGivenUp) finish(trouble ?? {type: 'stream-lost', reason: 'it could not be opened again'});
			});
			return;
		}
		// Only a stream that was open before can have been lost; some servers answer 404 where they have none.
		if (trouble?.type === 'http-status' && endpoint.hasStreamed() && inner.sessionId !== undefined)
			if (trouble.status === 404) finish({type: 'session-lost', status: 404});
	};

	const shutDown = async () => {
		if (ended === undefined && config.terminateOnClose && inner.sessionId !== undefined)
			// A server that does not listen to the farewell forgets us by itself.
			await within(
				inner.terminateSession().catch(() => {}),
				farewellLimit,
			);
		finish({type: 'closed'});
	};

	const transport: ServerTransport = {
		name: 'http',
		hasPerRequestStream: true,
		start: () => inner.start(),
		send,
		close: () => {
			closing ??= shutDown();
			return closing;
		},
		setProtocolVersion: version => {
			isEstablished = true;
			inner.setProtocolVersion(version);
		},
		get sessionId() {
			return inner.sessionId;
		},
		printed: () => [],
		noise: () => 0,
		end: () => ended,
		problemOf,
	};
	return transport;
};
