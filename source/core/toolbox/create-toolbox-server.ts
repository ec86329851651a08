import path from 'node:path';
import {type CallToolResult, McpServer} from '@modelcontextprotocol/server';
import type {ResultStore} from '../../domain/ports.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import {createCalculateMcpTool} from './calculate/createCalculateMcpTool.ts';
import {createCurrentTimeMcpTool} from './current-time/createCurrentTimeMcpTool.ts';
import {createListDirectoryMcpTool} from './list-directory/createListDirectoryMcpTool.ts';
import {createReadFileMcpTool} from './read-file/createReadFileMcpTool.ts';
import {createReadResultMcpTool} from './read-result/createReadResultMcpTool.ts';
import {createSearchToolsMcpTool} from './search-tools/createSearchToolsMcpTool.ts';
import {createGrantedFolders, type GrantedFolders} from './shared/createGrantedFolders.ts';
import type {McpTool, McpToolMode} from './shared/McpTool.ts';
import {McpToolError} from './shared/McpToolError.ts';
import {showName} from './shared/showName.ts';
import {createWriteFileMcpTool} from './write-file/createWriteFileMcpTool.ts';

export type ToolboxOptions = {
	/** The folders that file tools may use; relative paths start at the first. The current folder when absent. */
	readonly roots?: readonly string[];
	/** In plan mode nothing that changes anything is offered. */
	readonly mode: 'act' | 'plan';
	readonly version: string;
	readonly now: () => number;
	/** With it there is a tool that reads what was left out of long results. */
	readonly results?: Pick<ResultStore, 'read'>;
	/** With it there is a tool that searches these: what the other servers offer. */
	readonly findTools?: () => readonly OfferedTool[];
	/** The names of the tools to offer, where not all are wanted. */
	readonly only?: readonly string[];
};

const modes: Readonly<Record<ToolboxOptions['mode'], McpToolMode>> = {act: 'mcpAct', plan: 'mcpPlan'};

const failed = (text: string): CallToolResult => ({content: [{type: 'text', text}], isError: true});

const describeToolError = ({message, field}: McpToolError): string =>
	field === undefined ? message : `${message} (argument: ${field})`;

const callTool = async (tool: McpTool, params: unknown, signal: AbortSignal): Promise<CallToolResult> => {
	try {
		const outcome = await tool.handler({params}, signal);
		if (outcome instanceof McpToolError) return failed(describeToolError(outcome));
		const structured = outcome.find(item => item.type === 'json');
		return {
			content: outcome.filter(item => item.type === 'text'),
			...(structured === undefined ? {} : {structuredContent: structured.data}),
		};
	} catch {
		// The cause may show what is inside this machine, and a model can do nothing with it.
		return failed(`${tool.name} failed for an unexpected reason. Try again or try another way.`);
	}
};

const registerTool = (server: McpServer, tool: McpTool): void => {
	const {title, description, inputSchema, jsonOutputSchema, annotations} = tool;
	server.registerTool(
		tool.name,
		{
			title,
			description,
			inputSchema,
			...(jsonOutputSchema === undefined ? {} : {outputSchema: jsonOutputSchema}),
			annotations,
		},
		(params: unknown, context) => callTool(tool, params, context.mcpReq.signal),
	);
};

const fileTools = (folders: GrantedFolders): readonly McpTool[] => [
	...createListDirectoryMcpTool({folders}),
	...createReadFileMcpTool({folders}),
	...createWriteFileMcpTool({folders}),
];

/** The built-in tools as an MCP server, not yet connected to anything. */
export const createToolboxServer = (options: ToolboxOptions): McpServer => {
	const {only, results, findTools} = options;
	const isOffered = ({name, enabledInModes}: McpTool): boolean =>
		enabledInModes.includes(modes[options.mode]) && (only === undefined || only.includes(name));
	const roots = (options.roots ?? [process.cwd()]).map(root => path.resolve(root));
	const onFiles = fileTools(createGrantedFolders({roots})).filter(isOffered);
	const others: readonly McpTool[] = [
		...createCurrentTimeMcpTool({now: options.now}),
		...createCalculateMcpTool(),
		...(results === undefined ? [] : createReadResultMcpTool({results})),
		...(findTools === undefined ? [] : createSearchToolsMcpTool({findTools})),
	];
	const where = roots.map(root => showName(root)).join(' and ') || 'no folder';
	const server = new McpServer(
		{name: 'mcp-tui-toolbox', title: 'mcp-tui toolbox', version: options.version},
		{
			capabilities: {tools: {listChanged: false}},
			...(onFiles.length === 0
				? {}
				: {instructions: `File tools work inside ${where}. Relative paths start at the first.`}),
		},
	);
	for (const tool of [...others.filter(isOffered), ...onFiles]) registerTool(server, tool);
	return server;
};
