import type {GrantedFolders} from '../shared/createGrantedFolders.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {type ListDirectoryInput, ListDirectoryInputSchema} from './internal/ListDirectoryInputSchema.ts';
import {type ListDirectoryOutput, ListDirectoryOutputSchema} from './internal/ListDirectoryOutputSchema.ts';
import {listDirectoryMcpToolHandler} from './internal/listDirectoryMcpToolHandler.ts';

export const createListDirectoryMcpTool = (deps: {
	readonly folders: GrantedFolders;
}): readonly McpTool<ListDirectoryInput, ListDirectoryOutput>[] => [
	{
		name: 'list-directory',
		title: 'List a folder',
		description:
			'Lists the files and folders in one folder, with the sizes of files. It does not look into subfolders.',
		inputSchema: ListDirectoryInputSchema,
		inputSchemaName: 'ListDirectoryInputSchema',
		outputTypes: ['text', 'json'],
		jsonOutputSchema: ListDirectoryOutputSchema,
		jsonOutputSchemaName: 'ListDirectoryOutputSchema',
		handler: ({params}, signal) => listDirectoryMcpToolHandler({params, folders: deps.folders}, signal),
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'List a folder',
			readOnlyHint: true,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
