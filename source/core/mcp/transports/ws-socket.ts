import type {IncomingMessage} from 'node:http';
import type {WebSocket} from 'ws';
import {describeError} from '../../../domain/failure.ts';
import {maxMessageBytes} from '../../../support/message-limit.ts';
import type {Peer} from '../../../support/network/network-error.ts';
import {proxyFor, proxyName, proxySettings} from '../../../support/network/proxy-choice.ts';
import type {RemoteTransportOptions} from './remote-options.ts';
import {notAccepted, requestProblem, signInReason, statusEnd} from './request-problem.ts';
import type {TransportEnd} from './transport-end.ts';

const maxErrorBytes = 64 * 1024;

const proxyOf = ({config, environment}: RemoteTransportOptions): string | undefined =>
	proxyFor(new URL(config.url), proxySettings(environment));

export const socketPeer = (options: RemoteTransportOptions): Peer => {
	const proxy = proxyOf(options);
	return {
		host: new URL(options.config.url).host,
		patience: options.config.connectTimeout,
		...(proxy === undefined ? {} : {proxy: proxyName(proxy)}),
	};
};

const headersOf = async ({access}: RemoteTransportOptions): Promise<Record<string, string>> => {
	const headers = {...access.headers};
	const hasOwn = Object.keys(headers).some(name => name.toLowerCase() === 'authorization');
	const token = hasOwn ? undefined : await access.provider?.token();
	return token === undefined ? headers : {...headers, Authorization: `Bearer ${token}`};
};

/** A socket that is about to connect. */
export const openSocket = async (
	options: RemoteTransportOptions,
	protocols: readonly string[],
): Promise<WebSocket> => {
	const proxy = proxyOf(options);
	const [{WebSocket: Socket}, headers, agent] = await Promise.all([
		import('ws'),
		headersOf(options),
		proxy === undefined
			? undefined
			: import('https-proxy-agent').then(({HttpsProxyAgent}) => new HttpsProxyAgent(proxy)),
	]);
	return new Socket(options.config.url, [...protocols], {
		headers,
		maxPayload: maxMessageBytes,
		// A small frame could become hundreds of megabytes.
		perMessageDeflate: false,
		followRedirects: false,
		handshakeTimeout: options.config.connectTimeout,
		...(agent === undefined ? {} : {agent}),
	});
};

/** `ws` insists on an answer to the subprotocols that we offer. */
export const isSubprotocolMissing = (error: unknown): boolean =>
	describeError(error) === 'Server sent no subprotocol';

/** Only whoever supplied the credentials knows whether a sign-in would help. */
const endOfRefusal = async (
	{access, config}: RemoteTransportOptions,
	{headers}: IncomingMessage,
	body: string,
): Promise<TransportEnd> => {
	const challenge = headers['www-authenticate'];
	try {
		await access.provider?.onUnauthorized?.({
			response: new Response(body, {
				status: 401,
				headers: challenge === undefined ? {} : {'www-authenticate': challenge},
			}),
			serverUrl: new URL(config.url),
			fetchFn: fetch,
		});
	} catch (error) {
		const problem =
			signInReason(error) === undefined
				? requestProblem(error, {location: undefined, base: config.url})
				: undefined;
		return problem ?? {type: 'sign-in-needed', reason: signInReason(error) ?? notAccepted};
	}
	return {type: 'sign-in-needed', reason: notAccepted};
};

/** What an answer means that is not a WebSocket. */
export const statusOfUpgrade = async (
	options: RemoteTransportOptions,
	response: IncomingMessage,
): Promise<TransportEnd> => {
	let body = '';
	try {
		for await (const chunk of response.setEncoding('utf8')) {
			body += String(chunk);
			if (body.length > maxErrorBytes) break;
		}
	} catch {
		// The status says enough.
	}
	const status = response.statusCode ?? 0;
	if (status === 401) return endOfRefusal(options, response, body);
	return statusEnd(status, body, {location: response.headers.location, base: options.config.url});
};
