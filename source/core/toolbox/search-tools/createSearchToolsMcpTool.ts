import type {OfferedTool} from '../../../domain/tool.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {type SearchToolsInput, SearchToolsInputSchema} from './internal/SearchToolsInputSchema.ts';
import {type SearchToolsOutput, SearchToolsOutputSchema} from './internal/SearchToolsOutputSchema.ts';
import {searchToolsMcpToolHandler} from './internal/searchToolsMcpToolHandler.ts';

export const createSearchToolsMcpTool = (deps: {
	/** Every tool that may be found: none of the toolbox's own, and none that the model could not call. */
	readonly findTools: () => readonly OfferedTool[];
}): readonly McpTool<SearchToolsInput, SearchToolsOutput>[] => [
	{
		name: 'search-tools',
		title: 'Search for tools',
		description:
			'Finds tools by what they do, by name or by server, when there are more than are shown. A tool that was found can be called from then on.',
		inputSchema: SearchToolsInputSchema,
		inputSchemaName: 'SearchToolsInputSchema',
		outputTypes: ['text', 'json'],
		jsonOutputSchema: SearchToolsOutputSchema,
		jsonOutputSchemaName: 'SearchToolsOutputSchema',
		handler: async ({params}) => searchToolsMcpToolHandler({params, tools: deps.findTools()}),
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'Search for tools',
			readOnlyHint: true,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
