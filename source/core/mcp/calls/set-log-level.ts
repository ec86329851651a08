import {
	type JSONRPCMessage,
	LOG_LEVEL_META_KEY,
	PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type {Fetched} from '../../../domain/catalogue.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {LogLevel} from '../../../domain/server-request.ts';
import type {ServerTransport} from '../transports/server-transport.ts';
import {fetchNothing, sendRequest} from './fetch-result.ts';
import type {RequestTarget} from './request-target.ts';

/** With 2026-07-28 a server logs nothing for a request that names no level. */
const usualLevel: LogLevel = 'info';

const withLevel = (message: JSONRPCMessage, level: LogLevel): JSONRPCMessage => {
	if (!('method' in message) || !('id' in message)) return message;
	const meta = message.params?._meta;
	return isJsonObject(meta) && PROTOCOL_VERSION_META_KEY in meta
		? {...message, params: {...message.params, _meta: {...meta, [LOG_LEVEL_META_KEY]: level}}}
		: message;
};

/** Makes the transport name the level with each request of 2026-07-28, which has no session to remember it. */
export const sendLogLevel = (
	transport: ServerTransport,
	level: () => LogLevel | undefined = () => undefined,
): void => {
	const send = transport.send.bind(transport);
	transport.send = (message, options) => send(withLevel(message, level() ?? usualLevel), options);
};

/** Tells the server what it should log. With 2026-07-28 there is nothing to send: each request names the level. */
export const setLogLevel = (
	target: RequestTarget,
	level: LogLevel,
	signal: AbortSignal,
): Promise<Fetched<undefined>> =>
	fetchNothing(
		target,
		{
			doing: `logging at the level "${level}"`,
			isOffered: target.client.getServerCapabilities()?.logging !== undefined,
			send:
				target.client.getProtocolEra() === 'modern'
					? () => Promise.resolve({})
					: sendRequest('logging/setLevel', {level}),
		},
		signal,
	);
