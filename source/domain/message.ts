import type {JsonObject, JsonValue} from './json.ts';
import type {ToolContent} from './tool.ts';

export type AssistantBlock =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'thinking'; readonly text: string}
	| {
			readonly type: 'tool-call';
			readonly callId: string;
			readonly modelName: string;
			readonly arguments: JsonObject;
			/** What the model wrote in place of a JSON object; `arguments` is empty then. */
			readonly invalid?: string;
	  };

export type CallOutcome = 'succeeded' | 'failed' | 'denied' | 'cancelled';

/** An answer in the provider's own form, kept untouched so that signed thinking survives. */
export type RawAnswer = {
	/** The wire protocol that it belongs to; no other understands it. */
	readonly format: string;
	readonly content: JsonValue;
};

/** Provider-neutral. */
export type Message =
	/**
	 * `attachments` are what goes with the text: images, resources. `isNote` marks words of the program in the place of the
	 * user's: they are part of one request and of no conversation.
	 */
	| {
			readonly role: 'user';
			readonly text: string;
			readonly attachments?: readonly ToolContent[];
			readonly isNote?: boolean;
	  }
	| {readonly role: 'assistant'; readonly blocks: readonly AssistantBlock[]; readonly raw?: RawAnswer}
	| {
			readonly role: 'tool';
			readonly callId: string;
			readonly outcome: CallOutcome;
			readonly content: readonly ToolContent[];
	  };
