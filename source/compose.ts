import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import type {App} from './app/app.ts';
import {createApp} from './app/create-app.ts';
import {openSession} from './app/open-session.ts';
import {askOnStart, keepInputIn} from './compose-asks.ts';
import {composeBench} from './compose-bench.ts';
import {composeChatServers, freeToolboxName, startEagerServers} from './compose-chat-servers.ts';
import {chooseAssistant} from './compose-choice.ts';
import {approvalsOf, assistantsOf, load, serversOf, unusedServers, watchedFiles} from './compose-load.ts';
import {composeLiveModels, openFirstModel} from './compose-models.ts';
import type {Composed, ComposeOptions} from './compose-options.ts';
import {recordModels} from './compose-recording.ts';
import {createReloading, followAssistant, narrowMode} from './compose-reload.ts';
import {tellTapes} from './compose-replay.ts';
import {toSessionChoice} from './compose-sessions.ts';
import {findSurroundings, ownConfigFile, version} from './compose-settings.ts';
import {composeSetup} from './compose-setup.ts';
import {createReporter, tellTheme, withCare} from './compose-start.ts';
import {createTourServers, readResultName, toolboxClash} from './compose-toolbox.ts';
import {composeToolBooks} from './compose-tools.ts';
import {composeTrust} from './compose-trust.ts';
import {createResultStore, resultsFolder} from './core/sessions/result-store.ts';
import type {Failure} from './domain/failure.ts';
import type {ServerRequests} from './domain/server-ports.ts';
import {tourId} from './domain/tour.ts';
import {redactor} from './program-redactor.ts';
import {schedule} from './support/schedule.ts';

const newId = (): string => randomBytes(8).toString('hex');
const loadChecks = () => import('./compose-check-up.ts');

