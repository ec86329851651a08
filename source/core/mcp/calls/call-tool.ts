import type {Failure} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {type CallReport, failureIn, uncheckedIn} from '../../../domain/ports.ts';
import type {ElicitationRequest} from '../../../domain/server-request.ts';
import type {ToolDefinition, ToolResult} from '../../../domain/tool.ts';
import type {CallProgress} from '../../../domain/tool-call.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {inSeconds} from '../connection/time-limit.ts';
import {requiredPages} from '../requests/required-pages.ts';
import {checkArguments} from './check-arguments.ts';
import {convertResult} from './convert-content.ts';
import {cut, cutPlain} from './cut-text.ts';
import {createProgressThrottle} from './progress-throttle.ts';
import {requestFailure} from './request-failure.ts';
import {withLimits} from './request-limits.ts';
import type {RequestTarget} from './request-target.ts';
import {type AnswerInput, finishTask, readTask, TaskError, wantsTask} from './run-task.ts';
import type {SchemaChecker} from './schema-checker.ts';
import {sendCall} from './send-call.ts';

/** Deeper than anything a person made; shallower than what breaks JSON.stringify. */
const maxDepth = 500;
/** Progress may keep a call alive for this many times its limit. */
const hardTotalFactor = 10;

export type CallToolOptions = RequestTarget & {
	readonly definition: ToolDefinition;
	readonly arguments: JsonObject;
	readonly onProgress: (progress: CallProgress) => void;
	readonly checker: SchemaChecker;
	/** Shows pages to the user that have to be visited before the tool works; false when they are not opened. */
	readonly openPages?: (pages: readonly ElicitationRequest[], signal: AbortSignal) => Promise<boolean>;
	/** Looked at last of all: why nothing may be sent any more. */
	readonly whyNot?: () => Failure | undefined;
	/** Answers what a task asks for (2026-07-28). */
	readonly answerInput?: AnswerInput;
};

const timeoutFailure = ({config, definition}: CallToolOptions, why: 'silent' | 'too-long'): Failure => ({
	code: 'timeout',
	message:
		why === 'silent'
			? `Tool "${definition.tool}" of server "${config.name}" did not answer within ${inSeconds(config.requestTimeout)}.`
			: `Tool "${definition.tool}" of server "${config.name}" reported progress but did not finish within ${inSeconds(config.requestTimeout * hardTotalFactor)}.`,
	hint: 'It may still have done its work. Raise "requestTimeout" for this server in the config if it needs longer.',
});

const toolFailure = ({config, definition}: CallToolOptions, result: ToolResult): Failure => {
	const text = result.content
		.flatMap(content => (content.type === 'text' ? [content.text] : []))
		.join('\n')
		.trim();
	return {
		code: 'tool-error',
		message:
			text === ''
				? `Tool "${definition.tool}" of server "${config.name}" reported an error without a message.`
				: cut(text),
	};
};

const rejectedFailure = ({config, definition, isAgain, ended}: CallToolOptions, error: unknown): Failure =>
	error instanceof TaskError
		? {
				code: error.code,
				message: `Tool "${definition.tool}" of server "${config.name}" ${error.message}`,
				hint: 'It may have done a part of its work.',
			}
		: requestFailure(
				{
					server: config.name,
					isRemote: 'url' in config,
					doing: `the call of "${definition.tool}"`,
					meanwhile: `while tool "${definition.tool}" was running`,
					isAgain,
					ended,
				},
				error,
			);

/** Something has to be done in a browser first. Only whoever did it knows when the call may be repeated. */
const pagesFailure = async (
	{config, definition, openPages}: CallToolOptions,
	pages: readonly ElicitationRequest[],
	signal: AbortSignal,
): Promise<Failure> => {
	const hosts = pages.flatMap(page => (page.mode === 'url' ? [new URL(page.url).host] : []));
	const isOpened = (await openPages?.(pages, signal)) ?? false;
	return {
		code: 'page-required',
		message: `Tool "${definition.tool}" of server "${config.name}" cannot go on: something has to be finished at ${hosts.join(', ')} first.`,
		hint: isOpened
			? 'Finish there, then call the tool again.'
			: 'The user did not open the page; the call can be repeated to be asked again.',
	};
};

