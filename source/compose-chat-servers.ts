import type {App} from './app/app.ts';
import {createResourceWatches} from './app/resource-watches.ts';
import {createCustomTools} from './compose-custom-tools.ts';
import {knownNames, type Loaded, serversOf, unusedServers} from './compose-load.ts';
import {recordedSettings, recordTwice} from './compose-recording.ts';
import type {ReplayedServers} from './compose-replay.ts';
import {ownConfigFile, type Surroundings, version} from './compose-settings.ts';
import {createToolbox, type Toolbox, toolboxName} from './compose-toolbox.ts';
import type {Recording} from './core/cassettes/recording.ts';
import {redactServers} from './core/credentials/redacted-servers.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {createTrafficLog} from './core/mcp/traffic/traffic-log.ts';
import {visibleServers} from './core/mcp/visible-servers.ts';
import type {CustomToolView} from './domain/custom-tool.ts';
import type {ResultStore} from './domain/ports.ts';
import type {ResourceWatches} from './domain/resource-watches.ts';
import type {ServerConfig, ServerStatus} from './domain/server.ts';
import type {McpServers, ServerRequests} from './domain/server-ports.ts';
import type {SessionShelf} from './domain/session-shelf.ts';
import type {OfferedTool, ToolDefinition, ToolRef} from './domain/tool.ts';
import {usualToolbox} from './domain/toolbox-settings.ts';
import type {TrafficLog} from './domain/traffic.ts';
import {redactor} from './program-redactor.ts';
import {hideTokens} from './support/hide-tokens.ts';
import type {Redactor} from './support/redactor.ts';
import type {KnownNames} from './support/tool-rule.ts';

type ChatServersDeps = {
	readonly surroundings: Surroundings;
	readonly loaded: () => Loaded;
	/** Names of the only servers to use; none means all. */
	readonly only: readonly string[];
	/** The name of the built-in server. */
	readonly toolboxName: string;
	/** The folder of the tour, as long as it is the tour. */
	readonly tourFolder: () => string | undefined;
	/** Only what the command line names is wanted. */
	readonly isStrict: boolean;
	readonly results: ResultStore;
	/** Absent where none are kept. They come after the servers. */
	readonly sessions: () => SessionShelf | undefined;
	/** Whether there is a person who can answer questions. */
	readonly isAttended: boolean;
	readonly report: App['report'];
	readonly isUsable: (tool: OfferedTool) => boolean;
	/** Servers come before the app that answers their questions, and ask nothing before they are started. */
	readonly requests: () => ServerRequests | undefined;
	/** Servers of a cassette, in place of those of the files. */
	readonly replayed?: ReplayedServers | undefined;
	readonly recording?: Recording | undefined;
};

export type ChatServers = {
	readonly servers: McpServers;
	readonly toolbox: Toolbox;
	/** What goes to all of them and comes from them. */
	readonly traffic: TrafficLog;
	readonly watches: ResourceWatches;
	readonly configOf: (server: string) => ServerConfig | undefined;
	readonly known: () => KnownNames;
	readonly toolsOf: (server: string) => readonly ToolDefinition[];
	/** What there is to know about tools of the user's own. */
	readonly custom: {
		readonly of: (ref: ToolRef) => CustomToolView | undefined;
		readonly disabled: () => readonly ToolDefinition[];
	};
	/** From now on these are used, or all; the others are as if they were disabled. */
	readonly use: (names: readonly string[] | undefined) => void;
	/** Takes over what the files say now; the names are those that the assistant uses. */
	readonly apply: (names: readonly string[] | undefined) => Promise<void>;
};

/** A name for the built-in server that no file uses, and no server of a cassette; the recorded one where it has one. */
export const freeToolboxName = (
	loaded: Loaded,
	isTour: boolean,
	replayed?: Pick<ReplayedServers, 'configs' | 'toolbox'>,
): string =>
	replayed?.toolbox ??
	toolboxName(
		[...serversOf(loaded), ...unusedServers(loaded), ...(replayed?.configs ?? [])].map(({name}) => name),
		isTour && replayed === undefined,
	);

const bindLate = (find: () => ServerRequests | undefined, isUnattended: boolean): ServerRequests => ({
	isUnattended,
	elicit: async (...request) => (await find()?.elicit(...request)) ?? {action: 'cancel'},
	sample: async (...request) =>
		(await find()?.sample(...request)) ?? {
			type: 'refused',
			failure: {code: 'not-ready', message: 'The chat is not ready yet.'},
		},
	signIn: async (...request) => (await find()?.signIn(...request)) ?? {type: 'declined'},
	roots: () => find()?.roots() ?? [],
});

