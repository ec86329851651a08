import {randomBytes} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type App, createApp} from './app/create-app.ts';
import {openSession, type SessionChoice} from './app/open-session.ts';
import {findSurroundings, ownConfigFile, readUserSettings, version} from './compose-settings.ts';
import {createPolicy} from './core/approvals/create-policy.ts';
import {noSettings} from './core/config/read-settings.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {openModel} from './core/models/open-model.ts';
import type {ApprovalMode} from './domain/approval.ts';
import type {AppEvent, AppFact} from './domain/event.ts';
import {describeError, type Failure} from './domain/failure.ts';
import type {Schedule, ToolServers} from './domain/ports.ts';
import type {ServerConfig} from './domain/server.ts';
import type {LocalChannel, McpServers, ServerRequests} from './domain/server-ports.ts';
import {sleep} from './support/sleep.ts';

export type ComposeOptions = {
	readonly modelId: string;
	/** The tour alone: no file of the user is read. */
	readonly isDemo: boolean;
	readonly configFiles: readonly string[];
	readonly isStrict: boolean;
	readonly approvalMode: ApprovalMode | undefined;
	readonly allowedTools: readonly string[];
	readonly disallowedTools: readonly string[];
	readonly maxSteps: number;
	readonly session: Exclude<SessionChoice, {type: 'new'}> | {readonly type: 'new'};
	/** How long a turn waits for servers that are slow to start; without it, as long as they may take. */
	readonly patience?: number;
	readonly onEvent?: (event: AppEvent) => void;
};

export type Composed =
	| {readonly type: 'composed'; readonly app: App}
	| {readonly type: 'refused'; readonly failure: Failure};

export const schedule: Schedule = (run, milliseconds) => {
	const timer = setTimeout(run, milliseconds);
	return () => clearTimeout(timer);
};

const newId = (): string => randomBytes(8).toString('hex');

/** Sorts by time, and two started in the same second still differ. */
const newSessionId = (): string => {
	const stamp = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
	return `${stamp}-${randomBytes(3).toString('hex')}`;
};

const toolboxName = 'toolbox';
const toolboxClash = `Your server "${toolboxName}" is left out: the tour uses that name for its own.`;

/** The built-in tools, in this process. */
const toolboxServer: ServerConfig = {
	name: toolboxName,
	type: 'in-memory',
	connectTimeout: 30_000,
	requestTimeout: 60_000,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
};

const serveToolbox = async (root: string, channel: LocalChannel): Promise<void> => {
	const {serveToolboxLocally} = await import('./core/toolbox/serve-locally.ts');
	await serveToolboxLocally({roots: [root], mode: 'act', version, now: Date.now}, channel);
};

/** The tour works on files of its own. They are written before its server starts, not before the first frame. */
const withDemoFiles = (servers: ToolServers, folder: string, report: App['report']): ToolServers => {
	let written: Promise<void> | undefined;
	const write = async (): Promise<void> => {
		const {writeDemoFiles} = await import('./core/models/demo/write-demo-files.ts');
		await writeDemoFiles(folder);
	};
	return {
		...servers,
		async connect(signal) {
			written ??= write().catch((error: unknown) => {
				const text = `The sample files of the tour could not be written: ${describeError(error)}. Set MCP_TUI_HOME to a folder that can be written.`;
				report({type: 'notice-raised', tone: 'warning', text});
			});
			await written;
			await servers.connect(signal);
		},
	};
};

/** Servers come before the app that answers their questions, and ask nothing before they are started. */
const bindLate = (find: () => ServerRequests | undefined): ServerRequests => ({
	elicit: async (...request) => (await find()?.elicit(...request)) ?? {action: 'cancel'},
	sample: async (...request) =>
		(await find()?.sample(...request)) ?? {
			type: 'refused',
			failure: {code: 'not-ready', message: 'The chat is not ready yet.'},
		},
	signIn: async (...request) => (await find()?.signIn(...request)) ?? {type: 'declined'},
	roots: () => find()?.roots() ?? [],
});

