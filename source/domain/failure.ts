import type {JsonValue} from './json.ts';

/** What went wrong, as data: a code for scripts, a sentence for people, and what to do about it. */
export type Failure = {
	readonly code: string;
	readonly message: string;
	readonly hint?: string;
	/** The error that a server answered with, by its own code; `data` is cut where it is large. */
	readonly rpc?: {readonly code: number; readonly data?: JsonValue};
};

/** One that always says what to do. */
export type HintedFailure = Failure & {readonly hint: string};

/** The sentence of anything that was thrown. */
export const describeError = (error: unknown): string =>
	error instanceof Error ? error.message || error.name : String(error);

export const toFailure = (code: string, error: unknown, hint?: string): Failure => ({
	code,
	message: describeError(error),
	...(hint === undefined ? {} : {hint}),
});
