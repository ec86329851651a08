import type {JsonObject} from '../../../domain/json.ts';
import type {CallOutcome} from '../../../domain/message.ts';

/** One model answer. `{{prompt}}` and `{{result}}` in `say` stand for what was said and returned last. */
export type DemoStep = {
	/** Played only if the calls of the step before ended like this. */
	readonly if?: CallOutcome;
	readonly think?: string;
	readonly say?: string;
	readonly calls?: readonly {readonly tool: string; readonly arguments: JsonObject}[];
	/** Ends the stream here without a finish reason, as a broken connection would. */
	readonly cut?: boolean;
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
	readonly turns: readonly DemoTurn[];
};
