import type {GrantedFolders} from '../shared/createGrantedFolders.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {type ReadFileInput, ReadFileInputSchema} from './internal/ReadFileInputSchema.ts';
import {readFileMcpToolHandler} from './internal/readFileMcpToolHandler.ts';

export const createReadFileMcpTool = (deps: {
	readonly folders: GrantedFolders;
}): readonly McpTool<ReadFileInput, never>[] => [
	{
		name: 'read-file',
		title: 'Read a file',
		description:
			'Reads a text file, or some of its lines when it is long. Binary files are refused. Nothing is changed.',
		inputSchema: ReadFileInputSchema,
		inputSchemaName: 'ReadFileInputSchema',
		outputTypes: ['text'],
		handler: ({params}, signal) => readFileMcpToolHandler({params, folders: deps.folders}, signal),
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'Read a file',
			readOnlyHint: true,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
