import {describe, expect, it} from 'vitest';
import {createToolSchemas, descriptionOf} from '../../../../source/core/models/schema/tool-schemas.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {OfferedTool} from '../../../../source/domain/tool.ts';

const tool = (
	inputSchema: JsonObject,
	{modelName = 'files__read', description = 'Reads.'} = {},
): OfferedTool => ({
	modelName,
	definition: {server: 'files', tool: 'read', description, inputSchema, annotations: {}},
});

const plain = {type: 'object', properties: {a: {type: 'string'}}};

describe('the schemas of tools', () => {
	it('fit, are adapted with a word about it, or do not fit for a reason', () => {
		const schemas = createToolSchemas('openai');
		expect(schemas.fit(tool(plain))).toEqual({type: 'fits'});
		expect(schemas.fit(tool({type: 'object'}))).toEqual({type: 'adapted', changes: ['`properties` added']});
		expect(schemas.fit(tool({type: 'string'}))).toEqual({
			type: 'unfit',
			reason: 'its arguments are no object but of type string',
		});
	});

	it('do not fit under a name that providers refuse', () => {
		const schemas = createToolSchemas('anthropic');
		expect(schemas.fit(tool(plain, {modelName: 'x'.repeat(90)}))).toMatchObject({
			type: 'unfit',
			reason: expect.stringContaining('90 characters'),
		});
		expect(schemas.fit(tool(plain, {modelName: 'a.b'})).type).toBe('unfit');
		expect(schemas.fit(tool(plain, {modelName: 'x'.repeat(64)})).type).toBe('fits');
	});

	it('are worked out once for a definition, whatever it is called', () => {
		const schemas = createToolSchemas('openai');
		const first = tool({type: 'object'});
		expect(schemas.schemaOf({...first, modelName: 'other'})).toBe(schemas.schemaOf(first));
		expect(schemas.schemaOf(first)).toEqual({type: 'object', properties: {}});
	});

	it('leave out an optional property that Anthropic does not take, and refuse a required one', () => {
		const schemas = createToolSchemas('anthropic');
		const optional = tool({type: 'object', properties: {$filter: {type: 'string'}, ok: {type: 'string'}}});
		expect(schemas.fit(optional)).toEqual({
			type: 'adapted',
			changes: ['a property left out whose name the provider does not take ("$filter")'],
		});
		expect(schemas.schemaOf(optional)).toEqual({type: 'object', properties: {ok: {type: 'string'}}});
		expect(
			schemas.fit(tool({type: 'object', properties: {$id: {type: 'string'}}, required: ['$id']})),
		).toEqual({
			type: 'unfit',
			reason: 'its required property "$id" has a name that the provider does not take',
		});
	});
});

describe('the description of a tool', () => {
	it('is cut with a mark where the provider would refuse it', () => {
		const long = tool(plain, {description: 'word '.repeat(3000)});
		expect(descriptionOf(long, 'openai')).toHaveLength(1024);
		expect(descriptionOf(long, 'openai').endsWith(' […]')).toBe(true);
		expect(descriptionOf(long, 'anthropic')).toHaveLength(10_000);
		expect(descriptionOf(tool(plain), 'openai')).toBe('Reads.');
	});

	it('has no half characters', () => {
		const cut = descriptionOf(tool(plain, {description: `x${'😀'.repeat(1000)}`}), 'openai');
		expect(cut).not.toMatch(/\p{Cs}/u);
		expect(descriptionOf(tool(plain, {description: 'a\ud800b'}), 'openai')).toBe('a\ufffdb');
	});
});
