import {describe, expect, it} from 'vitest';
import {adaptSchema} from '../../../../source/core/models/schema/adapt-schema.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';

const sent = (schema: JsonObject, dialect: 'anthropic' | 'openai' = 'openai'): JsonObject | undefined => {
	const adapted = adaptSchema(schema, dialect);
	return adapted.type === 'sendable' ? adapted.schema : undefined;
};
const changes = (schema: JsonObject): readonly string[] => {
	const adapted = adaptSchema(schema, 'openai');
	return adapted.type === 'sendable' ? adapted.changes : [];
};

const property = (schema: JsonObject) => sent({type: 'object', properties: {a: schema}})?.properties;

describe('an adapted schema', () => {
	it('is the same object where nothing has to be changed', () => {
		const schema = {
			type: 'object',
			properties: {
				a: {type: 'string', enum: ['x', 'y'], format: 'made-up', description: 'An a'},
				b: {type: 'array', items: {anyOf: [{type: 'number', minimum: 0}, {type: 'null'}]}},
			},
			required: ['a'],
			additionalProperties: false,
		};
		expect(sent(schema)).toBe(schema);
		expect(sent(schema, 'anthropic')).toBe(schema);
	});

	it('goes without what says nothing to a model, and does not call that a change', () => {
		const schema = {
			$schema: 'http://json-schema.org/draft-07/schema#',
			$id: 'https://example.com',
			type: 'object',
			properties: {a: {type: 'string', 'x-order': 1, $comment: 'c'}},
		};
		expect(sent(schema)).toEqual({type: 'object', properties: {a: {type: 'string'}}});
		expect(changes(schema)).toEqual([]);
	});

	it('has the alternatives at the top as one object, and says what is needed', () => {
		const schema = {
			description: 'Reads something.',
			anyOf: [
				{
					type: 'object',
					properties: {path: {type: 'string'}, kind: {const: 'file'}},
					required: ['kind', 'path'],
				},
				{
					type: 'object',
					properties: {url: {type: 'string'}, kind: {const: 'page'}},
					required: ['kind', 'url'],
				},
				{type: 'null'},
			],
		};
		expect(sent(schema)).toEqual({
			type: 'object',
			description: 'Reads something.\nNeeds one of these sets of properties: (path) or (url).',
			properties: {path: {type: 'string'}, kind: {enum: ['file', 'page']}, url: {type: 'string'}},
			required: ['kind'],
		});
		expect(changes(schema)).toEqual([
			'`anyOf` at the top merged into one object',
			'`type: object` added at the top',
		]);
	});

	it('has everything that is required by all of several schemas', () => {
		expect(
			sent({
				type: 'object',
				properties: {a: {type: 'string'}},
				required: ['a'],
				allOf: [{properties: {b: {type: 'number'}}, required: ['b']}, {properties: {a: {minLength: 1}}}],
			}),
		).toEqual({
			type: 'object',
			properties: {a: {allOf: [{type: 'string'}, {minLength: 1}]}, b: {type: 'number'}},
			required: ['a', 'b'],
		});
	});

	it('describes what is required but not described', () => {
		expect(sent({type: 'object', required: ['a']})).toEqual({
			type: 'object',
			required: ['a'],
			properties: {a: {}},
		});
		expect(sent({type: 'object', required: ['a'], properties: {}, additionalProperties: false})).toEqual({
			type: 'object',
			required: [],
			properties: {},
			additionalProperties: false,
		});
	});

	it('has in place of a reference what it points to, and what stood beside it', () => {
		expect(
			sent({
				type: 'object',
				properties: {a: {$ref: '#/$defs/x~1y', description: 'Mine'}, b: {$ref: '#/$defs/x~1y', minLength: 2}},
				$defs: {'x/y': {type: 'string', description: 'Its', minLength: 1}},
			}),
		).toEqual({
			type: 'object',
			properties: {
				a: {type: 'string', description: 'Mine', minLength: 1},
				b: {minLength: 2, allOf: [{type: 'string', description: 'Its', minLength: 1}]},
			},
		});
	});

	it('follows a reference into itself twice', () => {
		expect(
			sent({
				type: 'object',
				properties: {tree: {$ref: '#/$defs/node'}},
				$defs: {node: {type: 'object', properties: {next: {$ref: '#/$defs/node'}}}},
			})?.properties,
		).toEqual({
			tree: {
				type: 'object',
				properties: {next: {type: 'object', properties: {next: {type: 'object'}}}},
			},
		});
	});

	it('writes what older drafts and OpenAPI say as of draft 2020-12', () => {
		expect(property({type: 'number', minimum: 1, exclusiveMinimum: true})).toEqual({
			a: {type: 'number', exclusiveMinimum: 1},
		});
		expect(property({type: 'string', nullable: true, enum: ['x']})).toEqual({
			a: {type: ['string', 'null'], enum: ['x', null]},
		});
		expect(property({type: 'array', items: [{type: 'string'}], additionalItems: false})).toEqual({
			a: {type: 'array', prefixItems: [{type: 'string'}], items: {}, maxItems: 1},
		});
		expect(property({type: 'object', patternProperties: {'^x': {type: 'string'}}})).toEqual({
			a: {type: 'object', additionalProperties: {type: 'string'}},
		});
		expect(property({type: 'STRING'})).toEqual({a: {type: 'string'}});
		expect(property({type: 'any'})).toEqual({a: {}});
	});

	it('goes without properties that nothing fits, also where they are required', () => {
		expect(sent({type: 'object', properties: {a: false, b: true}, required: ['a', 'b']})).toEqual({
			type: 'object',
			properties: {b: {}},
			required: ['b'],
		});
	});

	it('says where it was changed', () => {
		expect(
			changes({
				type: 'object',
				properties: {filter: {type: 'object', properties: {tags: {type: 'array', items: {type: 'array'}}}}},
			}),
		).toEqual(['`items` added to an array without them (at filter.tags[])']);
	});

	it('has the words of a server in its changes only as far as they are short', () => {
		const found = changes({
			type: 'object',
			properties: Object.fromEntries(
				Array.from({length: 50}, (_, index) => [`${'long '.repeat(50)}${index}`, {type: 'array'}]),
			),
		});
		expect(found).toHaveLength(1);
		expect(found[0]?.length).toBeLessThan(300);
	});

	it('is looked at no further than is sensible', () => {
		const wide = Object.fromEntries(Array.from({length: 200_000}, (_, index) => [`p${index}`, {}]));
		for (const schema of [
			{type: 'object', properties: wide},
			{type: 'object', $defs: wide, properties: {a: {enum: Object.keys(wide)}}},
			{type: 'object', properties: {a: {default: wide}}},
			{type: 'object', required: Object.keys(wide)},
			{anyOf: Object.values(wide)},
		]) {
			expect(adaptSchema(schema, 'anthropic')).toEqual({
				type: 'unfit',
				reason: 'its schema has more than 10000 parts',
			});
		}
	});
});
