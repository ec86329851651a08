import type {Failure} from '../domain/failure.ts';
import type {ServerStatus} from '../domain/server.ts';
import {callDuration, isCallOver, type ToolCall} from '../domain/tool-call.ts';
import type {AppState, TranscriptItem} from '../state/app-state.ts';
import {hideTokens, namedSecrets} from '../support/hide-tokens.ts';
import {createRedactor} from '../support/redactor.ts';

const cancelledMessage = (isUnknown: boolean): string =>
	isUnknown ? 'It was stopped while it ran: what it did is not known.' : 'It was stopped before it was run.';

const callObject = (call: ToolCall) => {
	const durationMs = isCallOver(call) ? callDuration(call, 0) : undefined;
	return {
		server: call.server,
		tool: call.tool,
		arguments: hideTokens(call.arguments),
		...(call.isEdited === true ? {isEdited: true} : {}),
		...(call.unchecked === undefined ? {} : {unchecked: call.unchecked}),
		...(call.sources === undefined ? {} : {sources: call.sources}),
		status: call.status,
		...('reviewed' in call ? {reviewed: call.reviewed} : {}),
		...(durationMs === undefined ? {} : {durationMs}),
		...(call.status === 'succeeded' ? {result: call.result} : {}),
		...(call.status === 'failed' ? {error: call.failure} : {}),
		...(call.status === 'denied' ? {error: {code: 'denied', message: call.reason ?? call.rule}} : {}),
		...(call.status === 'cancelled'
			? {error: {code: 'cancelled', message: cancelledMessage(call.outcomeUnknown)}}
			: {}),
	};
};

type RunUsage = {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cachedTokens?: number;
	/** Absent where the price of something is not known. */
	readonly costUsd?: number;
};

/** What one run added to a conversation. */
export type RunPart = Pick<AppState, 'sessionId' | 'model'> & {
	readonly items: readonly TranscriptItem[];
	readonly calls: readonly ToolCall[];
	readonly usage: RunUsage;
	/** The servers that were wanted and not there in the end. */
	readonly missingServers: readonly string[];
};

const missingTypes: ReadonlySet<ServerStatus['type']> = new Set([
	'connecting',
	'reconnecting',
	'failed',
	'needs-sign-in',
]);

/** What was paid in between, without the dust that subtracting fractions leaves. */
const costSince = (before: AppState, after: AppState): number | undefined => {
	const cost = Number(((after.usage.cost ?? 0) - (before.usage.cost ?? 0)).toFixed(10));
	const isKnown = before.hasUnpriced ? cost > 0 : !after.hasUnpriced;
	return after.usage.cost !== undefined && isKnown ? cost : undefined;
};

const usageSince = (before: AppState, after: AppState): RunUsage => {
	const {inputTokens, outputTokens, cachedTokens} = after.usage;
	const costUsd = costSince(before, after);
	return {
		inputTokens: inputTokens - before.usage.inputTokens,
		outputTokens: outputTokens - before.usage.outputTokens,
		...(cachedTokens === undefined ? {} : {cachedTokens: cachedTokens - (before.usage.cachedTokens ?? 0)}),
		...(costUsd === undefined ? {} : {costUsd}),
	};
};

/** What this run added to a conversation that may be older than it. */
export const sinceThen = (before: AppState, after: AppState): RunPart => ({
	sessionId: after.sessionId,
	model: after.model,
	items: after.items.slice(before.items.length),
	calls: [...after.calls.values()].filter(({callId}) => !before.calls.has(callId)),
	usage: usageSince(before, after),
	missingServers: [...after.servers].flatMap(([name, {type}]) => (missingTypes.has(type) ? [name] : [])),
});

/** What the model said last. */
export const lastAnswer = ({items}: RunPart): string => {
	const answer = items.findLast(item => item.type === 'answer');
	return answer?.type === 'answer' ? answer.text : '';
};

/** Without arguments that are called a secret, which results may repeat. */
const callObjects = (calls: readonly ToolCall[]) => {
	const named = createRedactor();
	for (const secret of namedSecrets(calls.map(call => call.arguments))) {
		named.learn(secret);
	}
	return named.redactAll(calls.map(callObject));
};

/** The object that `--output-format json` prints. Its fields are a contract with scripts. */
export const resultObject = (state: RunPart, failure: Failure | undefined) => ({
	type: 'result',
	ok: failure === undefined,
	text: lastAnswer(state),
	toolCalls: callObjects(state.calls),
	usage: state.usage,
	steps: state.items.filter(item => item.type === 'answer' && item.status === 'finished').length,
	sessionId: state.sessionId,
	model: state.model,
	...(state.missingServers.length === 0 ? {} : {missingServers: state.missingServers}),
	...(failure === undefined ? {} : {error: failure}),
});