/** What is hidden goes first: it could stand in the middle of a secret. */
const cleanServers = (servers: McpServers, secrets: Redactor): McpServers =>
	redactServers(visibleServers(servers), secrets);

/** Those that the user wants at once. The first frame comes before them. */
export const startEagerServers = (servers: McpServers): void => {
	const eager = servers.configs().filter(({isEager}) => isEager === true);
	if (eager.length === 0) {
		return;
	}
	setTimeout(() => {
		for (const {name} of eager) {
			void servers.start(name, new AbortController().signal);
		}
	}, 100).unref();
};

/** The servers of a chat: those of the files, and the built-in one. */
export const composeChatServers = (deps: ChatServersDeps): ChatServers => {
	const {loaded, only, report, results} = deps;
	const {credentials, memory} = deps.surroundings;
	const customTools = createCustomTools(loaded);
	const toolbox = createToolbox({
		version,
		name: deps.toolboxName,
		tourFolder: deps.tourFolder,
		// A cassette has it as it was recorded, or not at all.
		settings: () =>
			deps.replayed === undefined
				? loaded().config.toolbox
				: {...usualToolbox, isWanted: deps.replayed.toolbox !== undefined},
		// A script has nobody who could be asked about tools that it never mentioned.
		isUsual: deps.isAttended || only.includes(deps.toolboxName),
		isLeftOut:
			(deps.isStrict && deps.replayed === undefined) || (only.length > 0 && !only.includes(deps.toolboxName)),
		// A replay sends nothing: what custom tools answered is on the cassette.
		...(deps.replayed === undefined ? {customTools} : {}),
		results,
		sessions: deps.sessions,
		servers: () => servers,
		isUsable: deps.isUsable,
	});
	const {name} = toolbox;
	const plan = (): readonly ServerConfig[] => [
		...(deps.replayed?.configs ?? serversOf(loaded())).filter(
			each => each.name !== name && (only.length === 0 || only.includes(each.name)),
		),
		toolbox.config(),
	];
	const traffic = createTrafficLog({
		now: Date.now,
		elapsed: () => performance.now(),
		redact: value => hideTokens(redactor.redactAll(value)),
	});
	const record = recordTwice(traffic.record, deps.recording, server =>
		recordedSettings(
			servers.configs().find(config => config.name === server),
			{toolbox: name, ownFile: ownConfigFile(deps.surroundings.folders)},
		),
	);
	const watches = createResourceWatches({servers: () => servers, now: Date.now});
	const tellStatus = (server: string, status: ServerStatus): void => {
		if (status.type === 'idle' || status.type === 'disabled') {
			watches.forget(server);
		}
		report({type: 'server-status-changed', server, status});
	};
	const servers: McpServers = cleanServers(
		createToolServers({
			servers: plan(),
			version,
			now: Date.now,
			onStatus: tellStatus,
			onNotice: (server, notice) => {
				if (notice.type === 'resource-updated') {
					watches.heard(server, notice.uri);
				}
				report({type: 'server-noticed', server, notice});
			},
			requests: bindLate(deps.requests, !deps.isAttended),
			asksToSignIn: true,
			credentials,
			...(deps.replayed === undefined ? {memory} : {}),
			localServers: {[name]: toolbox.serve, ...deps.replayed?.serve},
			record,
		}),
		redactor,
	);
	let isNarrowed = false;
	const use = (names: readonly string[] | undefined): void => {
		isNarrowed = names !== undefined;
		for (const config of servers.configs().filter(each => each.name !== name)) {
			const isUsed = !config.disabled && (names === undefined || names.includes(config.name));
			void servers.setEnabled(config.name, isUsed);
		}
	};
	return {
		servers,
		toolbox,
		traffic: traffic.log,
		watches,
		configOf: server => servers.configs().find(config => config.name === server),
		toolsOf: server =>
			servers
				.tools()
				.map(({definition}) => definition)
				.filter(definition => definition.server === server),
		known: () => knownNames(deps.loaded(), servers, name),
		custom: {
			of: ref => (ref.server === name ? customTools.viewOf(ref.tool) : undefined),
			disabled: () => customTools.disabledOn(name),
		},
		use,
		apply: async names => {
			const before = servers.configs().map(each => each.name);
			await servers.apply(plan());
			await customTools.refresh();
			const left = new Set(servers.configs().map(each => each.name));
			for (const server of before.filter(each => !left.has(each))) {
				watches.forget(server);
				report({type: 'server-removed', server});
			}
			if (names !== undefined || isNarrowed) {
				use(names);
			}
		},
	};
};
