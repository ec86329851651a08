import {setMaxListeners} from 'node:events';
import type {Fetched} from '../../domain/catalogue.ts';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {CallReport, Clock} from '../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import type {
	ConnectionMemory,
	Credentials,
	LocalChannel,
	McpServers,
	ServerRequests,
} from '../../domain/server-ports.ts';
import type {ServerNotice} from '../../domain/server-request.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import {sleep} from '../../support/sleep.ts';
import type {ServerCatalogue} from './catalogue/list-catalogue.ts';
import {offerTools} from './catalogue/tool-names.ts';
import type {ServerFactory} from './connection/create-server-factory.ts';
import type {ManagedServer} from './connection/managed-server.ts';
import {noMemory, noRequests} from './connection/no-requests.ts';
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
	/** What servers inherit a part of, and where proxies are named. */
	readonly environment?: Readonly<Record<string, string | undefined>>;
	readonly onNotice?: (server: string, notice: ServerNotice) => void;
	readonly requests?: ServerRequests;
	/** Whether the user is asked to sign in as soon as a server wants it. */
	readonly asksToSignIn?: boolean;
	/** Where tokens are kept. */
	readonly credentials: Credentials;
	readonly memory?: ConnectionMemory;
	/** The servers inside this process, by name. */
	readonly localServers?: Readonly<Record<string, (channel: LocalChannel) => Promise<void>>>;
};

const failed = (failure: Failure) => ({type: 'failed', failure}) as const;

