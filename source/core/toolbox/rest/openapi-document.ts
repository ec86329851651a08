import type {McpTool} from '../shared/McpTool.ts';
import {inputSchemaOf, type JsonSchema, outputSchemaOf} from './describe-tool.ts';

type DocumentOptions = {
	readonly tools: readonly McpTool[];
	readonly version: string;
	readonly needsToken: boolean;
};

const json = (schema: JsonSchema) => ({'application/json': {schema}});
const refTo = (name: string): JsonSchema => ({$ref: `#/components/schemas/${name}`});

/** A schema refers to its own parts from its own root; here its root is somewhere else. */
const moveReferences = (value: unknown, name: string): unknown => {
	if (Array.isArray(value)) return value.map(each => moveReferences(each, name));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) =>
			key === '$ref' && typeof inner === 'string' && inner.startsWith('#')
				? [key, `${refTo(name).$ref}${inner.slice(1)}`]
				: [key, moveReferences(inner, name)],
		),
	);
};

/** Names of components are theirs alone, and made of few characters. */
const createNames = (taken: readonly string[]): ((wanted: string) => string) => {
	const used = new Set(taken);
	return wanted => {
		const plain = wanted.replaceAll(/[^\w.-]/g, '-') || 'Schema';
		let name = plain;
		for (let count = 2; used.has(name); count += 1) name = `${plain}-${count}`;
		used.add(name);
		return name;
	};
};

const shared = {
	Error: {
		type: 'object',
		properties: {
			error: {
				type: 'object',
				properties: {
					message: {type: 'string', description: 'What is wrong, and what to do about it.'},
					field: {type: 'string', description: 'The argument that is to blame.'},
				},
				required: ['message'],
			},
		},
		required: ['error'],
	},
	TextContent: {
		type: 'object',
		properties: {type: {const: 'text'}, text: {type: 'string'}},
		required: ['type', 'text'],
	},
	Tool: {
		type: 'object',
		description: 'A tool as MCP describes it.',
		properties: {
			name: {type: 'string'},
			title: {type: 'string'},
			description: {type: 'string'},
			inputSchema: {type: 'object'},
			outputSchema: {type: 'object'},
			annotations: {type: 'object'},
		},
		required: ['name', 'description', 'inputSchema'],
	},
};

const problem = (description: string) => ({description, content: json(refTo('Error'))});
const answer = (description: string, schema: JsonSchema) => ({description, content: json(schema)});

const callProblems = {
	'400': problem('The arguments do not fit; `field` names the first that does not.'),
	'413': problem('The body is too large.'),
	'415': problem('The body is not application/json.'),
	'422': problem('The tool could not do what was asked.'),
	'500': problem('Something unexpected happened.'),
	'503': problem('The server is busy, or closing.'),
	'504': problem('The tool took too long.'),
};

const resultOf = (output: string | undefined): JsonSchema => ({
	type: 'object',
	properties: {
		content: {type: 'array', items: refTo('TextContent')},
		...(output === undefined ? {} : {structuredContent: refTo(output)}),
	},
	required: ['content', ...(output === undefined ? [] : ['structuredContent'])],
});

/** The REST interface as an OpenAPI 3.1 document. */
export const createOpenApiDocument = ({tools, version, needsToken}: DocumentOptions) => {
	const schemas: Record<string, unknown> = {...shared};
	const nameFor = createNames(Object.keys(shared));
	const keep = (wanted: string, schema: JsonSchema): string => {
		const name = nameFor(wanted);
		schemas[name] = moveReferences(schema, name);
		return name;
	};
	const pathOf = (tool: McpTool) => {
		const {name, title, description} = tool;
		const outputSchema = outputSchemaOf(tool);
		const input = keep(tool.inputSchemaName, inputSchemaOf(tool));
		const output =
			outputSchema === undefined
				? undefined
				: keep(tool.jsonOutputSchemaName ?? `${name}-output`, outputSchema);
		return {
			get: {
				operationId: `describe-${name}`,
				summary: `Describe: ${title}`,
				responses: {'200': answer('The tool.', refTo('Tool'))},
			},
			post: {
				operationId: name,
				summary: title,
				description,
				requestBody: {required: true, content: json(refTo(input))},
				responses: {'200': answer('What the tool answers.', resultOf(output)), ...callProblems},
			},
		};
	};
	const toolPaths = Object.fromEntries(
		tools.map(tool => [`/tools/${encodeURIComponent(tool.name)}`, pathOf(tool)]),
	);
	return {
		openapi: '3.1.1',
		info: {
			title: 'mcp-tui toolbox',
			version,
			description: 'The built-in tools of mcp-tui. The same are offered over MCP by `mcp-tui serve --http`.',
		},
		paths: {
			'/health': {
				get: {
					operationId: 'health',
					summary: 'Whether the server works',
					responses: {
						'200': answer('It does.', {
							type: 'object',
							properties: {status: {const: 'ok'}},
							required: ['status'],
						}),
					},
				},
			},
			'/tools': {
				get: {
					operationId: 'list-tools',
					summary: 'Every tool',
					responses: {
						'200': answer('The tools.', {
							type: 'object',
							properties: {tools: {type: 'array', items: refTo('Tool')}},
							required: ['tools'],
						}),
					},
				},
			},
			...toolPaths,
		},
		components: {
			schemas,
			...(needsToken ? {securitySchemes: {token: {type: 'http', scheme: 'bearer'}}} : {}),
		},
		...(needsToken ? {security: [{token: []}]} : {}),
	};
};
