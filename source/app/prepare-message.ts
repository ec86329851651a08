import type {TurnOutcome} from '../core/chat/run-turn.ts';
import type {Attachment} from '../domain/attachment.ts';
import {type Failure, toFailure} from '../domain/failure.ts';
import {ownLines} from '../domain/mention.ts';
import type {ConversationDeps} from './conversation-deps.ts';
import type {Reading} from './read-attachments.ts';
import type {MissingServers, ServerWait} from './server-wait.ts';

type PrepareDeps = Pick<ConversationDeps, 'sink' | 'getState' | 'attach' | 'giveBack'> & {
	readonly serverWait: ServerWait;
};

type SentMessage = {readonly messageId: string; readonly text: string; readonly typed: string};

type PreparedMessage =
	| {
			readonly type: 'prepared';
			/** What of it the user typed: only there are names names. */
			readonly typed: string;
			readonly missing: MissingServers;
			readonly attachments: readonly Attachment[];
	  }
	/** It is not sent after all. */
	| {readonly type: 'returned'; readonly outcome: TurnOutcome};

const sendAgain = 'Send it again, or leave out what it names.';

/** What has to be there before a message is accepted: the servers that are starting, and what it names of them. */
export const createMessagePreparation = ({sink, getState, attach, giveBack, serverWait}: PrepareDeps) => {
	const withdrawQueue = (): string => {
		const {queue} = getState();
		if (queue.length > 0) {
			sink.emit({type: 'queue-withdrawn'});
		}
		return queue.map(message => message.text).join('\n');
	};

	const prepare = async (message: SentMessage, signal: AbortSignal): Promise<PreparedMessage> => {
		const {messageId, text} = message;
		const isQueued = (): boolean => getState().queue.some(each => each.messageId === messageId);
		let wasQueued = isQueued();
		/** The queue was taken back, and its text with it. */
		const isTakenBack = (): boolean => wasQueued && !isQueued();

		const returned = (failure?: Failure): PreparedMessage => {
			const hasText = isTakenBack();
			sink.emit({type: 'message-returned', messageId});
			if (!hasText) {
				// Those that wait were written in the belief that this one goes before them.
				const queued = withdrawQueue();
				giveBack?.(queued === '' ? text : `${text}\n${queued}`, failure);
			}
			const outcome: TurnOutcome = failure === undefined ? {type: 'interrupted'} : {type: 'failed', failure};
			return {type: 'returned', outcome};
		};

		const read = async ({names, read: readAll}: Reading) => {
			sink.emit({type: 'attachments-requested', messageId, names});
			return readAll(signal).catch((error: unknown) => ({
				type: 'refused' as const,
				failure: toFailure('not-attached', error, sendAgain),
			}));
		};

		// While it waits it stands in the queue, where it can be seen and taken back.
		const missing = await serverWait.wait(() => {
			if (!wasQueued) {
				wasQueued = true;
				sink.emit({type: 'message-queued', ...message, isNext: true});
			}
		}, signal);
		if (signal.aborted || isTakenBack()) {
			return returned();
		}
		const typed = ownLines(message.typed);
		const reading = attach?.({text, typed});
		const found = reading === undefined ? ({type: 'read', attachments: []} as const) : await read(reading);
		if (found.type === 'read' && !signal.aborted && !isTakenBack()) {
			return {type: 'prepared', typed, missing, attachments: found.attachments};
		}
		return returned(found.type === 'refused' && !signal.aborted ? found.failure : undefined);
	};

	return {withdrawQueue, prepare};
};
