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
	  };

export type CallOutcome = 'succeeded' | 'failed' | 'denied' | 'cancelled';

/** Provider-neutral. `raw` keeps the provider's own blocks untouched, so that signed thinking survives. */
export type Message =
	| {readonly role: 'user'; readonly text: string}
	| {readonly role: 'assistant'; readonly blocks: readonly AssistantBlock[]; readonly raw?: JsonValue}
	| {
			readonly role: 'tool';
			readonly callId: string;
			readonly outcome: CallOutcome;
			readonly content: readonly ToolContent[];
	  };
