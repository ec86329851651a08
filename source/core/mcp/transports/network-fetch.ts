import type {FetchLike} from '@modelcontextprotocol/client';
import type {Dispatcher, Response as NetworkResponse} from 'undici';
import {type BodyLimits, boundBody} from './bounded-body.ts';
import {networkEnd, type Peer} from './network-error.ts';
import {maxMessageBytes} from './parse-messages.ts';
import {type Environment, proxyFor, proxyName, proxySettings} from './proxy-choice.ts';
import {proxyClients} from './proxy-client.ts';
import {TransportError} from './transport-end.ts';

/** Nobody reads more than this of an error. */
const maxErrorBytes = 64 * 1024;

const defaultReadTimeout = 300_000;

export type NetworkFetch = FetchLike & {
	/** Ends its connections, those in use too. */
	readonly close: () => Promise<void>;
};

export type NetworkFetchOptions = {
	/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case, are taken from here. */
	readonly environment: Environment;
	/** The longest message after decompression: a body, or one event of a stream. */
	readonly maxBytes?: number;
	/** Milliseconds of silence after which an answer that has begun counts as broken. */
	readonly readTimeout?: number;
	/** Milliseconds until an answer has to begin. */
	readonly headersTimeout?: number;
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

/** fetch for MCP servers and whoever signs us in there: through the proxy, and never more than can be borne. */
export const createNetworkFetch = (options: NetworkFetchOptions): NetworkFetch => {
	const maxBytes = options.maxBytes ?? maxMessageBytes;
	const readTimeout = options.readTimeout ?? defaultReadTimeout;
	const headersTimeout = options.headersTimeout ?? readTimeout;
	const proxies = proxySettings(options.environment);
	const timeouts = {headersTimeout, bodyTimeout: readTimeout};
	let direct: Dispatcher | undefined;
	let proxied: Dispatcher | undefined;

	const connect = async (isProxied: boolean) => {
		const {Agent, EnvHttpProxyAgent, Pool, fetch} = await import('undici');
		if (!isProxied) {
			direct ??= new Agent(timeouts);
			return {dispatcher: direct, fetch};
		}
		// Plain http is asked of a proxy as it always was; many refuse a tunnel to port 80.
		proxied ??= new EnvHttpProxyAgent({
			...proxies,
			...timeouts,
			proxyTunnel: false,
			clientFactory: proxyClients(Pool),
		});
		return {dispatcher: proxied, fetch};
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
		if (!response.ok) return {kind: 'excerpt', maxBytes: maxErrorBytes, deadline, translate};
		return {kind: isEventStream(response) ? 'events' : 'whole', maxBytes, deadline, translate};
	};

	const ask: FetchLike = async (input, init = {}) => {
		const url = new URL(input);
		const peer = peerOf(url);
		const translate = (error: unknown): Error => {
			// An abort is the caller's own wish and keeps its name.
			if (init.signal?.aborted === true && error instanceof Error) return error;
			return new TransportError(networkEnd(error, peer), error);
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
					: boundBody(response.body.getReader(), limitsOf(response, translate)),
				{status: response.status, statusText: reasonPhrase(response.statusText), headers},
			);
		} catch (error) {
			throw translate(error);
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
