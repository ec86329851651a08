import {assertNever} from '../../domain/assert-never.ts';
import type {AppFact} from '../../domain/event.ts';
import type {Failure} from '../../domain/failure.ts';
import {
	type CallReport,
	failureIn,
	type ResultStore,
	type ToolGate,
	type ToolServers,
} from '../../domain/ports.ts';
import type {OfferedTool, ToolDefinition, ToolResult} from '../../domain/tool.ts';
import {findInexactNumber} from '../../support/exact-number.ts';
import {hideTokens} from '../../support/hide-tokens.ts';
import type {CallBlock} from './answer-blocks.ts';
import {resultWords} from './content-text.ts';
import {cutEnd} from './cut-text.ts';
import {type Brought, type Reviewed, reviewResult} from './review-result.ts';
import {type CallEffect, type Permission, type PermissionDeps, seekPermission} from './seek-permission.ts';
import {type ToolOffer, whyKept} from './tool-offer.ts';
import type {Heard} from './turn-hearing.ts';

export type CallDeps = PermissionDeps & {
	readonly servers: Pick<ToolServers, 'call' | 'check'>;
	readonly results: ResultStore;
	readonly gate: Pick<ToolGate, 'whyWithheld'>;
	/** Told what came back for a call, as it came. */
	readonly onReport?: (callId: string, report: CallReport) => void;
};

/** `heard` is what the model had read when it wrote the call. */
export type RunCallDeps = CallDeps & {readonly heard: Heard};

/** What a call brought, whole: before anything of it is cut for the conversation. */
export type CallYield = {
	readonly block: CallBlock;
	readonly yielded: ToolResult | Failure | {readonly rule: string; readonly reason?: string};
};

/** `yielded` is absent where the call was cancelled. */
export type CallEnd = {readonly effect: CallEffect; readonly yielded?: CallYield['yielded']};

type CallFact = Extract<AppFact, {type: 'call-succeeded' | 'call-failed' | 'call-denied' | 'call-cancelled'}>;
type Allowed = Extract<Permission, {type: 'allowed'}>;
type Ending = {readonly fact: CallFact; readonly end: CallEnd};

const shownArguments = 500;

const invalidArguments = ({modelName}: CallBlock, text: string): Failure => {
	const inexact = findInexactNumber(text);
	return {
		code: 'invalid-arguments',
		message:
			inexact === undefined
				? `Nothing was run: the arguments of ${modelName} must be one JSON object. What came instead: ${cutEnd(hideTokens(text), shownArguments)}`
				: `Nothing was run: the number ${cutEnd(inexact.number, 100)} in the argument ${JSON.stringify(inexact.member)} of ${modelName} cannot be sent exactly. Send it as a string if the tool takes one, or with at most 15 digits.`,
	};
};

const failedWith = (callId: string, failure: Failure): Ending => ({
	fact: {type: 'call-failed', callId, failure},
	end: {effect: 'continue', yielded: failure},
});

const cancelled = (callId: string, outcomeUnknown: boolean): Ending => ({
	fact: {type: 'call-cancelled', callId, outcomeUnknown},
	end: {effect: 'stop'},
});

const withheld = ({modelName}: CallBlock, why: string): Failure => ({
	code: 'tool-not-offered',
	message: whyKept(modelName, why),
});

/** What came of a call, as the user lets the model see it. */
const endWith = async (
	{callId, arguments: args}: CallBlock,
	tool: ToolDefinition,
	brought: Brought,
	deps: CallDeps,
	signal: AbortSignal,
): Promise<Ending> => {
	const {policy, hearing, results} = deps;
	const {result, failure, reviewed, effect}: Reviewed = policy.isReviewed(tool)
		? await reviewResult(tool, callId, brought, deps, signal)
		: {...brought, effect: 'continue'};
	if (reviewed !== 'withheld') {
		hearing.hear(tool, args, result === undefined ? (failure?.message ?? '') : resultWords(result));
	}
	// Only now, and only this: whatever is kept can be read by the model.
	const kept = result === undefined ? {} : {result: await results.keep(callId, result)};
	const review = reviewed === undefined ? {} : {reviewed};
	if (failure !== undefined) {
		return {
			fact: {type: 'call-failed', callId, failure, ...kept, ...review},
			end: {effect, yielded: result ?? failure},
		};
	}
	const whole = result ?? {content: []};
	return {
		fact: {type: 'call-succeeded', callId, result: whole, ...kept, ...review},
		end: {effect, yielded: whole},
	};
};

/** Sends a call that may run. */
const send = async (
	block: CallBlock,
	{definition}: OfferedTool,
	{by: allowed, unchecked, sources}: Pick<Allowed, 'by' | 'unchecked' | 'sources'>,
	deps: CallDeps,
	signal: AbortSignal,
): Promise<Ending> => {
	const {sink, servers} = deps;
	const {callId, arguments: args} = block;
	// The intent is on disk before the request leaves: a crash now shows as "outcome unknown".
	await sink.commit({
		type: 'call-started',
		callId,
		allowed,
		...(unchecked === undefined ? {} : {unchecked}),
		...(sources === undefined ? {} : {sources}),
	});
	const report = await servers.call(
		definition,
		args,
		progress => sink.emit({type: 'call-progressed', callId, progress}),
		signal,
	);
	deps.onReport?.(callId, report);
	switch (report.type) {
		case 'succeeded':
			return endWith(block, definition, {result: report.result}, deps, signal);
		case 'failed': {
			const {failure, result} = report;
			return endWith(block, definition, {failure, ...(result === undefined ? {} : {result})}, deps, signal);
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
	deps: RunCallDeps,
	signal: AbortSignal,
): Promise<Ending> => {
	const {callId, modelName, invalid} = block;
	const {gate, heard} = deps;
	const offered = offer.find(modelName);
	// Nobody is asked to approve what cannot run.
	if (offered === undefined) {
		return failedWith(callId, offer.unknown(modelName));
	}
	const {definition} = offered;
	const why = gate.whyWithheld(definition);
	if (why !== undefined) {
		return failedWith(callId, withheld(block, why));
	}
	if (invalid !== undefined) {
		return failedWith(callId, invalidArguments(block, invalid));
	}
	const doubt = await deps.servers.check(definition, block.arguments, signal);
	const wrong = failureIn(doubt);
	if (wrong !== undefined && !signal.aborted) {
		return failedWith(callId, wrong);
	}
	const permission = await seekPermission(definition, {block, heard, doubt}, deps, signal);
	switch (permission.type) {
		case 'denied': {
			const {type: _, effect, ...denial} = permission;
			return {fact: {type: 'call-denied', callId, ...denial}, end: {effect, yielded: denial}};
		}
		case 'failed':
			return failedWith(callId, permission.failure);
		case 'aborted':
			return cancelled(callId, false);
		case 'allowed':
			break;
		default:
			return assertNever(permission);
	}
	if (signal.aborted) {
		return cancelled(callId, false);
	}
	// The tool may have changed while the user was asked.
	const whyNow = gate.whyWithheld(definition);
	return whyNow === undefined
		? send({...block, arguments: permission.arguments}, offered, permission, deps, signal)
		: failedWith(callId, withheld(block, whyNow));
};

/** One tool call from request to outcome. It says everything that happens and never throws. */
export const runCall = async (
	block: CallBlock,
	offer: ToolOffer,
	deps: RunCallDeps,
	signal: AbortSignal,
): Promise<CallEnd> => {
	const {fact, end} = await decide(block, offer, deps, signal);
	await deps.sink.commit(fact);
	return end;
};
