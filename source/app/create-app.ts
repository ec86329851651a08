import type {TurnOutcome} from '../core/chat/run-turn.ts';
import {whyUnusable} from '../core/chat/usable-tool.ts';
import {type ApprovalMode, approvalModes} from '../domain/approval.ts';
import type {Ask, AskAnswer} from '../domain/ask.ts';
import type {AppEvent, AppFact, SessionEvent} from '../domain/event.ts';
import type {Message} from '../domain/message.ts';
import type {Model} from '../domain/model.ts';
import type {Models} from '../domain/model-ports.ts';
import type {
	Clock,
	Journal,
	NewId,
	OwnTools,
	Policy,
	ResultStore,
	Schedule,
	ToolServers,
} from '../domain/ports.ts';
import type {ServerRequests} from '../domain/server-ports.ts';
import {isSameTool, type OfferedTool} from '../domain/tool.ts';
import {type AppState, initialState} from '../state/app-state.ts';
import {modelContext} from '../state/model-context.ts';
import {reduce} from '../state/reduce.ts';
import {createStore} from '../state/store.ts';
import {sleep as sleepForReal} from '../support/sleep.ts';
import {createAskQueue} from './ask-queue.ts';
import {createCommandHost} from './command-host.ts';
import type {RefusedEntry} from './commands/command.ts';
import {runCommand} from './commands/run-command.ts';
import {createConversation} from './conversation.ts';
import {createEventLog} from './event-log.ts';
import {systemPrompt} from './instructions.ts';
import {createLogLines} from './log-lines.ts';
import {createModelInUse} from './model-in-use.ts';
import {createPageOpener, type OpenUrl} from './open-page.ts';
import {createQuestionLimit} from './question-limit.ts';
import {createServerRequests} from './server-requests.ts';

export type AppDeps = {
	/** The model at first; `models` are those that it can be changed to. */
	readonly model: Model;
	readonly suggestPrompt: (messages: readonly Message[]) => string | undefined;
	readonly models?: Models;
	readonly servers: ToolServers;
	/** Our own tools among those of the servers. */
	readonly ownTools?: OwnTools;
	/** Where results go that are too long for the conversation. */
	readonly results: ResultStore;
	/** What the model is told about its task, in place of our own words. */
	readonly instructions?: () => string;
	/** The servers whose entry in the configuration could not be used. */
	readonly refused?: readonly RefusedEntry[];
	readonly policy: Policy;
	readonly journal: Journal;
	readonly now: Clock;
	readonly newId: NewId;
	readonly schedule: Schedule;
	/** From 0 to 1, so that not everybody who waits for a provider comes back at the same moment. */
	readonly random?: () => number;
	readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	readonly sessionId: string;
	/** The events of the session so far, if it is an earlier one. */
	readonly past: readonly SessionEvent[];
	readonly version: string;
	readonly cwd: string;
	readonly maxSteps: number;
	readonly approvalMode: ApprovalMode;
	readonly onEvent?: (event: AppEvent) => void;
	/** Shows a page in the user's browser. Without it none can be shown. */
	readonly openUrl?: OpenUrl;
};

/** Everything a front end may do, and the state it may show. */
export type App = {
	readonly getState: () => AppState;
	readonly subscribe: (listener: () => void) => () => void;
	/** A message for the model, or a slash command. */
	readonly submit: (text: string) => void;
	/** A message for the model, whatever it starts with. */
	readonly send: (text: string) => void;
	readonly answer: (askId: string, answer: AskAnswer) => void;
	/** Opens the page that a question is about in the browser. */
	readonly openPage: (askId: string) => void;
	readonly interrupt: () => boolean;
	readonly withdrawQueue: () => string;
	readonly cycleApprovalMode: () => void;
	readonly suggestion: () => string | undefined;
	readonly settled: () => Promise<TurnOutcome | undefined>;
	/** Resolves when a command asked the program to end. */
	readonly exitRequested: Promise<void>;
	/** What servers may ask of the user and of the model. */
	readonly serverRequests: ServerRequests;
	/** Whether the model in use can call a tool at all. */
	readonly isUsable: (tool: OfferedTool) => boolean;
	/** Facts from outside a turn: the servers and the disk. */
	readonly report: (fact: AppFact) => void;
	readonly close: () => Promise<void>;
};

/** A tool that is allowed for the session is not asked about again, nor is a server heard that was muted. */
const isAnsweredAlike = (asked: Ask, given: AskAnswer, other: Ask): boolean => {
	if (asked.kind === 'approval') {
		const isGrant = given.type === 'allow' && given.scope === 'session';
		return isGrant && other.kind === 'approval' && isSameTool(other, asked);
	}
	const isQuestion = other.kind === 'elicitation' || other.kind === 'sampling';
	return given.type === 'mute' && isQuestion && asked.kind !== 'turn' && other.server === asked.server;
};

