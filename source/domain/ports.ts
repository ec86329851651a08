import type {ApprovalMode, Verdict} from './approval.ts';
import type {Ask, AskAnswer} from './ask.ts';
import type {AppFact, SessionEvent} from './event.ts';
import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ServerStatus} from './server.ts';
import type {OfferedTool, ToolDefinition, ToolRef, ToolResult} from './tool.ts';
import type {CallProgress} from './tool-call.ts';

/** Where the core says what happened. `commit` resolves once the fact is safe on disk. */
export type EventSink = {
	readonly emit: (fact: AppFact) => void;
	readonly commit: (fact: AppFact) => Promise<void>;
};

/** The log of one session on disk. */
export type Journal = {
	readonly append: (event: SessionEvent) => void;
	/** Resolves when everything appended so far has reached the disk. Never rejects: see `onTrouble`. */
	readonly flush: () => Promise<void>;
	readonly close: () => Promise<void>;
};

export type CallReport =
	/** `raw` is the result as the server sent it; `warning` says how it differs from what the server promised. */
	| {
			readonly type: 'succeeded';
			readonly result: ToolResult;
			readonly raw: JsonObject;
			readonly warning?: string;
	  }
	| {
			readonly type: 'failed';
			readonly failure: Failure;
			readonly result?: ToolResult;
			readonly raw?: JsonObject;
	  }
	/** `sent` says whether the server may have seen the request. */
	| {readonly type: 'cancelled'; readonly sent: boolean};

/** Every MCP server of this run, as one thing that lists and calls tools. Nothing here throws. */
export type ToolServers = {
	/** Starts what is not running and waits for it, but not for long: a slow server joins a later step. */
	readonly connect: (signal: AbortSignal) => Promise<void>;
	readonly tools: () => readonly OfferedTool[];
	readonly statuses: () => ReadonlyMap<string, ServerStatus>;
	/** Why a tool cannot be called with these arguments, as far as that is known before it is. */
	readonly check: (ref: ToolRef, args: JsonObject, signal: AbortSignal) => Promise<Failure | undefined>;
	readonly call: (
		ref: ToolRef,
		args: JsonObject,
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
	) => Promise<CallReport>;
	readonly close: () => Promise<void>;
};

/** A piece of the text of a stored result. */
export type ResultPart = {
	readonly text: string;
	readonly offset: number;
	/** The length of the whole. */
	readonly characters: number;
};

/** Keeps results that are too long for a conversation. Nothing here throws. */
export type ResultStore = {
	/** The result as model and screen get it: as it is, or its beginning and its end, with the whole stored. */
	readonly keep: (callId: string, result: ToolResult) => Promise<ToolResult>;
	/** Undefined when there is no such result. */
	readonly read: (
		id: string,
		range: {readonly offset: number; readonly limit: number},
		signal: AbortSignal,
	) => Promise<ResultPart | undefined>;
};

/** The program's own tools that help a model with large things. Their server starts when they are first needed. */
export type OwnTools = {
	readonly searchTools: ToolRef;
	readonly readResult: ToolRef;
	readonly start: (signal: AbortSignal) => Promise<void>;
};

export type Policy = {
	/** `grants` are the tools that the user has allowed for the rest of the session. */
	readonly decide: (
		tool: ToolDefinition,
		args: JsonObject,
		mode: ApprovalMode,
		grants: readonly ToolRef[],
	) => Verdict;
};

/** Puts a question into the queue and resolves with its answer, or with `aborted`. */
export type AskUser = (ask: Ask, signal: AbortSignal) => Promise<AskAnswer | {readonly type: 'aborted'}>;

/** Runs something once, later; the returned function takes it back. */
export type Schedule = (run: () => void, milliseconds: number) => () => void;

export type Clock = () => number;
export type NewId = () => string;
