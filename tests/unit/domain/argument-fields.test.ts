import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {argumentFields} from '../../../source/domain/argument-fields.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

const kindsOf = (properties: JsonObject, more: JsonObject = {}) =>
	Object.fromEntries(
		argumentFields({type: 'object', properties, ...more}, {}).map(({name, kind}) => [name, kind.type]),
	);

describe('the fields of a tool', () => {
	it('are what a person would fill in, and JSON where that has parts or may be one thing or another', () => {
		expect(
			kindsOf({
				text: {type: 'string'},
				count: {type: 'integer'},
				sure: {type: 'boolean'},
				size: {enum: [1, 2, null]},
				tags: {type: 'array', items: {enum: ['a', 'b']}},
				list: {type: 'array', items: {type: 'string'}},
				nested: {type: 'object'},
				either: {anyOf: [{type: 'string'}, {type: 'number'}]},
				both: {type: ['string', 'number']},
				anything: {},
				odd: true,
			}),
		).toEqual({
			text: 'text',
			count: 'number',
			sure: 'boolean',
			size: 'choice',
			tags: 'choices',
			list: 'json',
			nested: 'json',
			either: 'json',
			both: 'json',
			anything: 'json',
			odd: 'json',
		});
	});

	it('see through null, and through references in the schema', () => {
		const $defs = {Color: {enum: ['red', 'blue']}, Loop: {$ref: '#/$defs/Loop'}};
		expect(
			kindsOf(
				{
					maybe: {anyOf: [{type: 'string'}, {type: 'null'}]},
					perhaps: {type: ['integer', 'null']},
					color: {$ref: '#/$defs/Color'},
					colors: {type: 'array', items: {$ref: '#/$defs/Color'}},
					loop: {$ref: '#/$defs/Loop'},
					nowhere: {$ref: '#/constructor/prototype'},
				},
				{$defs},
			),
		).toEqual({
			maybe: 'text',
			perhaps: 'number',
			color: 'choice',
			colors: 'choices',
			loop: 'json',
			nowhere: 'json',
		});
	});

	it('do not send a default, which is the business of the tool', () => {
		const [field] = argumentFields({properties: {limit: {type: 'integer', default: 10}}}, {});
		expect(field).toMatchObject({assumed: 10});
		expect(field).not.toHaveProperty('default');
	});

	it('include whatever else the call has', () => {
		const args = JSON.parse('{"__proto__": 1, "extra": [], "path": "x"}') as JsonObject;
		const fields = argumentFields({properties: {path: {type: 'string'}}}, args);
		expect(fields.map(({name}) => name)).toEqual(['path', '__proto__', 'extra']);
	});

	it('are made of any schema without a crash', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (value, args) => {
				const schema = {properties: {field: value}, required: value, $defs: value} as JsonObject;
				expect(argumentFields(schema, args as JsonObject).length).toBeGreaterThan(0);
			}),
		);
	});
});
