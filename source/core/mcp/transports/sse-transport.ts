import {
	type FetchLike,
	type JSONRPCMessage,
	SSEClientTransport,
	SseError,
	type TransportSendOptions,
} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import {isNeverSent} from '../../../support/network/unreachable.ts';
import {createEndpointFetch} from './endpoint-fetch.ts';
import type {RemoteTransportOptions} from './remote-options.ts';
import {notAccepted, requestProblem, signInReason, statusEnd} from './request-problem.ts';
import {createServerFetch} from './server-fetch.ts';
import type {ServerTransport, SseProgress} from './server-transport.ts';
import {deniesSession} from './session-words.ts';
import {createSilenceWatch} from './silence-watch.ts';
import {type TransportEnd, TransportError} from './transport-end.ts';

const longestWait = 2_147_483_647;

/** The SDK's error for a message that was not taken has its status in the text only. */
const postStatus = (error: unknown): {readonly status: number; readonly body: string} | undefined => {
	const parts = /^Error POSTing to endpoint \(HTTP (\d{3})\): ([\s\S]*)$/.exec(describeError(error));
	return parts === null ? undefined : {status: Number(parts[1]), body: parts[2] ?? ''};
};

/** The same response, whose every piece is noticed when it comes. */
const overhear = (response: Response, onPiece: () => void): Response => {
	const {body, status, statusText, headers} = response;
	if (body === null) return response;
	const pieces = new TransformStream<Uint8Array, Uint8Array>({
		transform: (piece, controller) => {
			onPiece();
			controller.enqueue(piece);
		},
	});
	return new Response(body.pipeThrough(pieces), {status, statusText, headers});
};

/**
 * MCP over HTTP with server-sent events, as it was before Streamable HTTP. Everything belongs to one stream: a server
 * knows us no longer once it breaks, so the connection ends with it and has to be made anew.
 */
export const createSseTransport = ({
	config,
	access,
	environment,
}: RemoteTransportOptions): ServerTransport => {
	const url = new URL(config.url);
	const network = createServerFetch({
		environment,
		readTimeout: longestWait,
		headersTimeout: Math.min(Math.max(config.requestTimeout, config.sseReadTimeout), longestWait),
	});
	const watched: FetchLike = async (input, init = {}) => {
		const response = await network(input, init);
		return (init.method ?? 'GET').toUpperCase() === 'GET'
			? overhear(response, () => silence.alive())
			: response;
	};
	const endpoint = createEndpointFetch(watched, url, access);
	const inner = new SSEClientTransport(url, {
		fetch: endpoint.fetch,
		...(access.provider === undefined ? {} : {authProvider: access.provider}),
	});
	let ended: TransportEnd | undefined;
	let isStarted = false;
	let lastAsked: 'GET' | 'POST' = 'GET';
	let failStart = (_error: Error): void => {};

	const finish = (end: TransportEnd) => {
		if (ended !== undefined) return;
		ended = end;
		silence.stop();
		// The SDK closes itself over some errors, and the error says more.
		setImmediate(() => failStart(new TransportError(end)));
		const tell = () => {
			void inner.close();
			void network.close();
			transport.onclose?.();
		};
		// The request that met the end is told first, and how: the others learn no more than that it is over.
		if (end.type === 'closed') tell();
		else setImmediate(tell);
	};

	const silence = createSilenceWatch({
		limit: Math.min(config.sseReadTimeout, longestWait),
		// Whether it can be sent shows in the answer.
		ask: message => void inner.send(message).catch(() => {}),
		onSilent: () => finish({type: 'silent', after: config.sseReadTimeout}),
	});

	const redirect = () => {
		const last = endpoint.last('GET');
		return {location: last.type === 'answered' ? last.location : undefined, base: config.url};
	};

	const isEventStream = (contentType: string): boolean => /^text\/event-stream\b/i.test(contentType);

	const sseProgress = (): SseProgress => {
		if (isStarted) return 'endpoint';
		const last = endpoint.last('GET');
		return last.type === 'answered' && last.status === 200 && isEventStream(last.contentType)
			? 'stream'
			: 'none';
	};

	/** Why there is no stream. */
	const streamEnd = (error: SseError): TransportEnd => {
		const last = endpoint.last('GET');
		if (last.type === 'failed' && last.end !== undefined) return last.end;
		if (last.type === 'answered' && last.status === 200 && !isEventStream(last.contentType))
			return {type: 'not-mcp', contentType: last.contentType.split(';')[0]?.trim() ?? ''};
		if (error.code !== undefined && error.code !== 200) return statusEnd(error.code, '', redirect());
		return {type: 'stream-lost', reason: describeError(error.event.message ?? '')};
	};

	const problemOf = (error: unknown): TransportEnd | undefined => {
		if (error instanceof SseError) return streamEnd(error);
		const answer = postStatus(error);
		return answer === undefined
			? requestProblem(error, redirect())
			: statusEnd(answer.status, answer.body, redirect());
	};

	const fatalEnd = (error: unknown, problem: TransportEnd | undefined): TransportEnd | undefined => {
		const reason = signInReason(error);
		if (reason !== undefined) return {type: 'sign-in-needed', reason};
		if (problem?.type === 'http-status' && problem.status === 401)
			return {type: 'sign-in-needed', reason: notAccepted};
		if (problem?.type === 'unreachable') return isNeverSent(problem) ? problem : undefined;
		if (problem?.type !== 'http-status' || lastAsked === 'GET') return undefined;
		return problem.status === 404 || (problem.status === 400 && deniesSession(problem.body))
			? {type: 'session-lost', status: problem.status}
			: undefined;
	};

	inner.onmessage = message => {
		if (!silence.received(message)) transport.onmessage?.(message);
	};
	inner.onclose = () => finish({type: 'closed'});
	inner.onerror = error => {
		transport.onerror?.(error);
		// The event source would open a new stream, where the server would take us for somebody else.
		if (isStarted && error instanceof SseError) finish(streamEnd(error));
	};

	const start = async () => {
		if (ended !== undefined) throw new TransportError(ended);
		try {
			// The SDK's own start never settles once the transport is closed.
			await Promise.race([
				inner.start(),
				new Promise<void>((_resolve, reject) => {
					failStart = reject;
				}),
			]);
			isStarted = true;
		} catch (error) {
			if (ended !== undefined) throw error;
			const problem = problemOf(error);
			finish(fatalEnd(error, problem) ?? problem ?? {type: 'stream-lost', reason: describeError(error)});
			throw error;
		}
	};

	const send = async (message: JSONRPCMessage, _options?: TransportSendOptions) => {
		if (ended !== undefined) throw new TransportError(ended);
		lastAsked = 'POST';
		silence.sent(message);
		try {
			await inner.send(message);
		} catch (error) {
			if (ended !== undefined) throw new TransportError(ended, error);
			const problem = problemOf(error);
			const fatal = fatalEnd(error, problem);
			if (fatal !== undefined) finish(fatal);
			throw problem === undefined || signInReason(error) !== undefined
				? error
				: new TransportError(fatal ?? problem, error);
		}
	};

	const transport: ServerTransport = {
		name: 'sse',
		start,
		send,
		close: async () => finish({type: 'closed'}),
		setProtocolVersion: version => inner.setProtocolVersion(version),
		printed: () => [],
		noise: () => 0,
		end: () => ended,
		problemOf,
		sseProgress,
	};
	return transport;
};
