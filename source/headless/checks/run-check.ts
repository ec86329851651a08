import {answeredFailure, type Check, type CheckAnswer, type JudgeAnswer} from '../../domain/check.ts';
import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import {type CallReport, type Clock, failureIn} from '../../domain/ports.ts';
import type {McpServers} from '../../domain/server-ports.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {CheckOutcome} from './check-outcome.ts';

export type CheckPorts = {
	readonly servers: Pick<McpServers, 'check' | 'call'>;
	readonly judge: JudgeAnswer;
	/** Milliseconds that only ever grow. */
	readonly now: Clock;
};

type CheckToRun = {
	readonly check: Check;
	readonly definition: ToolDefinition;
	readonly arguments: JsonObject;
};

const interrupted: Failure = {code: 'interrupted', message: 'Interrupted.'};

type Answered = {readonly answer: CheckAnswer} | {readonly failure: Failure};

/** An error that a server answers with is an answer; that none came is not. */
const answerOf = (report: CallReport, milliseconds: number): Answered => {
	switch (report.type) {
		case 'succeeded':
			return {answer: {isError: false, result: report.result, milliseconds}};
		case 'failed': {
			const result = report.result ?? answeredFailure(report.failure);
			return result === undefined
				? {failure: report.failure}
				: {answer: {isError: true, result, milliseconds}};
		}
		case 'cancelled':
			return {failure: interrupted};
	}
};

/** Makes one call and compares what comes of it. */
export const runCheck = async (
	{servers, judge, now}: CheckPorts,
	{check, definition, arguments: args}: CheckToRun,
	signal: AbortSignal,
): Promise<CheckOutcome> => {
	if (signal.aborted) {
		return {type: 'broken', failure: interrupted};
	}
	// Looked at before the clock starts: what the program needs for it is no latency of the server.
	const unfit = failureIn(await servers.check(definition, args, signal));
	if (unfit !== undefined) {
		return {type: 'broken', failure: unfit};
	}
	const startedAt = now();
	const report = await servers.call(definition, args, () => undefined, signal);
	const answered = answerOf(report, Math.max(0, now() - startedAt));
	if ('failure' in answered) {
		return {type: 'broken', failure: answered.failure};
	}
	const {answer} = answered;
	const differences = await judge(check.expect, answer, signal);
	if (signal.aborted) {
		return {type: 'broken', failure: interrupted};
	}
	return differences.length === 0
		? {type: 'passed', milliseconds: answer.milliseconds}
		: {type: 'failed', differences, answer};
};
