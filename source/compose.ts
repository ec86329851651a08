import {randomBytes} from 'node:crypto';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {type App, createApp} from './app/create-app.ts';
import {createPolicy} from './core/approvals/create-policy.ts';
import {findFolders} from './core/config/folders.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {openModel} from './core/models/open-model.ts';
import type {ApprovalMode} from './domain/approval.ts';
import type {AppEvent} from './domain/event.ts';
import {describeError, type Failure} from './domain/failure.ts';
import type {Journal, Schedule} from './domain/ports.ts';
import type {ServerConfig, ServerStatus} from './domain/server.ts';
import {sleep} from './support/sleep.ts';

export type ComposeOptions = {
	readonly modelId: string;
	/** Adds the built-in tools as a server, over sample files when it is the demo. */
	readonly configFiles: readonly string[];
	readonly isStrict: boolean;
	readonly approvalMode: ApprovalMode | undefined;
	readonly allowedTools: readonly string[];
	readonly disallowedTools: readonly string[];
	readonly maxSteps: number;
	readonly hasSession: boolean;
	readonly isDemo: boolean;
	readonly onEvent?: (event: AppEvent) => void;
};

export type Composed =
	| {readonly type: 'composed'; readonly app: App; readonly sessionId: string}
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

const noJournal: Journal = {
	append: () => undefined,
	flush: async () => undefined,
	close: async () => undefined,
};

const writeDemoFiles = async (folder: string): Promise<void> => {
	const {demoFiles} = await import('./core/models/demo/demo-files.ts');
	for (const [name, text] of Object.entries(demoFiles)) {
		const file = join(folder, name);
		await mkdir(dirname(file), {recursive: true, mode: 0o700});
		await writeFile(file, text, {mode: 0o600});
	}
};

/** The built-in tools, run as a server of their own by the same program. */
const toolboxServer = (cwd: string): ServerConfig => ({
	name: 'toolbox',
	type: 'stdio',
	command: process.execPath,
	args: [process.argv[1] ?? '', 'serve'],
	env: process.env.MCP_TUI_HOME === undefined ? {} : {MCP_TUI_HOME: process.env.MCP_TUI_HOME},
	cwd,
	connectTimeout: 30_000,
	requestTimeout: 60_000,
	disabled: false,
});

type Settings = {
	readonly servers: readonly ServerConfig[];
	readonly toolApproval?: ApprovalMode;
	readonly trustedTools: readonly string[];
	readonly problems: readonly string[];
};

const noSettings: Settings = {servers: [], trustedTools: [], problems: []};

const readOptional = async (file: string): Promise<string | undefined> => {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
			return undefined;
		}
		throw error;
	}
};

/** Later files win over earlier ones, server by server. */
const merge = (first: Settings, second: Settings): Settings => ({
	...first,
	...second,
	servers: [
		...first.servers.filter(({name}) => !second.servers.some(other => other.name === name)),
		...second.servers,
	],
	trustedTools: [...first.trustedTools, ...second.trustedTools],
	problems: [...first.problems, ...second.problems],
});

const readSettings = async (
	{configFiles, isStrict}: ComposeOptions,
	configFolder: string,
): Promise<Settings | Failure> => {
	let settings = noSettings;
	const own = isStrict ? [] : [{file: join(configFolder, 'config.json'), isOptional: true}];
	for (const {file, isOptional} of [...own, ...configFiles.map(path => ({file: path, isOptional: false}))]) {
		try {
			const text = await readOptional(file);
			if (text !== undefined) {
				const {readConfig} = await import('./core/config/read-config.ts');
				settings = merge(settings, readConfig(file, text, process.env));
			} else if (!isOptional) {
				return {code: 'bad-config', message: `There is no file ${file}.`};
			}
		} catch (error) {
			return {code: 'bad-config', message: `Cannot read ${file}: ${describeError(error)}`};
		}
	}
	return settings;
};

const openSession = async (folder: string, sessionId: string, report: App['report']): Promise<Journal> => {
	const {createJournal} = await import('./core/sessions/journal.ts');
	return createJournal({
		file: join(folder, `${sessionId}.jsonl`),
		onTrouble: failure => report({type: 'saving-failed', failure}),
		onRecovered: () => report({type: 'saving-resumed'}),
	});
};

/** The one place that knows every layer and wires it. */
export const compose = async (options: ComposeOptions): Promise<Composed> => {
	const folders = findFolders(process.env, homedir(), process.platform);
	const settings = options.isDemo ? noSettings : await readSettings(options, folders.config);
	if ('code' in settings) {
		return {type: 'refused', failure: settings};
	}
	const opened = await openModel(options.modelId, {
		newId,
		now: Date.now,
		sleep,
		readTextFile: path => readFile(path, 'utf8'),
	});
	if (opened.type === 'refused') {
		return opened;
	}
	const demoFolder = join(folders.data, 'demo');
	const isTour = options.modelId === 'demo/tour';
	if (isTour) {
		await writeDemoFiles(demoFolder);
	}

	// Reports may arrive while the app is being built: the journal and the servers come first.
	let report: App['report'] = () => undefined;
	const sessionId = newSessionId();
	const servers = createToolServers({
		servers: [...settings.servers, ...(isTour ? [toolboxServer(demoFolder)] : [])],
		version,
		now: Date.now,
		onStatus: (server: string, status: ServerStatus) =>
			report({type: 'server-status-changed', server, status}),
	});
	const app = createApp({
		model: opened.model,
		suggestPrompt: opened.suggestPrompt,
		servers,
		policy: createPolicy({
			trustedTools: settings.trustedTools,
			allowedTools: options.allowedTools,
			disallowedTools: options.disallowedTools,
		}),
		journal: options.hasSession
			? await openSession(join(folders.data, 'sessions'), sessionId, fact => report(fact))
			: noJournal,
		now: Date.now,
		newId,
		schedule,
		sessionId,
		version,
		cwd: process.cwd(),
		maxSteps: options.maxSteps,
		approvalMode: options.approvalMode ?? settings.toolApproval ?? 'always-ask',
		...(options.onEvent === undefined ? {} : {onEvent: options.onEvent}),
	});
	report = app.report;
	for (const text of settings.problems) {
		app.report({type: 'notice-raised', tone: 'warning', text});
	}
	return {type: 'composed', app, sessionId};
};
