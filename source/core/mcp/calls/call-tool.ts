import {type Client, ProtocolError, type RequestOptions} from '@modelcontextprotocol/client';
import {z} from 'zod';
import {describeError, type Failure} from '../../../domain/failure.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {CallReport} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ToolResult} from '../../../domain/tool.ts';
import type {CallProgress} from '../../../domain/tool-call.ts';
import {unpackResult} from '../connection/raw-results.ts';
import {inSeconds, longestTimer, timerLimit} from '../connection/time-limit.ts';
import {describeEnd, type TransportEnd} from '../transports/transport-end.ts';
import {convertResult} from './convert-content.ts';
import {createProgressThrottle} from './progress-throttle.ts';

/** Progress may keep a call alive for this many times its limit. */
const hardTotalFactor = 10;
const maxMessageLength = 2000;

export type CallToolOptions = {
	readonly client: Client;
	readonly config: ServerConfig;
	/** Why the connection is over, once it is. */
	readonly ended: () => TransportEnd | undefined;
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly onProgress: (progress: CallProgress) => void;
};

type CutOff = 'silent' | 'too-long' | 'by-user';

const cut = (text: string): string =>
	text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;

const timeoutFailure = ({config, tool}: CallToolOptions, reason: 'silent' | 'too-long'): Failure => ({
	code: 'timeout',
	message:
		reason === 'silent'
			? `Tool "${tool}" of server "${config.name}" did not answer within ${inSeconds(config.requestTimeout)}.`
			: `Tool "${tool}" of server "${config.name}" reported progress but did not finish within ${inSeconds(config.requestTimeout * hardTotalFactor)}.`,
	hint: 'It may still have done its work. Raise "requestTimeout" for this server in the config if it needs longer.',
});

const toolFailure = ({config, tool}: CallToolOptions, result: ToolResult): Failure => {
	const text = result.content
		.flatMap(content => (content.type === 'text' ? [content.text] : []))
		.join('\n')
		.trim();
	return {
		code: 'tool-error',
		message:
			text === ''
				? `Tool "${tool}" of server "${config.name}" reported an error without a message.`
				: cut(text),
	};
};

const requestFailure = ({config, tool, ended}: CallToolOptions, error: unknown): Failure => {
	const end = ended();
	if (end !== undefined)
		return {
			code: 'server-gone',
			message: `Server "${config.name}" ${describeEnd(end)} while tool "${tool}" was running.`,
			hint: 'The tool may have done its work before that. The next call starts the server again.',
		};
	const invalidArguments = error instanceof ProtocolError && error.code === -32602;
	return {
		code: 'protocol-error',
		message: `Server "${config.name}" answered the call of "${tool}" with an error: ${cut(describeError(error))}`,
		...(invalidArguments ? {hint: "Check the arguments against the tool's schema."} : {}),
	};
};

/** One call of one tool. Never throws; abort is an outcome. */
export const callTool = async (options: CallToolOptions, signal: AbortSignal): Promise<CallReport> => {
	if (signal.aborted) return {type: 'cancelled', sent: false};
	const {client, config, tool} = options;
	const request = new AbortController();
	let cutOff: CutOff | undefined;

	// The SDK sends the reason to the server with notifications/cancelled.
	const stop = (why: CutOff, reason: string) => {
		cutOff ??= why;
		request.abort(reason);
	};
	const onAbort = () => stop('by-user', 'The user cancelled the call');
	const onSilence = () => stop('silent', 'The call timed out');
	const limit = timerLimit(config.requestTimeout);
	const hardLimit = timerLimit(config.requestTimeout * hardTotalFactor);
	const progress = createProgressThrottle(options.onProgress);
	let silence = setTimeout(onSilence, limit);
	const total = setTimeout(() => stop('too-long', 'The call took too long'), hardLimit);
	signal.addEventListener('abort', onAbort, {once: true});

	const requestOptions: RequestOptions = {
		signal: request.signal,
		timeout: longestTimer,
		onprogress: ({progress: done, total: of, message}) => {
			clearTimeout(silence);
			silence = setTimeout(onSilence, limit);
			progress.report({
				progress: done,
				...(of === undefined ? {} : {total: of}),
				...(message === undefined ? {} : {message}),
			});
		},
	};

	try {
		const raw = await client.request(
			{method: 'tools/call', params: {name: tool, arguments: options.arguments}},
			z.unknown(),
			requestOptions,
		);
		const {result, isError} = convertResult(unpackResult(raw));
		return isError
			? {type: 'failed', failure: toolFailure(options, result), result}
			: {type: 'succeeded', result};
	} catch (error) {
		if (cutOff === 'by-user') return {type: 'cancelled', sent: true};
		return {
			type: 'failed',
			failure: cutOff === undefined ? requestFailure(options, error) : timeoutFailure(options, cutOff),
		};
	} finally {
		clearTimeout(silence);
		clearTimeout(total);
		signal.removeEventListener('abort', onAbort);
		progress.flush();
	}
};
