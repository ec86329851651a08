import type {ResultStore} from '../../../domain/ports.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {type ReadResultInput, ReadResultInputSchema} from './internal/ReadResultInputSchema.ts';
import {readResultMcpToolHandler} from './internal/readResultMcpToolHandler.ts';

export const createReadResultMcpTool = (deps: {
	readonly results: Pick<ResultStore, 'read'>;
}): readonly McpTool<ReadResultInput, never>[] => [
	{
		name: 'read-result',
		title: 'Read a long result',
		description:
			'Reads a part of an earlier tool result that was too long for the conversation. The id and the offset stand where characters were left out.',
		inputSchema: ReadResultInputSchema,
		inputSchemaName: 'ReadResultInputSchema',
		outputTypes: ['text'],
		handler: ({params}, signal) => readResultMcpToolHandler({params, results: deps.results}, signal),
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'Read a long result',
			readOnlyHint: true,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
