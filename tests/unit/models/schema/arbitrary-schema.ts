import fc from 'fast-check';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../../source/domain/json.ts';

const json = (maxDepth: number): fc.Arbitrary<JsonValue> =>
	fc.json({maxDepth}).map((text): JsonValue => JSON.parse(text));

/** As a parser makes it: with a member called `__proto__` where there is one. */
const asObject = (entries: readonly (readonly [string, JsonValue])[]): JsonValue =>
	JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`);

const name = fc.constantFrom('a', 'b', 'c d', '__proto__', '', 'x/y');
const ref = fc.constantFrom(
	...['#', '#/$defs/a', '#/definitions/b', '#/properties/a', '#/$defs/c%20d', '#/$defs/x~1y'],
	...['#/nowhere', '#/anyOf/0', 'http://x/', '#%', ''],
);
const type: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue[]>(
	...['string', 'object', 'array', 'null', 'any', 'INTEGER', 7, null],
);

const maps = ['properties', '$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'dependencies'];
const singles = [
	...['items', 'additionalProperties', 'additionalItems', 'unevaluatedItems', 'contains', 'propertyNames'],
	...['not', 'if', 'then', 'else'],
];
const lists = ['anyOf', 'oneOf', 'allOf', 'items', 'prefixItems'];
const values = [
	...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'minLength', 'maxItems', 'multipleOf'],
	...['pattern', 'const', 'default', 'examples', 'description', 'title', 'nullable', 'uniqueItems'],
	...['$id', '$schema', '$anchor', 'x-y', 'dependentRequired', 'readOnly'],
];

type Parts = {readonly node: JsonValue; readonly map: JsonValue; readonly list: JsonValue};

/** JSON that looks like a schema in most places. */
const nearlySchema = fc.letrec<Parts>(tie => {
	const one = tie('node');
	const many: fc.Arbitrary<JsonValue> = fc.array(one, {maxLength: 3});
	const member = fc.oneof(
		fc.tuple(fc.constantFrom(...maps), tie('map')),
		fc.tuple(fc.constantFrom(...singles), one),
		fc.tuple(fc.constantFrom(...lists), tie('list')),
		fc.tuple(fc.constant('type'), fc.oneof(type, fc.array(type, {maxLength: 3}))),
		fc.tuple(fc.constant('$ref'), ref),
		fc.tuple(fc.constantFrom('required', 'enum'), fc.oneof(fc.array(name, {maxLength: 4}), json(2))),
		fc.tuple(
			fc.constantFrom(...values),
			fc.oneof(fc.boolean(), fc.integer({min: -2, max: 9}), fc.constantFrom('(', 'a+', '\ud800'), json(2)),
		),
	);
	return {
		node: fc.oneof(
			{depthSize: 'small', withCrossShrink: true},
			fc.constantFrom<JsonValue[]>(...[{}, true, false, {type: 'string'}, 7, null]),
			fc.array(member, {maxLength: 5}).map(asObject),
		),
		map: fc.oneof(
			{weight: 9, arbitrary: fc.array(fc.tuple(name, one), {maxLength: 3}).map(asObject)},
			{weight: 1, arbitrary: json(1)},
		),
		list: fc.oneof({weight: 9, arbitrary: many}, {weight: 1, arbitrary: json(1)}),
	};
}).node;

/** Anything that a server may send as a schema, most of it nearly one. */
export const arbitrarySchema: fc.Arbitrary<JsonObject> = fc
	.oneof({weight: 9, arbitrary: nearlySchema}, {weight: 1, arbitrary: json(4)})
	.filter(isJsonObject);
