import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {argumentFields, withRequiredDefaults} from '../../../source/domain/argument-fields.ts';
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

describe('a required argument with a default', () => {
	const format = {type: 'string', enum: ['png', 'jpeg'], default: 'png'};

	it('is filled in where it was left out, and only there', () => {
		const schema = {type: 'object', properties: {format, name: {type: 'string'}}, required: ['format']};
		expect(withRequiredDefaults(schema, {name: 'a'})).toEqual({name: 'a', format: 'png'});
		expect(withRequiredDefaults(schema, {format: 'jpeg'})).toEqual({format: 'jpeg'});
		expect(withRequiredDefaults(schema, {format: null})).toEqual({format: null});
	});

	it('is filled in only where it is required: what may be left out is the business of the tool', () => {
		expect(withRequiredDefaults({properties: {format}, required: []}, {})).toEqual({});
		expect(withRequiredDefaults({properties: {format: {type: 'string'}}, required: ['format']}, {})).toEqual(
			{},
		);
	});

	it('is not filled in with a default that it does not take itself', () => {
		const wrong = {
			kind: {type: 'string', default: 5},
			size: {type: 'integer', minimum: 1, default: 0},
			format: {enum: ['png'], default: 'gif'},
		};
		expect(withRequiredDefaults({properties: wrong, required: Object.keys(wrong)}, {})).toEqual({});
	});

	it('is filled in inside objects, lists and references as well', () => {
		const shot = {type: 'object', properties: {format}, required: ['format']};
		const schema = {
			properties: {one: shot, many: {type: 'array', items: {$ref: '#/$defs/shot'}}},
			required: ['one'],
			$defs: {shot},
		};
		expect(withRequiredDefaults(schema, {one: {}, many: [{}, {format: 'jpeg'}]})).toEqual({
			one: {format: 'png'},
			many: [{format: 'png'}, {format: 'jpeg'}],
		});
	});

	it('is looked for in any schema and any arguments without a crash', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => {
				const args = {value} as JsonObject;
				const own = {properties: {value: schema}, required: ['value', 'other', schema]} as JsonObject;
				expect(withRequiredDefaults(own, args)).toEqual(args);
			}),
		);
		const self = {$ref: '#/$defs/self'};
		let deep: JsonObject = {};
		for (let level = 0; level < 500; level += 1) deep = {self: deep};
		expect(withRequiredDefaults({properties: {self}, $defs: {self: {properties: {self}}}}, deep)).toEqual(
			deep,
		);
	});
});
