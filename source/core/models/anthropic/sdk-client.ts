import {BaseAnthropic} from '@anthropic-ai/sdk/client';
import {isJsonObject} from '../../../domain/json.ts';
import {revealSecret, type Secret} from '../../../domain/secret.ts';
import type {Provider, ProviderFetch} from '../adapter.ts';
import {keepHeaders} from '../http/keep-headers.ts';
import type {RequestBody} from './request-body.ts';
import {bindingBeta} from './thinking-settings.ts';

/** The longest that a timer can be. Silence is watched over by our own fetch, which sees every byte. */
const noTimeout = 2 ** 31 - 1;

const ownHeaders = ['accept', 'anthropic-version', 'authorization', 'content-type', 'x-api-key'];

/** The last version of the API that takes a temperature. */
const versionWithTemperature = '2023-06-01';

/** How long a server may take to close an answer that it has finished. */
const closingLimit = 500;

const betaHeader = 'anthropic-beta';

/** The headers of the provider, with the beta that a request needs beside those that the user wants. */
const withBetas = (headers: Provider['headers'], {thinking}: RequestBody): Provider['headers'] => {
	if (!isJsonObject(thinking) || !('block_binding' in thinking)) return headers;
	const isBeta = (name: string): boolean => name.toLowerCase() === betaHeader;
	const wanted = Object.entries(headers).flatMap(([name, value]) => (isBeta(name) ? [value] : []));
	return {
		...Object.fromEntries(Object.entries(headers).filter(([name]) => !isBeta(name))),
		[betaHeader]: [...wanted, bindingBeta].join(','),
	};
};

const headersFor = (
	{baseUrl}: Provider,
	headers: Provider['headers'],
	key: string | undefined,
	body: RequestBody,
) => ({
	...('temperature' in body ? {'anthropic-version': versionWithTemperature} : {}),
	// Anthropic takes the key as a bearer token, which is what the SDK sends; many who imitate it know only the old header.
	...(key === undefined || new URL(baseUrl).hostname === 'api.anthropic.com' ? {} : {'x-api-key': key}),
	...(key === undefined ? {authorization: null} : {authorization: `Bearer ${key}`}),
	...headers,
});

/** A connection can be used again only if its answer was read to the end. Nobody waits for that. */
const readOut = async (events: AsyncIterator<unknown>, giveUp: () => void): Promise<void> => {
	const timer = setTimeout(giveUp, closingLimit).unref();
	try {
		while ((await events.next()).done !== true);
	} catch {
		// The answer is complete; how the connection ends is nobody's news.
	} finally {
		clearTimeout(timer);
	}
};

export type AnswerEvents = {
	readonly events: AsyncIterator<unknown>;
	/** To be called in the end. `isOver` says that the answer is complete, and only the end of the body is missing. */
	readonly leave: (isOver: boolean) => void;
};

/**
 * Sends a request and answers when the headers are there. Throws the SDK's errors, or what `fetch` threw, which the SDK
 * would replace by less.
 */
export const sendRequest = async (
	body: RequestBody,
	{
		provider,
		fetch,
		key: secret,
	}: {readonly provider: Provider; readonly fetch: ProviderFetch; readonly key: Secret | undefined},
	signal: AbortSignal,
): Promise<AnswerEvents> => {
	const key = secret === undefined ? undefined : revealSecret(secret).trim();
	const headers = withBetas(provider.headers, body);
	const allowed = new Set([...ownHeaders, ...Object.keys(headers).map(name => name.toLowerCase())]);
	let fault: {readonly error: unknown} | undefined;
	// Whatever is left out here, the SDK looks for in the environment, or in files of other programs. Without a key it
	// would do that too, so it gets one that is taken out again.
	const client = new BaseAnthropic({
		baseURL: provider.baseUrl.replace(/\/v1$/, ''),
		apiKey: key ?? 'none',
		authToken: null,
		webhookKey: null,
		maxRetries: 0,
		timeout: noTimeout,
		logLevel: 'off',
		openTelemetry: false,
		fetch: async (input, init) => {
			try {
				return await fetch(input, {...init, headers: keepHeaders(new Headers(init?.headers), allowed)});
			} catch (error) {
				fault = {error};
				throw error;
			}
		},
	});
	try {
		// Not `messages.create`: it writes warnings about old models to the terminal.
		const stream = await client.post<AsyncIterable<unknown> & {readonly controller: AbortController}>(
			'/v1/messages',
			{body, headers: headersFor(provider, headers, key, body), stream: true, signal},
		);
		const events = stream[Symbol.asyncIterator]();
		return {
			events,
			leave: isOver => {
				if (isOver) void readOut(events, () => stream.controller.abort());
				else stream.controller.abort();
			},
		};
	} catch (error) {
		throw fault === undefined ? error : fault.error;
	}
};