/** All servers of the config as one thing. None is started, and the MCP SDK is not loaded, before it is needed. */
export const createToolServers = (options: ToolServersOptions): McpServers => {
	const {now, patience} = options;
	const configs = new Map(options.servers.map(config => [config.name, config]));
	const statuses = new Map<string, ServerStatus>(
		options.servers.map(({name, disabled}) => [name, {type: disabled ? 'disabled' : 'idle'}]),
	);
	const catalogues = new Map<string, ServerCatalogue>();
	const managed = new Map<string, ManagedServer>();
	/** Still starting when somebody lost patience: nobody waits for them again until they were ready once. */
	const slow = new Set<string>();
	const failedAt = new Map<string, number>();
	let factory: Promise<ServerFactory> | undefined;
	let offered: readonly OfferedTool[] | undefined;
	let closing: Promise<void> | undefined;

	const isEnabled = (name: string): boolean => statuses.get(name)?.type !== 'disabled';

	const setStatus = (server: string, status: ServerStatus) => {
		statuses.set(server, status);
		if (status.type === 'ready') slow.delete(server);
		if (status.type === 'failed') failedAt.set(server, now());
		options.onStatus(server, status);
	};

	const setCatalogue = (server: string, catalogue: ServerCatalogue | undefined) => {
		if (catalogue === undefined) catalogues.delete(server);
		else catalogues.set(server, catalogue);
		offered = undefined;
	};

	const load = async (): Promise<ServerFactory> => {
		const {createServerFactory} = await import('./connection/create-server-factory.ts');
		return createServerFactory({
			version: options.version,
			environment: options.environment ?? process.env,
			now,
			inTurn: createTurns(maxStarting),
			requests: options.requests ?? noRequests,
			asksToSignIn: options.asksToSignIn ?? false,
			memory: options.memory ?? noMemory,
			localServers: options.localServers ?? {},
			onStatus: (server, status) => {
				if (isEnabled(server)) setStatus(server, status);
			},
			onNotice: (server, notice) => options.onNotice?.(server, notice),
			onCatalogue: setCatalogue,
			credentials: options.credentials,
		});
	};

	/** Why a server may not be used now. */
	const refuse = (name: string): Failure | undefined => {
		if (closing !== undefined) return {code: 'server-closed', message: `Server "${name}" was closed.`};
		if (isEnabled(name)) return undefined;
		return {
			code: 'server-disabled',
			message: `Server "${name}" is disabled.`,
			hint: `Enable it with: mcp-tui mcp enable ${name}`,
		};
	};

	/** The server behind a name, or why there is none. */
	const find = async (name: string): Promise<ManagedServer | Failure> => {
		const config = configs.get(name);
		if (config === undefined)
			return {
				code: 'unknown-server',
				message: `There is no server "${name}".`,
				hint: `Servers in the config: ${[...configs.keys()].join(', ') || 'none'}.`,
			};
		const refusal = refuse(name);
		if (refusal !== undefined) return refusal;
		try {
			factory ??= load();
			const made = await factory;
			// Loading takes a moment, in which the user may have changed their mind.
			const refusal = refuse(name);
			if (refusal !== undefined) return refusal;
			const server = managed.get(name) ?? made.create(config);
			managed.set(name, server);
			return server;
		} catch (error) {
			return {
				code: 'server-not-started',
				message: `Server "${name}" could not be prepared: ${describeError(error)}`,
			};
		}
	};

	const isFailure = (found: ManagedServer | Failure): found is Failure => 'message' in found;

	const isResting = (name: string): boolean =>
		statuses.get(name)?.type === 'failed' && now() - (failedAt.get(name) ?? 0) < retryAfter;

	const isOnItsWay = (name: string): boolean =>
		['connecting', 'reconnecting', 'needs-sign-in'].includes(statuses.get(name)?.type ?? '');

	const startOne = async (name: string, signal: AbortSignal): Promise<ServerStatus> => {
		setMaxListeners(0, signal);
		const server = await find(name);
		if (isFailure(server)) {
			const status: ServerStatus = {type: 'failed', failure: server, stderr: []};
			if (configs.has(name) && isEnabled(name)) setStatus(name, status);
			return statuses.get(name) ?? status;
		}
		if (statuses.get(name)?.type === 'ready-but-list-failed') server.refresh();
		await server.ready(signal);
		return statuses.get(name) ?? {type: 'idle'};
	};

	/** Starts what is not running. Those that failed a moment ago get a rest first. */
	const connectAll = async (signal: AbortSignal) => {
		if (closing !== undefined) return;
		// One listener for every server.
		setMaxListeners(0, signal);
		const due = [...configs.keys()].filter(name => isEnabled(name) && !isResting(name));
		const starts = due.flatMap(name => {
			const isSlow = slow.has(name);
			const start = startOne(name, signal);
			return isSlow ? [] : [start];
		});
		if (patience === undefined) {
			await Promise.all(starts);
			return;
		}
		const enough = new AbortController();
		await Promise.race([Promise.all(starts), sleep(patience, AbortSignal.any([signal, enough.signal]))]);
		enough.abort();
		for (const name of due) if (isOnItsWay(name)) slow.add(name);
	};

	const closeAll = async () => {
		await factory?.catch(() => undefined);
		await Promise.all([...managed.values()].map(server => server.close()));
		await (await factory?.catch(() => undefined))?.close();
		for (const [name, status] of statuses) if (status.type !== 'disabled') statuses.set(name, {type: 'idle'});
	};

	/** A request to one server that is not a tool call. */
	const withServer = async <T>(
		name: string,
		run: (server: ManagedServer) => Promise<Fetched<T>>,
	): Promise<Fetched<T>> => {
		const server = await find(name);
		if (isFailure(server)) return failed(server);
		try {
			return await run(server);
		} catch (error) {
			const message = `The request to server "${name}" failed: ${describeError(error)}`;
			return failed({code: 'protocol-error', message});
		}
	};

	const fromAll = <T>(pick: (catalogue: ServerCatalogue) => readonly T[]): readonly T[] =>
		[...configs.keys()].flatMap(name => {
			const catalogue = catalogues.get(name);
			return catalogue === undefined ? [] : pick(catalogue);
		});

	return {
		configs: () => [...configs.values()],
		statuses: () => new Map(statuses),
		connect: async signal => {
			await unlessAborted(connectAll(signal), signal);
		},
		start: startOne,
		restart: async (name, signal) => {
			const server = await find(name);
			if (!isFailure(server)) await server.restart(signal);
			return statuses.get(name) ?? {type: 'idle'};
		},
		setEnabled: async (name, enabled) => {
			if (!configs.has(name) || isEnabled(name) === enabled) return;
			const server = managed.get(name);
			managed.delete(name);
			setCatalogue(name, undefined);
			setStatus(name, {type: enabled ? 'idle' : 'disabled'});
			await server?.close();
		},
		tools: () => {
			offered ??= offerTools(fromAll(({tools}) => tools));
			return offered;
		},
		prompts: () => fromAll(({prompts}) => prompts),
		resources: () => fromAll(({resources}) => resources),
		resourceTemplates: () => fromAll(({templates}) => templates),
		check: async ({server, tool}, args, signal) => managed.get(server)?.check(tool, args, signal),
		call: async ({server: name, tool}, args, onProgress, signal): Promise<CallReport> => {
			const server = await find(name);
			if (isFailure(server)) return failed(server);
			// Calls run side by side, all under the signal of their turn.
			setMaxListeners(0, signal);
			try {
				return await server.call(tool, args, onProgress, signal);
			} catch (error) {
				const message = `The call of "${tool}" on server "${name}" failed: ${describeError(error)}`;
				return failed({code: 'protocol-error', message});
			}
		},
		getPrompt: ({server, prompt}, args, signal) =>
			withServer(server, found => found.getPrompt(prompt, args, signal)),
		readResource: (server, uri, signal) => withServer(server, found => found.readResource(uri, signal)),
		complete: (server, subject, argument, known, signal) =>
			withServer(server, found => found.complete(subject, argument, known, signal)),
		listSkills: (server, signal) => withServer(server, found => found.listSkills(signal)),
		readSkill: (server, uri, file, signal) => withServer(server, found => found.readSkill(uri, file, signal)),
		watchResource: (server, uri, signal) => withServer(server, found => found.watch(uri, signal)),
		unwatchResource: (server, uri, signal) => withServer(server, found => found.unwatch(uri, signal)),
		setLogLevel: (server, level, signal) => withServer(server, found => found.setLogLevel(level, signal)),
		signIn: async (name, signal) => {
			const server = await find(name);
			return isFailure(server) ? failed(server) : server.signIn(signal);
		},
		signOut: async (name, signal) => {
			const server = await find(name);
			return isFailure(server) ? failed(server) : server.signOut(signal);
		},
		close: () => {
			closing ??= closeAll();
			return closing;
		},
	};
};
