import type {Verdict} from '../domain/approval.ts';
import type {Failure} from '../domain/failure.ts';
import type {
	CallReport,
	EventSink,
	NewId,
	Policy,
	ResultStore,
	ToolGate,
	ToolServers,
} from '../domain/ports.ts';
import {isSameTool, type OfferedTool, type ToolDefinition} from '../domain/tool.ts';
import type {CallProgress, ToolCall} from '../domain/tool-call.ts';
import type {AppState} from '../state/app-state.ts';

type RunAgainDeps = {
	readonly getState: () => AppState;
	readonly servers: Pick<ToolServers, 'tools' | 'call' | 'connect'>;
	readonly gate: ToolGate;
	readonly policy: Pick<Policy, 'decide'>;
	readonly sink: EventSink;
	readonly results: Pick<ResultStore, 'keep'>;
	readonly newId: NewId;
	/** Told what came back for a call, as it came. */
	readonly onReport: (callId: string, report: CallReport) => void;
	/** Told when nothing is run again any more. */
	readonly onIdle: () => void;
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
	readonly isRunning: () => boolean;
	/** Ends what is run again; false when nothing is. */
	readonly interrupt: () => boolean;
	readonly settled: () => Promise<void>;
};

type RunOptions = Parameters<RunAgain['run']>[1];

const refused = (failure: Failure): CallReport => ({type: 'failed', failure});

/**
 * Calls a tool once more with the arguments that it had. What the model may do without a question the user may do with
 * one key; everything else wants a yes, and what is forbidden stays forbidden.
 */
export const createRunAgain = (deps: RunAgainDeps): RunAgain => {
	const {getState, servers, gate, policy, sink, results} = deps;
	const running = new Map<AbortController, Promise<unknown>>();
	const whyNot = (what: string, why: string): CallReport =>
		refused({code: 'not-allowed', message: `${what} is not run again: ${why}.`});
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
	const end = async (callId: string, report: CallReport): Promise<void> => {
		if (report.type === 'cancelled') {
			await sink.commit({type: 'call-cancelled', callId, outcomeUnknown: report.sent});
			return;
		}
		const kept = report.result === undefined ? {} : {result: await results.keep(callId, report.result)};
		await sink.commit(
			report.type === 'failed'
				? {type: 'call-failed', callId, failure: report.failure, ...kept}
				: {type: 'call-succeeded', callId, result: report.result, ...kept},
		);
	};
	/** It is kept like every call. No answer of the model has it, so the model never hears of it. */
	const send = async (
		call: ToolCall,
		{definition, modelName}: OfferedTool,
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
	): Promise<CallReport> => {
		const {server, tool} = definition;
		const {title, arguments: args} = call;
		const callId = deps.newId();
		const named = {server, tool, modelName, ...(title === undefined ? {} : {title})};
		sink.emit({type: 'call-requested', stepId: callId, callId, ...named, arguments: args});
		await sink.commit({type: 'call-started', callId, allowed: 'you, who ran it again'});
		const tell = (progress: CallProgress): void => {
			sink.emit({type: 'call-progressed', callId, progress});
			onProgress(progress);
		};
		const report = await servers.call(definition, args, tell, signal);
		deps.onReport(callId, report);
		await end(callId, report);
		return report;
	};
	const attempt = async (
		callId: string,
		{isConfirmed, onProgress}: RunOptions,
		signal: AbortSignal,
	): Promise<CallReport> => {
		const call = getState().calls.get(callId);
		if (call === undefined) {
			return refused({code: 'unknown-call', message: 'There is no such call in this session.'});
		}
		const what = `${call.tool} of ${call.server}`;
		// The end of a turn is the end of every call that runs.
		if (getState().turn !== undefined) {
			return whyNot(what, 'the model is at work');
		}
		await servers.connect(signal);
		const tool = find(call);
		if (tool === undefined) {
			const message = `${call.server === '' ? call.modelName : what} is not there now.`;
			return refused({code: 'unknown-tool', message, hint: '/mcp shows which servers are ready.'});
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
			: send(call, tool, onProgress, signal);
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
		run(callId, options) {
			const controller = new AbortController();
			const done = attempt(callId, options, controller.signal).finally(() => {
				running.delete(controller);
				if (running.size === 0) {
					deps.onIdle();
				}
			});
			running.set(controller, done);
			return done;
		},
		isRunning: () => running.size > 0,
		interrupt() {
			for (const controller of running.keys()) {
				controller.abort();
			}
			return running.size > 0;
		},
		async settled() {
			await Promise.allSettled(running.values());
		},
	};
};
