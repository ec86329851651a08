import type {McpTool} from '../shared/McpTool.ts';
import {createPageSource, type PageSourceOptions} from './internal/createPageSource.ts';
import {type FetchUrlInput, FetchUrlInputSchema} from './internal/FetchUrlInputSchema.ts';
import {type FetchUrlOutput, FetchUrlOutputSchema} from './internal/FetchUrlOutputSchema.ts';
import {fetchUrlMcpToolHandler} from './internal/fetchUrlMcpToolHandler.ts';

export type FetchUrlDeps = PageSourceOptions;

export const createFetchUrlMcpTool = (
	deps: FetchUrlDeps,
): readonly McpTool<FetchUrlInput, FetchUrlOutput>[] => {
	const pages = createPageSource(deps);
	return [
		{
			name: 'fetch-url',
			title: 'Fetch a page',
			description:
				'Gets a public page of the web as text: HTML as Markdown, JSON and plain text as they are. Images, PDFs and other files are named, not read. Nothing is sent but the address.',
			inputSchema: FetchUrlInputSchema,
			inputSchemaName: 'FetchUrlInputSchema',
			outputTypes: ['text', 'json'],
			jsonOutputSchema: FetchUrlOutputSchema,
			jsonOutputSchemaName: 'FetchUrlOutputSchema',
			handler: ({params}, signal) => fetchUrlMcpToolHandler({params, pages}, signal),
			enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
			annotations: {
				title: 'Fetch a page',
				readOnlyHint: true,
				destructiveHint: false,
				idempotentHint: true,
				// An address can carry something away, and a page is the text of others.
				openWorldHint: true,
			},
		},
	];
};
