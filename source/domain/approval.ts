import type {JsonObject} from './json.ts';
import type {ToolAnnotations} from './tool.ts';

export const approvalModes = ['always-ask', 'trusted-only', 'auto'] as const;

export type ApprovalMode = (typeof approvalModes)[number];

/** What a policy says about a call, and the rule that made it say so. */
export type Verdict = {readonly decision: 'allow' | 'ask' | 'deny'; readonly rule: string};

/** A question to the user. It is plain data, waits in one queue and is answered once, by id. */
export type Ask = {
	readonly askId: string;
	readonly kind: 'approval';
	readonly callId: string;
	readonly server: string;
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly annotations: ToolAnnotations;
	/** Why the user is asked at all. */
	readonly rule: string;
};

export type AskAnswer =
	| {readonly type: 'allow'; readonly scope: 'once' | 'session'}
	| {readonly type: 'deny'; readonly reason?: string}
	/** Deny, and end the turn. */
	| {readonly type: 'stop'};
