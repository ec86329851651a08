import type {Failure} from '../domain/failure.ts';
import type {CallReport, Policy, ToolGate, ToolServers} from '../domain/ports.ts';
import {isSameTool} from '../domain/tool.ts';
import type {CallProgress} from '../domain/tool-call.ts';
import type {AppState} from '../state/app-state.ts';

type RunAgainDeps = {
	readonly getState: () => AppState;
	readonly servers: Pick<ToolServers, 'tools' | 'call' | 'connect'>;
	readonly gate: ToolGate;
	readonly policy: Pick<Policy, 'decide'>;
};

export type RunAgain = (
	callId: string,
	onProgress: (progress: CallProgress) => void,
	signal: AbortSignal,
) => Promise<CallReport>;

const refused = (failure: Failure): CallReport => ({type: 'failed', failure});

/**
 * Calls a tool once more with the arguments that it had. Whoever wants that has seen them, so nobody is asked; what is
 * forbidden stays forbidden.
 */
export const createRunAgain = ({getState, servers, gate, policy}: RunAgainDeps): RunAgain => {
	const whyNot = (what: string, why: string): CallReport =>
		refused({code: 'not-allowed', message: `${what} is not run again: ${why}.`});
	return async (callId, onProgress, signal) => {
		const call = getState().calls.get(callId);
		if (call === undefined) {
			return refused({code: 'unknown-call', message: 'There is no such call in this session.'});
		}
		const what = `${call.tool} of ${call.server}`;
		await servers.connect(signal);
		const tools = servers.tools();
		const tool = tools.find(({definition}) => isSameTool(definition, call));
		if (tool === undefined) {
			const message = `${call.server === '' ? call.modelName : what} is not there now.`;
			return refused({code: 'unknown-tool', message, hint: '/mcp shows which servers are ready.'});
		}
		await gate.prepare(tools, signal);
		if (signal.aborted) {
			return {type: 'cancelled', sent: false};
		}
		const {definition} = tool;
		const withheld = gate.whyWithheld(definition);
		if (withheld !== undefined) {
			return whyNot(what, withheld);
		}
		const {approvalMode, workMode, grants} = getState();
		const verdict = policy.decide({
			tool: definition,
			args: call.arguments,
			mode: approvalMode,
			workMode,
			sessionGrants: grants,
			heard: [],
		});
		return verdict.decision === 'deny'
			? whyNot(what, verdict.rule)
			: servers.call(definition, call.arguments, onProgress, signal);
	};
};
