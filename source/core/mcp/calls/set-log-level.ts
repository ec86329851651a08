import type {Fetched} from '../../../domain/catalogue.ts';
import type {LogLevel} from '../../../domain/server-request.ts';
import {fetchNothing, sendRequest} from './fetch-result.ts';
import type {RequestTarget} from './request-target.ts';

/**
 * Tells the server what it should log. With 2026-07-28 there is nothing to send: whoever calls tools gives the level
 * with each call.
 */
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