export const createApp = (deps: AppDeps): App => {
	const {servers, journal, now, schedule, onEvent} = deps;
	const store = createStore<AppState, AppEvent>({
		reduce,
		initial: deps.past.reduce(reduce, initialState),
		schedule,
	});
	const sink = createEventLog({
		journal,
		now,
		apply: store.apply,
		...(onEvent === undefined ? {} : {onEvent}),
	});
	const inUse = createModelInUse({...deps, sink, getState: store.getState});
	const instructions = (): string => systemPrompt(store.getState(), deps.instructions?.());
	const asks = createAskQueue(sink);
	const logLine = createLogLines(now);
	const report = (fact: AppFact): void => {
		sink.emit(fact);
		const line = fact.type === 'server-noticed' ? logLine(fact.server, fact.notice) : undefined;
		if (line !== undefined) {
			sink.emit(line);
		}
	};
	const conversation = createConversation({
		...deps,
		random: deps.random ?? Math.random,
		sleep: deps.sleep ?? sleepForReal,
		model: inUse.model,
		instructions,
		sink,
		askUser: asks.askUser,
		getState: store.getState,
	});
	let requestExit = (): void => undefined;
	const exitRequested = new Promise<void>(resolve => {
		requestExit = resolve;
	});
	const setApprovalMode = (mode: ApprovalMode): void => sink.emit({type: 'approval-mode-changed', mode});
	const host = createCommandHost({
		...deps,
		sink,
		getState: store.getState,
		inUse,
		conversation,
		instructions,
		setApprovalMode,
		exit: () => requestExit(),
	});

	const {sessionId, version, cwd} = deps;
	const model = deps.model.id;
	sink.emit(
		deps.past.length === 0
			? {type: 'session-started', sessionId, version, model, cwd}
			: {type: 'session-resumed', sessionId, version, model},
	);
	setApprovalMode(deps.approvalMode);
	inUse.tellFacts();
	for (const [server, status] of servers.statuses()) {
		sink.emit({type: 'server-status-changed', server, status});
	}

	/** Asked for with every frame, so it is worked out once per change of the transcript or the model. */
	let suggested:
		| {readonly items: AppState['items']; readonly model: string; readonly text: string | undefined}
		| undefined;
	const suggest = (state: AppState): string | undefined => {
		if (suggested?.items !== state.items || suggested.model !== state.model) {
			const {items, model} = state;
			suggested = {items, model, text: inUse.suggestPrompt(modelContext(state))};
		}
		return suggested.text;
	};

	const findAsk = (askId: string): Ask | undefined => store.getState().asks.find(ask => ask.askId === askId);

	/** What is answered for good also answers the questions like it that already wait. */
	const answer = (askId: string, given: AskAnswer): void => {
		const asked = findAsk(askId);
		const {asks: waiting} = store.getState();
		asks.answer(askId, given);
		if (asked === undefined) {
			return;
		}
		for (const other of waiting) {
			if (isAnsweredAlike(asked, given, other)) {
				asks.answer(other.askId, given.type === 'mute' ? {type: 'dismiss'} : given);
			}
		}
	};

	const requests = createServerRequests({
		askUser: asks.askUser,
		newId: deps.newId,
		model: inUse.model,
		sink,
		cwd,
		limit: createQuestionLimit(now, text => sink.emit({type: 'notice-raised', tone: 'warning', text})),
		isCalling: server =>
			store
				.getState()
				.calls.live()
				.some(call => call.status === 'running' && call.server === server),
	});

	/** Everything that runs ends, so nothing here may stop at the first that does. */
	const interrupt = (): boolean =>
		[host.interrupt(), requests.interrupt(), conversation.interrupt()].includes(true);

	return {
		getState: store.getState,
		subscribe: store.subscribe,
		submit: text => (text.startsWith('/') ? runCommand(text, host) : conversation.submit(text)),
		send: conversation.submit,
		answer,
		openPage: createPageOpener({
			openUrl: deps.openUrl ?? (async () => false),
			findAsk,
			answer: asks.answer,
			sink,
		}),
		interrupt,
		withdrawQueue: conversation.withdrawQueue,
		cycleApprovalMode() {
			const index = approvalModes.indexOf(store.getState().approvalMode);
			setApprovalMode(approvalModes[(index + 1) % approvalModes.length] ?? 'always-ask');
		},
		suggestion: () => suggest(store.getState()),
		settled: conversation.settled,
		exitRequested,
		serverRequests: requests,
		isUsable: tool =>
			whyUnusable(tool, {model: inUse.model(), setAside: store.getState().setAside}) === undefined,
		report,
		async close() {
			conversation.withdrawQueue();
			interrupt();
			await Promise.all([conversation.settled(), requests.settled()]);
			// Before the file is closed: what servers asked is over, too.
			asks.withdrawAll();
			await Promise.all([servers.close(), journal.close()]);
		},
	};
};
