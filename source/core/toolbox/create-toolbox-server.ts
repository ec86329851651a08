import {createHash} from 'node:crypto';
import {type CallToolResult, McpServer, type RegisteredTool} from '@modelcontextprotocol/server';
import {reachKey, whereKey} from '../../domain/tool.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import {toCallToolResult} from './call-tool-result.ts';
import {withTimeLimit} from './limit-tool-time.ts';
import {runMcpTool} from './run-mcp-tool.ts';
import type {McpTool, McpToolMode} from './shared/McpTool.ts';
import {createToolSet, type ToolSet, type ToolSources} from './toolbox-tools.ts';

export type ToolboxOptions = ToolSources & {
	/** In plan mode nothing that changes anything is offered. */
	readonly mode: 'act' | 'plan';
	readonly version: string;
	/** The names of the built-in tools to offer, where not all are wanted. */
	readonly only?: readonly string[];
	/** Milliseconds that one call may take; without it as long as it wants. */
	readonly callTime?: number;
	/** Whether it is told what each tool may reach, as a print, for a client that binds approvals to it. */
	readonly tellsReach?: boolean;
	/** Tools of the user's own, beside the built-in ones. */
	readonly customTools?: readonly McpTool[];
	/** Tells of other custom tools, for as long as they may change. Returns how to stop that. */
	readonly watchCustomTools?: (listener: (tools: readonly McpTool[]) => void) => () => void;
};

const modes: Readonly<Record<ToolboxOptions['mode'], McpToolMode>> = {act: 'mcpAct', plan: 'mcpPlan'};

const callTool = async (tool: McpTool, params: unknown, signal: AbortSignal): Promise<CallToolResult> => {
	const {content, ...rest} = toCallToolResult(await runMcpTool(tool, params, signal));
	return {content: [...content], ...rest};
};

const reachMeta = ({reach, where}: McpTool, {tellsReach}: ToolboxOptions) =>
	tellsReach === true && reach !== undefined
		? {
				_meta: {
					[reachKey]: createHash('sha256').update(canonicalJson(reach)).digest('base64url').slice(0, 22),
					...(where === undefined ? {} : {[whereKey]: where}),
				},
			}
		: {};

const registerTool = (server: McpServer, whole: McpTool, options: ToolboxOptions): RegisteredTool => {
	const {callTime} = options;
	const tool = callTime === undefined ? whole : withTimeLimit(whole, callTime);
	const {title, description, inputSchema, jsonOutputSchema, annotations} = tool;
	return server.registerTool(
		tool.name,
		{
			title,
			description,
			inputSchema,
			...(jsonOutputSchema === undefined ? {} : {outputSchema: jsonOutputSchema}),
			annotations,
			...reachMeta(tool, options),
		},
		(params: unknown, {mcpReq, http}) => {
			// Over HTTP nobody can get a result any more once the request is gone.
			const gone = http?.req?.signal;
			const signal = gone === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, gone]);
			return callTool(tool, params, signal);
		},
	);
};

/** Offers custom tools, and others when they change. A built-in tool keeps its name. */
const offerCustomTools = (server: McpServer, builtIn: ReadonlySet<string>, options: ToolboxOptions): void => {
	const {mode, customTools = [], watchCustomTools} = options;
	let registered: readonly RegisteredTool[] = [];
	const offer = (tools: readonly McpTool[]): void => {
		for (const tool of registered) tool.remove();
		const unique = new Map(tools.map(tool => [tool.name, tool]));
		registered = [...unique.values()]
			.filter(({name, enabledInModes}) => enabledInModes.includes(modes[mode]) && !builtIn.has(name))
			.map(tool => registerTool(server, tool, options));
	};
	offer(customTools);
	const stop = watchCustomTools?.(offer);
	if (stop !== undefined) server.server.onclose = stop;
};

/**
 * The built-in tools and those of the user's own as an MCP server, not yet connected to anything. Servers that are
 * served together share one set of built-in tools, and with it what the tools hold, such as a thread.
 */
export const createToolboxServer = (
	options: ToolboxOptions,
	{tools, fileTools, where}: ToolSet = createToolSet(options),
): McpServer => {
	const {mode, version, only} = options;
	const offered = tools.filter(
		({name, enabledInModes}) =>
			enabledInModes.includes(modes[mode]) && (only === undefined || only.includes(name)),
	);
	const server = new McpServer(
		{name: 'mcp-tui-toolbox', title: 'mcp-tui toolbox', version},
		{
			capabilities: {tools: {listChanged: options.watchCustomTools !== undefined}},
			...(offered.some(({name}) => fileTools.has(name))
				? {instructions: `File tools work inside ${where}. Relative paths start at the first.`}
				: {}),
		},
	);
	for (const tool of offered) registerTool(server, tool, options);
	offerCustomTools(server, new Set(tools.map(({name}) => name)), options);
	return server;
};
