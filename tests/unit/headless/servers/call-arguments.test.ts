import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {readCallArguments, readPromptArguments} from '../../../../source/headless/servers/call-arguments.ts';

const schema: JsonObject = {
	type: 'object',
	properties: {
		text: {type: 'string'},
		count: {type: 'integer'},
		ratio: {type: 'number'},
		deep: {type: 'boolean'},
		tags: {type: 'array', items: {type: 'string'}},
		ids: {type: 'array', items: {type: 'integer'}},
		filter: {type: 'object'},
		maybe: {type: ['number', 'null']},
		either: {anyOf: [{type: 'integer'}, {type: 'string'}]},
	},
};

describe('the arguments of a call', () => {
	it.each<[readonly string[], JsonObject]>([
		[[], {}],
		[['text=hello there'], {text: 'hello there'}],
		[['text=12'], {text: '12'}],
		[['text=a=b:=c'], {text: 'a=b:=c'}],
		[['text='], {text: ''}],
		[['count=12', 'ratio=-1.5e3', 'deep=false'], {count: 12, ratio: -1500, deep: false}],
		[['maybe=null'], {maybe: null}],
		[['either=7', 'other=7'], {either: 7, other: '7'}],
		[['either=seven'], {either: 'seven'}],
		[['tags=a', 'tags=b'], {tags: ['a', 'b']}],
		[['tags=["a","b"]'], {tags: ['a', 'b']}],
		[['ids=1', 'ids=2'], {ids: [1, 2]}],
		[['filter={"a":1}'], {filter: {a: 1}}],
		[['anything:={"a":[1]}', 'n:=5', 's:="x"'], {anything: {a: [1]}, n: 5, s: 'x'}],
		[['{"text": "x", "count": 1}'], {text: 'x', count: 1}],
	])('%o are %o', (words, expected) => {
		expect(readCallArguments(words, schema)).toEqual({type: 'read', arguments: expected});
	});

	it.each<[readonly string[], string]>([
		[['hello'], '"hello" is not an argument.'],
		[['=x'], '"=x" is not an argument.'],
		[['count=many'], 'The value of count must be an integer, not "many".'],
		[['deep=yes'], 'The value of deep must be a boolean, not "yes".'],
		[['filter=[1]'], 'The value of filter must be an object, not "[1]".'],
		[['n:=oops'], 'The value of n is not JSON: oops'],
		[['[1]'], 'The arguments are not a JSON object.'],
		[['{"a": '], 'The arguments are not a JSON object.'],
	])('%o are refused with a sentence', (words, message) => {
		expect(readCallArguments(words, schema)).toMatchObject({type: 'refused', failure: {message}});
	});

	it.each<[readonly string[], string, string]>([
		[['count=12345678901234567890'], '12345678901234567890', 'count'],
		[['count=12345678901234567890.'], '12345678901234567890.', 'count'],
		[['ratio=1e400'], '1e400', 'ratio'],
		[['ids=1', 'ids=9007199254740993'], '9007199254740993', 'ids'],
		[['ids=[1,9007199254740993]'], '9007199254740993', 'ids'],
		[['filter={"a":9007199254740993}'], '9007199254740993', 'filter'],
		[['n:=9007199254740993'], '9007199254740993', 'n'],
		[['{"filter": {"id": 9007199254740993}}'], '9007199254740993', 'filter'],
	])('%o are refused because a number would be sent as another one', (words, number, key) => {
		expect(readCallArguments(words, schema)).toMatchObject({
			type: 'refused',
			failure: {message: `The number ${number} in ${key} cannot be sent exactly.`},
		});
	});

	it('has a long number as text where the tool takes text', () => {
		const words = [
			'text=12345678901234567890',
			'either=12345678901234567890',
			'ratio=3.14159265358979323846',
		];
		expect(readCallArguments(words, schema)).toEqual({
			type: 'read',
			arguments: {text: '12345678901234567890', either: '12345678901234567890', ratio: Math.PI},
		});
	});

	it('suggests the argument that was meant where the tool takes no others', () => {
		const read = readCallArguments(['txet=x'], {...schema, additionalProperties: false});
		expect(read).toMatchObject({
			failure: {message: 'The tool has no argument "txet"; did you mean text?'},
		});
	});

	it('are data whatever they are called', () => {
		const read = readCallArguments(['__proto__:={"polluted":true}', 'constructor=x'], {});
		expect(read.type === 'read' ? Object.keys(read.arguments) : []).toEqual(['__proto__', 'constructor']);
		expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
	});

	it('never crash, whatever is typed and whatever the schema is', () => {
		fc.assert(
			fc.property(fc.array(fc.string(), {maxLength: 4}), fc.jsonValue(), (words, properties) => {
				const read = readCallArguments(words, {properties} as JsonObject);
				expect(['read', 'refused']).toContain(read.type);
			}),
		);
	});
});

describe('the arguments of a prompt', () => {
	it('are text, also where they look like something else', () => {
		expect(readPromptArguments(['a=1', 'b=[x]'])).toEqual({type: 'read', values: {a: '1', b: '[x]'}});
	});

	it('are refused when they are not key=value', () => {
		expect(readPromptArguments(['oops'])).toMatchObject({
			failure: {message: '"oops" is not an argument.'},
		});
	});
});
