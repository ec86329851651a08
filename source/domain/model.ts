import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {Message, RawAnswer} from './message.ts';
import type {OfferedTool} from './tool.ts';

/** `inputTokens` is all of the input; what came from or went into a cache is a part of it. */
export type Usage = {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cachedTokens?: number;
	readonly cacheWriteTokens?: number;
	/** US dollars; absent where the price is not known. */
	readonly cost?: number;
};

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'refusal';

/** The ways in which a request to a model fails, as far as they differ in what can be done. */
export const troubleKinds = [
	/** 429, 503, 529: waiting helps. */
	'overloaded',
	'rate-limited',
	/** Paid for is used up: waiting does not help. */
	'quota',
	'no-key',
	'wrong-key',
	'no-access',
	'unknown-model',
	'context-full',
	/** The provider does not take one of the tools; `tools` names it. */
	'bad-tool',
	'bad-request',
	'unreachable',
	/** The stream ended without saying why, or in the middle of something. */
	'cut',
	'stalled',
	/** The answer is none: a web page, or chunks that cannot be read. */
	'garbled',
	'provider-error',
	/** A recorded model is asked something that it was not asked when it was recorded. */
	'not-recorded',
] as const;

export type TroubleKind = (typeof troubleKinds)[number];

/** Why a request to a model failed. The code of the failure is its kind. */
export type ModelTrouble = {
	readonly kind: TroubleKind;
	readonly failure: Failure;
	/** The same request may go better later; `after` is the milliseconds that the provider asks us to wait. */
	readonly retry?: {readonly after?: number};
	/** The tools that the provider complained about, under the names it was given. */
	readonly tools?: readonly string[];
};

/**
 * What a model adapter yields. A stream ends with `finished` or with `failed`; one that ends with neither is a failed
 * step, and nothing in it may be acted upon. Adapters do not throw, except by mistake.
 */
export type ModelEvent =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'thinking'; readonly text: string}
	/**
	 * The text so far is no part of the answer: it was thinking that nothing announced, or the provider began its answer
	 * again.
	 */
	| {readonly type: 'withdrawn'; readonly why: 'thinking' | 'restarted'}
	/** A call is being written; how much of its arguments is there. Only for the eye. */
	| {readonly type: 'calling'; readonly modelName: string; readonly characters: number}
	/** A call, whole. `invalid` is what came in place of a JSON object; then `arguments` is empty and nothing may run. */
	| {
			readonly type: 'tool-call';
			readonly callId: string;
			readonly modelName: string;
			readonly arguments: JsonObject;
			readonly invalid?: string;
	  }
	| {
			readonly type: 'finished';
			readonly reason: FinishReason;
			readonly usage?: Usage;
			readonly raw?: RawAnswer;
	  }
	| {readonly type: 'failed'; readonly trouble: ModelTrouble};

export type ModelRequest = {
	/** The system prompt. */
	readonly instructions?: string;
	readonly messages: readonly Message[];
	readonly tools: readonly OfferedTool[];
	/** `none`: the tools stay listed, because the history mentions them, but none may be called. */
	readonly toolChoice?: 'auto' | 'required' | 'none';
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly stopSequences?: readonly string[];
};

/** How a tool's schema fares with a provider. */
export type ToolFit =
	| {readonly type: 'fits'}
	/** It is sent in another form; each change is a phrase such as `"anyOf" at the top merged`. */
	| {readonly type: 'adapted'; readonly changes: readonly string[]}
	/** It cannot be sent at all. */
	| {readonly type: 'unfit'; readonly reason: string};

export type ModelFacts = {
	/** How many tokens a request and its answer may have together. */
	readonly contextTokens?: number;
	readonly outputTokens?: number;
	readonly seesImages?: boolean;
	/** False where the model cannot call anything. */
	readonly takesTools?: boolean;
};

export type Model = {
	/** `provider/model`, as the user writes it. */
	readonly id: string;
	/** What is known by now. Some of it is learned with the first request. */
	readonly facts?: () => ModelFacts;
	/** The most tools that a request may have. */
	readonly toolLimit?: number;
	readonly fitTool?: (tool: OfferedTool) => ToolFit;
	readonly stream: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>;
};
