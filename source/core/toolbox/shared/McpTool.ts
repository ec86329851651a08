import type {StandardSchemaWithJSON, TextContent} from '@modelcontextprotocol/server';
import type {JsonObject} from '../../../domain/json.ts';
import type {ToolAnnotations} from '../../../domain/tool.ts';
import type {JsonContent} from './JsonContent.ts';
import type {McpToolError} from './McpToolError.ts';

/** Where a tool may be offered: as a REST endpoint, to an acting model, to a planning model. */
export type McpToolMode = 'rest' | 'mcpAct' | 'mcpPlan';

export type McpToolOutcome<Output> = ReadonlyArray<TextContent | JsonContent<Output>> | McpToolError;

export type McpTool<Input = unknown, Output = unknown> = {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	/** A zod schema; a JSON Schema where the tool is described by one. */
	readonly inputSchema: StandardSchemaWithJSON<unknown, Input>;
	readonly inputSchemaName: string;
	readonly outputTypes: ReadonlyArray<'text' | 'json'>;
	readonly jsonOutputSchema?: StandardSchemaWithJSON<unknown, Output>;
	readonly jsonOutputSchemaName?: string;
	/**
	 * Written as a method so that tools with different inputs fit into one list: whoever calls it has
	 * parsed the parameters with `inputSchema` first.
	 */
	handler(call: {readonly params: Input}, signal: AbortSignal): Promise<McpToolOutcome<Output>>;
	readonly enabledInModes: readonly McpToolMode[];
	readonly annotations: ToolAnnotations;
	/** What it may reach, as far as that is for the user to say: JSON without secrets. */
	readonly reach?: JsonObject;
	/** The folders among that, as they are shown. */
	readonly where?: string;
};
