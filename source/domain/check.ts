import type {Failure} from './failure.ts';
import type {JsonObject, JsonValue} from './json.ts';
import type {ToolRef, ToolResult} from './tool.ts';

/** What the answer to a call has to be like. What is not said does not matter. */
export type Expectation = {
	/** Whether the tool is to report an error. */
	readonly error: boolean;
	/** What the JSON of the result has to satisfy. */
	readonly schema?: JsonObject;
	/** A text is compared with the text of the result, anything else with its JSON. */
	readonly equals?: JsonValue;
	/** Paths (`$.items[*].id` or `/items/0/id`) at which `equals` does not count. */
	readonly ignore: readonly string[];
	/** Texts that have to stand in the text of the result. */
	readonly contains: readonly string[];
	/** Milliseconds. */
	readonly maxLatency?: number;
};

/** One test of a server: a call, and what has to come of it. */
export type Check = ToolRef & {
	readonly name: string;
	/** With `${VAR}` where something of the environment belongs. */
	readonly arguments: JsonObject;
	/** Why it is not run. */
	readonly skip?: string;
	readonly expect: Expectation;
};

export type CheckFileRead =
	| {readonly type: 'read'; readonly checks: readonly Check[]}
	/** One line each: `file:line:col  place: what is wrong`. */
	| {readonly type: 'refused'; readonly problems: readonly string[]};

/** What a server made of a call. */
export type CheckAnswer = {
	readonly isError: boolean;
	readonly result: ToolResult;
	readonly milliseconds: number;
};

/** Where an answer is not what it was to be. `expected` and `got` are short, and not safe to show. */
export type Difference = {
	readonly expectation: keyof Expectation;
	/** Within the result. */
	readonly path?: string;
	readonly expected: string;
	readonly got: string;
};

/** Compares an answer with what was expected of it. Never rejects; no difference means that the check passed. */
export type JudgeAnswer = (
	expectation: Expectation,
	answer: CheckAnswer,
	signal: AbortSignal,
) => Promise<readonly Difference[]>;

/** A check of a file that is to expect what came. */
export type CheckUpdate = {
	/** Its place among all of the file. */
	readonly index: number;
	readonly differences: readonly Difference[];
	readonly answer: CheckAnswer;
};

/** Writes into the file what came. Resolves with why it could not. */
export type UpdateChecks = (updates: readonly CheckUpdate[]) => Promise<Failure | undefined>;

type FilledArguments =
	/** `variables` are those of the environment that are in them now. */
	| {readonly type: 'filled'; readonly arguments: JsonObject; readonly variables: readonly string[]}
	| {readonly type: 'missing'; readonly failure: Failure};

/** Fills in what arguments name of the environment. */
export type FillArguments = (args: JsonObject) => FilledArguments;

/** A call as a session keeps it. */
export type RecordedCall = ToolRef & {
	/** As they were sent; secrets are dots. */
	readonly arguments: JsonObject;
	/** Made by the tour, whose built-in tools work on sample files. */
	readonly isOfTour?: true;
	readonly answer:
		| {
				readonly type: 'answered';
				readonly isError: boolean;
				/** Absent where the user has put another in its place. */
				readonly result?: ToolResult;
				/** The text of a result that was too long for the conversation: all of it, or its beginning. */
				readonly whole?: {readonly text: string; readonly isAll: boolean};
				readonly milliseconds?: number;
		  }
		/** Nothing that could be expected again came of it; `why` is one word or two, as in `denied`. */
		| {readonly type: 'none'; readonly why: string};
};

/** The session that checks are made from. */
export type CheckOrigin = {readonly sessionId: string; readonly title: string; readonly startedAt?: number};

/** The same call with the whole text of its result. */
export type CompleteCall = (call: RecordedCall) => Promise<RecordedCall>;

/** Makes a file of checks from the calls of a session. Long texts are asked for one by one, and not kept. */
export type WriteChecks = (
	origin: CheckOrigin,
	calls: readonly RecordedCall[],
	complete: CompleteCall,
) => Promise<string>;

/** The answer that an unusual report amounts to, if the server gave one. */
export const answeredFailure = ({code, message}: Failure): ToolResult | undefined =>
	code === 'protocol-error' ? {content: [{type: 'text', text: message}]} : undefined;
