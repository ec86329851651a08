import {type Client, type McpSubscription, SdkError, SdkErrorCode} from '@modelcontextprotocol/client';
import type {Fetched} from '../../../domain/catalogue.ts';
import {longestTimer} from '../connection/time-limit.ts';
import {fetchNothing, sendRequest} from './fetch-result.ts';
import type {RequestTarget} from './request-target.ts';

/** Streams of changes that are open, by address. They end with the connection, and so does the client. */
const openStreams = new WeakMap<Client, Map<string, McpSubscription>>();

const streamsOf = (client: Client): Map<string, McpSubscription> => {
	const streams = openStreams.get(client) ?? new Map<string, McpSubscription>();
	openStreams.set(client, streams);
	return streams;
};

/** With 2026-07-28 one long request carries the changes of what it names. */
const listenTo = (uri: string) => async (client: Client, signal: AbortSignal) => {
	const streams = streamsOf(client);
	if (streams.has(uri)) return {};
	// The signal ends the stream, too, for as long as it lives: it may only be the limit for opening it.
	const opening = new AbortController();
	const giveUp = () => opening.abort(signal.reason);
	signal.addEventListener('abort', giveUp, {once: true});
	try {
		const stream = await client.listen(
			{resourceSubscriptions: [uri]},
			{signal: opening.signal, timeout: longestTimer},
		);
		if (!(stream.honoredFilter.resourceSubscriptions ?? []).includes(uri)) {
			await stream.close();
			throw new SdkError(SdkErrorCode.CapabilityNotSupported, 'the server does not report changes of it');
		}
		streams.set(uri, stream);
		void stream.closed.then(() => streams.delete(uri));
	} finally {
		signal.removeEventListener('abort', giveUp);
	}
	return {};
};

const stopListening = (uri: string) => async (client: Client) => {
	await streamsOf(client).get(uri)?.close();
	return {};
};

const isModern = ({client}: RequestTarget): boolean => client.getProtocolEra() === 'modern';

const isOffered = ({client}: RequestTarget): boolean =>
	client.getServerCapabilities()?.resources?.subscribe === true;

/** From now on the server reports changes of the resource with `notifications/resources/updated`. */
export const watchResource = (
	target: RequestTarget,
	uri: string,
	signal: AbortSignal,
): Promise<Fetched<undefined>> =>
	fetchNothing(
		target,
		{
			doing: `changes of ${uri}`,
			isOffered: isOffered(target),
			send: isModern(target) ? listenTo(uri) : sendRequest('resources/subscribe', {uri}),
			hint: 'Check the address: the server may have no such resource.',
		},
		signal,
	);

export const unwatchResource = (
	target: RequestTarget,
	uri: string,
	signal: AbortSignal,
): Promise<Fetched<undefined>> =>
	fetchNothing(
		target,
		{
			doing: `no more changes of ${uri}`,
			isOffered: isOffered(target),
			send: isModern(target) ? stopListening(uri) : sendRequest('resources/unsubscribe', {uri}),
		},
		signal,
	);
