import type {ApprovalMode} from '../../domain/approval.ts';
import {assertNever} from '../../domain/assert-never.ts';
import type {AssistantBlock} from '../../domain/message.ts';
import type {AskUser, EventSink, NewId, Policy, ToolServers} from '../../domain/ports.ts';
import type {OfferedTool, ToolDefinition, ToolRef} from '../../domain/tool.ts';

export type CallDeps = {
	readonly sink: EventSink;
	readonly servers: Pick<ToolServers, 'call' | 'check'>;
	readonly policy: Policy;
	readonly approvalMode: () => ApprovalMode;
	/** What the user has allowed for the rest of the session. */
	readonly grants: () => readonly ToolRef[];
	readonly askUser: AskUser;
	readonly newId: NewId;
};

type CallBlock = AssistantBlock & {readonly type: 'tool-call'};

/** Whether the turn goes on after this call. */
export type CallEffect = 'continue' | 'stop';

type Permission =
	| {readonly type: 'allowed'}
	| {readonly type: 'denied'; readonly rule: string; readonly reason?: string; readonly effect: CallEffect}
	| {readonly type: 'aborted'};

const deniedByUser = 'denied by the user';

const seekPermission = async (
	tool: ToolDefinition,
	block: CallBlock,
	{policy, approvalMode, grants, askUser, newId}: CallDeps,
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
			return {type: 'denied', rule: deniedByUser, effect: 'continue'};
		case 'aborted':
			return answer;
		default:
			return assertNever(answer);
	}
};

/** One tool call from request to outcome. It says everything that happens and never throws. */
export const runCall = async (
	block: CallBlock,
	offered: OfferedTool | undefined,
	deps: CallDeps,
	signal: AbortSignal,
): Promise<CallEffect> => {
	const {sink, servers} = deps;
	const {callId} = block;
	if (offered === undefined) {
		await sink.commit({
			type: 'call-failed',
			callId,
			failure: {
				code: 'unknown-tool',
				message: `There is no tool called "${block.modelName}". Use one of the tools that were offered.`,
			},
		});
		return 'continue';
	}
	// Nobody is asked to approve what cannot run.
	const wrong = await servers.check(offered.definition, block.arguments, signal);
	if (wrong !== undefined && !signal.aborted) {
		await sink.commit({type: 'call-failed', callId, failure: wrong});
		return 'continue';
	}
	const permission = await seekPermission(offered.definition, block, deps, signal);
	if (permission.type === 'denied') {
		const {rule, reason, effect} = permission;
		await sink.commit({type: 'call-denied', callId, rule, ...(reason === undefined ? {} : {reason})});
		return effect;
	}
	if (permission.type === 'aborted' || signal.aborted) {
		await sink.commit({type: 'call-cancelled', callId, outcomeUnknown: false});
		return 'stop';
	}
	// The intent is on disk before the request leaves: a crash now shows as "outcome unknown".
	await sink.commit({type: 'call-started', callId});
	const report = await servers.call(
		offered.definition,
		block.arguments,
		progress => sink.emit({type: 'call-progressed', callId, progress}),
		signal,
	);
	switch (report.type) {
		case 'succeeded':
			await sink.commit({type: 'call-succeeded', callId, result: report.result});
			return 'continue';
		case 'failed': {
			const {failure, result} = report;
			await sink.commit({type: 'call-failed', callId, failure, ...(result === undefined ? {} : {result})});
			return 'continue';
		}
		case 'cancelled':
			await sink.commit({type: 'call-cancelled', callId, outcomeUnknown: report.sent});
			return 'stop';
		default:
			return assertNever(report);
	}
};
