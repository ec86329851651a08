import {type Client, type McpSubscription, SdkError, SdkErrorCode} from '@modelcontextprotocol/client';
import type {Fetched} from '../../../domain/catalogue.ts';
import {backoff} from '../connection/backoff.ts';
import {longestTimer} from '../connection/time-limit.ts';
import {unlessAborted} from '../connection/unless-aborted.ts';
import {fetchNothing, sendRequest} from './fetch-result.ts';
import type {RequestTarget} from './request-target.ts';

/** A stream that lived this long was a good one; some hosts cut every stream after a moment. */
const stableTime = 30_000;

type Watch = {
	/** Settles when the server listens or will not. */
	readonly opened: Promise<void>;
	/** How many wait for that. */
	waiting: number;
	readonly stop: () => Promise<void>;
};

/** What is watched, by address. It ends with the connection, and so does the client. */
const watches = new WeakMap<Client, Map<string, Watch>>();

const watchesOf = (client: Client): Map<string, Watch> => {
	const known = watches.get(client) ?? new Map<string, Watch>();
	watches.set(client, known);
	return known;
};

const openStream = async (client: Client, uri: string, signal: AbortSignal): Promise<McpSubscription> => {
	const stream = await client.listen({resourceSubscriptions: [uri]}, {signal, timeout: longestTimer});
	if ((stream.honoredFilter.resourceSubscriptions ?? []).includes(uri)) return stream;
	await stream.close();
	throw new SdkError(SdkErrorCode.CapabilityNotSupported, 'the server does not report changes of it');
};

/** Like `sleep`, but keeps no program from ending. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		setTimeout(resolve, milliseconds).unref();
		signal.addEventListener('abort', () => resolve(), {once: true});
	});

/** Opens the stream again whenever it ends, for as long as somebody wants it and there is a connection. */
const keepListening = async (
	{client, ended, onUnheard}: RequestTarget,
	uri: string,
	first: McpSubscription,
	signal: AbortSignal,
): Promise<void> => {
	let current: McpSubscription | undefined = first;
	const isOver = () => signal.aborted || ended() !== undefined;
	for (let failures = 1; !isOver(); failures += 1) {
		const opened = performance.now();
		if (current !== undefined && (await current.closed) !== 'remote') return;
		if (current !== undefined && performance.now() - opened > stableTime) failures = 1;
		await pause(backoff(failures), signal);
		if (isOver()) return;
		// What could be opened once may be opened again, at the latest when the server is better.
		current = await openStream(client, uri, signal).catch(() => undefined);
		if (current !== undefined) onUnheard?.(uri);
	}
};

const startWatch = (target: RequestTarget, uri: string): Watch => {
	const known = watchesOf(target.client);
	const over = new AbortController();
	const forget = () => {
		if (known.get(uri) === watch) known.delete(uri);
	};
	const first = openStream(target.client, uri, over.signal);
	const watch: Watch = {
		opened: first.then(() => undefined),
		waiting: 0,
		stop: async () => {
			forget();
			over.abort();
			// Whoever waits for the opening hears how that went.
			await first.then(
				stream => stream.close(),
				() => {},
			);
		},
	};
	known.set(uri, watch);
	first.then(stream => keepListening(target, uri, stream, over.signal)).then(forget, forget);
	return watch;
};

/** With 2026-07-28 one long request carries the changes of what it names: one for all who want the same. */
const listenTo = (target: RequestTarget, uri: string) => async (client: Client, signal: AbortSignal) => {
	const watch = watchesOf(client).get(uri) ?? startWatch(target, uri);
	watch.waiting += 1;
	try {
		await unlessAborted(watch.opened, signal);
	} finally {
		watch.waiting -= 1;
	}
	// The signal is only the limit for opening it.
	if (signal.aborted && watch.waiting === 0) await watch.stop();
	signal.throwIfAborted();
	return {};
};

const stopListening = (uri: string) => async (client: Client) => {
	await watchesOf(client).get(uri)?.stop();
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
			send: isModern(target) ? listenTo(target, uri) : sendRequest('resources/subscribe', {uri}),
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
