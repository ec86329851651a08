import {AjvJsonSchemaValidator} from '@modelcontextprotocol/client/validators/ajv';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {inferSchema} from '../../../source/core/checks/infer-schema.ts';
import type {JsonObject, JsonValue} from '../../../source/domain/json.ts';
import {anyJson} from './any-json.ts';

const isValid = (schema: JsonObject, value: JsonValue): boolean =>
	new AjvJsonSchemaValidator().getValidator(schema)(value).valid;

describe('a schema that is inferred', () => {
	it.each<[string, JsonValue, JsonObject]>([
		['a text', 'a', {type: 'string'}],
		['a whole number, which may have a fraction the next time', 3, {type: 'number'}],
		['nothing', null, {type: 'null'}],
		['an empty list', [], {type: 'array'}],
		['a list of one kind', [1, 2], {type: 'array', items: {type: 'number'}}],
		['a list of several kinds', ['a', null], {type: 'array', items: {type: ['string', 'null']}}],
		[
			'an object, with the names that it has',
			{a: 1, b: {c: true}},
			{
				type: 'object',
				properties: {
					a: {type: 'number'},
					b: {type: 'object', properties: {c: {type: 'boolean'}}, required: ['c']},
				},
				required: ['a', 'b'],
			},
		],
		[
			'objects in a list: only what all have is required',
			[{a: 1, b: 2}, {a: 'x'}],
			{
				type: 'array',
				items: {
					type: 'object',
					properties: {a: {type: ['number', 'string']}, b: {type: 'number'}},
					required: ['a'],
				},
			},
		],
	])('describes %s', (_, value, schema) => {
		expect(inferSchema(value)).toEqual(schema);
	});

	it('names no members of a table of many things', () => {
		const table = Object.fromEntries(Array.from({length: 101}, (_, index) => [`k${index}`, index]));
		expect(inferSchema(table)).toEqual({type: 'object'});
	});

	it('stays small however deep the value is', () => {
		let deep: JsonValue = 'core';
		for (let depth = 0; depth < 90; depth += 1) deep = {inner: [deep]};
		expect(JSON.stringify(inferSchema(deep)).length).toBeLessThan(2000);
	});

	it('is satisfied by the value that it was inferred from', () => {
		fc.assert(
			fc.property(anyJson, value => isValid(inferSchema(value), value)),
			{numRuns: 300},
		);
	});

	it('is not satisfied when a member is gone or has another type', () => {
		const schema = inferSchema({a: 1, b: [{c: 'x'}]});
		expect(isValid(schema, {a: 1})).toBe(false);
		expect(isValid(schema, {a: '1', b: []})).toBe(false);
		expect(isValid(schema, {a: 1, b: [{}]})).toBe(false);
		expect(isValid(schema, {a: 2, b: [], more: true})).toBe(true);
	});
});
