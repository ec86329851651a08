import type {CustomExchange, CustomTool} from '../../../domain/custom-tool.ts';
import type {JsonObject} from '../../../domain/json.ts';
import {describeToolError} from '../run-mcp-tool.ts';
import type {McpToolOutcome} from '../shared/McpTool.ts';
import {McpToolError} from '../shared/McpToolError.ts';
import {buildRequest, type CustomRequest} from './internal/buildRequest.ts';
import {readAnswer} from './internal/readAnswer.ts';
import {type SendDeps, sendRequest, type WholeAnswer} from './internal/sendRequest.ts';

export type CustomToolDeps = SendDeps & {
	readonly version: string;
	readonly now: () => number;
	/** Takes secrets out of what comes back: a service may repeat what it was sent. */
	readonly redact: <Value>(value: Value) => Value;
};

export type CustomRun = {
	readonly outcome: McpToolOutcome<unknown>;
	readonly exchange: CustomExchange;
};

const longestBody = 4000;

const shortBody = (request: CustomRequest['shown']): CustomRequest['shown'] =>
	request.body === undefined || request.body.length <= longestBody
		? request
		: {...request, body: `${request.body.slice(0, longestBody)}…`};

/** One call of a custom tool, with what was sent and what came back. Never rejects. */
export const runCustomTool = async (
	tool: CustomTool,
	args: JsonObject,
	deps: CustomToolDeps,
	signal: AbortSignal,
): Promise<CustomRun> => {
	const at = deps.now();
	let request: CustomRequest | undefined;
	let answer: WholeAnswer | undefined;
	const run = async (): Promise<McpToolOutcome<unknown>> => {
		request = buildRequest(tool, args, deps.version);
		answer = await sendRequest(tool.endpoint, request, deps, signal);
		return readAnswer(answer, tool.result, new URL(request.url).host);
	};
	const outcome = await run().catch((error: unknown) =>
		error instanceof McpToolError
			? error
			: new McpToolError(`${tool.name} failed for an unexpected reason.`, undefined, {cause: error}),
	);
	const isError = outcome instanceof McpToolError;
	const error = isError ? new McpToolError(deps.redact(outcome.message), outcome.field) : undefined;
	const {status, statusText, contentType, bytes} = answer ?? {};
	return {
		outcome: error ?? deps.redact(outcome),
		exchange: deps.redact({
			at,
			duration: Math.max(0, deps.now() - at),
			...(request === undefined ? {} : {request: shortBody(request.shown)}),
			...(status === undefined
				? {}
				: {
						answer: {status, statusText: statusText ?? '', contentType: contentType ?? '', bytes: bytes ?? 0},
					}),
			...(error === undefined ? {} : {error: describeToolError(error)}),
		}),
	};
};
