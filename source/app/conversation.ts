import {setMaxListeners} from 'node:events';
import {runTurn, type TurnDeps, type TurnOutcome} from '../core/chat/run-turn.ts';
import {toFailure} from '../domain/failure.ts';
import type {AppState} from '../state/app-state.ts';
import {modelContext} from '../state/model-context.ts';

export type ConversationDeps = Omit<TurnDeps, 'history' | 'approvalMode' | 'grants'> & {
	readonly getState: () => AppState;
};

export type Conversation = {
	/** Starts a turn, or queues the message when one is running. */
	readonly submit: (text: string) => void;
	/** Ends the running turn; false when there is none. */
	readonly interrupt: () => boolean;
	/** Takes the queued messages back, so that they can become a draft again. */
	readonly withdrawQueue: () => string;
	/** Resolves with the last outcome once nothing runs and nothing is queued. */
	readonly settled: () => Promise<TurnOutcome | undefined>;
};

/** Runs one turn at a time and owns the controller that ends it. */
export const createConversation = (deps: ConversationDeps): Conversation => {
	const {sink, newId, getState} = deps;
	let running: {readonly controller: AbortController; readonly done: Promise<void>} | undefined;
	let lastOutcome: TurnOutcome | undefined;

	const runMessage = async (messageId: string, text: string, signal: AbortSignal): Promise<void> => {
		const turnId = newId();
		try {
			await sink.commit({type: 'message-accepted', turnId, messageId, text});
			lastOutcome = await runTurn(
				turnId,
				{
					...deps,
					history: () => modelContext(getState()),
					approvalMode: () => getState().approvalMode,
					grants: () => getState().grants,
				},
				signal,
			);
		} catch (error) {
			// A defect of ours must not take the chat down with it.
			const failure = toFailure('internal', error, 'This is a bug in mcp-tui. The chat goes on.');
			lastOutcome = {type: 'failed', failure};
			await sink.commit({type: 'turn-failed', turnId, failure});
		}
	};

	const start = (messageId: string, text: string): void => {
		const controller = new AbortController();
		setMaxListeners(0, controller.signal);
		// Before anything is said: whoever hears of the message may send the next one at once.
		running = {controller, done: Promise.resolve()};
		const done = runMessage(messageId, text, controller.signal).then(
			() => {
				running = undefined;
				const [next] = getState().queue;
				if (next !== undefined) {
					start(next.messageId, next.text);
				}
			},
			() => {
				// Not even the failure could be recorded: the outcome says it, and nothing queued can go on.
				running = undefined;
			},
		);
		running = {controller, done};
	};

	return {
		submit(text) {
			if (running === undefined) {
				start(newId(), text);
			} else {
				sink.emit({type: 'message-queued', messageId: newId(), text});
			}
		},
		interrupt() {
			running?.controller.abort();
			return running !== undefined;
		},
		withdrawQueue() {
			const {queue} = getState();
			if (queue.length > 0) {
				sink.emit({type: 'queue-withdrawn'});
			}
			return queue.map(message => message.text).join('\n');
		},
		async settled() {
			while (running !== undefined) {
				await running.done;
			}
			return lastOutcome;
		},
	};
};