/** Those that the user wants at once. The first frame comes before them. */
const startEagerServers = (servers: McpServers): void => {
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

/** The one place that knows every layer and wires it. */
export const compose = async (options: ComposeOptions): Promise<Composed> => {
	// What is said before there is an app to say it to is kept.
	const early: AppFact[] = [];
	let report: App['report'] = fact => {
		early.push(fact);
	};
	const surroundings = findSurroundings(text => report({type: 'notice-raised', tone: 'info', text}));
	const {folders, credentials, memory} = surroundings;
	const read = options.isDemo
		? {type: 'read' as const, settings: noSettings}
		: await readUserSettings(surroundings, options);
	if (read.type === 'refused') {
		return read;
	}
	const {settings} = read;
	const opened = await openModel(options.modelId, {
		newId,
		now: Date.now,
		sleep,
		readTextFile: path => readFile(path, 'utf8'),
	});
	if (opened.type === 'refused') {
		return opened;
	}

	const {session} = options;
	const openedSession = await openSession(
		session.type === 'new' ? {type: 'new', sessionId: newSessionId()} : session,
		{
			folder: join(folders.data, 'sessions'),
			onTrouble: failure => report({type: 'saving-failed', failure}),
			onRecovered: () => report({type: 'saving-resumed'}),
		},
	);
	if (openedSession.type === 'refused') {
		return openedSession;
	}
	const isTour = options.modelId === 'demo/tour';
	const demoFolder = join(folders.data, 'demo');
	const clash = isTour && settings.servers.some(({name}) => name === toolboxName);
	const others = settings.servers.filter(({name}) => !clash || name !== toolboxName);
	const configs = [...others, ...(isTour ? [toolboxServer] : [])];
	const ownFile = ownConfigFile(folders);
	let requests: ServerRequests | undefined;
	const servers = createToolServers({
		servers: configs,
		version,
		now: Date.now,
		...(options.patience === undefined ? {} : {patience: options.patience}),
		onStatus: (server, status) => report({type: 'server-status-changed', server, status}),
		onNotice: (server, notice) => report({type: 'server-noticed', server, notice}),
		// No server is started before there is an app.
		requests: bindLate(() => requests),
		asksToSignIn: true,
		credentials,
		memory,
		localServers: {[toolboxName]: channel => serveToolbox(demoFolder, channel)},
	});
	const closable: typeof servers = {
		...servers,
		close: async () => {
			await Promise.all([servers.close(), memory.settled()]);
			credentials.close();
		},
	};
	const app = createApp({
		model: opened.model,
		suggestPrompt: opened.suggestPrompt,
		refused: settings.refusedServers,
		openUrl: async url => {
			const {openBrowser} = await import('./core/mcp/auth/open-browser.ts');
			return openBrowser(url, {platform: process.platform, environment: process.env});
		},
		servers: isTour ? withDemoFiles(closable, demoFolder, fact => report(fact)) : closable,
		policy: createPolicy({
			trustedTools: settings.trustedTools,
			trustedServers: configs
				.filter(config => config === toolboxServer || config.source === ownFile)
				.map(({name}) => name),
			allowedTools: options.allowedTools,
			disallowedTools: options.disallowedTools,
		}),
		journal: openedSession.journal,
		sessionId: openedSession.sessionId,
		past: openedSession.past,
		now: Date.now,
		newId,
		schedule,
		version,
		cwd: process.cwd(),
		maxSteps: options.maxSteps,
		approvalMode: options.approvalMode ?? settings.toolApproval ?? 'always-ask',
		...(options.onEvent === undefined ? {} : {onEvent: options.onEvent}),
	});
	report = app.report;
	requests = app.serverRequests;
	const notices = [...settings.problems, ...openedSession.notices, ...(clash ? [toolboxClash] : [])];
	const warnings = notices.map((text): AppFact => ({type: 'notice-raised', tone: 'warning', text}));
	for (const fact of [...early, ...warnings]) {
		report(fact);
	}
	if (options.patience !== undefined) {
		startEagerServers(servers);
	}
	return {type: 'composed', app};
};
