import type {App} from './app/app.ts';
import type {CustomTools} from './compose-custom-tools.ts';
import {describeError} from './domain/failure.ts';
import type {OwnTools, ResultStore, ToolServers} from './domain/ports.ts';
import type {ServerConfig} from './domain/server.ts';
import type {LocalChannel, McpServers} from './domain/server-ports.ts';
import type {SessionShelf} from './domain/session-shelf.ts';
import type {OfferedTool, ToolRef} from './domain/tool.ts';
import {
	type ToolboxSettings,
	usualToolboxName as usualName,
	usualToolbox,
} from './domain/toolbox-settings.ts';

/** Where the user has a server of that name, theirs keeps it. */
const freeName = (taken: readonly string[]): string => {
	const others = Array.from({length: taken.length + 1}, (_, index) => `mcp-tui-toolbox${index || ''}`);
	return [usualName, ...others].find(name => !taken.includes(name)) ?? usualName;
};

/** Help with what is too large for a model. They are offered when they are needed, whatever else is. */
const helpers = {searchTools: 'search-tools', readResult: 'read-result'} as const;

/** What servers inside this process have in common. Their tools have limits of their own, of five minutes at most. */
export const insideServer = {
	type: 'in-memory',
	connectTimeout: 30_000,
	requestTimeout: 310_000,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
} as const satisfies Partial<ServerConfig>;

type ToolboxDeps = {
	readonly version: string;
	readonly name: string;
	/** The folder of the tour, as long as it is the tour: there all tools are offered, and in no other folder. */
	readonly tourFolder: () => string | undefined;
	/** As the user's own file says now. */
	readonly settings: () => ToolboxSettings | undefined;
	/** Whether its tools are offered where the user has not said. */
	readonly isUsual: boolean;
	/** Whether the user does not want it in this run, whatever the file says. */
	readonly isLeftOut?: boolean;
	/** Tools of the user's own. They are there whether the built-in ones are wanted or not. */
	readonly customTools?: CustomTools;
	readonly results: Pick<ResultStore, 'read'>;
	/** The user's earlier sessions, where sessions are kept. */
	readonly sessions?: () => SessionShelf | undefined;
	/** The servers come after the toolbox, which is one of them. */
	readonly servers: () => Pick<McpServers, 'tools' | 'setEnabled' | 'start'>;
	/** Whether the model in use could be offered a tool: what it can never call is not to be found. */
	readonly isUsable?: (tool: OfferedTool) => boolean;
};

/** The tour's script calls its tools by their usual name. */
export const toolboxName = (taken: readonly string[], isTour: boolean): string =>
	isTour ? usualName : freeName(taken);

/** Told where a server of the user has the name of the built-in one: neither takes the place of the other unseen. */
export const toolboxClash = (name: string, servers: readonly ServerConfig[]): readonly string[] => {
	const twin = servers.find(server => server.name === usualName);
	if (twin === undefined) {
		return [];
	}
	return [
		name === usualName
			? `Your server "${usualName}" is left out: the tour uses that name for its own.`
			: `The server "${usualName}" of ${twin.source ?? 'your configuration'} has the name of the built-in one, which is called "${name}" here. Rules that deny or ask about "${usualName}" count for both, all others for that server.`,
	];
};

/** How a model calls the tool that reads on in a long result. */
export const readResultName = (toolbox: string): string => `${toolbox}__${helpers.readResult}`;

export type Toolbox = {
	readonly name: string;
	/** As it has to be now. */
	readonly config: () => ServerConfig;
	readonly serve: (channel: LocalChannel) => Promise<void>;
	readonly ownTools: OwnTools;
	/** Those that bring what others have written, although they reach nobody. */
	readonly foreignTools: readonly ToolRef[];
	/** Those that bring what stands in the user's files. */
	readonly privateTools: readonly ToolRef[];
};

