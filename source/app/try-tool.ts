import type {Failure} from '../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../domain/json.ts';
import {
	type CallReport,
	type Clock,
	failureIn,
	type PinBook,
	type Policy,
	type ToolGate,
	type ToolServers,
	uncheckedIn,
} from '../domain/ports.ts';
import {isSameTool, type OfferedTool, type ToolDefinition, type ToolRef} from '../domain/tool.ts';
import type {CallProgress} from '../domain/tool-call.ts';
import type {TryBook} from '../domain/tool-desk.ts';
import type {AppState} from '../state/app-state.ts';
import {mask} from '../support/mask-secrets.ts';
import {type OwnCalls, refusedCall} from './own-calls.ts';

export type TryToolDeps = {
	readonly getState: () => AppState;
	readonly servers: Pick<ToolServers, 'tools' | 'check' | 'start'>;
	readonly gate: Pick<ToolGate, 'prepare'>;
	readonly policy: Pick<Policy, 'decide' | 'isReadOnly'>;
	readonly pins?: Pick<PinBook, 'changeOf' | 'alarmsOf'>;
	readonly own: Pick<OwnCalls, 'run' | 'send'>;
	/** Where tries are kept. */
	readonly tries?: Pick<TryBook, 'add'>;
	readonly now: Clock;
};

type TryOptions = {
	/** Whether the user was told the doubts, and wants it nevertheless. */
	readonly isConfirmed: boolean;
	readonly onProgress: (progress: CallProgress) => void;
};

/** The user calls a tool with arguments of their own. The model hears nothing of it. */
export type TryTool = {
	/** Why nothing can be tried now, as a sentence; undefined where it can. */
	readonly whyNotNow: () => string | undefined;
	/** What the user has to know before, a sentence each. */
	readonly doubts: (tool: ToolDefinition, args: JsonObject) => readonly string[];
	/** Why the tool cannot be called with these; undefined where it can, as far as that is known. */
	readonly check: (
		tool: ToolDefinition,
		args: JsonObject,
		signal: AbortSignal,
	) => Promise<Failure | undefined>;
	/** It is the tool that the user has seen that runs, or none. */
	readonly run: (
		tool: ToolDefinition,
		args: JsonObject,
		options: TryOptions,
		signal: AbortSignal,
	) => Promise<CallReport>;
};

const hasMask = (value: JsonValue): boolean => {
	if (typeof value === 'string') {
		return value.includes(mask);
	}
	return (Array.isArray(value) || isJsonObject(value)) && Object.values(value).some(hasMask);
};

const atWork = 'The model is at work. Try it when the answer is there.';
const asked =
	'The model waits for your answer to a question. Answer it in the chat first: esc there stops the turn.';
const maskDoubt = `An argument has ${mask}, which stands for a secret that was left out: it is sent like this.`;
const planDoubt = 'You are in plan mode, and nothing says that this tool only reads.';

export const createTryTool = (deps: TryToolDeps): TryTool => {
	const {getState, servers, policy, pins, own, now} = deps;
	const find = (ref: ToolRef): OfferedTool | undefined =>
		servers.tools().find(({definition}) => isSameTool(definition, ref));
	const whyNotNow = (): string | undefined => {
		const {turn, asks} = getState();
		return turn === undefined ? undefined : asks.length > 0 ? asked : atWork;
	};

	const doubts = (tool: ToolDefinition, args: JsonObject): readonly string[] => [
		...(pins?.changeOf(tool) === undefined
			? []
			: ['Its definition is not the one that you have accepted, and you have not accepted this one yet.']),
		...(pins?.alarmsOf(tool) ?? []).map(flag => `Suspicious: ${flag}`),
		...(getState().workMode === 'plan' && !policy.isReadOnly(tool) ? [planDoubt] : []),
		...(hasMask(args) ? [maskDoubt] : []),
	];

	/** Only what forbids counts: whoever fills in a call and looks at it has been asked. Plan mode binds the model. */
	const forbidding = (tool: ToolDefinition, args: JsonObject): string | undefined => {
		const {approvalMode: mode, grants: sessionGrants} = getState();
		const {decision, rule} = policy.decide({tool, args, mode, workMode: 'act', sessionGrants, heard: []});
		return decision === 'deny' ? rule : undefined;
	};

	const attempt = async (
		tool: ToolDefinition,
		args: JsonObject,
		{isConfirmed, onProgress}: TryOptions,
		signal: AbortSignal,
	): Promise<CallReport> => {
		const what = `${tool.tool} of ${tool.server}`;
		// The end of a turn is the end of every call that runs.
		const busy = whyNotNow();
		if (busy !== undefined) {
			return refusedCall({code: 'not-now', message: busy});
		}
		if (find(tool) === undefined) {
			await servers.start(tool.server, signal);
		}
		const offered = find(tool);
		if (offered === undefined) {
			const hint = '/mcp shows which servers are ready.';
			return refusedCall({code: 'unknown-tool', message: `${what} is not there now.`, hint});
		}
		await deps.gate.prepare(servers.tools(), signal);
		if (signal.aborted) {
			return {type: 'cancelled', sent: false};
		}
		const rule = forbidding(tool, args);
		if (rule !== undefined) {
			return refusedCall({
				code: 'not-allowed',
				message: `${what} is not tried: ${rule}.`,
				hint: 'Nothing was sent. What forbids it has to be changed first.',
			});
		}
		const unheard = isConfirmed ? [] : doubts(tool, args);
		if (unheard.length > 0) {
			return refusedCall({code: 'not-confirmed', message: `${what} is not tried: ${unheard.join(' ')}`});
		}
		const doubt = await servers.check(tool, args, signal);
		const failure = failureIn(doubt);
		if (failure !== undefined) {
			return refusedCall(failure);
		}
		const startedAt = now();
		const sent = {...offered, definition: tool};
		const report = await own.send(
			{tool: sent, args, allowed: 'you, who tried it', ...uncheckedIn(doubt), onProgress},
			signal,
		);
		deps.tries?.add(tool, {
			at: startedAt,
			arguments: args,
			outcome: report.type,
			duration: Math.max(0, now() - startedAt),
			...(report.type === 'failed' ? {note: report.failure.message} : {}),
		});
		return report;
	};

	return {
		whyNotNow,
		doubts,
		check: async (tool, args, signal) => failureIn(await servers.check(tool, args, signal)),
		run: (tool, args, options, signal) => own.run(both => attempt(tool, args, options, both), signal),
	};
};
