import type {McpTool, McpToolOutcome} from './shared/McpTool.ts';
import {McpToolError} from './shared/McpToolError.ts';

/** Runs a tool with parameters that its schema has accepted. Never throws: what goes wrong is an McpToolError. */
export const runMcpTool = async (
	tool: McpTool,
	params: unknown,
	signal: AbortSignal,
): Promise<McpToolOutcome<unknown>> => {
	try {
		return await tool.handler({params}, signal);
	} catch {
		// The cause may show what is inside this machine, and a model can do nothing with it.
		return new McpToolError(`${tool.name} failed for an unexpected reason. Try again or try another way.`);
	}
};

export const describeToolError = ({message, field}: McpToolError): string =>
	field === undefined ? message : `${message} (argument: ${field})`;
