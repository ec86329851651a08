import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {looksSensitive, parseForm, readField, withDefaults} from '../../../source/domain/elicitation-form.ts';
import {checkValue, expectation, type FormField} from '../../../source/domain/form-field.ts';
import type {JsonObject, JsonValue} from '../../../source/domain/json.ts';

const fieldOf = (property: JsonObject, isRequired = false): FormField => {
	const [field] = parseForm({
		type: 'object',
		properties: {field: property},
		required: isRequired ? ['field'] : [],
	});
	if (field === undefined) throw new Error('The form has no field.');
	return field;
};

const read = (property: JsonObject, text: string, isRequired = false): JsonValue | undefined => {
	const reading = readField(fieldOf(property, isRequired), text);
	return reading.type === 'read' ? reading.value : `wrong: ${reading.problem}`;
};

const friends = {type: 'string', enum: ['a', 'b'], enumNames: ['Anna', 'Bert']} as const;
const fish = {
	type: 'array',
	minItems: 1,
	maxItems: 2,
	items: {
		anyOf: [
			{const: 't', title: 'Tuna'},
			{const: 's', title: 'Salmon'},
			{const: 'c', title: 'Cod'},
		],
	},
} as const;

describe('the fields of a form', () => {
	it('come in the order of the schema, with what there is to know about them', () => {
		const fields = parseForm({
			type: 'object',
			properties: {
				name: {type: 'string', title: 'Your name', description: 'In full', minLength: 2},
				age: {type: 'integer', minimum: 0, default: 30},
				agree: {type: 'boolean'},
				friend: friends,
				hero: {type: 'string', oneOf: [{const: 'h1', title: 'Superman'}], default: 'h1'},
				fish,
			},
			required: ['name', 'nobody'],
		});
		expect(fields.map(({name, title, isRequired}) => [name, title, isRequired])).toEqual([
			['name', 'Your name', true],
			['age', 'age', false],
			['agree', 'agree', false],
			['friend', 'friend', false],
			['hero', 'hero', false],
			['fish', 'fish', false],
		]);
		expect(fields.map(({kind}) => kind.type)).toEqual([
			'text',
			'number',
			'boolean',
			'choice',
			'choice',
			'choices',
		]);
		expect(fields[3]?.kind).toMatchObject({
			choices: [
				{value: 'a', label: 'Anna'},
				{value: 'b', label: 'Bert'},
			],
		});
		expect(fields.map(field => field.default)).toEqual([
			undefined,
			30,
			undefined,
			undefined,
			'h1',
			undefined,
		]);
	});

	it('forget a default that they would not take', () => {
		expect(fieldOf({type: 'integer', minimum: 5, default: 3})).not.toHaveProperty('default');
		expect(fieldOf({type: 'string', enum: ['a'], default: 'z'})).not.toHaveProperty('default');
	});

	it('are made of any schema without a crash', () => {
		fc.assert(
			fc.property(fc.jsonValue(), value => {
				const schema = {type: 'object', properties: {field: value}, required: value} as JsonObject;
				for (const field of parseForm(schema)) {
					expectation(field);
					looksSensitive(field);
					readField(field, 'text');
				}
			}),
		);
	});
});

