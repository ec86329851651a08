import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import type {JsonObject} from '../../source/domain/json.ts';

/** How a schema that is evil in one way should fare. */
export type EvilSchema = {
	/** The tool's name, which says what is evil. */
	readonly name: string;
	readonly schema: JsonObject;
	readonly anthropic: 'fits' | 'adapted' | 'unfit';
	readonly openai: 'fits' | 'adapted' | 'unfit';
	/** What the phrases or the reason have to mention. */
	readonly mentions?: RegExp;
};

const nested = (depth: number, make: (inner: JsonObject) => JsonObject): JsonObject => {
	let schema: JsonObject = {type: 'string'};
	for (let level = 0; level < depth; level += 1) schema = make(schema);
	return schema;
};

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
	type: 'object',
	properties,
	...more,
});

/** As a parser makes it: with a member of this name, not another prototype. */
const parsed = (text: string): JsonObject => JSON.parse(text);

const adapted = (name: string, schema: JsonObject, mentions: RegExp): EvilSchema => ({
	name,
	schema,
	anthropic: 'adapted',
	openai: 'adapted',
	mentions,
});

const unfit = (name: string, schema: JsonObject, mentions: RegExp): EvilSchema => ({
	name,
	schema,
	anthropic: 'unfit',
	openai: 'unfit',
	mentions,
});

const fits = (name: string, schema: JsonObject): EvilSchema => ({
	name,
	schema,
	anthropic: 'fits',
	openai: 'fits',
});

const manyDefinitions = (count: number): JsonObject =>
	Object.fromEntries(
		Array.from({length: count}, (_, index) => [
			`d${index}`,
			object(
				Object.fromEntries(
					Array.from({length: 10}, (__, ref) => [`p${ref}`, {$ref: `#/$defs/d${(index * 7 + ref) % count}`}]),
				),
			),
		]),
	);

/** Nested deeper than a server's list may be: such a tool never gets as far as a model. */
export const tooDeepForLists: readonly string[] = ['deepest-nesting', 'deep-lists'];

