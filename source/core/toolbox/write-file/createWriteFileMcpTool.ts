import type {GrantedFolders} from '../shared/createGrantedFolders.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {type WriteFileInput, WriteFileInputSchema} from './internal/WriteFileInputSchema.ts';
import {type WriteFileOutput, WriteFileOutputSchema} from './internal/WriteFileOutputSchema.ts';
import {writeFileMcpToolHandler} from './internal/writeFileMcpToolHandler.ts';

export const createWriteFileMcpTool = (deps: {
	readonly folders: GrantedFolders;
}): readonly McpTool<WriteFileInput, WriteFileOutput>[] => [
	{
		name: 'write-file',
		title: 'Write a file',
		description:
			'Writes a text file and creates it, and the folders it is in, if need be. The old content of an existing file is lost: read it first.',
		inputSchema: WriteFileInputSchema,
		inputSchemaName: 'WriteFileInputSchema',
		outputTypes: ['text', 'json'],
		jsonOutputSchema: WriteFileOutputSchema,
		jsonOutputSchemaName: 'WriteFileOutputSchema',
		handler: ({params}, signal) => writeFileMcpToolHandler({params, folders: deps.folders}, signal),
		enabledInModes: ['rest', 'mcpAct'],
		annotations: {
			title: 'Write a file',
			readOnlyHint: false,
			destructiveHint: true,
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
