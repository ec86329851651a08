import {BaseAnthropic} from '@anthropic-ai/sdk/client';
import {isJsonObject} from '../../../domain/json.ts';
import {revealSecret, type Secret} from '../../../domain/secret.ts';
import type {Provider, ProviderFetch} from '../adapter.ts';
import {exchangeEndBehind} from '../http/exchange-error.ts';
import {keepHeaders} from '../http/keep-headers.ts';
import {type AnswerMessage, oneMessage, readMessages, readWhole} from '../wire/answer-messages.ts';
import type {RequestBody} from './request-body.ts';
import {bindingBeta} from './thinking-settings.ts';

/** The longest that a timer can be. Silence is watched over by our own fetch, which sees every byte. */
const noTimeout = 2 ** 31 - 1;

const ownHeaders = ['accept', 'anthropic-version', 'authorization', 'content-type', 'x-api-key'];

/** The last version of the API that takes a temperature. */
const versionWithTemperature = '2023-06-01';

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
): Promise<AsyncIterable<AnswerMessage>> => {
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
		// Not `messages.create`: it writes warnings about old models to the terminal. Not the SDK's stream: it knows events
		// only by the lines that name them, which some servers leave out.
		const response = await client
			.post('/v1/messages', {body, headers: headersFor(provider, headers, key, body), stream: true, signal})
			.asResponse();
		return readMessages(response);
	} catch (error) {
		const end = exchangeEndBehind(fault === undefined ? error : fault.error);
		// Some servers answer in one piece although they were asked for a stream.
		const message = end?.type === 'not-a-stream' ? readWhole(end.body) : undefined;
		if (message?.type === 'whole' && message.message.type === 'message') return oneMessage(message);
		throw fault === undefined ? error : fault.error;
	}
};
