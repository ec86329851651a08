import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {type App, createApp} from './app/create-app.ts';
import {openSession, type SessionChoice} from './app/open-session.ts';
import {
	chooseModel,
	composeModels,
	modelObstacle,
	noModelFailure,
	refusedModel,
	tellLocalModels,
} from './compose-models.ts';
import {findSurroundings, ownConfigFile, readUserSettings, version} from './compose-settings.ts';
import {createToolbox, readResultName, toolboxName, withDemoFiles} from './compose-toolbox.ts';
import {createPolicy} from './core/approvals/create-policy.ts';
import {noSettings} from './core/config/read-settings.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {createResultStore, resultsFolder} from './core/sessions/result-store.ts';
import type {ApprovalMode} from './domain/approval.ts';
import type {AppEvent, AppFact} from './domain/event.ts';
import type {Failure} from './domain/failure.ts';
import type {Schedule} from './domain/ports.ts';
import type {McpServers, ServerRequests} from './domain/server-ports.ts';

export type ComposeOptions = {
	/** Which model; without it the configuration, the keys that are set or, where there is a person, the tour. */
	readonly modelId: string | undefined;
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
	/** `isModelChosen` is false where nobody said which model to use. */
	| {readonly type: 'composed'; readonly app: App; readonly isModelChosen: boolean}
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

const tourId = 'demo/tour';
const toolboxClash = 'Your server "toolbox" is left out: the tour uses that name for its own.';

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
	const sessions = join(folders.data, 'sessions');
	const {session} = options;
	const openedSession = await openSession(
		session.type === 'new' ? {type: 'new', sessionId: newSessionId()} : session,
		{
			folder: sessions,
			onTrouble: failure => report({type: 'saving-failed', failure}),
			onRecovered: () => report({type: 'saving-resumed'}),
		},
	);
	if (openedSession.type === 'refused') {
		return openedSession;
	}
	const {past, sessionId, journal} = openedSession;
	const refuse = async (failure: Failure): Promise<Composed> => {
		await journal.close();
		credentials.close();
		return {type: 'refused', failure};
	};
	const source = {given: options.modelId, past, settings, environment: process.env};
	const chosen = chooseModel(source);
	const isAttended = options.patience !== undefined;
	if (chosen === undefined && !isAttended) {
		return refuse(noModelFailure);
	}
	const obstacle = modelObstacle(settings, options.isDemo);
	const models = composeModels(settings, obstacle, credentials, newId);
	const opened = await models.open(chosen ?? tourId, new AbortController().signal);
	if (opened.type === 'refused') {
		return refuse(obstacle === undefined ? refusedModel(opened.failure, source) : opened.failure);
	}

	const isTour = opened.model.id === tourId;
	const demoFolder = join(folders.data, 'demo');
	const folder = resultsFolder(sessions, sessionId);
	const taken = [...settings.servers, ...settings.refusedServers].map(({name}) => name);
	const name = toolboxName(taken, isTour);
	const results = createResultStore({
		readTool: readResultName(name),
		...(folder === undefined ? {} : {folder}),
	});
	const toolbox = createToolbox({
		version,
		name,
		...(isTour ? {tourFolder: demoFolder} : {}),
		results,
		servers: () => servers,
		// Nothing is searched before there is an app.
		isUsable: tool => app.isUsable(tool),
	});
	const others = settings.servers.filter(({name}) => name !== toolbox.config.name);
	const clash = others.length < settings.servers.length;
	const configs = [...others, toolbox.config];
	const ownFile = ownConfigFile(folders);
	let requests: ServerRequests | undefined;
	const servers: McpServers = createToolServers({
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
		localServers: {[toolbox.config.name]: toolbox.serve},
	});
	const closable: typeof servers = {
		...servers,
		close: async () => {
			await Promise.all([servers.close(), memory.settled(), models.close()]);
			credentials.close();
		},
	};
	const app: App = createApp({
		model: opened.model,
		suggestPrompt: opened.suggestPrompt,
		models,
		results,
		ownTools: toolbox.ownTools,
		refused: settings.refusedServers,
		openUrl: async url => {
			const {openBrowser} = await import('./core/mcp/auth/open-browser.ts');
			return openBrowser(url, {platform: process.platform, environment: process.env});
		},
		servers: isTour ? withDemoFiles(closable, demoFolder, fact => report(fact)) : closable,
		policy: createPolicy({
			trustedTools: settings.trustedTools,
			trustedServers: configs
				.filter(config => config === toolbox.config || config.source === ownFile)
				.map(({name}) => name),
			allowedTools: options.allowedTools,
			disallowedTools: options.disallowedTools,
			ownTools: [toolbox.ownTools.searchTools, toolbox.ownTools.readResult],
		}),
		journal,
		sessionId,
		past,
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
	if (isAttended) {
		startEagerServers(servers);
	}
	if (chosen === undefined) {
		tellLocalModels(models, report);
	}
	return {type: 'composed', app, isModelChosen: chosen !== undefined};
};
