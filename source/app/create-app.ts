import {whyUnusable} from '../core/chat/usable-tool.ts';
import type {ApprovalMode, WorkMode} from '../domain/approval.ts';
import type {Ask, AskAnswer} from '../domain/ask.ts';
import type {AppEvent, AppFact} from '../domain/event.ts';
import {failureIn} from '../domain/ports.ts';
import {looksLikeCommand} from '../domain/prompt-command.ts';
import {serverInstructions} from '../domain/server-instructions.ts';
import type {SessionMove} from '../domain/session-shelf.ts';
import type {ToolDefinition} from '../domain/tool.ts';
import {type AppState, initialState} from '../state/app-state.ts';
import {reduce} from '../state/reduce.ts';
import {createStore} from '../state/store.ts';
import {sleep as sleepForReal} from '../support/sleep.ts';
import {answeredAlike} from './answered-alike.ts';
import type {App} from './app.ts';
import type {AppDeps} from './app-deps.ts';
import {createAskQueue} from './ask-queue.ts';
import {createAssistantInUse} from './assistant-in-use.ts';
import {createCallsOfQuestions} from './calls-of-questions.ts';
import {createCommandHost} from './command-host.ts';
import {argumentsOf, runCommand, whyUnknown} from './commands/run-command.ts';
import {createConversation} from './conversation.ts';
import {createCatalogue} from './create-catalogue.ts';
import {createDefinitionWatch} from './definition-watch.ts';
import {createEventLog} from './event-log.ts';
import {failureText} from './failure-text.ts';
import type {FrontEnd} from './front-end.ts';
import {systemPrompt} from './instructions.ts';
import {createLogLines} from './log-lines.ts';
import {createModelInUse} from './model-in-use.ts';
import {withWishes} from './model-wishes.ts';
import {nextMode} from './next-mode.ts';
import {createUseNotes} from './note-uses.ts';
import {openLog} from './open-log.ts';
import {createPageOpener} from './open-page.ts';
import {createOwnCalls} from './own-calls.ts';
import {createOwnQuestions} from './own-questions.ts';
import {createSuggestion} from './prompt-suggestion.ts';
import {createQuestionLimit} from './question-limit.ts';
import {createRawBook} from './raw-messages.ts';
import {createAttachmentReader} from './read-attachments.ts';
import {createRewinding} from './rewinding.ts';
import {createRunAgain} from './run-again.ts';
import {createServerRequests} from './server-requests.ts';
import {createToolExplorer} from './tool-explorer.ts';
import {createToolGate} from './tool-gate.ts';
import {mayChangeTools} from './tools-changed.ts';
import {createPatternWatch} from './unmatched-patterns.ts';

