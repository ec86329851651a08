import {describeError, type Failure} from '../../domain/failure.ts';
import {isJsonObject} from '../../domain/json.ts';
import type {FoundServer, RegistrySearch, ServerRegistry} from '../../domain/server-registry.ts';
import {limitedSignal} from '../../support/limited-signal.ts';
import {describeNetworkEnd} from '../../support/network/network-end.ts';
import {networkEndBehind} from '../../support/network/network-error.ts';
import type {NetworkFetch} from '../../support/network/network-fetch.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {readServer} from './read-server.ts';
import {registryPlace} from './registry-address.ts';

/** The newer first. Both answer in the same form. */
const paths = ['v0.1/servers', 'v0/servers'] as const;

const pageSize = 30;
const maxCursor = 2000;
/** Of a registry that sends more than it was asked for the rest is not looked at. */
const maxEntries = 200;

export type RegistryClientOptions = {
	/** Where the registry is: https, or http on this machine. */
	readonly address: string;
	readonly fetch: NetworkFetch;
	/** Milliseconds for one search. */
	readonly patience?: number;
};

const otherRegistry = 'Set "registry" in your configuration to use another one.';

type Answer = {readonly type: 'answer'; readonly body: unknown} | {readonly type: 'no-such-path'};

class RegistryRefusal extends Error {
	override readonly name = 'RegistryRefusal';
	readonly hint: string;

	constructor(message: string, hint: string) {
		super(message);
		this.hint = hint;
	}
}

const hostIn = (location: string | null): string => {
	if (location === null || !URL.canParse(location)) return 'another address';
	return sanitiseLine(new URL(location).host).slice(0, 100) || 'another address';
};

const readBody = (text: string, place: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		// Where JSON.parse stopped helps nobody: what came is something else altogether.
		throw new RegistryRefusal(
			`What ${place} answered is not JSON.`,
			`Is it an MCP registry? ${otherRegistry}`,
		);
	}
};

const toServers = (list: readonly unknown[]): {readonly servers: readonly FoundServer[]; dropped: number} => {
	const seen = new Map<string, FoundServer>();
	let dropped = 0;
	for (const entry of list.slice(0, maxEntries)) {
		const server = readServer(entry);
		if (server === undefined) dropped += 1;
		// Registries that do not filter by version list the newest one first.
		else if (server !== 'deleted' && !seen.has(server.name)) seen.set(server.name, server);
	}
	return {servers: [...seen.values()], dropped};
};

/** A client of the official registry's API. */
export const createRegistryClient = (options: RegistryClientOptions): Pick<ServerRegistry, 'search'> => {
	const {address, fetch, patience = 15_000} = options;

	const ask = async (url: URL, place: string, signal: AbortSignal): Promise<Answer> => {
		const response = await fetch(url, {headers: {accept: 'application/json'}, redirect: 'manual', signal});
		if (response.status === 404) {
			await response.body?.cancel();
			return {type: 'no-such-path'};
		}
		if (response.status >= 300 && response.status < 400) {
			const target = hostIn(response.headers.get('location'));
			await response.body?.cancel();
			throw new RegistryRefusal(`${place} sends on to ${target}, which is not followed.`, otherRegistry);
		}
		if (!response.ok) {
			await response.body?.cancel();
			throw new RegistryRefusal(
				`${place} answered with status ${response.status}.`,
				response.status >= 500 || response.status === 429 ? 'Try again later.' : otherRegistry,
			);
		}
		return {type: 'answer', body: readBody(await response.text(), place)};
	};

	const askEither = async (
		text: string,
		cursor: string | undefined,
		place: string,
		signal: AbortSignal,
	): Promise<unknown> => {
		const base = address.replace(/\/*$/, '/');
		for (const path of paths) {
			const url = new URL(path, base);
			if (text !== '') url.searchParams.set('search', text);
			url.searchParams.set('limit', String(pageSize));
			url.searchParams.set('version', 'latest');
			if (cursor !== undefined) url.searchParams.set('cursor', cursor);
			const answer = await ask(url, place, signal);
			if (answer.type === 'answer') return answer.body;
		}
		throw new RegistryRefusal(`There is no MCP registry at ${place}.`, otherRegistry);
	};

	const explain = (error: unknown, place: string): Failure => {
		if (error instanceof RegistryRefusal) {
			return {code: 'registry-refused', message: error.message, hint: error.hint};
		}
		const end = networkEndBehind(error);
		const why =
			end === undefined
				? `could not be asked: ${sanitiseLine(describeError(error))}`
				: describeNetworkEnd(end);
		return {
			code: 'registry-unreachable',
			message: `${place} ${why}.`.replace(/\.\.$/, '.'),
			hint: `Check the network. ${otherRegistry}`,
		};
	};

	const search = async (
		text: string,
		cursor: string | undefined,
		signal: AbortSignal,
	): Promise<RegistrySearch> => {
		const place = registryPlace(address);
		const limit = limitedSignal(signal, patience);
		try {
			const body = await askEither(text.trim(), cursor, place, limit);
			const list = isJsonObject(body) ? body.servers : undefined;
			if (!isJsonObject(body) || !(Array.isArray(list) || list === null)) {
				throw new RegistryRefusal(
					`What ${place} answered is not a list of servers.`,
					`Is it an MCP registry? ${otherRegistry}`,
				);
			}
			const {metadata} = body;
			const next = isJsonObject(metadata) ? (metadata.nextCursor ?? metadata.next_cursor) : undefined;
			// One that leads back to itself would never end.
			const isNew = typeof next === 'string' && next !== '' && next.length <= maxCursor && next !== cursor;
			return {type: 'found', ...toServers(list ?? []), ...(isNew ? {cursor: next} : {})};
		} catch (error) {
			if (signal.aborted) return {type: 'cancelled'};
			if (limit.aborted) {
				const failure = {
					code: 'registry-unreachable',
					message: `${place} took longer than ${Math.round(patience / 1000)} s.`,
					hint: 'Try again later.',
				};
				return {type: 'failed', failure};
			}
			return {type: 'failed', failure: explain(error, place)};
		}
	};

	return {search};
};
