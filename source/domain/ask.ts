import type {DefinitionChange, PartChange} from './definition-change.ts';
import type {JsonObject} from './json.ts';
import type {ElicitationRequest, SamplingRequest, SignInRequest} from './server-request.ts';
import type {ServerSetting} from './server-setting.ts';
import type {ToolAnnotations, ToolResult} from './tool.ts';

/** A result from which a call may have been made. */
export type ArgumentSource = {
	readonly server: string;
	readonly tool: string;
	/** The argument whose text stands in that result. */
	readonly argument?: string;
};

/** Whether a tool call may run. */
export type ApprovalAsk = {
	readonly kind: 'approval';
	readonly askId: string;
	readonly callId: string;
	readonly server: string;
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly annotations: ToolAnnotations;
	/** Whether the user trusts the server, and so what it says about its tool. */
	readonly isTrusted?: boolean;
	/** Why the user is asked at all. */
	readonly rule: string;
	/** Why the arguments were not checked, or not all of them. */
	readonly unchecked?: string;
	/** Where the arguments may come from, if not from the user. */
	readonly sources?: readonly ArgumentSource[];
	/** What is suspicious about the tool, a sentence each. */
	readonly flags?: readonly string[];
	/** What has changed since the user said "always". */
	readonly changes?: readonly PartChange[];
	/** Whether the answer can be kept beyond this session. */
	readonly canKeep?: boolean;
	/** What the tool and the way to its server were when this was asked: a grant for the session holds for that. */
	readonly boundTo?: string;
	/** Whatever is allowed for longer does not answer it: an answer is about this call alone. */
	readonly isOnce?: true;
	/** It would run without a question in approval mode `auto`. */
	readonly isUpToMode?: boolean | undefined;
};

/** Whether a browser could be started to show a page. */
export type BrowserTry = 'started' | 'missing';

/** A server has a question. */
export type ElicitationAsk = {
	readonly kind: 'elicitation';
	readonly askId: string;
	readonly server: string;
	readonly request: ElicitationRequest;
	readonly browser?: BrowserTry;
};

/** A server wants to use the user's model. */
export type SamplingAsk = {
	readonly kind: 'sampling';
	readonly askId: string;
	readonly server: string;
	readonly model: string;
	/** Whether a call to the server ran when it asked. */
	readonly isDuringCall: boolean;
	readonly request: SamplingRequest;
};

/** A server wants to know who the user is. */
export type SignInAsk = {
	readonly kind: 'sign-in';
	readonly askId: string;
	readonly server: string;
	readonly request: SignInRequest;
	readonly browser?: BrowserTry;
};

/** A turn that cannot go on by itself. */
export type TurnAsk = {
	readonly kind: 'turn';
	readonly askId: string;
	readonly turnId: string;
	readonly reason: 'steps-used' | 'going-round' | 'context-full';
	/** What happened, as a sentence. */
	readonly message: string;
};

/** What a turn may do when it cannot go on by itself. */
export const turnChoices = {
	'steps-used': ['continue', 'wrap-up', 'stop'],
	'going-round': ['continue', 'wrap-up', 'stop'],
	'context-full': ['compact', 'stop'],
} as const satisfies Readonly<Record<TurnAsk['reason'], readonly AskAnswer['type'][]>>;

/** Tools of a server are not what they were. They are kept from the model until the user accepts them. */
export type DefinitionAsk = {
	readonly kind: 'definition';
	readonly askId: string;
	readonly server: string;
	readonly changes: readonly DefinitionChange[];
};

/** A result that the user wants to see before the model does. */
export type ResultAsk = {
	readonly kind: 'result';
	readonly askId: string;
	readonly callId: string;
	readonly server: string;
	readonly tool: string;
	/** Whether the tool reported an error. */
	readonly isError: boolean;
	readonly result: ToolResult;
	/** Its text, which may be edited; what is not text is described in it. */
	readonly text: string;
};

/** What a file of the project wants to start or contact. */
export type ProjectServerOffer = {
	readonly name: string;
	readonly file: string;
	/** The command line or the address, as it is written there. */
	readonly runs: string;
	/** Names of variables and headers that it sets. */
	readonly variables: readonly string[];
	/** All that it sets, with every value as it is written. */
	readonly settings?: readonly ServerSetting[];
	/** The user has trusted it once, and it is another one now. */
	readonly isChanged: boolean;
};

/** Whether the servers that a project brings along may be used. */
export type FolderAsk = {
	readonly kind: 'folder';
	readonly askId: string;
	readonly folder: string;
	readonly servers: readonly ProjectServerOffer[];
};

/** A value that the configuration names as `${input:id}`; it is kept with the user's secrets. */
export type InputAsk = {
	readonly kind: 'input';
	readonly askId: string;
	readonly inputId: string;
	readonly description?: string;
	readonly servers: readonly string[];
	/** Whether it is typed unseen. */
	readonly isSecret: boolean;
	/** Where it will be kept, where that is known: `the keychain`, `memory until the program ends`. */
	readonly place?: string;
};

/**
 * A question to the user. It is plain data, waits in one queue and is answered once, by id. Every kind is an
 * arm of its own; all they share is the id.
 */
export type Ask =
	| ApprovalAsk
	| ElicitationAsk
	| SamplingAsk
	| SignInAsk
	| TurnAsk
	| DefinitionAsk
	| ResultAsk
	| FolderAsk
	| InputAsk;

export type AskAnswer =
	/** `tool` and `server` hold beyond this session. `arguments` are those that the user has put in place of the model's. */
	| {
			readonly type: 'allow';
			readonly scope: 'once' | 'session' | 'tool' | 'server';
			readonly arguments?: JsonObject;
			/** Of a request for the model: the most tokens that its answer may have. */
			readonly maxTokens?: number | undefined;
	  }
	/** `rule` names who or what denied it, where that is not the user. */
	| {readonly type: 'deny'; readonly reason?: string; readonly rule?: string}
	/** Deny, and end the turn. */
	| {readonly type: 'stop'; readonly rule?: string}
	/** What the user filled in: never saved, it may be private. */
	| {readonly type: 'accept'; readonly content?: JsonObject}
	/** The question is put aside without an answer. */
	| {readonly type: 'dismiss'}
	/** The turn goes on as before. */
	| {readonly type: 'continue'}
	/** The model gets one more step, without tools, to say what it has. */
	| {readonly type: 'wrap-up'}
	/** The history is summarised, then the turn goes on. */
	| {readonly type: 'compact'}
	/** A result goes to the model as it is, */
	| {readonly type: 'send'}
	/** as the user has rewritten it, */
	| {readonly type: 'edit'; readonly text: string}
	/** or not at all; the model is told so, with the message. */
	| {readonly type: 'withhold'; readonly message?: string}
	/** Put aside, and so is whatever else this server asks until the program ends. */
	| {readonly type: 'mute'};