export const createApp = (deps: AppDeps): App => {
	const {servers, journal, now, schedule, uses} = deps;
	const store = createStore<AppState, AppEvent>({
		reduce,
		initial: deps.past.reduce(reduce, initialState),
		schedule,
	});
	const noteUse = uses && createUseNotes(callId => store.getState().calls.get(callId), uses);
	const callsOfQuestions = createCallsOfQuestions(store.getState);
	const sink = createEventLog({
		journal,
		now,
		apply: store.apply,
		onEvent(event) {
			noteUse?.(event);
			deps.onEvent?.(event);
			callsOfQuestions.look();
		},
		...(deps.redact === undefined ? {} : {redact: deps.redact}),
	});
	const inUse = createModelInUse({...deps, sink, getState: store.getState});
	const asks = createAskQueue(sink);
	const {newId, pins} = deps;
	const setApprovalMode = (mode: ApprovalMode): void => sink.emit({type: 'approval-mode-changed', mode});
	const setWorkMode = (mode: WorkMode): void => sink.emit({type: 'work-mode-changed', mode});
	const assistant = createAssistantInUse({
		assistants: deps.assistants ?? (() => []),
		getState: store.getState,
		sink,
		changeModel: inUse.change,
		setApprovalMode,
		usualMode: () => deps.approvals?.().toolApproval ?? 'always-ask',
		chooseServers: deps.useServers ?? (() => undefined),
	});
	const saidByServers = (): readonly ToolDefinition[] => serverInstructions(store.getState().servers);
	const watch =
		pins &&
		createDefinitionWatch({
			pins,
			tools: () => [...saidByServers(), ...servers.tools().map(({definition}) => definition)],
			askUser: asks.askUser,
			newId,
			sink,
		});
	const tellUnmatched = createPatternWatch({
		...deps,
		sink,
		getState: store.getState,
		assistant: assistant.current,
	});
	const gate = createToolGate({
		...deps,
		saidByServers,
		workMode: () => store.getState().workMode,
		assistant: assistant.current,
		onChecked: () => {
			watch?.look();
			tellUnmatched();
		},
	});
	const catalogue = createCatalogue({...deps, gate});
	const instructions = (): string =>
		systemPrompt(
			store.getState(),
			deps.instructions?.(),
			assistant.current(),
			said => pins?.changeOf(said) === undefined,
		);
	const logLine = createLogLines(now, deps.redact);
	const report = (fact: AppFact): void => {
		sink.emit(fact);
		const line = fact.type === 'server-noticed' ? logLine(fact.server, fact.notice) : undefined;
		if (line !== undefined) {
			sink.emit(line);
		}
		if (fact.type === 'server-status-changed') {
			conversation.followServers();
		}
		if (mayChangeTools(fact)) {
			void watch?.refresh();
		}
	};
	let frontEnd: FrontEnd | undefined;
	const raws = createRawBook(deps.redact === undefined ? {} : {redact: deps.redact});
	const own = createOwnCalls({...deps, sink, onReport: raws.keep, onIdle: () => conversation.goOn()});
	const userCalls = {...deps, gate, getState: store.getState, own, assistant: assistant.current};
	const again = createRunAgain(userCalls);
	const conversation = createConversation({
		...deps,
		servers: deps.turnServers ?? servers,
		onReport: raws.keep,
		isHeld: own.isRunning,
		attach: createAttachmentReader({...deps, serverNames: () => store.getState().servers.keys()}),
		giveBack(text, failure) {
			// Without a front end nobody waits for the text, and the outcome says why it was not sent.
			if (frontEnd !== undefined && failure !== undefined) {
				sink.emit({type: 'notice-raised', tone: 'warning', text: failureText(failure)});
			}
			frontEnd?.putDraft(text);
		},
		random: deps.random ?? Math.random,
		sleep: deps.sleep ?? sleepForReal,
		model: inUse.model,
		turnModel: model => withWishes(model, assistant.current()),
		instructions,
		gate,
		describeTool(tool: ToolDefinition) {
			const flags = pins?.flagsOf(tool) ?? [];
			const changes = deps.changeSinceAlways?.(tool) ?? [];
			return {...(flags.length === 0 ? {} : {flags}), ...(changes.length === 0 ? {} : {changes})};
		},
		sink,
		askUser: asks.askUser,
		getState: store.getState,
	});
	const putDraft: FrontEnd['putDraft'] = text => frontEnd?.putDraft(text);
	const rewinding = createRewinding({...deps, sink, getState: store.getState, putDraft});
	let requestExit: (move?: SessionMove) => void = () => undefined;
	const exitRequested = new Promise<SessionMove | undefined>(resolve => {
		requestExit = resolve;
	});
	const host = createCommandHost({
		...deps,
		sink,
		getState: store.getState,
		inUse,
		conversation,
		rewinding,
		instructions,
		gate,
		assistant,
		setApprovalMode,
		setWorkMode,
		catalogue,
		frontEnd: () => frontEnd,
		exit: () => requestExit(),
		moveTo: requestExit,
	});

	openLog(deps, {sink, getState: store.getState, setApprovalMode, setWorkMode, assistant, inUse});

	const suggest = createSuggestion(inUse.suggestPrompt);
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
			const alike = answeredAlike(asked, given, other);
			if (alike !== undefined) {
				asks.answer(other.askId, alike);
			}
		}
	};

	const requests = createServerRequests({
		askUser: asks.askUser,
		newId,
		model: inUse.model,
		sink,
		cwd: deps.cwd,
		limit: createQuestionLimit(now, text => sink.emit({type: 'notice-raised', tone: 'warning', text})),
		calls: callsOfQuestions,
	});

	/** What names a prompt of a server is a message, although it looks like a command. */
	const isCommand = (text: string): boolean =>
		looksLikeCommand(text) &&
		![...store.getState().servers.keys()].some(name => text.startsWith(`/${name}:`));

	/** Everything that runs ends, so nothing here may stop at the first that does. */
	const interrupt = (): boolean =>
		[host.interrupt(), requests.interrupt(), own.interrupt(), conversation.interrupt()].includes(true);

	return {
		getState: store.getState,
		subscribe: store.subscribe,
		submit: (text, options) =>
			isCommand(options?.typed ?? text) ? runCommand(text, host) : conversation.submit(text, options),
		send: conversation.submit,
		whyUnknownCommand: text => (isCommand(text) ? whyUnknown(text, host) : undefined),
		argumentsOf: command => argumentsOf(command, host),
		catalogue,
		changeModel: inUse.change,
		rawMessages(callId) {
			const call = store.getState().calls.get(callId);
			return call && raws.of(call);
		},
		readResult: deps.results.read,
		keepImage: deps.keepImage ?? (async () => undefined),
		runAgain: again.run,
		whyAskAgain: again.whyAsk,
		toolUses: uses ?? {all: () => [], refresh: async () => undefined},
		rewinding,
		explorer: createToolExplorer(userCalls),
		attachFrontEnd(attached) {
			frontEnd = attached;
		},
		answer,
		checkArguments: async (askId, args, signal) => {
			const ask = findAsk(askId);
			return ask?.kind === 'approval' ? failureIn(await servers.check(ask, args, signal)) : undefined;
		},
		openPage: createPageOpener({
			openUrl: deps.openUrl ?? (async () => false),
			findAsk,
			answer: asks.answer,
			sink,
		}),
		interrupt,
		stopWaiting: conversation.stopWaiting,
		withdrawQueue: conversation.withdrawQueue,
		setApprovalMode,
		assistant: assistant.current,
		changeAssistant: assistant.change,
		followAssistant: assistant.follow,
		revokeForSession: host.revokeForSession,
		cycleApprovalMode() {
			const before = store.getState();
			const {workMode, approvalMode} = nextMode(before);
			// In this order, so that leaving plan mode never leads through a laxer mode.
			if (approvalMode !== before.approvalMode) {
				setApprovalMode(approvalMode);
			}
			if (workMode !== before.workMode) {
				setWorkMode(workMode);
			}
		},
		suggestion: () => suggest(store.getState()),
		settled: conversation.settled,
		exitRequested,
		moveTo: requestExit,
		flush: journal.flush,
		serverRequests: requests,
		isUsable: tool =>
			whyUnusable(tool, {model: inUse.model(), setAside: store.getState().setAside, gate}) === undefined,
		...createOwnQuestions({...deps, askUser: asks.askUser, sink}),
		report,
		refreshDefinitions: async () => watch?.refresh(),
		async close() {
			watch?.close();
			conversation.withdrawQueue();
			interrupt();
			await Promise.all([conversation.settled(), requests.settled(), own.settled()]);
			// Before the file is closed: what servers asked is over, too.
			asks.withdrawAll();
			await Promise.all([servers.close(), journal.close()]);
		},
	};
};
