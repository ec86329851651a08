import {assertNever} from '../../domain/assert-never.ts';
import type {AppFact} from '../../domain/event.ts';
import type {Failure} from '../../domain/failure.ts';
import type {EventSink, ResultStore, ToolServers} from '../../domain/ports.ts';
import type {OfferedTool, ToolResult} from '../../domain/tool.ts';
import type {CallBlock} from './answer-blocks.ts';
import {cutEnd} from './cut-text.ts';
import {type CallEffect, type PermissionDeps, seekPermission} from './seek-permission.ts';
import type {ToolOffer} from './tool-offer.ts';

export type CallDeps = PermissionDeps & {
	readonly sink: EventSink;
	readonly servers: Pick<ToolServers, 'call' | 'check'>;
	readonly results: ResultStore;
};

/** What a call brought, whole: before anything of it is cut for the conversation. */
export type CallYield = {
	readonly block: CallBlock;
	readonly yielded: ToolResult | Failure | {readonly rule: string; readonly reason?: string};
};

/** `yielded` is absent where the call was cancelled. */
export type CallEnd = {readonly effect: CallEffect; readonly yielded?: CallYield['yielded']};

type CallFact = Extract<AppFact, {type: 'call-succeeded' | 'call-failed' | 'call-denied' | 'call-cancelled'}>;
type Ending = {readonly fact: CallFact; readonly end: CallEnd};

const shownArguments = 500;

const invalidArguments = ({modelName}: CallBlock, text: string): Failure => ({
	code: 'invalid-arguments',
	message: `Nothing was run: the arguments of ${modelName} must be one JSON object. What came instead: ${cutEnd(text, shownArguments)}`,
});

const failedWith = (callId: string, failure: Failure): Ending => ({
	fact: {type: 'call-failed', callId, failure},
	end: {effect: 'continue', yielded: failure},
});

const cancelled = (callId: string, outcomeUnknown: boolean): Ending => ({
	fact: {type: 'call-cancelled', callId, outcomeUnknown},
	end: {effect: 'stop'},
});

/** Sends a call that may run. */
const send = async (
	{callId, arguments: args}: CallBlock,
	{definition}: OfferedTool,
	{sink, servers, results}: CallDeps,
	signal: AbortSignal,
): Promise<Ending> => {
	// The intent is on disk before the request leaves: a crash now shows as "outcome unknown".
	await sink.commit({type: 'call-started', callId});
	const report = await servers.call(
		definition,
		args,
		progress => sink.emit({type: 'call-progressed', callId, progress}),
		signal,
	);
	switch (report.type) {
		case 'succeeded':
			return {
				fact: {type: 'call-succeeded', callId, result: await results.keep(callId, report.result)},
				end: {effect: 'continue', yielded: report.result},
			};
		case 'failed': {
			const {failure, result} = report;
			return result === undefined
				? failedWith(callId, failure)
				: {
						fact: {type: 'call-failed', callId, failure, result: await results.keep(callId, result)},
						end: {effect: 'continue', yielded: result},
					};
		}
		case 'cancelled':
			return cancelled(callId, report.sent);
		default:
			return assertNever(report);
	}
};

const decide = async (
	block: CallBlock,
	offer: ToolOffer,
	deps: CallDeps,
	signal: AbortSignal,
): Promise<Ending> => {
	const {callId, modelName, invalid} = block;
	const offered = offer.find(modelName);
	// Nobody is asked to approve what cannot run.
	if (offered === undefined) {
		return failedWith(callId, offer.unknown(modelName));
	}
	if (invalid !== undefined) {
		return failedWith(callId, invalidArguments(block, invalid));
	}
	const wrong = await deps.servers.check(offered.definition, block.arguments, signal);
	if (wrong !== undefined && !signal.aborted) {
		return failedWith(callId, wrong);
	}
	const permission = await seekPermission(offered.definition, block, deps, signal);
	if (permission.type === 'denied') {
		const {type: _, effect, ...denial} = permission;
		return {fact: {type: 'call-denied', callId, ...denial}, end: {effect, yielded: denial}};
	}
	if (permission.type === 'aborted' || signal.aborted) {
		return cancelled(callId, false);
	}
	return send(block, offered, deps, signal);
};

/** One tool call from request to outcome. It says everything that happens and never throws. */
export const runCall = async (
	block: CallBlock,
	offer: ToolOffer,
	deps: CallDeps,
	signal: AbortSignal,
): Promise<CallEnd> => {
	const {fact, end} = await decide(block, offer, deps, signal);
	await deps.sink.commit(fact);
	return end;
};
