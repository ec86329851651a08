import type {CustomExchange, CustomMode, CustomTool} from '../../../domain/custom-tool.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {McpTool, McpToolMode} from '../shared/McpTool.ts';
import {endpointReach} from './internal/endpointReach.ts';
import {type CheckArguments, jsonSchemaInput} from './internal/jsonSchemaInput.ts';
import {type CustomToolDeps, runCustomTool} from './runCustomTool.ts';

type CreateDeps = CustomToolDeps & {
	/** Absent where whoever calls the tool has checked its arguments already. */
	readonly check?: CheckArguments;
	readonly onExchange?: (tool: string, exchange: CustomExchange) => void;
};

const modes: Readonly<Record<CustomMode, McpToolMode>> = {act: 'mcpAct', plan: 'mcpPlan', rest: 'rest'};

/** A tool of the user's own: an HTTP endpoint that a model may call. */
export const createCustomMcpTool = (tool: CustomTool, deps: CreateDeps): McpTool<JsonObject> => ({
	name: tool.name,
	title: tool.title ?? tool.name,
	description: tool.description,
	inputSchema: jsonSchemaInput(tool.parameters, deps.check),
	inputSchemaName: `${tool.name} parameters`,
	outputTypes: tool.result.as === 'text' ? ['text'] : ['text', 'json'],
	async handler({params}, signal) {
		const {outcome, exchange} = await runCustomTool(tool, params, deps, signal);
		deps.onExchange?.(tool.name, exchange);
		return outcome;
	},
	enabledInModes: tool.modes.map(mode => modes[mode]),
	annotations: tool.annotations,
	reach: endpointReach(tool.endpoint),
});