/** Each of them breaks a request to one of the providers, or the program that sends it. */
export const evilSchemas: readonly EvilSchema[] = [
	adapted(
		'root-any-of',
		{
			anyOf: [
				object({path: {type: 'string'}}, {required: ['path']}),
				object({url: {type: 'string'}}, {required: ['url']}),
			],
		},
		/`anyOf` at the top merged/,
	),
	adapted(
		'root-one-of',
		object(
			{id: {type: 'integer'}},
			{oneOf: [object({kind: {const: 'a'}}), object({kind: {const: 'b'}, size: {type: 'number'}})]},
		),
		/`oneOf` at the top merged/,
	),
	adapted(
		'root-all-of',
		{
			allOf: [{$ref: '#/$defs/base'}, object({more: {type: 'string'}}, {required: ['more']})],
			$defs: {base: object({id: {type: 'string'}}, {required: ['id']})},
		},
		/`allOf` at the top merged/,
	),
	adapted(
		'root-ref',
		{$ref: '#/definitions/input', definitions: {input: object({a: {type: 'string'}})}},
		/\$ref/,
	),
	adapted('missing-properties', {type: 'object'}, /`properties` added/),
	adapted('missing-type', {properties: {a: {type: 'string'}}}, /`type: object` added/),
	adapted('empty', {}, /`type: object` added/),
	adapted('object-or-null', {type: ['object', 'null'], properties: {}}, /`type` at the top/),
	adapted(
		'array-without-items',
		object({
			tags: {type: 'array'},
			more: {type: ['array', 'null']},
			deep: {type: 'array', items: {type: 'array'}},
		}),
		/`items` added .*tags/,
	),
	adapted(
		'tuple',
		object({pair: {type: 'array', items: [{type: 'string'}, {type: 'number'}], additionalItems: false}}),
		/`prefixItems`/,
	),
	adapted('dangling-ref', object({a: {$ref: '#/$defs/nobody'}}), /points nowhere/),
	adapted('remote-ref', object({a: {$ref: 'http://127.0.0.1:9/schema.json#/a'}}), /another document/),
	adapted(
		'cyclic-ref',
		object(
			{tree: {$ref: '#/$defs/node'}},
			{$defs: {node: object({children: {type: 'array', items: {$ref: '#/$defs/node'}}})}},
		),
		/into itself/,
	),
	adapted('self-ref', object({a: {$ref: '#/properties/a'}, b: {$ref: '#'}}), /into itself/),
	adapted(
		'ref-bomb',
		object({start: {$ref: '#/$defs/d0'}}, {$defs: manyDefinitions(50)}),
		/very large|into itself/,
	),
	adapted(
		'local-ref',
		object(
			{
				a: {$ref: '#/$defs/point'},
				b: {$ref: '#/definitions/a~1b%20c', description: 'Beside it'},
				c: {$ref: '#/properties/a'},
			},
			{
				$defs: {point: object({x: {type: 'number'}}, {required: ['x']})},
				definitions: {'a/b c': {type: 'string', description: 'The target'}},
			},
		),
		/`\$ref` replaced/,
	),
	adapted(
		'boolean-schema',
		object(
			{anything: true, never: false, list: {type: 'array', items: true}},
			{required: ['anything', 'never']},
		),
		/`false` in place of a schema/,
	),
	adapted(
		'draft-4',
		object(
			{
				n: {type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false},
				m: {type: 'string', required: true},
			},
			{
				$schema: 'http://json-schema.org/draft-04/schema#',
				id: 'http://example.com/schema',
				dependencies: {n: ['m']},
			},
		),
		/draft 4/,
	),
	adapted(
		'wrong-types',
		object({
			a: {type: 'any'},
			b: {type: null},
			c: {type: ['string', 'unknown']},
			d: {type: 'STRING', nullable: true},
			e: {type: 'string', description: 7, title: ['x']},
			f: 'string',
		}),
		/unknown `type`/,
	),
	adapted(
		'wrong-values',
		object(
			{
				a: {enum: []},
				b: {enum: ['x', 'x']},
				c: {pattern: '('},
				d: {minLength: -1, maximum: '3', multipleOf: 0},
			},
			{required: 'a'},
		),
		/`pattern` that is none/,
	),
	adapted('required-unknown', object({a: {type: 'string'}}, {required: ['a', 'a', 'b', 7]}), /`required`/),
	adapted(
		'pattern-properties',
		object({}, {patternProperties: {'^(.*)$': {type: 'string'}}, additionalProperties: false}),
		/patternProperties/,
	),
	adapted(
		'deep-nesting',
		nested(28, inner => object({x: inner})),
		/nested deeper/,
	),
	adapted(
		'deepest-nesting',
		nested(300, inner => object({x: inner})),
		/nested deeper/,
	),
	adapted('deep-lists', object({x: nested(200, inner => ({anyOf: [inner]}))}), /nested deeper/),
	{
		name: 'property-names',
		schema: object({'with space': {type: 'string'}, $filter: {type: 'string'}, ok: {type: 'string'}}),
		anthropic: 'adapted',
		openai: 'fits',
	},
	{
		name: 'required-property-names',
		schema: object({'@type': {type: 'string'}}, {required: ['@type']}),
		anthropic: 'unfit',
		openai: 'fits',
	},
	adapted(
		'huge-descriptions',
		object(
			Object.fromEntries(
				Array.from({length: 300}, (_, index) => [
					`p${index}`,
					{type: 'string', description: 'word '.repeat(100)},
				]),
			),
		),
		/descriptions shortened/,
	),
	unfit(
		'huge',
		object(Object.fromEntries(Array.from({length: 12_000}, (_, index) => [`p${index}`, {}]))),
		/more than 10000 parts/,
	),
	unfit(
		'huge-values',
		object({a: {enum: Array.from({length: 1500}, (_, index) => `${index} ${'x'.repeat(100)}`)}}),
		/too large/,
	),
	adapted(
		'proto',
		parsed(
			'{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string"}},"required":["constructor"],"__proto__":{"type":"string"}}',
		),
		/cannot be sent left out .*__proto__/,
	),
	adapted('half-characters', object({a: {type: 'string', enum: ['\ud800']}}), /cannot be sent/),
	fits(
		'extra-members',
		object(
			{a: {type: 'string', format: 'made-up', 'x-order': 1, $comment: 'none', example: 'b'}},
			{
				$schema: 'http://json-schema.org/draft-07/schema#',
				$id: 'https://example.com/a',
				$anchor: 'top',
				'x-vendor': {deep: true},
				additionalProperties: false,
			},
		),
	),
	unfit('root-array', {type: 'array', items: {type: 'string'}}, /no object but of type array/),
	unfit('root-string', {type: 'string'}, /no object but of type string/),
	unfit('root-any-of-strings', {anyOf: [{type: 'string'}, {type: 'number'}]}, /no object/),
	unfit('root-false', {$ref: '#/$defs/never', $defs: {never: false}}, /nothing fits/),
	// Its own name is as long as MCP servers may make them; here it must not matter.
	fits(`long-name-${'x'.repeat(80)}`, object({a: {type: 'string'}})),
];

/** Writes what tests/servers/evil-schemas.mjs offers, and returns the file that it takes. */
export const writeEvilTools = async (folder: string): Promise<string> => {
	const file = path.join(folder, 'evil-schemas.json');
	await writeFile(file, JSON.stringify(evilSchemas.map(({name, schema}) => ({name, schema}))));
	return file;
};
