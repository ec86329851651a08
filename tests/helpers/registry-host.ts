import type {ServerResponse} from 'node:http';
import {createRegistryClient} from '../../source/core/registry/registry-client.ts';
import type {JsonValue} from '../../source/domain/json.ts';
import type {RegistrySearch} from '../../source/domain/server-registry.ts';
import {createNetworkFetch} from '../../source/support/network/network-fetch.ts';
import {type HttpHost, type SeenRequest, startHttpHost} from '../servers/http-host.ts';

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
	response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
};

/** An entry as the official registry lists it. */
export const registryEntry = (server: Readonly<Record<string, JsonValue>>, status = 'active') => ({
	server: {name: 'io.github.somebody/weather', description: 'Forecasts', version: '1.2.0', ...server},
	_meta: {'io.modelcontextprotocol.registry/official': {status, isLatest: true}},
});

/** A registry that has the newer path only, unless it is told otherwise. */
export const startRegistry = (
	answer: (request: SeenRequest, response: ServerResponse, query: URLSearchParams) => void,
	path = '/v0.1/servers',
): Promise<HttpHost> =>
	startHttpHost((request, response) => {
		const url = new URL(request.path, 'http://registry');
		if (url.pathname !== path) return sendJson(response, {error: 'not found'}, 404);
		answer(request, response, url.searchParams);
	});

export const listRegistry = (...servers: readonly unknown[]): Promise<HttpHost> =>
	startRegistry((_, response) => sendJson(response, {servers, metadata: {count: servers.length}}));

export const searchRegistry = async (
	{url}: HttpHost,
	options: {
		readonly text?: string;
		readonly cursor?: string;
		readonly patience?: number;
		readonly signal?: AbortSignal;
	} = {},
): Promise<RegistrySearch> => {
	const {text = '', cursor, patience, signal = new AbortController().signal} = options;
	const fetch = createNetworkFetch({environment: {}, maxBytes: 100_000});
	const client = createRegistryClient({
		address: url,
		fetch,
		...(patience === undefined ? {} : {patience}),
	});
	const found = await client.search(text, cursor, signal);
	await fetch.close();
	return found;
};
