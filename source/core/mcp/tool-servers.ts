import type {Fetched} from '../../domain/catalogue.ts';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
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
import type {ToolDefinition, ToolRef} from '../../domain/tool.ts';
import {limitedSignal} from '../../support/limited-signal.ts';
import {expectManyListeners} from '../../support/many-listeners.ts';
import {applyConfigs} from './apply-configs.ts';
import type {ManagedServer} from './connection/managed-server.ts';
import {noMemory, noRequests} from './connection/no-requests.ts';
import type {WantedCall} from './connection/server-calls.ts';
import {createTurns} from './connection/start-turns.ts';
import {unlessAborted} from './connection/unless-aborted.ts';
import {createServerRoster, isFailure, type ServerRoster} from './server-roster.ts';
import {createServerStarter} from './start-servers.ts';
import type {RecordTraffic} from './traffic/traffic-log.ts';

const maxStarting = 8;
/** Milliseconds that a step waits for lists that have changed. */
const longestRefresh = 3000;

export type ToolServersOptions = {
	readonly servers: readonly ServerConfig[];
	readonly version: string;
	readonly onStatus: (server: string, status: ServerStatus) => void;
	readonly now: Clock;
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
	/** Hears every message of every server, in both directions. */
	readonly record?: RecordTraffic;
};

const wantedCall = (tool: ToolRef | ToolDefinition, args: JsonObject): WantedCall => ({
	tool: tool.tool,
	arguments: args,
	...('inputSchema' in tool ? {approved: tool} : {}),
});

const failed = (failure: Failure) => ({type: 'failed', failure}) as const;

const createRoster = (
	options: ToolServersOptions,
	onStatus: (server: string, status: ServerStatus) => void,
): ServerRoster =>
	createServerRoster({
		servers: options.servers,
		onStatus,
		loadFactory: async tell => {
			const {createServerFactory} = await import('./connection/create-server-factory.ts');
			return createServerFactory({
				version: options.version,
				environment: options.environment ?? process.env,
				now: options.now,
				inTurn: createTurns(maxStarting),
				requests: options.requests ?? noRequests,
				asksToSignIn: options.asksToSignIn ?? false,
				memory: options.memory ?? noMemory,
				localServers: options.localServers ?? {},
				onNotice: (server, notice) => options.onNotice?.(server, notice),
				credentials: options.credentials,
				...(options.record === undefined ? {} : {record: options.record}),
				...tell,
			});
		},
	});

/** All servers of the config as one thing. None is started, and the MCP SDK is not loaded, before it is needed. */
export const createToolServers = (options: ToolServersOptions): McpServers => {
	const starter = createServerStarter(() => roster, options.now);
	const roster = createRoster(options, (server, status) => {
		starter.notice(server, status);
		options.onStatus(server, status);
	});
	const {find} = roster;
	/** The last change of the servers: the next one waits for it. */
	let applied: Promise<void> = Promise.resolve();

	const startLater = (name: string): void => {
		// Its status tells how it goes.
		void starter.start(name, new AbortController().signal);
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

	return {
		configs: roster.configs,
		apply: configs => {
			applied = applied.then(() => applyConfigs(configs, {roster, startLater}));
			return applied;
		},
		statuses: roster.statuses,
		connect: async signal => {
			await unlessAborted(starter.startAll(signal), signal);
		},
		starting: starter.starting,
		listed: async signal => {
			const limit = limitedSignal(signal, longestRefresh);
			expectManyListeners(limit);
			await Promise.all(roster.configs().map(({name}) => roster.running(name)?.listed(limit)));
		},
		printed: name => roster.running(name)?.live()?.transport.printed() ?? [],
		start: starter.start,
		restart: async (name, signal) => {
			const server = await find(name);
			if (!isFailure(server)) await server.restart(signal);
			return roster.statusOf(name) ?? {type: 'idle'};
		},
		setEnabled: async (name, enabled) => {
			if (roster.configOf(name) === undefined || roster.isEnabled(name) === enabled) return;
			await roster.retire(name, {type: enabled ? 'idle' : 'disabled'});
		},
		tools: roster.tools,
		leftOutTools: () => roster.fromAll(({leftOut}) => leftOut),
		prompts: () => roster.fromAll(({prompts}) => prompts),
		resources: () => roster.fromAll(({resources}) => resources),
		resourceTemplates: () => roster.fromAll(({templates}) => templates),
		check: async (tool, args, signal) => roster.running(tool.server)?.check(wantedCall(tool, args), signal),
		call: async (called, args, onProgress, signal): Promise<CallReport> => {
			const {server: name, tool} = called;
			const server = await find(name);
			if (isFailure(server)) return failed(server);
			// Calls run side by side, all under the signal of their turn.
			expectManyListeners(signal);
			try {
				return await server.call(wantedCall(called, args), onProgress, signal);
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
		close: roster.close,
	};
};
