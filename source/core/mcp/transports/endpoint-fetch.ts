import type {FetchLike} from '@modelcontextprotocol/client';
import type {TransportAccess} from './remote-options.ts';
import {endBehind, type TransportEnd} from './transport-end.ts';

/** What the last exchange with a server came to. */
type LastAnswer =
	| {readonly type: 'none'}
	| {readonly type: 'failed'; readonly end: TransportEnd | undefined}
	| {
			readonly type: 'answered';
			readonly status: number;
			readonly contentType: string;
			readonly location: string | undefined;
			/** Milliseconds that it asks us to wait. */
			readonly retryAfter: number | undefined;
	  };

export type EndpointFetch = {
	readonly fetch: FetchLike;
	/** Of the requests that carry messages, and of those that open streams. */
	readonly last: (method: 'POST' | 'GET') => LastAnswer;
	/** Whether a stream has been opened by GET before. */
	readonly hasStreamed: () => boolean;
};

const none: LastAnswer = {type: 'none'};

/** In seconds; a date is as good as nothing with clocks that differ. */
const retryAfter = (value: string | null): number | undefined =>
	value !== null && /^\d{1,6}$/.test(value.trim()) ? Number(value) * 1000 : undefined;

/** The fetch of one server: its headers go to its own origin and nowhere else, and what the SDK's errors leave out is kept. */
export const createEndpointFetch = (
	network: FetchLike,
	server: URL,
	access: TransportAccess,
	onStream: () => void = () => {},
): EndpointFetch => {
	const answers = new Map<string, LastAnswer>();
	let hasStreamed = false;

	/** A message or a stream, not a step of signing in. */
	const isExchange = (url: URL, accept: string, method: string): boolean =>
		method === 'GET' ? accept.includes('text/event-stream') : url.pathname === server.pathname;

	const ask: FetchLike = async (input, init = {}) => {
		const url = new URL(input);
		const sent = new Headers(init.headers ?? {});
		if (url.origin !== server.origin) return network(url, init);
		for (const [name, value] of Object.entries(access.headers)) if (!sent.has(name)) sent.set(name, value);
		const method = (init.method ?? 'GET').toUpperCase();
		const isWatched = isExchange(url, sent.get('accept') ?? '', method);
		try {
			const response = await network(url, {...init, headers: sent});
			if (isWatched) {
				answers.set(method, {
					type: 'answered',
					status: response.status,
					contentType: response.headers.get('content-type') ?? '',
					location: response.headers.get('location') ?? undefined,
					retryAfter: retryAfter(response.headers.get('retry-after')),
				});
				if (method === 'GET' && response.ok) {
					hasStreamed = true;
					onStream();
				}
			}
			return response;
		} catch (error) {
			if (isWatched) answers.set(method, {type: 'failed', end: endBehind(error)});
			throw error;
		}
	};

	return {
		fetch: access.wrapFetch?.(ask) ?? ask,
		last: method => answers.get(method) ?? none,
		hasStreamed: () => hasStreamed,
	};
};
