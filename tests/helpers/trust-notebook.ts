import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {serverFile} from './mcp-servers.ts';

type NotebookTool = {
	readonly name: string;
	readonly description?: string;
	readonly annotations?: object;
	readonly inputSchema?: object;
	/** What a call returns. */
	readonly says?: string;
};

type Noted =
	| {readonly type: 'started'; readonly pid: number; readonly secret?: string}
	| {readonly type: 'called'; readonly tool: string; readonly arguments: object};

export type Notebook = {
	/** Its entry in a configuration. */
	readonly entry: {readonly command: string; readonly args: readonly string[]};
	/** From the next start on. */
	readonly setTools: (tools: readonly NotebookTool[]) => void;
	/** The ids of its processes, oldest first. */
	readonly pids: () => readonly number[];
	/** The secret that each of its processes was given. */
	readonly secrets: () => readonly (string | undefined)[];
	readonly calls: () => readonly {readonly tool: string; readonly arguments: object}[];
};

const textArgument = {type: 'object', properties: {text: {type: 'string'}}};

/** A server that a test can change between its starts, and that tells what happened to it. */
export const createNotebook = (folder: string, name: string, tools: readonly NotebookTool[]): Notebook => {
	mkdirSync(folder, {recursive: true});
	const toolsFile = join(folder, `${name}-tools.json`);
	const journalFile = join(folder, `${name}-journal.jsonl`);
	const setTools: Notebook['setTools'] = next =>
		writeFileSync(toolsFile, JSON.stringify(next.map(tool => ({inputSchema: textArgument, ...tool}))));
	const noted = (): readonly Noted[] =>
		existsSync(journalFile)
			? readFileSync(journalFile, 'utf8')
					.trimEnd()
					.split('\n')
					.map(line => JSON.parse(line))
			: [];
	setTools(tools);
	return {
		entry: {command: process.execPath, args: [serverFile('trust/notebook'), toolsFile, journalFile]},
		setTools,
		pids: () => noted().flatMap(each => (each.type === 'started' ? [each.pid] : [])),
		secrets: () => noted().flatMap(each => (each.type === 'started' ? [each.secret] : [])),
		calls: () =>
			noted().flatMap(each => (each.type === 'called' ? [{tool: each.tool, arguments: each.arguments}] : [])),
	};
};
