import type {JsonObject} from './json.ts';
import type {ToolAnnotations} from './tool.ts';

export const approvalModes = ['always-ask', 'trusted-only', 'auto'] as const;

export type ApprovalMode = (typeof approvalModes)[number];

/** What a policy says about a call, and the rule that made it say so. */
export type Verdict = {readonly decision: 'allow' | 'ask' | 'deny'; readonly rule: string};

/** Whether a tool call may run. */
type ApprovalAsk = {
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

/**
 * A question to the user. It is plain data, waits in one queue and is answered once, by id. Every kind is an
 * arm of its own; all they share is the id.
 */
export type Ask = ApprovalAsk;

export type AskAnswer =
	| {readonly type: 'allow'; readonly scope: 'once' | 'session'}
	/** `rule` names who or what denied it, where that is not the user. */
	| {readonly type: 'deny'; readonly reason?: string; readonly rule?: string}
	/** Deny, and end the turn. */
	| {readonly type: 'stop'; readonly rule?: string};
