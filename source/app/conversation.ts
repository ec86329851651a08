import {compactHistory} from '../core/chat/compact-history.ts';
import {hearAttachments} from '../core/chat/recall-turn.ts';
import {runTurn, type TurnOutcome} from '../core/chat/run-turn.ts';
import {createTurnHearing, type TurnHearing} from '../core/chat/turn-hearing.ts';
import type {Attachment} from '../domain/attachment.ts';
import {toFailure} from '../domain/failure.ts';
import type {Message} from '../domain/message.ts';
import type {Model} from '../domain/model.ts';
import {modelContext} from '../state/model-context.ts';
import {stoppedTurn} from '../state/stopped-turn.ts';
import {attachmentsOf} from '../state/user-messages.ts';
import {expectManyListeners} from '../support/many-listeners.ts';
import {mask} from '../support/mask-secrets.ts';
import type {ConversationDeps} from './conversation-deps.ts';
import {failureText} from './failure-text.ts';
import {createMessagePreparation} from './prepare-message.ts';
import {createServerWait, type MissingServers} from './server-wait.ts';
import {findHints} from './tool-hints.ts';

export type SendOptions = {
	/** What of the text the user typed, where some was pasted or piped. Names count only there. */
	readonly typed?: string;
};

/** What the user said in a turn. */
type TurnMessage = {
	readonly turnId: string;
	readonly typed: string;
	readonly attachments?: readonly Attachment[];
	readonly missing: MissingServers;
};

export type Conversation = {
	/** Starts a turn, or queues the message when something is running. */
	readonly submit: (text: string, options?: SendOptions) => void;
	/** What had to wait for something else begins, if that is over. */
	readonly goOn: () => void;
	/** Tries the last turn again; otherwise says why that cannot be. */
	readonly retry: () => string | undefined;
	/** Summarises the history; otherwise says why that cannot be. `focus` is what the user wants kept. */
	readonly compact: (focus?: string) => string | undefined;
	/** Ends what is running; false when nothing is. */
	readonly interrupt: () => boolean;
	/** Sends the message that waits for servers without them; false where none does. */
	readonly stopWaiting: () => boolean;
	/** The status of a server is another one. */
	readonly followServers: () => void;
	/** Takes the queued messages back, so that they can become a draft again. */
	readonly withdrawQueue: () => string;
	/** Resolves with the outcome of the last turn once nothing runs and nothing is queued. */
	readonly settled: () => Promise<TurnOutcome | undefined>;
};

const bugHint = 'This is a bug in mcp-tui. The chat goes on.';
const secretHidden = `A known secret in your message was replaced by ${mask}: neither the model nor the session file gets it.`;
const busy = 'The model is at work. Wait until it is done, or press esc to stop it.';
const held = 'A call is being run again. Wait until it is done, or press esc to stop it.';

