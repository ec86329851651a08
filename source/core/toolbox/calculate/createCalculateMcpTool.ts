import type {McpTool} from '../shared/McpTool.ts';
import {type CalculateInput, CalculateInputSchema} from './internal/CalculateInputSchema.ts';
import {type CalculateOutput, CalculateOutputSchema} from './internal/CalculateOutputSchema.ts';
import {calculateMcpToolHandler} from './internal/calculateMcpToolHandler.ts';

export const createCalculateMcpTool = (): readonly McpTool<CalculateInput, CalculateOutput>[] => [
	{
		name: 'calculate',
		title: 'Calculate',
		description:
			'Computes an arithmetic expression exactly as written, with the usual precedence. Use it instead of doing sums by heart.',
		inputSchema: CalculateInputSchema,
		inputSchemaName: 'CalculateInputSchema',
		outputTypes: ['text', 'json'],
		jsonOutputSchema: CalculateOutputSchema,
		jsonOutputSchemaName: 'CalculateOutputSchema',
		handler: calculateMcpToolHandler,
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'Calculate',
			readOnlyHint: true,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
