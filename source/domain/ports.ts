import type {Grant, PolicyQuestion, Verdict} from './approval.ts';
import type {Ask, AskAnswer} from './ask.ts';
import type {DefinitionChange} from './definition-change.ts';
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

/** What the schema of a tool says against arguments. `why` they were not checked, or not all of them, continues a sentence. */
export type ArgumentDoubt =
	| {readonly type: 'wrong'; readonly failure: Failure}
	| {readonly type: 'unchecked'; readonly why: string};

/** Why a tool cannot be called with its arguments, as far as that is known. */
export const failureIn = (doubt: ArgumentDoubt | undefined): Failure | undefined =>
	doubt?.type === 'wrong' ? doubt.failure : undefined;

/** Why arguments were not checked, as a field of what tells about a call. */
export const uncheckedIn = (doubt: ArgumentDoubt | undefined): {readonly unchecked?: string} =>
	doubt?.type === 'unchecked' ? {unchecked: doubt.why} : {};

/** `unchecked` says why the arguments were sent without a whole check. */
export type CallReport =
	/** `raw` is the result as the server sent it; `warning` says how it differs from what the server promised. */
	| {
			readonly type: 'succeeded';
			readonly result: ToolResult;
			readonly raw: JsonObject;
			readonly warning?: string;
			readonly unchecked?: string;
	  }
	| {
			readonly type: 'failed';
			readonly failure: Failure;
			readonly result?: ToolResult;
			readonly raw?: JsonObject;
			readonly unchecked?: string;
	  }
	/** `sent` says whether the server may have seen the request. */
	| {readonly type: 'cancelled'; readonly sent: boolean};

/** Every MCP server of this run, as one thing that lists and calls tools. Nothing here throws. */
export type ToolServers = {
	/** Starts what is not running and waits for it, but not for servers that failed before and are tried again. */
	readonly connect: (signal: AbortSignal) => Promise<void>;
	/** The servers that `connect` waits for now. */
	readonly starting: () => readonly string[];
	/** Starts one server unless it runs, and resolves with how that went. */
	readonly start: (server: string, signal: AbortSignal) => Promise<ServerStatus>;
	/** Waits until the lists that servers have called out of date are read again, but not for long. */
	readonly listed: (signal: AbortSignal) => Promise<void>;
	readonly tools: () => readonly OfferedTool[];
	readonly statuses: () => ReadonlyMap<string, ServerStatus>;
	/** What is known before a call against these arguments; undefined where they fit. */
	readonly check: (
		tool: ToolRef | ToolDefinition,
		args: JsonObject,
		signal: AbortSignal,
	) => Promise<ArgumentDoubt | undefined>;
	/** Given a definition, nothing is sent to a tool that has another one by then: what was approved is what runs. */
	readonly call: (
		tool: ToolRef | ToolDefinition,
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
	readonly decide: (question: PolicyQuestion) => Verdict;
	/** Whether what a server says about its own tools is believed. */
	readonly isBelieved: (server: string) => boolean;
	/** Whether a tool only reads, as far as that may be believed. */
	readonly isReadOnly: (tool: ToolDefinition) => boolean;
	/** Whether what it returns may be written by others than the user and the servers that they trust. */
	readonly isUntrusted: (tool: ToolDefinition) => boolean;
	/** Whether what `heard` returned may be written by others than the server of `tool`, to have `tool` called. */
	readonly isForeignTo: (tool: ToolDefinition, heard: ToolDefinition) => boolean;
	/** Whether a call changes nothing and tells nobody anything, so that it does no harm, whoever suggested it. */
	readonly isHarmless: (tool: ToolDefinition) => boolean;
	/** Whether the user wants to see its results before the model does. */
	readonly isReviewed: (tool: ToolDefinition) => boolean;
};

/** What the user has allowed for good. Nothing here throws; what cannot be saved holds until the program ends. */
export type GrantBook = {
	readonly list: () => readonly Grant[];
	/** Binds it to the definitions as they are now. Resolves with why it could not be saved. */
	readonly allow: (ref: ToolRef, scope: Grant['scope']) => Promise<Failure | undefined>;
	readonly revoke: (grantId: string) => Promise<Failure | undefined>;
	/** Reads what other instances have changed. */
	readonly refresh: () => Promise<void>;
};

/** What the definitions of tools were when the user accepted them. Nothing here throws. */
export type PinBook = {
	/** Compares tools with what was accepted. What is seen for the first time is remembered. */
	readonly check: (tools: readonly ToolDefinition[], signal: AbortSignal) => Promise<void>;
	/** How a tool differs from what was accepted, as far as it was checked; undefined when it does not. */
	readonly changeOf: (tool: ToolDefinition) => DefinitionChange | undefined;
	/** What is suspicious about a tool, a sentence each. */
	readonly flagsOf: (tool: ToolDefinition) => readonly string[];
	/** The same without what is merely worth knowing: the rest is a reason to look at every call. */
	readonly alarmsOf: (tool: ToolDefinition) => readonly string[];
	/** From now on this is what they are to be. Resolves with why it could not be saved. */
	readonly accept: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
};

/** Which tools the model may be offered at all, before anybody asks about a call. */
export type ToolGate = {
	/** Before tools are offered: what has to be known about them is found out. */
	readonly prepare: (tools: readonly OfferedTool[], signal: AbortSignal) => Promise<void>;
	/** Why a tool is kept from the model now, as the end of a sentence; undefined when it is not. */
	readonly whyWithheld: (tool: ToolDefinition) => string | undefined;
};

/**
 * A file of the program's own state: one JSON object, which several processes may change. Members that are not known
 * here are kept. Nothing here throws.
 */
export type StateFile = {
	/** Empty when there is none, or when it cannot be read. */
	readonly read: () => Promise<JsonObject>;
	/** Reads, changes and writes while nobody else does. Resolves with why that could not be. */
	readonly change: (edit: (content: JsonObject) => JsonObject) => Promise<Failure | undefined>;
};

/** By a name such as `state` or `pins/files`. */
export type OpenState = (name: string) => StateFile;

/** Puts a question into the queue and resolves with its answer, or with `aborted`. */
export type AskUser = (ask: Ask, signal: AbortSignal) => Promise<AskAnswer | {readonly type: 'aborted'}>;

/** Runs something once, later; the returned function takes it back. */
export type Schedule = (run: () => void, milliseconds: number) => () => void;

export type Clock = () => number;
export type NewId = () => string;
