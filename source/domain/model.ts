import type {JsonObject, JsonValue} from './json.ts';
import type {Message} from './message.ts';
import type {OfferedTool} from './tool.ts';

export type Usage = {readonly inputTokens: number; readonly outputTokens: number};

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'refusal';

/** What a model adapter yields. A stream that ends without `finished` is a failed step. */
export type ModelEvent =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'thinking'; readonly text: string}
	| {
			readonly type: 'tool-call';
			readonly callId: string;
			readonly modelName: string;
			readonly arguments: JsonObject;
	  }
	| {
			readonly type: 'finished';
			readonly reason: FinishReason;
			readonly usage?: Usage;
			readonly raw?: JsonValue;
	  };

export type ModelRequest = {
	readonly messages: readonly Message[];
	readonly tools: readonly OfferedTool[];
};

export type Model = {
	/** `provider/model`, as the user writes it. */
	readonly id: string;
	readonly stream: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>;
};
