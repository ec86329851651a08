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
	| {readonly type: 'compaction'; readonly at: number; readonly text: string};