/** Runs one thing at a time, a turn or a summary, and owns the controller that ends it. */
export const createConversation = (deps: ConversationDeps): Conversation => {
	const {sink, newId, getState} = deps;
	let running: {readonly controller: AbortController; readonly done: Promise<void>} | undefined;
	let lastOutcome: TurnOutcome | undefined;
	/** What was read since the user last sent a message while nothing ran, and so could look at what there was. */
	let hearing: TurnHearing | undefined;

	/** What was typed in the last turn; for one of an earlier run nobody knows. */
	let lastTyped: {readonly turnId: string; readonly typed: string} | undefined;

	const serverWait = createServerWait(deps);
	const preparation = createMessagePreparation({...deps, serverWait});

	const history = (): readonly Message[] => modelContext(getState());

	const summarise = (model: Model, focus: string | undefined, signal: AbortSignal) =>
		compactHistory(
			{
				model,
				sink,
				newId,
				history,
				facts: () => model.facts?.() ?? {},
				sleep: deps.sleep,
				random: deps.random,
				...(focus === undefined ? {} : {focus}),
			},
			signal,
		);

	const runOneTurn = async (
		{turnId, typed, attachments = [], missing}: TurnMessage,
		accept: () => Promise<void>,
		signal: AbortSignal,
	): Promise<void> => {
		const calls = () => getState().calls.values();
		const attached = () => attachmentsOf(getState());
		hearing ??= createTurnHearing({...deps, calls, attached});
		try {
			await accept();
			if (missing.notice !== undefined) {
				sink.emit({type: 'notice-raised', tone: 'warning', text: missing.notice});
			}
			hearAttachments(hearing, attachments);
			const hints = findHints(typed, deps);
			const model = deps.model();
			lastOutcome = await runTurn(
				turnId,
				{
					...deps,
					...hints,
					standingNote: missing.note,
					hasStored: () => attached().some(({stored}) => stored !== undefined),
					model: deps.turnModel?.(model) ?? model,
					history,
					approvalMode: () => getState().approvalMode,
					workMode: () => getState().workMode,
					sessionGrants: () => getState().grants,
					setAside: () => getState().setAside,
					calls,
					hearing,
					compact: turnSignal => summarise(model, undefined, turnSignal),
				},
				signal,
			);
		} catch (error) {
			// A defect of ours must not take the chat down with it.
			const failure = toFailure('internal', error, bugHint);
			lastOutcome = {type: 'failed', failure};
			await sink.commit({type: 'turn-failed', turnId, failure});
		}
	};

	const runMessage = async (
		messageId: string,
		text: string,
		typedText: string,
		signal: AbortSignal,
	): Promise<void> => {
		const prepared = await preparation.prepare({messageId, text, typed: typedText}, signal);
		if (prepared.type === 'returned') {
			lastOutcome = prepared.outcome;
			return;
		}
		const turnId = newId();
		const {typed, missing, attachments} = prepared;
		const attached = attachments.length === 0 ? {} : {attachments};
		lastTyped = {turnId, typed};
		// The screen shows what the model gets, and so does the session when it is resumed.
		const sent = deps.redact?.(text) ?? text;
		await runOneTurn(
			{turnId, typed, missing, ...attached},
			async () => {
				await sink.commit({type: 'message-accepted', turnId, messageId, text: sent, ...attached});
				if (sent !== text) sink.emit({type: 'notice-raised', tone: 'warning', text: secretHidden});
			},
			signal,
		);
	};

	const runCompaction = async (focus: string | undefined, signal: AbortSignal): Promise<void> => {
		try {
			const outcome = await summarise(deps.model(), focus, signal);
			if (outcome.type !== 'compacted') {
				const isFailed = outcome.type === 'failed';
				const text = isFailed
					? `The history was not summarised. ${failureText(outcome.failure)}`
					: 'Stopped. The history stays as it is.';
				sink.emit({type: 'notice-raised', tone: isFailed ? 'warning' : 'info', text});
			}
		} catch (error) {
			const failure = toFailure('internal', error, bugHint);
			const compactionId = getState().compaction?.compactionId;
			if (compactionId !== undefined) {
				sink.emit({type: 'compaction-failed', compactionId, failure});
			}
			const text = `The history was not summarised. ${failureText(failure)}`;
			sink.emit({type: 'notice-raised', tone: 'warning', text});
		}
	};

	const start = (run: (signal: AbortSignal) => Promise<void>): void => {
		const controller = new AbortController();
		expectManyListeners(controller.signal);
		// Before anything is said: whoever hears of the message may send the next one at once.
		running = {controller, done: Promise.resolve()};
		const done = run(controller.signal).then(
			() => {
				running = undefined;
				goOn();
			},
			() => {
				// Not even the failure could be recorded: the outcome says it, and nothing queued can go on.
				running = undefined;
			},
		);
		running = {controller, done};
	};

	const isHeld = (): boolean => deps.isHeld?.() === true;
	const goOn = (): void => {
		const [next] = getState().queue;
		if (running === undefined && next !== undefined && !isHeld()) {
			start(signal => runMessage(next.messageId, next.text, next.typed ?? next.text, signal));
		}
	};

	return {
		goOn,
		submit(text, options = {}) {
			if (running === undefined && !isHeld()) {
				hearing = undefined;
				start(signal => runMessage(newId(), text, options.typed ?? text, signal));
			} else {
				sink.emit({type: 'message-queued', messageId: newId(), text, ...options});
			}
		},
		retry() {
			if (running !== undefined || isHeld()) {
				return running === undefined ? held : busy;
			}
			const turnId = stoppedTurn(getState());
			if (turnId === undefined) {
				return 'There is nothing to try again: the last turn neither failed nor was it interrupted.';
			}
			const message = [...getState().items].findLast(item => item.type === 'user' && item.turnId === turnId);
			const typed = lastTyped?.turnId === turnId ? lastTyped.typed : '';
			const attachments = (message?.type === 'user' ? message.attachments : undefined) ?? [];
			start(async signal => {
				const missing = await serverWait.wait(() => undefined, signal);
				if (signal.aborted) {
					lastOutcome = {type: 'interrupted'};
					return;
				}
				await runOneTurn(
					{turnId, typed, attachments, missing},
					() => sink.commit({type: 'turn-retried', turnId}),
					signal,
				);
			});
			return undefined;
		},
		compact(focus) {
			if (running !== undefined) {
				return busy;
			}
			const {items} = getState();
			if (!history().some(({role}) => role === 'assistant')) {
				const isSummary = [...items].some(({type}) => type === 'compaction');
				return isSummary
					? 'There is nothing new to summarise since the last time.'
					: 'There is nothing to summarise yet.';
			}
			start(signal => runCompaction(focus, signal));
			return undefined;
		},
		interrupt() {
			running?.controller.abort();
			return running !== undefined;
		},
		stopWaiting: serverWait.stop,
		followServers: serverWait.follow,
		withdrawQueue: preparation.withdrawQueue,
		async settled() {
			while (running !== undefined) {
				await running.done;
			}
			return lastOutcome;
		},
	};
};