/** How the result differs from what the tool promised; the result counts all the same. */
const outputWarning = async (
	{config, definition, checker}: CallToolOptions,
	{structured}: ToolResult,
	signal: AbortSignal,
): Promise<string | undefined> => {
	if (definition.outputSchema === undefined) return undefined;
	const tool = `Tool "${definition.tool}" of server "${config.name}"`;
	if (structured === undefined) return `${tool} promises structured content and sent none.`;
	const verdict = await checker.check(definition.outputSchema, structured, signal);
	switch (verdict.type) {
		case 'valid':
			return undefined;
		case 'invalid':
			return `${tool} sent a result that does not fit its own schema: ${cut(verdict.problems.join('; '))}`;
		case 'unchecked':
			return `The result of "${definition.tool}" was not checked against its schema: ${verdict.why}.`;
	}
};

const readResult = async (
	options: CallToolOptions,
	sent: unknown,
	signal: AbortSignal,
): Promise<CallReport> => {
	const {result, isError} = convertResult(sent);
	// Deeper than that and nobody could write it down.
	const raw = isJsonObject(sent) && measureJson(sent, maxDepth) !== undefined ? sent : {};
	if (isError) return {type: 'failed', failure: toolFailure(options, result), result, raw};
	const warning = await outputWarning(options, result, signal);
	return {type: 'succeeded', result, raw, ...(warning === undefined ? {} : {warning})};
};

/** Sends a call and waits for what comes of it. */
const sendChecked = async (options: CallToolOptions, signal: AbortSignal): Promise<CallReport> => {
	const {client, config, definition} = options;
	const progress = createProgressThrottle(options.onProgress);
	const {isWaitingForUser, answerInput} = options;
	const outcome = await withLimits(
		{
			silence: config.requestTimeout,
			total: config.requestTimeout * hardTotalFactor,
			...(isWaitingForUser === undefined ? {} : {isWaitingForUser}),
		},
		async (stopped, isAlive) => {
			const sent = await sendCall(
				{
					client,
					definition,
					arguments: options.arguments,
					asTask: wantsTask(client, definition),
					onProgress: ({progress: done, total, message}) => {
						isAlive();
						progress.report({
							progress: done,
							...(total === undefined ? {} : {total}),
							...(message === undefined ? {} : {message: cutPlain(message)}),
						});
					},
				},
				stopped,
			);
			const task = readTask(sent);
			return task === undefined
				? sent
				: finishTask(
						{
							client,
							task,
							onStatus: message => {
								isAlive();
								progress.report(message);
							},
							...(answerInput === undefined ? {} : {answerInput}),
						},
						stopped,
					);
		},
		signal,
	);
	progress.flush();
	switch (outcome.type) {
		case 'done':
			return readResult(options, outcome.value, signal);
		case 'cut':
			return outcome.why === 'by-user'
				? {type: 'cancelled', sent: true}
				: {type: 'failed', failure: timeoutFailure(options, outcome.why)};
		case 'rejected': {
			const pages = requiredPages(outcome.error) ?? [];
			return {
				type: 'failed',
				failure:
					pages.length === 0
						? rejectedFailure(options, outcome.error)
						: await pagesFailure(options, pages, signal),
			};
		}
	}
};

/** One call of one tool. Never throws; abort is an outcome. */
export const callTool = async (options: CallToolOptions, signal: AbortSignal): Promise<CallReport> => {
	const {definition} = options;
	if (signal.aborted) return {type: 'cancelled', sent: false};
	const doubt = await checkArguments(definition, options.arguments, options.checker, signal);
	if (signal.aborted) return {type: 'cancelled', sent: false};
	const wrong = failureIn(doubt) ?? options.whyNot?.();
	if (wrong !== undefined) return {type: 'failed', failure: wrong};
	const report = await sendChecked(options, signal);
	return report.type === 'cancelled' ? report : {...report, ...uncheckedIn(doubt)};
};
