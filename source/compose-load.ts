import {readAgent} from './compose-agent.ts';
import {noProject, type Project, readProject} from './compose-project.ts';
import {followServers} from './compose-server-times.ts';
import {ownConfigFile, readOwnLook, readUserSettings, type Surroundings} from './compose-settings.ts';
import {mergeApprovals} from './core/config/merge-approvals.ts';
import {projectFilesIn} from './core/config/project/project-paths.ts';
import type {Config} from './core/config/read-config.ts';
import {noSettings} from './core/config/read-settings.ts';
import {type ApprovalSettings, noApprovals} from './domain/approval.ts';
import type {Assistant} from './domain/assistant.ts';
import type {Failure} from './domain/failure.ts';
import type {ServerConfig} from './domain/server.ts';
import type {McpServers} from './domain/server-ports.ts';
import {toolboxToolNames} from './domain/toolbox-tool-names.ts';
import {learnSecrets} from './program-redactor.ts';
import type {KnownNames} from './support/tool-rule.ts';

export type LoadOptions = {
	/** The tour alone: no file of the user is read. */
	readonly isDemo: boolean;
	readonly configFiles: readonly string[];
	readonly isStrict: boolean;
	readonly trustsProject: boolean;
	/** The servers of the user's own file do not count. */
	readonly withoutOwnServers?: boolean | undefined;
	/** The secrets of servers are looked up when the files are read again. */
	readonly defersSecrets?: boolean;
	readonly agentFile: string | undefined;
	readonly cwd: string;
};

type Agent = {
	readonly assistant: Assistant;
	readonly servers: readonly ServerConfig[];
	readonly warnings: readonly string[];
};

/** Everything that files say, as it was when they were read. */
export type Loaded = {
	readonly config: Config;
	readonly project: Project;
	readonly agent?: Agent;
	/** One line each, of all files. */
	readonly problems: readonly string[];
	/** Servers are missing whose secrets have not been looked up; nothing is complained about yet. */
	readonly isDeferred?: boolean;
};

export type LoadedRead =
	| {readonly type: 'loaded'; readonly loaded: Loaded}
	| {readonly type: 'refused'; readonly failure: Failure};

const badAgent = (path: string, problems: readonly string[]): LoadedRead => ({
	type: 'refused',
	failure: {
		code: 'bad-agent',
		message: problems.join('\n'),
		hint: `Correct the agent file; nothing was started. Check it with: mcp-tui agent validate ${path}`,
	},
});

/** Instructions may be in files of their own. Those that cannot be read cost only their assistant. */
const completeAssistants = async (config: Config): Promise<Config> => {
	if (config.assistants.every(({instructionsFile}) => instructionsFile === undefined)) {
		return config;
	}
	const [{readInstructions}, {readSmallText}] = await Promise.all([
		import('./core/config/assistant-entry.ts'),
		import('./core/config/agent/read-small-text.ts'),
	]);
	const read = await Promise.all(config.assistants.map(each => readInstructions(each, readSmallText)));
	const refused = read.flatMap((each, index) => {
		const {name = '', source: file = ''} = config.assistants[index] ?? {};
		const problems = each.type === 'refused' ? [`${each.failure.message} ${each.failure.hint}`] : [];
		return problems.length === 0 ? [] : [{name, file, problems}];
	});
	return {
		...config,
		assistants: read.flatMap(each => (each.type === 'assistant' ? [each.assistant] : [])),
		refusedAssistants: [...config.refusedAssistants, ...refused],
		problems: [...config.problems, ...refused.flatMap(({problems}) => problems)],
	};
};

const namesOf = ({servers, refusedServers}: Config): ReadonlySet<string> =>
	new Set([...servers, ...refusedServers].map(({name}) => name));

/** Everything that may be named, whether it can be used or not. The built-in server has another name where its own is taken. */
const knownServers = (
	config: Config,
	{trusted, waiting, refused}: Project,
	ofAgent: readonly ServerConfig[],
): readonly string[] => [
	...[...config.servers, ...config.refusedServers, ...trusted, ...waiting, ...refused, ...ofAgent].map(
		({name}) => name,
	),
	'toolbox',
	'mcp-tui-toolbox',
];

/**
 * The files that are read again when they change. Those that the command line names are not: whoever named them saw
 * them as they were, and what they start later nobody has seen.
 */
export const watchedFiles = ({folders}: Surroundings, options: LoadOptions): readonly string[] =>
	options.isDemo ? [] : [ownConfigFile(folders), ...(options.isStrict ? [] : projectFilesIn(options.cwd))];

/** The servers of files that are not the user's own stay what they were at the start. */
const keepForeign = (config: Config, first: Config, ownFile: string): Config => {
	const isOwn = ({source}: ServerConfig): boolean => source === ownFile;
	const foreign = first.servers.filter(server => !isOwn(server));
	const taken = new Set(foreign.map(({name}) => name));
	const isChanged =
		JSON.stringify(config.servers.filter(server => !isOwn(server))) !== JSON.stringify(foreign);
	return {
		...config,
		servers: [...config.servers.filter(server => isOwn(server) && !taken.has(server.name)), ...foreign],
		problems: isChanged
			? [
					...config.problems,
					'A file given with --mcp-config has changed. Its servers stay what they were; start again to use the new ones.',
				]
			: config.problems,
	};
};

