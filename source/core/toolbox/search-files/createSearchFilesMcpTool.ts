import type {GrantedFolders} from '../shared/createGrantedFolders.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {createLineFinder} from './internal/createLineFinder.ts';
import {type SearchFilesInput, SearchFilesInputSchema} from './internal/SearchFilesInputSchema.ts';
import {type SearchFilesOutput, SearchFilesOutputSchema} from './internal/SearchFilesOutputSchema.ts';
import {searchFilesMcpToolHandler} from './internal/searchFilesMcpToolHandler.ts';

export const createSearchFilesMcpTool = (deps: {
	readonly folders: GrantedFolders;
}): readonly McpTool<SearchFilesInput, SearchFilesOutput>[] => {
	const finder = createLineFinder();
	return [
		{
			name: 'search-files',
			title: 'Search in files',
			description:
				'Finds lines in the text files of a folder and of all folders in it, or files by name, and shows where they are. Folders such as .git and node_modules, binary files and links are passed over. Nothing is changed.',
			inputSchema: SearchFilesInputSchema,
			inputSchemaName: 'SearchFilesInputSchema',
			outputTypes: ['text', 'json'],
			jsonOutputSchema: SearchFilesOutputSchema,
			jsonOutputSchemaName: 'SearchFilesOutputSchema',
			handler: ({params}, signal) =>
				searchFilesMcpToolHandler({params, folders: deps.folders, finder}, signal),
			enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
			annotations: {
				title: 'Search in files',
				readOnlyHint: true,
				destructiveHint: false,
				idempotentHint: true,
				openWorldHint: false,
			},
		},
	];
};
