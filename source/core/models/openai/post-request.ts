import {revealSecret, type Secret} from '../../../domain/secret.ts';
import type {AdapterOptions} from '../adapter.ts';
import {keepHeaders} from '../http/keep-headers.ts';

/** Answers with the response as soon as its headers are there; a refusal is thrown as the SDK's error. */
export type PostRequest = (path: string, body: object, signal: AbortSignal) => Promise<Response>;

/** The longest that a timer can be. Silence is watched over by our own fetch, which sees every byte. */
const noTimeout = 2 ** 31 - 1;

const ownHeaders = ['accept', 'authorization', 'content-type'];

/** Loads the SDK. It looks for keys and addresses in the environment unless it is told every single one. */
export const createPostRequest = async (
	{provider, fetch}: Pick<AdapterOptions, 'provider' | 'fetch'>,
	key: Secret | undefined,
): Promise<PostRequest> => {
	const {OpenAI} = await import('openai');
	const allowed = new Set([...ownHeaders, ...Object.keys(provider.headers).map(name => name.toLowerCase())]);
	const client = new OpenAI({
		baseURL: provider.baseUrl,
		// It insists on a key; where there is none the header is taken out again. Keys from files end with a line break.
		apiKey: key === undefined ? 'none' : revealSecret(key).trim(),
		adminAPIKey: null,
		organization: null,
		project: null,
		webhookSecret: null,
		maxRetries: 0,
		timeout: noTimeout,
		logLevel: 'off',
		defaultHeaders: {...(key === undefined ? {authorization: null} : {}), ...provider.headers},
		fetch: (input, init) =>
			fetch(input, {...init, headers: keepHeaders(new Headers(init?.headers), allowed)}),
	});
	return (path, body, signal) => client.post(path, {body, signal, stream: true}).asResponse();
};
