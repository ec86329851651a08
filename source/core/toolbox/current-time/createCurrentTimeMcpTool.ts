import type {McpTool} from '../shared/McpTool.ts';
import {type CurrentTimeInput, CurrentTimeInputSchema} from './internal/CurrentTimeInputSchema.ts';
import {type CurrentTimeOutput, CurrentTimeOutputSchema} from './internal/CurrentTimeOutputSchema.ts';
import {currentTimeMcpToolHandler} from './internal/currentTimeMcpToolHandler.ts';

export const createCurrentTimeMcpTool = (deps: {
	readonly now: () => number;
}): readonly McpTool<CurrentTimeInput, CurrentTimeOutput>[] => [
	{
		name: 'current-time',
		title: 'Current time',
		description: 'Tells the date and time of now, in a given IANA time zone or in that of this machine.',
		inputSchema: CurrentTimeInputSchema,
		inputSchemaName: 'CurrentTimeInputSchema',
		outputTypes: ['text', 'json'],
		jsonOutputSchema: CurrentTimeOutputSchema,
		jsonOutputSchemaName: 'CurrentTimeOutputSchema',
		handler: ({params}) => currentTimeMcpToolHandler({params, now: deps.now}),
		enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
		annotations: {
			title: 'Current time',
			readOnlyHint: true,
			destructiveHint: false,
			// A second call answers something else, but changes nothing.
			idempotentHint: true,
			openWorldHint: false,
		},
	},
];
