import type {McpTool} from '../../../../source/core/toolbox/shared/McpTool.ts';
import {type CountWordsInput, CountWordsInputSchema} from './internal/CountWordsInputSchema.ts';
import {type CountWordsOutput, CountWordsOutputSchema} from './internal/CountWordsOutputSchema.ts';
import {countWordsMcpToolHandler} from './internal/countWordsMcpToolHandler.ts';

export const createCountWordsMcpTool = (): readonly McpTool<CountWordsInput, CountWordsOutput>[] => [
	{
		name: 'count-words',
		title: 'Count words',
		description: 'Counts the words of a text, and how often each of the most frequent ones is there.',
		inputSchema: CountWordsInputSchema,
		inputSchemaName: 'CountWordsInputSchema',
		outputTypes: ['text', 'json'],
		jsonOutputSchema: CountWordsOutputSchema,
		jsonOutputSchemaName: 'CountWordsOutputSchema',
		handler: countWordsMcpToolHandler,
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'Count words',
			readOnlyHint: true,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
