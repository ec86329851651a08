import {describeError, type Failure} from '../../domain/failure.ts';
import type {CallReport, Clock, ToolServers} from '../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import type {OfferedTool, ToolDefinition} from '../../domain/tool.ts';
import {sleep} from '../../support/sleep.ts';
import {offerTools} from './catalogue/tool-names.ts';
import type {ServerConnection} from './connection/server-connection.ts';
import {createTurns} from './connection/start-turns.ts';
import {unlessAborted} from './connection/unless-aborted.ts';

const maxStarting = 8;
const retryAfter = 10_000;

export type ToolServersOptions = {
	readonly servers: readonly ServerConfig[];
	readonly version: string;
	readonly onStatus: (server: string, status: ServerStatus) => void;
	readonly now: Clock;
	/** How long `connect` waits for a server that takes its time; each server's own limit if absent. */
	readonly patience?: number;
	/** What servers inherit a part of. */
	readonly environment?: Readonly<Record<string, string | undefined>>;
};

const failedCall = (failure: Failure): CallReport => ({type: 'failed', failure});

/** All servers of the config as one thing. None is started, and the MCP SDK is not loaded, before it is needed. */
export const createToolServers = ({
	servers,
	version,
	onStatus,
	now,
	patience,
	environment = process.env,
}: ToolServersOptions): ToolServers => {
	const configs = new Map(servers.map(config => [config.name, config]));
	const statuses = new Map<string, ServerStatus>(
		servers.map(({name, disabled}) => [name, {type: disabled ? 'disabled' : 'idle'}]),
	);
	const toolsOf = new Map<string, readonly ToolDefinition[]>();
	const inTurn = createTurns(maxStarting);
	/** Still starting when somebody lost patience: nobody waits for them again until they were ready once. */
	const slow = new Set<string>();
	const failedAt = new Map<string, number>();
	let connections: Promise<ReadonlyMap<string, ServerConnection>> | undefined;
	let offered: readonly OfferedTool[] | undefined;
	let closing: Promise<void> | undefined;

	const setStatus = (server: string, status: ServerStatus) => {
		statuses.set(server, status);
		if (status.type === 'ready') slow.delete(server);
		if (status.type === 'failed') failedAt.set(server, now());
		onStatus(server, status);
	};

	const load = async (): Promise<ReadonlyMap<string, ServerConnection>> => {
		const [{createServerConnection}, {createReaper}] = await Promise.all([
			import('./connection/server-connection.ts'),
			import('./transports/reaper.ts'),
		]);
		const reaper = createReaper();
		const enabled = [...configs.values()].filter(config => !config.disabled);
		return new Map(
			enabled.map(config => [
				config.name,
				createServerConnection({
					config,
					version,
					reaper,
					environment,
					now,
					inTurn,
					onStatus: status => setStatus(config.name, status),
					onTools: tools => {
						toolsOf.set(config.name, tools);
						offered = undefined;
					},
				}),
			]),
		);
	};

	const loaded = (): Promise<ReadonlyMap<string, ServerConnection>> => {
		connections ??= load();
		return connections;
	};

	const isResting = (name: string): boolean =>
		statuses.get(name)?.type === 'failed' && now() - (failedAt.get(name) ?? 0) < retryAfter;

	/** Starts what is not running. Those that failed a moment ago get a rest first. */
	const startAll = async (signal: AbortSignal) => {
		const all = await loaded();
		const due = [...all].filter(([name]) => !isResting(name));
		const starts = due.flatMap(([name, connection]) => {
			const isSlow = slow.has(name);
			const start = connection.connect();
			return isSlow ? [] : [start];
		});
		if (patience === undefined) {
			await Promise.all(starts);
			return;
		}
		const enough = new AbortController();
		await Promise.race([Promise.all(starts), sleep(patience, AbortSignal.any([signal, enough.signal]))]);
		enough.abort();
		for (const [name] of due) if (statuses.get(name)?.type === 'connecting') slow.add(name);
	};

	const connectAll = async (signal: AbortSignal) => {
		if (closing !== undefined) return;
		try {
			await startAll(signal);
		} catch (error) {
			const failure: Failure = {code: 'server-not-started', message: describeError(error)};
			for (const [name, status] of statuses)
				if (status.type === 'idle') setStatus(name, {type: 'failed', failure, stderr: []});
		}
	};

	const closeAll = async () => {
		if (connections === undefined) return;
		const all = await connections.catch(() => new Map<string, ServerConnection>());
		await Promise.all([...all.values()].map(connection => connection.close()));
		for (const [name, status] of statuses) if (status.type !== 'disabled') statuses.set(name, {type: 'idle'});
	};

	return {
		connect: signal => unlessAborted(connectAll(signal), signal),
		tools: () => {
			offered ??= offerTools([...configs.keys()].flatMap(name => toolsOf.get(name) ?? []));
			return offered;
		},
		statuses: () => new Map(statuses),
		call: async ({server, tool}, args, onProgress, signal) => {
			const config = configs.get(server);
			if (config === undefined)
				return failedCall({
					code: 'unknown-server',
					message: `There is no server "${server}".`,
					hint: `Servers in the config: ${[...configs.keys()].join(', ') || 'none'}.`,
				});
			if (config.disabled)
				return failedCall({
					code: 'server-disabled',
					message: `Server "${server}" is disabled.`,
					hint: 'Enable it in the config to use its tools.',
				});
			try {
				const connection = (await loaded()).get(server);
				if (closing !== undefined || connection === undefined)
					return failedCall({code: 'server-closed', message: `Server "${server}" was closed.`});
				return await connection.call(tool, args, onProgress, signal);
			} catch (error) {
				return failedCall({
					code: 'protocol-error',
					message: `The call of "${tool}" on server "${server}" failed: ${describeError(error)}`,
				});
			}
		},
		close: () => {
			closing ??= closeAll();
			return closing;
		},
	};
};
