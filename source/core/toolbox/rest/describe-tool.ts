import type {McpTool} from '../shared/McpTool.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const dialect = {target: 'draft-2020-12'} as const;

/** Which dialect it is written in is clear from where it stands. */
const withoutDialect = ({$schema, ...schema}: JsonSchema): JsonSchema => schema;

export const inputSchemaOf = ({inputSchema}: McpTool): JsonSchema =>
	withoutDialect(inputSchema['~standard'].jsonSchema.input(dialect));

export const outputSchemaOf = ({jsonOutputSchema}: McpTool): JsonSchema | undefined =>
	jsonOutputSchema === undefined
		? undefined
		: withoutDialect(jsonOutputSchema['~standard'].jsonSchema.output(dialect));

/** What `GET /tools` says about a tool: the same as `tools/list` over MCP. */
export const describeTool = (tool: McpTool) => {
	const outputSchema = outputSchemaOf(tool);
	return {
		name: tool.name,
		title: tool.title,
		description: tool.description,
		inputSchema: inputSchemaOf(tool),
		...(outputSchema === undefined ? {} : {outputSchema}),
		annotations: tool.annotations,
	};
};
