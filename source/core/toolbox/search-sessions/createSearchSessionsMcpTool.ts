import type {SessionShelf} from '../../../domain/session-shelf.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {type SearchSessionsInput, SearchSessionsInputSchema} from './internal/SearchSessionsInputSchema.ts';
import {
	type SearchSessionsOutput,
	SearchSessionsOutputSchema,
} from './internal/SearchSessionsOutputSchema.ts';
import {searchSessionsMcpToolHandler} from './internal/searchSessionsMcpToolHandler.ts';

export const createSearchSessionsMcpTool = (deps: {
	readonly sessions: Pick<SessionShelf, 'list' | 'search'>;
}): readonly McpTool<SearchSessionsInput, SearchSessionsOutput>[] => [
	{
		name: 'search-sessions',
		title: 'Search earlier sessions',
		description:
			"Finds what was said in the user's earlier sessions: their messages, answers, and tool calls with their results. The session that is going on is not searched. Nothing is changed.",
		inputSchema: SearchSessionsInputSchema,
		inputSchemaName: 'SearchSessionsInputSchema',
		outputTypes: ['text', 'json'],
		jsonOutputSchema: SearchSessionsOutputSchema,
		jsonOutputSchemaName: 'SearchSessionsOutputSchema',
		handler: ({params}, signal) => searchSessionsMcpToolHandler({params, sessions: deps.sessions}, signal),
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'Search earlier sessions',
			readOnlyHint: true,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