/**
 * Reads the user's configuration, the files of the command line, the project's and the agent's. `first` is what was
 * read at the start, when they are read again.
 */
export const load = async (
	surroundings: Surroundings,
	options: LoadOptions,
	first?: Loaded,
): Promise<LoadedRead> => {
	const {cwd, agentFile} = options;
	if (options.isDemo) {
		const config = {...noSettings, look: await readOwnLook(surroundings.folders)};
		return {type: 'loaded', loaded: {config, project: noProject(cwd), problems: []}};
	}
	const {openState, folders} = surroundings;
	const [read, agent] = await Promise.all([
		readUserSettings(surroundings, options),
		agentFile === undefined || first !== undefined ? undefined : readAgent(agentFile),
	]);
	if (read.type === 'refused') {
		return read;
	}
	if (agentFile !== undefined && agent?.type === 'refused') {
		return badAgent(agentFile, agent.problems);
	}
	const complete = await completeAssistants(read.settings);
	const config = first === undefined ? complete : keepForeign(complete, first.config, ownConfigFile(folders));
	const given = first?.project.trusted.map(({print}) => print) ?? [];
	const project = options.isStrict
		? noProject(cwd)
		: await readProject({
				cwd,
				openState,
				trusts: options.trustsProject ? (first === undefined ? 'all' : new Set(given)) : new Set(),
				ownNames: namesOf(config),
			});
	const used = agent?.type === 'read' ? agent : first?.agent;
	const named = options.isStrict ? [] : (config.named ?? []);
	const unknown =
		named.length === 0
			? []
			: (await import('./core/config/unknown-names.ts')).unknownNames(
					named,
					knownServers(config, project, used?.servers ?? []),
				);
	const loaded: Loaded = {
		config,
		project,
		...(used === undefined ? {} : {agent: used}),
		...(read.isDeferred === true ? {isDeferred: true} : {}),
		problems:
			read.isDeferred === true
				? []
				: [
						...config.problems,
						...unknown.map(({line}) => line),
						...project.problems,
						...((agent ?? first?.agent)?.warnings ?? []),
					],
	};
	learnSecrets(serversOf(loaded));
	followServers(surroundings, {...options, ofAgent: used?.servers ?? []});
	return {type: 'loaded', loaded};
};

/** The user's own servers, then the project's; those of an agent are the ones that it means. */
export const serversOf = ({config, project, agent}: Loaded): readonly ServerConfig[] => {
	const ofProject = project.trusted.flatMap(({server}) => server ?? []);
	const ofAgent = agent?.servers ?? [];
	const meant = new Set(ofAgent.map(({name}) => name));
	return [...[...config.servers, ...ofProject].filter(({name}) => !meant.has(name)), ...ofAgent];
};

type UnusedServer = Config['refusedServers'][number] & {
	/** Nothing is wrong with it: it comes with the folder, and waits for the user's word. */
	readonly isUntrusted?: true;
	/** The user has said that they do not want it. */
	readonly isUnwanted?: true;
};

const untrusted = ({name, file, runs}: Project['waiting'][number], why: string): UnusedServer => ({
	name,
	file,
	disabled: false,
	isUntrusted: true,
	problems: [`${file}  ${why}, so nothing of it is started or contacted: ${runs}`],
});

/** What is named in files and is not used, with the reason. */
export const unusedServers = ({config, project}: Loaded): readonly UnusedServer[] => [
	...config.refusedServers,
	...project.waiting.map(server => untrusted(server, 'not trusted yet')),
	...project.refused.map(server => ({...untrusted(server, 'not wanted by you'), isUnwanted: true as const})),
];

export const assistantsOf = ({config, agent}: Loaded): readonly Assistant[] =>
	agent === undefined
		? config.assistants
		: [...config.assistants.filter(({name}) => name !== agent.assistant.name), agent.assistant];

/** What the files say about approvals while an assistant is in use. A project can only narrow it. */
export const approvalsOf = (
	{config: {approvals}, project}: Loaded,
	assistant: Assistant | undefined,
	ownFile: string,
): ApprovalSettings => {
	const merged = mergeApprovals(mergeApprovals(approvals, project.approvals), {
		...noApprovals,
		askOnUntrustedContent: assistant?.askOnUntrustedContent,
	});
	return assistant?.source === ownFile
		? {...merged, trustedTools: [...merged.trustedTools, ...assistant.trustedTools]}
		: merged;
};

/** All servers that are configured, used or not, and the tools that are known of them; those of the toolbox always are. */
export const knownNames = (
	loaded: Loaded,
	{configs, tools}: Pick<McpServers, 'configs' | 'tools'>,
	toolbox: string,
): KnownNames => ({
	servers: [
		...new Set([
			...[...configs(), ...serversOf(loaded), ...unusedServers(loaded)].map(({name}) => name),
			toolbox,
		]),
	],
	tools: [
		...tools().map(({definition}) => definition),
		...[...toolboxToolNames, ...loaded.config.customTools.map(({name}) => name)].map(tool => ({
			server: toolbox,
			tool,
		})),
	],
	toolbox,
});
