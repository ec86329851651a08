import {type Client, LOG_LEVEL_META_KEY, type ProgressCallback} from '@modelcontextprotocol/client';
import {z} from 'zod';
import type {JsonObject} from '../../../domain/json.ts';
import type {LogLevel} from '../../../domain/server-request.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {unpackResult} from '../connection/raw-results.ts';
import {longestTimer} from '../connection/time-limit.ts';

export type SendCallOptions = {
	readonly client: Client;
	readonly definition: ToolDefinition;
	readonly arguments: JsonObject;
	/** Wanted on connections where every request says what should be logged. */
	readonly logLevel?: LogLevel;
	/** Asks for a task instead of a result (2025-11-25). */
	readonly asTask: boolean;
	readonly onProgress: ProgressCallback;
};

/** The level goes with each request where there is no session to remember it. */
const logLevelMeta = (client: Client, logLevel: LogLevel | undefined) =>
	logLevel === undefined || client.getProtocolEra() !== 'modern'
		? {}
		: {_meta: {[LOG_LEVEL_META_KEY]: logLevel}};

/** Sends `tools/call` and resolves with the result as the server sent it. Limits of time are the caller's. */
export const sendCall = async (
	{client, definition, arguments: args, logLevel, asTask, onProgress}: SendCallOptions,
	signal: AbortSignal,
): Promise<unknown> => {
	// A task outlives this request, and the progress of it would reach nobody: it has a status instead.
	const options = {signal, timeout: longestTimer, ...(asTask ? {} : {onprogress: onProgress})};
	const params = {name: definition.tool, arguments: args, ...logLevelMeta(client, logLevel)};
	if (client.getProtocolEra() !== 'modern')
		return unpackResult(
			await client.request(
				{method: 'tools/call', params: asTask ? {...params, task: {}} : params},
				z.unknown(),
				options,
			),
		);
	// This method alone repeats arguments as headers where the tool wants that. Its output schema is ours to check.
	const {tool: name, inputSchema} = definition;
	const toolDefinition = {name, inputSchema: {...inputSchema, type: 'object' as const}};
	return unpackResult(await client.callTool(params, {...options, toolDefinition}));
};
