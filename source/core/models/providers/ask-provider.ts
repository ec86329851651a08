import {revealSecret, type Secret} from '../../../domain/secret.ts';
import type {Provider, ProviderFetch} from '../adapter.ts';
import {isSendableKey} from '../http/request-secrets.ts';

/** Whom to ask, and how. */
export type ProviderCall = {
	readonly provider: Provider;
	readonly key: Secret | undefined;
	readonly fetch: ProviderFetch;
};

/** An answer that says no, in the form in which the providers' SDKs throw it. */
export class ProviderStatusError extends Error {
	override readonly name = 'ProviderStatusError';
	readonly status: number;
	readonly headers: Headers;
	readonly error: unknown;

	constructor(status: number, headers: Headers, error: unknown) {
		super(`The provider answered with status ${status}.`);
		this.status = status;
		this.headers = headers;
		this.error = error;
	}
}

/** Nothing was sent. */
export class UnsendableKeyError extends Error {
	override readonly name = 'UnsendableKeyError';

	constructor() {
		super('The key has characters in it that cannot be sent.');
	}
}

const parse = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		// The text itself says more than that it is not JSON.
		return text;
	}
};

const headersOf = ({provider, key}: ProviderCall): Readonly<Record<string, string>> => {
	const secret = key === undefined ? undefined : revealSecret(key).trim();
	const proof: Readonly<Record<string, string>> =
		secret === undefined
			? {}
			: provider.api === 'anthropic'
				? {'x-api-key': secret}
				: {authorization: `Bearer ${secret}`};
	return {
		accept: 'application/json',
		...(provider.api === 'anthropic' ? {'anthropic-version': '2023-06-01'} : {}),
		...proof,
		...provider.headers,
	};
};

/** One small request and its answer as JSON. Throws what `describeTrouble` understands. */
export const askProvider = async (
	call: ProviderCall,
	url: string,
	signal: AbortSignal,
	body?: object,
): Promise<unknown> => {
	if (call.key !== undefined && !isSendableKey(call.key)) throw new UnsendableKeyError();
	const response = await call.fetch(url, {
		method: body === undefined ? 'GET' : 'POST',
		headers: {...headersOf(call), ...(body === undefined ? {} : {'content-type': 'application/json'})},
		...(body === undefined ? {} : {body: JSON.stringify(body)}),
		signal,
	});
	const answer = parse(await response.text());
	if (!response.ok) throw new ProviderStatusError(response.status, response.headers, answer);
	return answer;
};

/** The address of a self-hosted server without the `/v1` of the OpenAI protocol. */
export const serverRoot = ({baseUrl}: Provider): string => baseUrl.replace(/\/v1$/, '');