describe('an answer that was typed', () => {
	it.each<[string, JsonObject, string, JsonValue | undefined]>([
		['text', {type: 'string'}, ' as it is ', ' as it is '],
		['nothing, where it may be left out', {type: 'string'}, '  ', undefined],
		['nothing, where there is a default', {type: 'string', default: 'x'}, '', 'x'],
		['a whole number', {type: 'integer'}, ' 42 ', 42],
		['a number', {type: 'number'}, '-1.5e2', -150],
		['yes', {type: 'boolean'}, 'Yes', true],
		['no', {type: 'boolean'}, 'n', false],
		['a choice by its value', friends, 'a', 'a'],
		['a choice by its label', friends, 'bert', 'b'],
		['several choices', fish, 'tuna, c', ['t', 'c']],
		['an e-mail address', {type: 'string', format: 'email'}, ' ada@example.org ', 'ada@example.org'],
		['an address', {type: 'string', format: 'uri'}, 'https://example.org/a?b', 'https://example.org/a?b'],
		['a date', {type: 'string', format: 'date'}, '2024-02-29', '2024-02-29'],
		[
			'a time',
			{type: 'string', format: 'date-time'},
			'2024-02-29T10:00:00+01:00',
			'2024-02-29T10:00:00+01:00',
		],
	])('is read: %s', (_, property, text, value) => {
		expect(read(property, text)).toEqual(value);
	});

	it.each<[string, JsonObject, string]>([
		['too short', {type: 'string', minLength: 3}, 'ab'],
		['too long', {type: 'string', maxLength: 3}, 'abcd'],
		['no e-mail address', {type: 'string', format: 'email'}, 'ada@'],
		['no e-mail address', {type: 'string', format: 'email'}, 'a b@c.d'],
		['no address', {type: 'string', format: 'uri'}, 'example.org'],
		['no date', {type: 'string', format: 'date'}, '2023-02-29'],
		['no date', {type: 'string', format: 'date'}, 'today'],
		['no time', {type: 'string', format: 'date-time'}, '2024-02-29 10:00'],
		['no number', {type: 'number'}, 'many'],
		['no number', {type: 'number'}, '0x10'],
		['not whole', {type: 'integer'}, '1.5'],
		['too small', {type: 'integer', minimum: 1}, '0'],
		['too big', {type: 'number', maximum: 1}, '1.1'],
		['neither yes nor no', {type: 'boolean'}, 'perhaps'],
		['neither yes nor no', {type: 'boolean'}, 'constructor'],
		['none of the choices', friends, 'c'],
		['one that is no choice', fish, 't, x'],
		['too many choices', fish, 't, s, c'],
	])('is refused when it is %s', (_, property, text) => {
		expect(read(property, text)).toMatch(/^wrong: /);
	});

	it('is required where the schema says so, and has no default', () => {
		expect(read({type: 'string'}, ' ', true)).toBe('wrong: an answer is required');
		expect(read({type: 'string', default: 'x'}, ' ', true)).toBe('x');
	});

	it('is always one that its field takes', () => {
		const properties = fc.constantFrom<JsonObject>(
			{type: 'string', minLength: 2, maxLength: 9},
			{type: 'string', format: 'email'},
			{type: 'string', format: 'date'},
			{type: 'integer', minimum: -3, maximum: 12},
			{type: 'number'},
			{type: 'boolean'},
			friends,
			fish,
		);
		const texts = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('yes', 'a', 'Tuna', 't,s'));
		fc.assert(
			fc.property(properties, texts, (property, text) => {
				const field = fieldOf(property);
				const reading = readField(field, text);
				if (reading.type === 'read' && reading.value !== undefined) {
					expect(checkValue(field, reading.value)).toBeUndefined();
				}
			}),
		);
	});
});

describe('defaults', () => {
	it('fill in what was left out and nothing else', () => {
		const fields = parseForm({
			type: 'object',
			properties: {a: {type: 'string', default: 'x'}, b: {type: 'integer', default: 3}, c: {type: 'boolean'}},
		});
		expect(withDefaults(fields, {a: 'mine'})).toEqual({a: 'mine', b: 3});
	});
});

describe('a field that looks sensitive', () => {
	it.each([
		'password',
		'apiKey',
		'API_KEY',
		'access_token',
		'Client secret',
		'pin',
		'card number',
		'ssn',
		'seedPhrase',
		'recovery code',
		'Passwort',
		'contraseña',
		'密码',
	])('is %s', name => {
		expect(looksSensitive(parseForm({properties: {[name]: {type: 'string'}}})[0] as FormField)).toBe(true);
	});

	it.each(['name', 'monkey', 'keyboard', 'opinion', 'compass', 'discard', 'cardinal'])('is not %s', name => {
		expect(looksSensitive(parseForm({properties: {[name]: {type: 'string'}}})[0] as FormField)).toBe(false);
	});
});

describe('a field that seems to ask for a secret', () => {
	const field = (change: object) =>
		parseForm({type: 'object', properties: {field: {type: 'string', ...change}}}).map(looksSensitive);

	it.each([
		['by its title', {title: 'PIN of the card', default: '4711'}, true],
		['by its description', {description: 'Your password'}, true],
		[
			'not by a description that warns about a number',
			{type: 'integer', description: 'no pin, please'},
			false,
		],
		['not where the server has an answer already', {description: 'no pin, please', default: 'x'}, false],
	])('is known %s', (_, change, expected) => {
		expect(field(change)).toEqual([expected]);
	});
});
