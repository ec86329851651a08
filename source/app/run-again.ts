import type {Verdict} from '../domain/approval.ts';
import type {CallReport, Policy, ToolGate, ToolServers} from '../domain/ports.ts';
import {isSameTool, type OfferedTool, type ToolDefinition} from '../domain/tool.ts';
import type {CallProgress, ToolCall} from '../domain/tool-call.ts';
import type {AppState} from '../state/app-state.ts';
import {type OwnCalls, refusedCall} from './own-calls.ts';

type RunAgainDeps = {
	readonly getState: () => AppState;
	readonly servers: Pick<ToolServers, 'tools' | 'start'>;
	readonly gate: ToolGate;
	readonly policy: Pick<Policy, 'decide'>;
	readonly own: Pick<OwnCalls, 'run' | 'send'>;
};

export type RunAgain = {
	/** What the user has to be asked before a call is run again, as the rule that wants it; undefined where nothing does. */
	readonly whyAsk: (callId: string) => {readonly rule: string} | undefined;
	readonly run: (
		callId: string,
		options: {
			/** Whether the user was asked whether to run it again, and said yes. */
			readonly isConfirmed: boolean;
			readonly onProgress: (progress: CallProgress) => void;
		},
	) => Promise<CallReport>;
};

type RunOptions = Parameters<RunAgain['run']>[1];

/**
 * Calls a tool once more with the arguments that it had. What the model may do without a question the user may do with
 * one key; everything else wants a yes, and what is forbidden stays forbidden.
 */
export const createRunAgain = (deps: RunAgainDeps): RunAgain => {
	const {getState, servers, gate, policy, own} = deps;
	const whyNot = (what: string, why: string): CallReport =>
		refusedCall({code: 'not-allowed', message: `${what} is not run again: ${why}.`});
	const decide = (call: ToolCall, tool: ToolDefinition): Verdict => {
		const {approvalMode, workMode, grants} = getState();
		const verdict = policy.decide({
			tool,
			args: call.arguments,
			mode: approvalMode,
			workMode,
			sessionGrants: grants,
			heard: [],
		});
		return verdict.decision === 'allow' && call.status === 'denied'
			? {decision: 'ask', rule: 'it was not allowed before'}
			: verdict;
	};
	const find = (call: ToolCall): OfferedTool | undefined =>
		servers.tools().find(({definition}) => isSameTool(definition, call));
	const attempt = async (
		callId: string,
		{isConfirmed, onProgress}: RunOptions,
		signal: AbortSignal,
	): Promise<CallReport> => {
		const call = getState().calls.get(callId);
		if (call === undefined) {
			return refusedCall({code: 'unknown-call', message: 'There is no such call in this session.'});
		}
		const what = `${call.tool} of ${call.server}`;
		// The end of a turn is the end of every call that runs.
		if (getState().turn !== undefined) {
			return whyNot(what, 'the model is at work');
		}
		if (find(call) === undefined) {
			await servers.start(call.server, signal);
		}
		const tool = find(call);
		if (tool === undefined) {
			const message = `${call.server === '' ? call.modelName : what} is not there now.`;
			return refusedCall({code: 'unknown-tool', message, hint: '/mcp shows which servers are ready.'});
		}
		await gate.prepare(servers.tools(), signal);
		if (signal.aborted) {
			return {type: 'cancelled', sent: false};
		}
		const {definition} = tool;
		const withheld = gate.whyWithheld(definition);
		if (withheld !== undefined) {
			return whyNot(what, withheld);
		}
		const {decision, rule} = decide(call, definition);
		if (decision === 'deny') {
			return whyNot(what, rule);
		}
		return decision === 'ask' && !isConfirmed
			? whyNot(what, `you have to be asked first (${rule})`)
			: own.send({tool, args: call.arguments, allowed: 'you, who ran it again', onProgress}, signal);
	};
	return {
		whyAsk(callId) {
			const call = getState().calls.get(callId);
			const tool = call && find(call);
			if (call === undefined || tool === undefined) {
				return {rule: 'the tool is not there just now'};
			}
			const {decision, rule} = decide(call, tool.definition);
			return decision === 'allow' ? undefined : {rule};
		},
		run: (callId, options) => own.run(signal => attempt(callId, options, signal)),
	};
};
