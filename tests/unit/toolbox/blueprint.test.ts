import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {runMcpTool} from '../../../source/core/toolbox/run-mcp-tool.ts';
import type {McpTool} from '../../../source/core/toolbox/shared/McpTool.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';
import {createToolSet} from '../../../source/core/toolbox/toolbox-tools.ts';
import {isJsonObject} from '../../../source/domain/json.ts';

const toolbox = fileURLToPath(new URL('../../../source/core/toolbox', import.meta.url));
const never = new AbortController().signal;

const {tools} = createToolSet({
	roots: [toolbox],
	now: () => 0,
	results: {read: async () => undefined},
	findTools: () => [],
	sessions: {list: async () => [] as never, search: async () => [] as never},
	network: {environment: {}},
});
const named = tools.map(tool => [tool.name, tool] as const);

const pascal = (name: string): string =>
	name.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
const specsOf = (name: string): string => readFileSync(join(toolbox, name, 'specs.md'), 'utf8');

/** Every text and list with a length, every number with a range, nothing that is not named. */
const unboundedIn = (schema: unknown, path = ''): readonly string[] => {
	if (!isJsonObject(schema)) return [];
	const {type, properties, items} = schema;
	return [
		...(type === 'object' && schema.additionalProperties !== false ? [`${path} takes anything`] : []),
		...(type === 'string' && schema.enum === undefined && schema.maxLength === undefined
			? [`${path} has no longest length`]
			: []),
		...(type === 'array' && schema.maxItems === undefined ? [`${path} has no most items`] : []),
		...(['number', 'integer'].includes(String(type)) &&
		(schema.minimum === undefined || schema.maximum === undefined)
			? [`${path} has no range`]
			: []),
		...(path !== '' && typeof schema.description !== 'string' ? [`${path} is not described`] : []),
		...(isJsonObject(properties)
			? Object.entries(properties).flatMap(([key, value]) => unboundedIn(value, `${path}/${key}`))
			: []),
		...unboundedIn(items, `${path}/*`),
	];
};

describe('a tool of the toolbox', () => {
	it('is there for every folder that has a specification, but for the custom ones', () => {
		const folders = readdirSync(toolbox, {withFileTypes: true})
			.filter(entry => entry.isDirectory() && readdirSync(join(toolbox, entry.name)).includes('specs.md'))
			.map(({name}) => name);
		expect(folders.filter(name => name !== 'custom')).toEqual(tools.map(({name}) => name).sort());
	});

	it.each(named)('%s is a folder with factory, schemas and handler', (name, {outputTypes}) => {
		const kind = pascal(name);
		const handler = `${kind[0]?.toLowerCase()}${kind.slice(1)}McpToolHandler.ts`;
		expect(readdirSync(join(toolbox, name)).sort()).toEqual([
			`create${kind}McpTool.ts`,
			'internal',
			'specs.md',
		]);
		expect(readdirSync(join(toolbox, name, 'internal'))).toEqual(
			expect.arrayContaining([
				`${kind}InputSchema.ts`,
				...(outputTypes.includes('json') ? [`${kind}OutputSchema.ts`] : []),
				handler,
			]),
		);
	});

	it.each(named)('%s has schemas by their names, one for JSON exactly where it gives JSON', (name, tool) => {
		expect(tool.inputSchemaName).toBe(`${pascal(name)}InputSchema`);
		expect(tool.jsonOutputSchemaName).toBe(
			tool.outputTypes.includes('json') ? `${pascal(name)}OutputSchema` : undefined,
		);
		expect(tool.jsonOutputSchema === undefined).toBe(!tool.outputTypes.includes('json'));
		expect(tool.description.length).toBeGreaterThan(20);
	});

	it.each(named)('%s takes nothing without bounds', (_, tool) => {
		expect(unboundedIn(z.toJSONSchema(tool.inputSchema as unknown as z.ZodType))).toEqual([]);
	});

	it.each(named)('%s is offered to a planning model exactly if it only reads', (_, tool) => {
		expect(tool.enabledInModes).toEqual(expect.arrayContaining(['mcpAct', 'rest']));
		expect(tool.enabledInModes.includes('mcpPlan')).toBe(tool.annotations.readOnlyHint === true);
	});

	it.each(named)(
		'%s is specified: formats, an example that is true, limits, permissions, errors, clients',
		(name, tool) => {
			const specs = specsOf(name).replaceAll(/\s+/g, ' ');
			const parts = ['Input', 'Output', 'Example', 'Limits', 'Permissions', 'Errors', 'Clients'];
			expect(parts.filter(part => !specs.includes(`- **${part}** `))).toEqual([]);
			expect(specs).toContain('limit on the rate of calls');
			const [, input = '', output] =
				/- \*\*Example\*\* `(\{.*?\})` gives(?:.*?`(\{.*?\})`\.)?/.exec(specs) ?? [];
			expect((tool.inputSchema as unknown as z.ZodType).safeParse(JSON.parse(input))).toMatchObject({
				success: true,
			});
			if (tool.jsonOutputSchema !== undefined) {
				const schema = tool.jsonOutputSchema as unknown as z.ZodType;
				expect(schema.safeParse(JSON.parse(output ?? ''))).toMatchObject({success: true});
			}
		},
	);
});

describe('a handler', () => {
	const [calculate] = tools.filter(({name}) => name === 'calculate');
	const run = (handler: McpTool['handler']) =>
		runMcpTool({...(calculate as McpTool), handler}, {expression: '1'}, never);

	it('that throws shows nothing of the inside', async () => {
		const outcome = await run(async () => {
			throw new Error('ENOENT: /home/ada/.ssh/id_rsa');
		});
		expect(outcome).toBeInstanceOf(McpToolError);
		expect(outcome).toMatchObject({
			message: 'calculate failed for an unexpected reason. Try again or try another way.',
		});
		expect(JSON.stringify(outcome)).not.toContain('ada');
	});

	it('gives one error, with the argument that is to blame, or a list of contents', async () => {
		const refused = new McpToolError('not allowed', 'expression');
		expect(await run(async () => refused)).toBe(refused);
		expect(await run(calculate?.handler ?? (async () => []))).toEqual([
			{type: 'text', text: '1'},
			{type: 'json', data: {expression: '1', result: 1}},
		]);
	});
});
