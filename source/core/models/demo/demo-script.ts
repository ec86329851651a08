import type {JsonObject} from '../../../domain/json.ts';
import type {CallOutcome} from '../../../domain/message.ts';
import type {FinishReason, TroubleKind, Usage} from '../../../domain/model.ts';

/** A failure in place of an answer, as a provider would have it. */
export type DemoFailure = {
	readonly kind: TroubleKind;
	readonly message: string;
	/** Seconds after which the provider wants to be asked again. */
	readonly retryAfter?: number;
	/** For `bad-tool`: which ones, under the names that the model knows. */
	readonly tools?: readonly string[];
	/** How often the step fails before it is played. */
	readonly times: number;
};

type DemoCall = {
	readonly tool: string;
	readonly arguments: JsonObject;
	/** What the model writes in place of a JSON object. */
	readonly invalid?: string;
};

/** One model answer. `{{prompt}}` and `{{result}}` in `say` stand for what was said and returned last. */
export type DemoStep = {
	/** Played only if the calls of the step before ended like this. */
	readonly if?: CallOutcome;
	/** Fails before anything is said. */
	readonly fail?: DemoFailure;
	readonly think?: string;
	readonly say?: string;
	readonly calls?: readonly DemoCall[];
	/** Ends the stream here without a finish reason, as a broken connection would. */
	readonly cut?: boolean;
	/** Why the answer ends; `tool-calls` or `stop` without it. */
	readonly finish?: Exclude<FinishReason, 'tool-calls'>;
	/** What the answer is said to have cost; guessed where it does not say. */
	readonly usage?: Partial<Usage>;
};

export type DemoTurn = {
	/** What a person might say to get here; shown as a suggestion. */
	readonly prompt?: string;
	/** A turn with a pattern answers every message that matches it; the others are played in order. */
	readonly match?: string;
	readonly steps: readonly DemoStep[];
};

export type DemoScript = {
	/** Tokens per second; 0 is as fast as possible. */
	readonly pace: number;
	/** How many tokens the model is said to take at once. */
	readonly contextTokens?: number;
	readonly turns: readonly DemoTurn[];
};
