import type {ApprovalMode} from '../../domain/approval.ts';
import {assertNever} from '../../domain/assert-never.ts';
import type {AskUser, NewId, Policy} from '../../domain/ports.ts';
import type {ToolDefinition, ToolRef} from '../../domain/tool.ts';
import type {CallBlock} from './answer-blocks.ts';

export type PermissionDeps = {
	readonly policy: Policy;
	readonly approvalMode: () => ApprovalMode;
	/** What the user has allowed for the rest of the session. */
	readonly grants: () => readonly ToolRef[];
	readonly askUser: AskUser;
	readonly newId: NewId;
};

/** Whether the turn goes on after a call. */
export type CallEffect = 'continue' | 'stop';

type Permission =
	| {readonly type: 'allowed'}
	| {readonly type: 'denied'; readonly rule: string; readonly reason?: string; readonly effect: CallEffect}
	| {readonly type: 'aborted'};

const deniedByUser = 'denied by the user';

/** Whether a call may run: the policy says it, or the user. */
export const seekPermission = async (
	tool: ToolDefinition,
	block: CallBlock,
	{policy, approvalMode, grants, askUser, newId}: PermissionDeps,
	signal: AbortSignal,
): Promise<Permission> => {
	const verdict = policy.decide(tool, block.arguments, approvalMode(), grants());
	if (verdict.decision === 'allow') {
		return {type: 'allowed'};
	}
	if (verdict.decision === 'deny') {
		return {type: 'denied', rule: verdict.rule, effect: 'continue'};
	}
	const answer = await askUser(
		{
			askId: newId(),
			kind: 'approval',
			callId: block.callId,
			server: tool.server,
			tool: tool.tool,
			arguments: block.arguments,
			annotations: tool.annotations,
			rule: verdict.rule,
		},
		signal,
	);
	switch (answer.type) {
		case 'allow':
			return {type: 'allowed'};
		case 'deny':
			return {
				type: 'denied',
				rule: answer.rule ?? deniedByUser,
				effect: 'continue',
				...(answer.reason === undefined ? {} : {reason: answer.reason}),
			};
		case 'stop':
			return {type: 'denied', rule: answer.rule ?? deniedByUser, effect: 'stop'};
		// Answers to other kinds of questions: they allow nothing.
		case 'accept':
		case 'dismiss':
		case 'mute':
		case 'continue':
		case 'wrap-up':
		case 'compact':
			return {type: 'denied', rule: deniedByUser, effect: 'continue'};
		case 'aborted':
			return answer;
		default:
			return assertNever(answer);
	}
};
