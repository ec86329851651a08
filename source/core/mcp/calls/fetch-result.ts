import type {Client} from '@modelcontextprotocol/client';
import {z} from 'zod';
import type {Fetched} from '../../../domain/catalogue.ts';
import type {Failure} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {unpackResult} from '../connection/raw-results.ts';
import {inSeconds, longestTimer} from '../connection/time-limit.ts';
import {requestFailure} from './request-failure.ts';
import {withLimits} from './request-limits.ts';
import type {RequestTarget} from './request-target.ts';

export type FetchRules<T> = {
	/** Continues a sentence: `the prompt "review"`. */
	readonly doing: string;
	/** What the server must have announced for it. */
	readonly isOffered: boolean;
	readonly send: (client: Client, signal: AbortSignal) => Promise<unknown>;
	/** Undefined where the result is not what was asked for. */
	readonly read: (result: JsonObject) => T | undefined;
	/** What a server with this error most likely means. */
	readonly hint?: string;
};

/** Sends a request whose result is kept as the server sent it. */
export const sendRequest =
	(method: string, params: JsonObject) =>
	async (client: Client, signal: AbortSignal): Promise<unknown> =>
		unpackResult(
			await client.request({method, params: {...params}}, z.unknown(), {signal, timeout: longestTimer}),
		);

/** One request that is not a tool call, with everything that may come of it. Never rejects. */
export const fetchResult = async <T>(
	{client, config, isAgain, ended, isWaitingForUser}: RequestTarget,
	{doing, isOffered, send, read, hint}: FetchRules<T>,
	signal: AbortSignal,
): Promise<Fetched<T>> => {
	const {name: server, requestTimeout} = config;
	const failed = (failure: Failure): Fetched<T> => ({type: 'failed', failure});
	if (signal.aborted) return {type: 'cancelled'};
	if (!isOffered)
		return failed({
			code: 'not-supported',
			message: `Server "${server}" does not offer ${doing}.`,
			hint: 'It did not announce anything of the kind when we connected.',
		});
	const outcome = await withLimits(
		{
			silence: requestTimeout,
			total: requestTimeout,
			...(isWaitingForUser === undefined ? {} : {isWaitingForUser}),
		},
		stopped => send(client, stopped),
		signal,
	);
	switch (outcome.type) {
		case 'cut':
			return outcome.why === 'by-user'
				? {type: 'cancelled'}
				: failed({
						code: 'timeout',
						message: `Server "${server}" did not answer the request for ${doing} within ${inSeconds(requestTimeout)}.`,
						hint: 'Raise "requestTimeout" for this server in the config if it needs longer.',
					});
		case 'rejected': {
			const failure = requestFailure(
				{server, isRemote: 'url' in config, doing: `the request for ${doing}`, isAgain, ended},
				outcome.error,
			);
			return failed(failure.code === 'protocol-error' && hint !== undefined ? {...failure, hint} : failure);
		}
		case 'done': {
			const raw = isJsonObject(outcome.value) ? outcome.value : {};
			const value = read(raw);
			return value === undefined
				? failed({
						code: 'invalid-result',
						message: `Server "${server}" answered the request for ${doing} with something else.`,
						hint: 'Ask the author of the server to correct the answer.',
					})
				: {type: 'fetched', value, raw};
		}
	}
};

/** The same for a request whose result says nothing. */
export const fetchNothing = async (
	target: RequestTarget,
	rules: Omit<FetchRules<true>, 'read'>,
	signal: AbortSignal,
): Promise<Fetched<undefined>> => {
	const fetched = await fetchResult<true>(target, {...rules, read: () => true}, signal);
	return fetched.type === 'fetched' ? {...fetched, value: undefined} : fetched;
};
