import {endsUndo} from '../../domain/ends-undo.ts';
import type {SessionEvent} from '../../domain/event.ts';

export type Summary = Omit<SessionEvent & {type: 'history-compacted'}, 'usage'>;

/** A message or a summary, and what came before it. Of a message no more than its names, however long the log is. */
export type Said = {readonly previous: Said | undefined} & (
	| {readonly type: 'message'; readonly messageId: string; readonly turnId: string}
	| {readonly type: 'summary'; readonly summary: Summary}
);

/** What counts of a log by now: what was taken back is not in it. */
export type Thread = {
	readonly last: Said | undefined;
	/** How it ended before each rewind that can still be undone. */
	readonly undoable: readonly {readonly rewindId: string; readonly last: Said | undefined}[];
};

export const emptyThread: Thread = {last: undefined, undoable: []};

/** The last first. */
function* backFrom(last: Said | undefined): Generator<Said> {
	for (let said = last; said !== undefined; said = said.previous) {
		yield said;
	}
}

export const messageIn = (last: Said | undefined, isIt: (message: Said & {type: 'message'}) => boolean) => {
	for (const said of backFrom(last)) {
		if (said.type === 'message' && isIt(said)) {
			return said;
		}
	}
	return undefined;
};

export const summaryIn = (last: Said | undefined): Summary | undefined => {
	for (const said of backFrom(last)) {
		if (said.type === 'summary') {
			return said.summary;
		}
	}
	return undefined;
};

/** The same thread where the event changes nothing in it. */
export const followThread = (thread: Thread, event: SessionEvent): Thread => {
	const {last, undoable} = thread;
	switch (event.type) {
		case 'message-accepted': {
			const {messageId, turnId} = event;
			return {last: {type: 'message', messageId, turnId, previous: last}, undoable: []};
		}
		case 'history-compacted': {
			const {usage: _, ...summary} = event;
			return {last: {type: 'summary', summary, previous: last}, undoable: []};
		}
		case 'session-rewound': {
			const {rewindId, messageId} = event;
			const message = messageIn(last, each => each.messageId === messageId);
			return message === undefined
				? thread
				: {last: message.previous, undoable: [...undoable, {rewindId, last}]};
		}
		case 'rewind-undone': {
			const undone = undoable.at(-1);
			return undone?.rewindId === event.rewindId
				? {last: undone.last, undoable: undoable.slice(0, -1)}
				: thread;
		}
		default:
			return undoable.length > 0 && endsUndo(event) ? {last, undoable: []} : thread;
	}
};
