import {join} from 'node:path';

/** Where a project may name servers. */
export const projectFilesIn = (folder: string): readonly string[] => [
	join(folder, '.mcp.json'),
	join(folder, '.vscode', 'mcp.json'),
];
