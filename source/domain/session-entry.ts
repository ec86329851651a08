import type {JsonObject} from './json.ts';

/** `unknown`: it was sent, and nobody knows what became of it. */
export type EntryOutcome = 'succeeded' | 'failed' | 'denied' | 'cancelled' | 'unknown';

/** One piece of a session as a person reads it. Its texts are as they were written: not safe to show. */
export type SessionEntry =
	| {
			readonly type: 'user';
			readonly at: number;
			readonly messageId: string;
			readonly text: string;
			/** What went with it, by name. */
			readonly attachments: readonly string[];
	  }
	| {
			readonly type: 'answer';
			readonly at: number;
			readonly model: string;
			readonly text: string;
			readonly thinking: string;
			/** It ended before the model did. */
			readonly isCut: boolean;
	  }
	| {
			readonly type: 'call';
			readonly at: number;
			readonly server: string;
			readonly tool: string;
			readonly arguments: JsonObject;
			readonly outcome: EntryOutcome;
			readonly milliseconds?: number;
			/** The result, or why there is none. */
			readonly text: string;
	  }
	| {
			readonly type: 'turn-end';
			readonly at: number;
			readonly outcome: 'interrupted' | 'failed';
			readonly text: string;
	  }
	| {readonly type: 'compaction'; readonly at: number; readonly text: string}
	/** The conversation went back to before a message, or that was undone. What was taken back stands above it all the same. */
	| {
			readonly type: 'rewind';
			readonly at: number;
			readonly messageId: string;
			readonly isUndone: boolean;
			/** The first line of the message; empty where it is not known any more. */
			readonly text: string;
	  };

/** What a rewind is called wherever a session is read. */
export const rewindWords = ({isUndone, text}: SessionEntry & {type: 'rewind'}): string => {
	const message = text === '' ? 'an earlier message' : `"${text}"`;
	return isUndone
		? `What was taken back from ${message} on counts again.`
		: `Went back to before ${message}: the model no longer saw what came since. What tools did was not undone.`;
};
