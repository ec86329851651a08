import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {serverPrint as printOf, toolPrint} from '../../../../source/core/approvals/prints.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {ServerConfig} from '../../../../source/domain/server.ts';
import type {ToolDefinition} from '../../../../source/domain/tool.ts';
import {canonicalJson} from '../../../../source/support/canonical-json.ts';
import {remoteConfig, serverConfig} from '../../../helpers/mcp-servers.ts';
import {defineTool} from './pin-harness.ts';

const text = fc.string({maxLength: 3, unit: fc.constantFrom('a', 'b', ' ')});
const schema: fc.Arbitrary<JsonObject> = fc.dictionary(text, fc.oneof(text, fc.integer({max: 2, min: 0})), {
	maxKeys: 2,
});
const anyTool: fc.Arbitrary<ToolDefinition> = fc
	.record(
		{
			title: text,
			description: text,
			inputSchema: schema,
			outputSchema: schema,
			annotations: fc.record({readOnlyHint: fc.boolean(), title: text}, {requiredKeys: []}),
		},
		{requiredKeys: ['description', 'inputSchema', 'annotations']},
	)
	.map(parts => defineTool(parts));

describe('the print of a tool', () => {
	it('is equal exactly when the definitions are canonically equal', () => {
		fc.assert(
			fc.property(anyTool, anyTool, (one, other) => {
				expect(toolPrint(one) === toolPrint(other)).toBe(canonicalJson(one) === canonicalJson(other));
			}),
			{numRuns: 2000},
		);
	});

	it('has 22 characters that fit anywhere', () => {
		expect(toolPrint(defineTool())).toMatch(/^[\w-]{22}$/);
	});

	it.each<[string, Partial<ToolDefinition>]>([
		['name', {tool: 'raed'}],
		['title', {title: ''}],
		['description', {description: 'Reads a file!'}],
		['parameters', {inputSchema: {type: 'object', properties: {path: {type: 'number'}}}}],
		['result', {outputSchema: {type: 'object'}}],
		['annotations', {annotations: {readOnlyHint: true}}],
	])('changes with its %s', (_part, change) => {
		expect(toolPrint(defineTool(change))).not.toBe(toolPrint(defineTool()));
	});

	it('does not change with the order of members', () => {
		const turned = defineTool({inputSchema: {properties: {path: {type: 'string'}}, type: 'object'}});
		expect(toolPrint(turned)).toBe(toolPrint(defineTool()));
	});

	it('takes absent annotations for empty ones', () => {
		const {annotations: _, ...bare} = defineTool();
		expect(toolPrint(bare as ToolDefinition)).toBe(toolPrint(defineTool()));
	});
});

describe('the print of a server', () => {
	const serverPrint = (config: ServerConfig): string => printOf(config, true);
	const base = serverConfig('echo', {env: {TOKEN: 'one'}});

	it.each<[string, Partial<typeof base>]>([
		['command', {command: 'other'}],
		['arguments', {args: ['--evil']}],
		['folder', {cwd: '/tmp'}],
		['names of variables', {env: {TOKEN: 'one', LD_PRELOAD: ''}}],
	])('changes with its %s', (_part, change) => {
		expect(serverPrint({...base, ...change})).not.toBe(serverPrint(base));
	});

	it.each<[string, Partial<typeof base>]>([
		['the value of a variable', {env: {TOKEN: 'two'}}],
		['a time limit', {requestTimeout: 1}],
		['whether it is on', {disabled: true}],
	])('does not change with %s', (_part, change) => {
		expect(serverPrint({...base, ...change})).toBe(serverPrint(base));
	});

	it('takes references as they are written', () => {
		const shown = {command: `\${TOOL}`, args: ['--key', `\${KEY}`], env: {}};
		const resolved = (secret: string): ServerConfig => ({
			...base,
			command: '/bin/a',
			args: ['--key', secret],
			shown,
		});
		expect(serverPrint(resolved('one'))).toBe(serverPrint(resolved('two')));
		expect(serverPrint(resolved('one'))).not.toBe(
			serverPrint({...base, command: '/bin/a', args: ['--key', 'one']}),
		);
	});

	it('changes with an address and the names of headers', () => {
		const remote = remoteConfig('http', 'https://a.example/mcp');
		expect(serverPrint({...remote, url: 'https://b.example/mcp'})).not.toBe(serverPrint(remote));
		expect(serverPrint({...remote, headers: {'X-Other': '1'}})).not.toBe(serverPrint(remote));
	});
});
