import type {JsonObject} from './json.ts';
import type {ElicitationRequest, SamplingRequest, SignInRequest} from './server-request.ts';
import type {ToolAnnotations} from './tool.ts';

/** Whether a tool call may run. */
export type ApprovalAsk = {
	readonly kind: 'approval';
	readonly askId: string;
	readonly callId: string;
	readonly server: string;
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly annotations: ToolAnnotations;
	/** Why the user is asked at all. */
	readonly rule: string;
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

/**
 * A question to the user. It is plain data, waits in one queue and is answered once, by id. Every kind is an
 * arm of its own; all they share is the id.
 */
export type Ask = ApprovalAsk | ElicitationAsk | SamplingAsk | SignInAsk | TurnAsk;

export type AskAnswer =
	| {readonly type: 'allow'; readonly scope: 'once' | 'session'}
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
	/** Put aside, and so is whatever else this server asks until the program ends. */
	| {readonly type: 'mute'};
