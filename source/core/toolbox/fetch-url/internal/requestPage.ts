import type {Readable} from 'node:stream';
import {NetworkError} from '../../../../support/network/network-end.ts';
import {networkEnd} from '../../../../support/network/network-error.ts';
import {createPinnedAgent} from '../../../../support/network/pinned-agent.ts';
import {
	type Environment,
	proxyFor,
	proxyName,
	proxySettings,
} from '../../../../support/network/proxy-choice.ts';
import {createProxyAgent} from '../../../../support/network/proxy-client.ts';
import {McpToolError} from '../../shared/McpToolError.ts';

export type PageAnswer = {
	readonly status: number;
	/** In lower case; of several headers of a name the first. */
	readonly header: (name: string) => string | undefined;
	readonly body: Readable;
};

export type RequestOptions = {
	/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case, are taken from here. */
	readonly environment: Environment;
	/** Milliseconds to connect in, until an answer has to begin, and between two pieces of it. */
	readonly patience?: number | undefined;
};

const usualPatience = 10_000;
const maxHeaderSize = 32 * 1024;

const headers = {
	// Those who can do without HTML may say so.
	accept:
		'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, application/json;q=0.9, text/*;q=0.8, */*;q=0.5',
	'accept-encoding': 'gzip, br',
	'user-agent': 'mcp-tui (fetch-url)',
};

/**
 * Sends one GET, to one of `addresses`, or through the user's proxy where there is one, and hands the answer to `read`
 * before the connection is given up. Follows nothing. Rejects with a NetworkError, or with
 * the McpToolError that `read` threw.
 */
export const createRequest = ({environment, patience = usualPatience}: RequestOptions) => {
	const proxies = proxySettings(environment);
	const limits = {headersTimeout: patience, bodyTimeout: patience, maxHeaderSize};

	return async <Result>(
		url: URL,
		addresses: readonly string[],
		read: (answer: PageAnswer) => Promise<Result>,
		signal: AbortSignal,
	): Promise<Result> => {
		const undici = await import('undici');
		const proxy = proxyFor(url, proxies);
		const dispatcher =
			proxy === undefined
				? createPinnedAgent(undici, addresses, {...limits, connectTimeout: patience})
				: // It is decided here who goes around the proxy: a second opinion would connect unchecked.
					createProxyAgent(undici, {...proxies, noProxy: ''}, limits);
		const peer = {
			host: url.host,
			patience,
			...(proxy === undefined ? {} : {proxy: proxyName(proxy)}),
		};
		try {
			const answer = await undici.request(url, {dispatcher, headers, signal});
			// Whoever reads it hears of it; nobody else has to.
			answer.body.on('error', () => {});
			return await read({
				status: answer.statusCode,
				header: name => [answer.headers[name]].flat()[0],
				body: answer.body,
			});
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof McpToolError) throw error;
			throw new NetworkError(networkEnd(error, peer), error);
		} finally {
			await dispatcher.destroy();
		}
	};
};
