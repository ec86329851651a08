import {maskUrl} from '../../../support/mask-secrets.ts';
import type {NetworkEnd} from '../../../support/network/network-end.ts';
import {createNetworkFetch} from '../../../support/network/network-fetch.ts';
import type {Environment} from '../../../support/network/proxy-choice.ts';
import type {ProviderFetch} from '../adapter.ts';
import {ExchangeError} from './exchange-error.ts';
import {expectStream} from './expect-stream.ts';

/** More than any model writes in one answer. */
const maxAnswerBytes = 64 * 1024 * 1024;

const maxRedirects = 3;

export type ProviderFetchOptions = {
	readonly environment: Environment;
	/** Milliseconds without a byte, before an answer or in it, after which it counts as stalled. */
	readonly idleLimit: number;
};

const toError = (end: NetworkEnd, where: 'request' | 'body'): Error =>
	new ExchangeError(end.type === 'unreachable' && where === 'body' ? {type: 'broken-off', why: end} : end);

/** As address and init; the SDKs pass them apart, others as one. */
const takeApart = async (
	input: string | URL | Request,
	init: RequestInit,
): Promise<{readonly url: URL; readonly init: RequestInit}> => {
	if (!(input instanceof Request)) return {url: new URL(input), init};
	const body = input.body === null ? undefined : await input.text();
	return {
		url: new URL(input.url),
		init: {
			method: input.method,
			headers: input.headers,
			signal: input.signal,
			...(body === undefined ? {} : {body}),
			...init,
		},
	};
};

/** Inside of a JSON text, the same words have backslashes. */
const asksForStream = ({body}: RequestInit): boolean =>
	typeof body === 'string' && /"stream"\s*:\s*true/.test(body);

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const isRedirect = ({status, headers}: Response): boolean => redirects.has(status) && headers.has('location');

/** Where a response sends us, if that place may get our key and the request stays as it is. */
const nextAddress = ({status, headers}: Response, url: URL, method: string): URL => {
	const location = headers.get('location') ?? '';
	if (!URL.canParse(location, url.href))
		throw new ExchangeError({type: 'redirected', location: 'an address that is not a URL'});
	const next = new URL(location, url.href);
	const keepsMethod = status === 307 || status === 308 || /^(get|head)$/i.test(method);
	if (next.origin !== url.origin || !keepsMethod)
		throw new ExchangeError({type: 'redirected', location: maskUrl(next.href)});
	return next;
};

/**
 * What the SDKs get as their fetch. It watches every byte, because their own time limits end with the headers, and throws
 * an ExchangeError for whatever is no answer.
 */
export const createProviderFetch = ({
	environment,
	idleLimit,
}: ProviderFetchOptions): ProviderFetch & {readonly close: () => Promise<void>} => {
	const network = createNetworkFetch({
		environment,
		idleTimeout: idleLimit,
		maxTotalBytes: maxAnswerBytes,
		toError,
	});

	const ask: ProviderFetch = async (input, given = {}) => {
		const {url: first, init} = await takeApart(input, given);
		let url = first;
		for (let count = 0; ; count += 1) {
			const response = await network(url, {...init, redirect: 'manual'});
			if (!isRedirect(response)) return asksForStream(init) ? expectStream(response) : response;
			// Nobody reads it, and its connection is wanted.
			await response.body?.cancel().catch(() => {});
			const next = nextAddress(response, url, init.method ?? 'GET');
			if (count === maxRedirects) throw new ExchangeError({type: 'redirected', location: maskUrl(next.href)});
			url = next;
		}
	};

	return Object.assign(ask, {close: network.close});
};
