import {randomBytes} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {type App, createApp} from './app/create-app.ts';
import {openSession, type SessionChoice} from './app/open-session.ts';
import {createPolicy} from './core/approvals/create-policy.ts';
import {findFolders} from './core/config/folders.ts';
import {noSettings, readSettings, type SettingsFile} from './core/config/read-settings.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {openModel} from './core/models/open-model.ts';
import type {ApprovalMode} from './domain/approval.ts';
import type {AppEvent, AppFact} from './domain/event.ts';
import {describeError, type Failure} from './domain/failure.ts';
import type {Schedule, ToolServers} from './domain/ports.ts';
import type {ServerConfig} from './domain/server.ts';
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

export const version = process.env.MCP_TUI_VERSION ?? '0.0.0-dev';

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

/** The built-in tools, run as a server of their own by the same program. */
const toolboxServer = (cwd: string): ServerConfig => ({
	name: toolboxName,
	type: 'stdio',
	command: process.execPath,
	args: [process.argv[1] ?? '', 'serve'],
	env: process.env.MCP_TUI_HOME === undefined ? {} : {MCP_TUI_HOME: process.env.MCP_TUI_HOME},
	cwd,
	connectTimeout: 30_000,
	requestTimeout: 60_000,
	disabled: false,
});

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

/** The one place that knows every layer and wires it. */
export const compose = async (options: ComposeOptions): Promise<Composed> => {
	const folders = findFolders(process.env, homedir(), process.platform);
	const own: SettingsFile = {
		path: join(folders.config, 'config.json'),
		isOwn: true,
		withServers: !options.isStrict,
	};
	const given = options.configFiles.map((path): SettingsFile => ({path, isOwn: false, withServers: true}));
	const read = options.isDemo
		? {type: 'read' as const, settings: noSettings}
		: await readSettings([own, ...given], process.env);
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

	// The servers and the journal come before the app they report to: what they say meanwhile is kept.
	const early: AppFact[] = [];
	let report: App['report'] = fact => {
		early.push(fact);
	};
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
	const servers = createToolServers({
		servers: [...others, ...(isTour ? [toolboxServer(demoFolder)] : [])],
		version,
		now: Date.now,
		...(options.patience === undefined ? {} : {patience: options.patience}),
		onStatus: (server, status) => report({type: 'server-status-changed', server, status}),
	});
	const app = createApp({
		model: opened.model,
		suggestPrompt: opened.suggestPrompt,
		servers: isTour ? withDemoFiles(servers, demoFolder, fact => report(fact)) : servers,
		policy: createPolicy({
			trustedTools: settings.trustedTools,
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
	const notices = [...settings.problems, ...openedSession.notices, ...(clash ? [toolboxClash] : [])];
	const warnings = notices.map((text): AppFact => ({type: 'notice-raised', tone: 'warning', text}));
	for (const fact of [...early, ...warnings]) {
		report(fact);
	}
	return {type: 'composed', app};
};