/** The built-in tools, in this process. They start when they are first needed. */
export const createToolbox = (deps: ToolboxDeps): Toolbox => {
	const {version, name, results, servers, isUsable = () => true} = deps;
	const isHelper = ({definition}: OfferedTool): boolean =>
		definition.server === name && Object.values<string>(helpers).includes(definition.tool);
	const findTools = (): readonly OfferedTool[] =>
		servers()
			.tools()
			.filter(tool => !isHelper(tool) && isUsable(tool));
	const isWanted = (): boolean =>
		deps.tourFolder() !== undefined ||
		(deps.isLeftOut !== true && (deps.settings()?.isWanted ?? deps.isUsual));
	const customNames = (): readonly string[] =>
		deps.isLeftOut === true ? [] : (deps.customTools?.names() ?? []);
	const roots = (): readonly string[] => {
		const tourFolder = deps.tourFolder();
		return tourFolder === undefined ? (deps.settings()?.roots ?? [process.cwd()]) : [tourFolder];
	};
	return {
		name,
		config() {
			const isTour = deps.tourFolder() !== undefined;
			const {includeTools, excludeTools} = (isTour ? undefined : deps.settings()) ?? usualToolbox;
			return {
				...insideServer,
				name,
				...(includeTools === undefined || !isWanted()
					? {}
					: {includeTools: [...includeTools, ...Object.values(helpers), ...customNames()]}),
				excludeTools,
				disabled: !isWanted() && customNames().length === 0,
				builtFrom: {isWanted: isWanted(), roots: roots(), allowedHosts: deps.settings()?.allowedHosts ?? []},
			};
		},
		async serve(channel) {
			const {serveToolboxLocally} = await import('./core/toolbox/serve-locally.ts');
			const sessions = deps.sessions?.();
			const custom = deps.isLeftOut === true ? undefined : deps.customTools;
			const customTools = await custom?.tools();
			await serveToolboxLocally(
				{
					roots: roots(),
					mode: 'act',
					version,
					tellsReach: true,
					now: Date.now,
					results,
					findTools,
					// The tour is for everybody, also where there is no network.
					...(deps.tourFolder() === undefined
						? {network: {environment: process.env, allowedHosts: deps.settings()?.allowedHosts ?? []}}
						: {}),
					...(sessions === undefined ? {} : {sessions}),
					...(custom === undefined || customTools === undefined
						? {}
						: {customTools, watchCustomTools: custom.watch}),
					...(isWanted() ? {} : {only: Object.values(helpers)}),
				},
				channel,
			);
		},
		foreignTools: [{server: name, tool: 'search-sessions'}],
		privateTools: ['read-file', 'search-files'].map(tool => ({server: name, tool})),
		ownTools: {
			searchTools: {server: name, tool: helpers.searchTools},
			readResult: {server: name, tool: helpers.readResult},
			async start(signal) {
				await servers().setEnabled(name, true);
				await servers().start(name, signal);
			},
		},
	};
};

type TourServersDeps = {
	/** The folder of the tour, as long as it is the tour. */
	readonly tourFolder: () => string | undefined;
	/** The name of the built-in server. */
	readonly toolbox: string;
	readonly report: App['report'];
};

/**
 * The tour works on files of its own, which are written before its server starts and not before the first frame. Its
 * turns start and use the built-in server alone: no server of the user is needed to be shown around.
 */
export const createTourServers = (
	servers: ToolServers & Pick<McpServers, 'start'>,
	{tourFolder, toolbox, report}: TourServersDeps,
): {readonly servers: ToolServers; readonly turnServers: ToolServers} => {
	let written: Promise<void> | undefined;
	const write = async (folder: string): Promise<void> => {
		const {writeDemoFiles} = await import('./core/models/demo/write-demo-files.ts');
		await writeDemoFiles(folder);
	};
	const withFiles = async (folder: string, connect: () => Promise<unknown>): Promise<void> => {
		written ??= write(folder).catch((error: unknown) => {
			const text = `The sample files of the tour could not be written: ${describeError(error)}. Set MCP_TUI_HOME to a folder that can be written.`;
			report({type: 'notice-raised', tone: 'warning', text});
		});
		await written;
		await connect();
	};
	const connectWith = (start: ToolServers['connect']): ToolServers['connect'] => {
		return signal => {
			const folder = tourFolder();
			return folder === undefined ? servers.connect(signal) : withFiles(folder, () => start(signal));
		};
	};
	return {
		servers: {...servers, connect: connectWith(servers.connect)},
		turnServers: {
			...servers,
			connect: connectWith(async signal => {
				await servers.start(toolbox, signal);
			}),
			tools: () =>
				servers.tools().filter(({definition: {server}}) => tourFolder() === undefined || server === toolbox),
		},
	};
};
