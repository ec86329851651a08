import type {Dispatcher, Response as NetworkResponse} from 'undici';
import {maxMessageBytes} from '../message-limit.ts';
import {type BodyLimits, boundBody} from './bounded-body.ts';
import {type NetworkEnd, NetworkError} from './network-end.ts';
import {networkEnd, type Peer} from './network-error.ts';
import {type Environment, proxyFor, proxyName, proxySettings} from './proxy-choice.ts';
import {createProxyAgent} from './proxy-client.ts';

/** Nobody reads more than this of an error. */
const maxErrorBytes = 64 * 1024;

const defaultReadTimeout = 300_000;

/** What SDKs take as their `fetch`. */
type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

export type NetworkFetch = FetchLike & {
	/** Ends its connections, those in use too. */
	readonly close: () => Promise<void>;
};

export type NetworkFetchOptions = {
	/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case, are taken from here. */
	readonly environment: Environment;
	/** The longest message after decompression: a body, or one event of a stream. */
	readonly maxBytes?: number;
	/** In place of `maxBytes` for a body that is a list. */
	readonly maxListBytes?: number;
	/** The most that all events of a stream may have together. */
	readonly maxTotalBytes?: number;
	/** Milliseconds of silence after which an answer that has begun counts as broken. */
	readonly readTimeout?: number;
	/** Milliseconds until an answer has to begin. */
	readonly headersTimeout?: number;
	/**
	 * In place of both: milliseconds without a byte, before the answer or in it. A body may then take as long as it
	 * likes, and time during which nobody reads does not count.
	 */
	readonly idleTimeout?: number;
	/** What is thrown in place of a NetworkError, before an answer or in its body. */
	readonly toError?: (end: NetworkEnd, where: 'request' | 'body') => Error;
};

const isEventStream = (response: NetworkResponse): boolean =>
	/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');

const toText = async (body: RequestInit['body']): Promise<string | undefined> => {
	if (body === undefined || body === null) return undefined;
	return typeof body === 'string' ? body : new Response(body).text();
};

/** What a `Response` may be given as its reason. */
const reasonPhrase = (text: string): string => (/^[\t\x20-\x7e]*$/.test(text) ? text : '');

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** fetch through the user's proxy, and never more than can be borne. */
export const createNetworkFetch = (options: NetworkFetchOptions): NetworkFetch => {
	const maxBytes = options.maxBytes ?? maxMessageBytes;
	const {maxListBytes, maxTotalBytes, idleTimeout, toError} = options;
	const readTimeout = idleTimeout ?? options.readTimeout ?? defaultReadTimeout;
	const headersTimeout = idleTimeout ?? options.headersTimeout ?? readTimeout;
	const proxies = proxySettings(options.environment);
	// undici forgets to count again after a pause of whoever reads.
	const timeouts = {headersTimeout, bodyTimeout: idleTimeout === undefined ? readTimeout : 0};
	let direct: Dispatcher | undefined;
	let proxied: Dispatcher | undefined;

	const connect = async (isProxied: boolean) => {
		const undici = await import('undici');
		if (!isProxied) {
			direct ??= new undici.Agent(timeouts);
			return {dispatcher: direct, fetch: undici.fetch};
		}
		proxied ??= createProxyAgent(undici, proxies, timeouts);
		return {dispatcher: proxied, fetch: undici.fetch};
	};

	const peerOf = (url: URL): Peer => {
		const proxy = proxyFor(url, proxies);
		return {
			host: url.host,
			patience: headersTimeout,
			...(proxy === undefined ? {} : {proxy: proxyName(proxy)}),
		};
	};

	const limitsOf = (response: NetworkResponse, translate: BodyLimits['translate']): BodyLimits => {
		const deadline = Math.max(headersTimeout, readTimeout);
		const shared = {idle: idleTimeout, translate};
		if (!response.ok) return {...shared, kind: 'excerpt', maxBytes: maxErrorBytes, deadline};
		return {
			...shared,
			kind: isEventStream(response) ? 'events' : 'whole',
			maxBytes,
			maxListBytes,
			maxTotalBytes,
			...(idleTimeout === undefined ? {deadline} : {}),
		};
	};

	const ask: FetchLike = async (input, init = {}) => {
		const url = new URL(input);
		const peer = peerOf(url);
		const translate = (error: unknown, where: 'request' | 'body'): Error => {
			// An abort is the caller's own wish and keeps its name.
			if (init.signal?.aborted === true && error instanceof Error) return error;
			const end = networkEnd(error, peer);
			return toError?.(end, where) ?? new NetworkError(end, error);
		};
		try {
			const network = await connect(peer.proxy !== undefined);
			const body = await toText(init.body);
			const response = await network.fetch(url, {
				method: init.method ?? 'GET',
				headers: [...new Headers(init.headers ?? {})],
				redirect: init.redirect ?? 'manual',
				dispatcher: network.dispatcher,
				...(init.signal === undefined || init.signal === null ? {} : {signal: init.signal}),
				...(body === undefined ? {} : {body}),
			});
			const headers = new Headers([...response.headers]);
			// The body is plain by now.
			headers.delete('content-encoding');
			headers.delete('content-length');
			const isEmpty = response.body === null || withoutBody.has(response.status);
			return new Response(
				isEmpty || response.body === null
					? null
					: boundBody(
							response.body.getReader(),
							limitsOf(response, error => translate(error, 'body')),
						),
				{status: response.status, statusText: reasonPhrase(response.statusText), headers},
			);
		} catch (error) {
			throw translate(error, 'request');
		}
	};

	return Object.assign(ask, {
		close: async () => {
			const used = [direct, proxied];
			direct = undefined;
			proxied = undefined;
			await Promise.all(used.map(dispatcher => dispatcher?.destroy()));
		},
	});
};