/** The one place that knows every layer and wires it. */
export const compose = async (options: ComposeOptions): Promise<Composed> => {
	const {report, say, tellTrouble, attach} = createReporter();
	const surroundings = (options.findSurroundings ?? findSurroundings)({
		onWait: text => say('info', text),
		onTrouble: tellTrouble,
		...(options.askPassphrase === undefined ? {} : {askPassphrase: options.askPassphrase}),
	});
	const {folders, credentials, memory, times, openState} = surroundings;
	const cwd = process.cwd();
	const loadOptions = {...options, cwd};
	const {isAttended = false} = options;
	const {replay, recording} = options;
	tellTapes(say, replay, isAttended, recording);
	const read = await load(surroundings, {...loadOptions, defersSecrets: isAttended});
	if (read.type === 'refused') {
		return read;
	}
	let loaded = read.loaded;
	const sessions = join(folders.data, 'sessions');
	const openedSession = await openSession(toSessionChoice(options.session), {
		folder: sessions,
		now: Date.now,
		onTrouble: failure => report({type: 'saving-failed', failure}),
		onRecovered: () => report({type: 'saving-resumed'}),
	});
	if (openedSession.type === 'refused') {
		return openedSession;
	}
	const {past, sessionId, journal} = openedSession;
	const refuse = async (failure: Failure): Promise<Composed> => {
		await journal.close();
		credentials.close();
		return {type: 'refused', failure};
	};
	const choice = chooseAssistant(
		loaded,
		{...options, toolbox: freeToolboxName(loaded, false, replay?.servers)},
		past,
	);
	if (choice.type === 'refused') {
		return refuse(choice.failure);
	}
	const {assistant: wanted, isGiven, loss} = choice;
	const live = composeLiveModels(() => loaded.config, options.isDemo, credentials, newId);
	const models = recordModels(replay?.models ?? live, recording);
	const source = {
		given: options.modelId,
		wished: isGiven ? wanted?.model : undefined,
		past,
		settings: loaded.config,
		environment: process.env,
	};
	const first = await openFirstModel(models, source, isAttended);
	if (first.type === 'refused') {
		return refuse(first.failure);
	}
	const {opened, isChosen} = first;

	const isTour = opened.model.id === tourId;
	const demoFolder = join(folders.data, 'demo');
	const folder = resultsFolder(sessions, sessionId);
	const name = freeToolboxName(loaded, isTour, replay?.servers);
	const results = createResultStore({
		readTool: readResultName(name),
		redact: redactor.redactAll,
		...(folder === undefined ? {} : {folder}),
	});
	/** Whoever chooses a real model after the tour works in their own folder from then on. */
	let modelInUse = opened.model.id;
	const tourFolder = (): string | undefined => (modelInUse === tourId ? demoFolder : undefined);
	const isPlayed = replay?.servers !== undefined;
	const leavesNothing = isTour || isPlayed;
	const books = composeToolBooks({openState, leavesNothing, keepsSession: folder !== undefined});
	const ownFile = ownConfigFile(folders);
	let requests: ServerRequests | undefined;
	const {servers, toolbox, traffic, watches, configOf, toolsOf, known, custom, use, apply} =
		composeChatServers({
			surroundings,
			loaded: () => loaded,
			only: options.onlyServers,
			toolboxName: name,
			tourFolder,
			isStrict: options.isStrict,
			results,
			sessions: () => (folder === undefined || tourFolder() !== undefined ? undefined : bench.sessions),
			isAttended,
			report,
			// Nothing is searched before there is an app.
			isUsable: tool => app.isUsable(tool),
			requests: () => requests,
			replayed: replay?.servers,
			recording,
		});
	const approvals = () => approvalsOf(loaded, app.assistant(), ownFile);
	const trust = composeTrust({
		openState,
		settings: approvals,
		isOwnServer: server =>
			server === name || (replay?.servers?.isOwn(server) ?? configOf(server)?.source === ownFile),
		isReplayed: server => replay?.servers?.isReplayed(server) === true,
		isPlayed,
		allowedTools: options.allowedTools,
		disallowedTools: options.disallowedTools,
		ownTools: [toolbox.ownTools.searchTools, toolbox.ownTools.readResult],
		foreignTools: toolbox.foreignTools,
		privateTools: toolbox.privateTools,
		configOf,
		toolsOf,
		toolbox: name,
		known,
		newId,
		onGrants: grants => report({type: 'grants-changed', grants}),
		onTrouble: tellTrouble,
	});
	// Nobody waits for it: every step reads what is allowed before it asks anybody.
	void trust.grants.refresh();
	const reloading = createReloading({
		files: isAttended ? watchedFiles(surroundings, loadOptions) : [],
		load: () => load(surroundings, loadOptions, read.loaded),
		current: () => loaded,
		take: async next => {
			const {setApprovalMode} = app;
			narrowMode({getMode: () => app.getState().approvalMode, setApprovalMode}, loaded, next);
			tellTheme(report, loaded.config.look, next.config.look);
			const before = app.assistant();
			loaded = next;
			await apply(app.assistant()?.servers);
			await followAssistant(app, before);
			await app.refreshDefinitions();
			asks.look();
		},
		servers: () => servers.configs(),
		theme: () => app.getState().theme ?? loaded.config.look.theme ?? 'auto',
		approval: () => ({mode: app.getState().approvalMode, ofAssistant: app.assistant()?.toolApproval}),
		report,
	});
	const closable = withCare(servers, {
		settle: () => Promise.all([asks.settled(), reloading.settled()]),
		stop: reloading.close,
		close: () => Promise.all([memory.settled(), isPlayed || times.settled(), models.close(), books.close()]),
		closed: credentials.close,
	});
	const app: App = createApp({
		model: opened.model,
		suggestPrompt: opened.suggestPrompt,
		models,
		results,
		...(folder === undefined
			? {}
			: {
					keepImage: async image => (await import('./core/sessions/image-file.ts')).saveImage(folder, image),
				}),
		offers: servers,
		ownTools: toolbox.ownTools,
		refused: () => unusedServers(loaded),
		openUrl: async url => {
			const {openBrowser} = await import('./core/mcp/auth/open-browser.ts');
			return openBrowser(url, {platform: process.platform, environment: process.env});
		},
		...(isPlayed ? {servers: closable} : createTourServers(closable, {tourFolder, toolbox: name, report})),
		...trust.forApp,
		approvals,
		assistants: () => assistantsOf(loaded),
		unusableAssistants: () => loaded.config.refusedAssistants,
		useServers: use,
		uses: books.uses,
		tries: books.tries,
		keepInput: keepInputIn(surroundings),
		checkUp: async signal => (await loadChecks()).checkUp(surroundings, loaded, signal),
		configFiles: async () => (await loadChecks()).configFiles(surroundings, loadOptions),
		configuredTheme: () => loaded.config.look.theme,
		...(options.isDemo
			? {}
			: {keepTheme: async theme => (await loadChecks()).keepTheme(surroundings, theme)}),
		sessions: () => bench.sessions,
		journal,
		sessionId,
		past,
		now: Date.now,
		newId,
		schedule,
		version,
		cwd,
		maxSteps: options.maxSteps,
		approvalMode:
			options.approvalMode ??
			wanted?.toolApproval ??
			(loss === undefined ? loaded.config.approvals.toolApproval : undefined) ??
			'always-ask',
		...(options.workMode === undefined ? {} : {workMode: options.workMode}),
		...(isGiven && wanted !== undefined ? {assistant: wanted.name} : {}),
		redact: redactor.redactAll,
		onEvent: event => {
			options.onEvent?.(event);
			if (event.type === 'model-changed') {
				modelInUse = event.model;
				void apply(app.assistant()?.servers);
				asks.look();
			}
		},
	});
	requests = app.serverRequests;
	recording?.listen(tellTrouble);
	const warnings = [
		...loaded.problems,
		...openedSession.notices,
		...toolboxClash(name, serversOf(loaded)),
		...(loss === undefined ? [] : [loss]),
	];
	attach(app.report, warnings);
	const asks = askOnStart({
		app,
		isAttended,
		isNeeded: () => tourFolder() === undefined,
		loaded: () => loaded,
		openState,
		credentials,
		reload: reloading.reload,
		report,
	});
	if (loaded.isDeferred === true) {
		// Nobody waits for it but the first message.
		void reloading.reload();
	} else {
		asks.look();
	}
	if (isAttended && !isTour) {
		startEagerServers(servers);
	}
	const setup = composeSetup({
		surroundings,
		models,
		app,
		configs: () => serversOf(loaded),
		environment: process.env,
		cwd,
	});
	const isOpen = isAttended && models.obstacle === undefined;
	const bench = composeBench({
		options,
		surroundings,
		app,
		servers,
		traffic,
		watches,
		custom,
		loaded: () => loaded,
		trust,
		books,
		...(isPlayed ? {} : {times}),
		reload: reloading.reload,
		sessionsFolder: sessions,
		cwd,
		newId,
	});
	return {
		type: 'composed',
		app,
		isModelChosen: isChosen,
		look: loaded.config.look,
		...(isOpen ? {setup} : {}),
		bench,
	};
};
