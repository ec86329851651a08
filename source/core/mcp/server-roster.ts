import {describeError, type Failure} from '../../domain/failure.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import {quoteWord} from '../../support/shell-words.ts';
import type {ServerCatalogue} from './catalogue/list-catalogue.ts';
import {offerTools} from './catalogue/tool-names.ts';
import type {ServerFactory, ServerFactoryOptions} from './connection/create-server-factory.ts';
import type {ManagedServer} from './connection/managed-server.ts';

type RosterDeps = {
	readonly servers: readonly ServerConfig[];
	readonly onStatus: (server: string, status: ServerStatus) => void;
	/** What makes servers is loaded, with the MCP SDK, when the first of them is needed. */
	readonly loadFactory: (
		tell: Pick<ServerFactoryOptions, 'onStatus' | 'onCatalogue'>,
	) => Promise<ServerFactory>;
};

/** The servers there are, and how each of them is. */
export type ServerRoster = {
	readonly configs: () => readonly ServerConfig[];
	readonly configOf: (server: string) => ServerConfig | undefined;
	readonly statuses: () => ReadonlyMap<string, ServerStatus>;
	readonly statusOf: (server: string) => ServerStatus | undefined;
	readonly setStatus: (server: string, status: ServerStatus) => void;
	/** Whether it is there and may be used. */
	readonly isEnabled: (server: string) => boolean;
	/** The server behind a name, or why there is none. */
	readonly find: (server: string) => Promise<ManagedServer | Failure>;
	/** The server behind a name if it was ever needed. */
	readonly running: (server: string) => ManagedServer | undefined;
	/** Ends a server and forgets what it offered; `then` is what it is from now on, at once. */
	readonly retire: (server: string, then: ServerStatus) => Promise<void>;
	/** Other entries for the same servers, for more or for fewer. Who is gone must have been retired. */
	readonly setConfigs: (configs: readonly ServerConfig[]) => void;
	readonly tools: () => readonly OfferedTool[];
	readonly fromAll: <T>(pick: (catalogue: ServerCatalogue) => readonly T[]) => readonly T[];
	readonly isClosing: () => boolean;
	readonly close: () => Promise<void>;
};

export const isFailure = (found: ManagedServer | Failure): found is Failure => 'message' in found;

export const restingStatus = ({disabled}: Pick<ServerConfig, 'disabled'>): ServerStatus => ({
	type: disabled ? 'disabled' : 'idle',
});

export const createServerRoster = ({servers, onStatus, loadFactory}: RosterDeps): ServerRoster => {
	let configs = new Map(servers.map(config => [config.name, config]));
	const statuses = new Map<string, ServerStatus>(servers.map(config => [config.name, restingStatus(config)]));
	const catalogues = new Map<string, ServerCatalogue>();
	const managed = new Map<string, ManagedServer>();
	/** What is being ended, by name: a successor waits for it. */
	const retiring = new Map<string, Promise<unknown>>();
	let factory: Promise<ServerFactory> | undefined;
	let offered: readonly OfferedTool[] | undefined;
	let closing: Promise<void> | undefined;

	const isEnabled = (name: string): boolean =>
		configs.has(name) && (statuses.get(name)?.type ?? 'disabled') !== 'disabled';

	const setStatus = (server: string, status: ServerStatus): void => {
		statuses.set(server, status);
		onStatus(server, status);
	};

	const setCatalogue = (server: string, catalogue: ServerCatalogue | undefined): void => {
		if (catalogue === undefined) catalogues.delete(server);
		else catalogues.set(server, catalogue);
		offered = undefined;
	};

	const load = (): Promise<ServerFactory> =>
		loadFactory({
			onStatus: (server, status) => {
				if (isEnabled(server)) setStatus(server, status);
			},
			onCatalogue: setCatalogue,
		});

	const unknown = (name: string): Failure => ({
		code: 'unknown-server',
		message: `There is no server "${name}".`,
		hint: `Servers in the config: ${[...configs.keys()].join(', ') || 'none'}.`,
	});

	/** The entry of a server that may be used now, or why it may not. */
	const usable = (name: string): ServerConfig | Failure => {
		const config = configs.get(name);
		if (config === undefined) return unknown(name);
		if (closing !== undefined) return {code: 'server-closed', message: `Server "${name}" was closed.`};
		if (isEnabled(name)) return config;
		return {
			code: 'server-disabled',
			message: `Server "${name}" is disabled.`,
			hint: `Enable it with: mcp-tui mcp enable ${quoteWord(name)}`,
		};
	};

	const closeAll = async (): Promise<void> => {
		await factory?.catch(() => undefined);
		await Promise.all([...[...managed.values()].map(server => server.close()), ...retiring.values()]);
		await (await factory?.catch(() => undefined))?.close();
		for (const [name, status] of statuses) if (status.type !== 'disabled') statuses.set(name, {type: 'idle'});
	};

	return {
		configs: () => [...configs.values()],
		configOf: name => configs.get(name),
		statuses: () => new Map(statuses),
		statusOf: name => statuses.get(name),
		setStatus,
		isEnabled,
		find: async name => {
			const refusal = usable(name);
			if ('message' in refusal) return refusal;
			try {
				factory ??= load();
				const made = await factory;
				await retiring.get(name);
				// That takes a moment, in which the user may have changed their mind, or the entry.
				const config = usable(name);
				if ('message' in config) return config;
				const server = managed.get(name) ?? made.create(config);
				managed.set(name, server);
				return server;
			} catch (error) {
				return {
					code: 'server-not-started',
					message: `Server "${name}" could not be prepared: ${describeError(error)}`,
				};
			}
		},
		running: name => managed.get(name),
		retire: async (name, then) => {
			const server = managed.get(name);
			managed.delete(name);
			setCatalogue(name, undefined);
			setStatus(name, then);
			const closed = (server?.close() ?? Promise.resolve()).catch(() => {
				// It is out of use either way.
			});
			const ending = Promise.all([retiring.get(name), closed]);
			retiring.set(name, ending);
			await ending;
			if (retiring.get(name) === ending) retiring.delete(name);
		},
		setConfigs: next => {
			configs = new Map(next.map(config => [config.name, config]));
			for (const name of statuses.keys()) if (!configs.has(name)) statuses.delete(name);
			for (const config of next) {
				if (!statuses.has(config.name)) setStatus(config.name, restingStatus(config));
			}
			offered = undefined;
		},
		tools: () => {
			offered ??= offerTools([...configs.keys()].flatMap(name => catalogues.get(name)?.tools ?? []));
			return offered;
		},
		fromAll: pick =>
			[...configs.keys()].flatMap(name => {
				const catalogue = catalogues.get(name);
				return catalogue === undefined ? [] : pick(catalogue);
			}),
		isClosing: () => closing !== undefined,
		close: () => {
			closing ??= closeAll();
			return closing;
		},
	};
};
