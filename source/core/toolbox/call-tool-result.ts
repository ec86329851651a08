import type {TextContent} from '@modelcontextprotocol/server';
import {describeToolError} from './run-mcp-tool.ts';
import type {McpToolOutcome} from './shared/McpTool.ts';
import {McpToolError} from './shared/McpToolError.ts';

type ToolResult = {
	readonly content: readonly TextContent[];
	readonly structuredContent?: unknown;
	readonly isError?: true;
};

/** What came of a tool, as MCP says it. */
export const toCallToolResult = (outcome: McpToolOutcome<unknown>): ToolResult => {
	if (outcome instanceof McpToolError) {
		return {content: [{type: 'text', text: describeToolError(outcome)}], isError: true};
	}
	const structured = outcome.find(item => item.type === 'json');
	return {
		content: outcome.filter(item => item.type === 'text'),
		...(structured === undefined ? {} : {structuredContent: structured.data}),
	};
};
