import type {Client, ProgressCallback} from '@modelcontextprotocol/client';
import {z} from 'zod';
import type {JsonObject} from '../../../domain/json.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {unpackResult} from '../connection/raw-results.ts';
import {longestTimer} from '../connection/time-limit.ts';

export type SendCallOptions = {
	readonly client: Client;
	readonly definition: ToolDefinition;
	readonly arguments: JsonObject;
	/** Asks for a task instead of a result (2025-11-25). */
	readonly asTask: boolean;
	readonly onProgress: ProgressCallback;
};

/** Sends `tools/call` and resolves with the result as the server sent it. Limits of time are the caller's. */
export const sendCall = async (
	{client, definition, arguments: args, asTask, onProgress}: SendCallOptions,
	signal: AbortSignal,
): Promise<unknown> => {
	// A task outlives this request, and the progress of it would reach nobody: it has a status instead.
	const options = {signal, timeout: longestTimer, ...(asTask ? {} : {onprogress: onProgress})};
	const params = {name: definition.tool, arguments: args};
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
