import type {JsonValue} from '../json.ts';

export type KeywordKind =
	| 'schema'
	| 'schemas'
	| 'schemas-by-name'
	| 'reference'
	| 'type'
	| 'plain'
	/** It says nothing about values, or only together with what is not there any more. */
	| 'dropped'
	| 'other';

const isNumber = (value: JsonValue): boolean => typeof value === 'number';
const isText = (value: JsonValue): boolean => typeof value === 'string';

const isNames = (value: JsonValue): boolean => Array.isArray(value) && value.every(isText);

/** Whether it is an expression of the language that JSON Schema uses. */
export const isPattern = (value: JsonValue): boolean => {
	try {
		return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
	} catch {
		return false;
	}
};

type Rule = readonly [isRight: (value: JsonValue) => boolean, why: string];

const number: Rule = [isNumber, 'is no number'];
const flag: Rule = [value => typeof value === 'boolean', 'is neither true nor false'];

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
	...[
		'minimum',
		'maximum',
		'exclusiveMinimum',
		'exclusiveMaximum',
		'multipleOf',
		'minLength',
		'maxLength',
		'minItems',
		'maxItems',
		'minContains',
		'maxContains',
		'minProperties',
		'maxProperties',
	].map(key => [key, number] as const),
	['uniqueItems', flag],
	['format', [isText, 'is no text']],
	['pattern', [isPattern, 'is no pattern that can be used here']],
	['enum', [value => Array.isArray(value) && value.length > 0, 'lists no values']],
	['required', [isNames, 'is no list of names']],
]);

const all = (kind: KeywordKind, ...keys: readonly string[]) => keys.map(key => [key, kind] as const);

export const keywordKinds: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
	...all('schema', 'items', 'contains', 'propertyNames', 'if', 'then', 'else', 'not'),
	...all('schema', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'),
	...all('schemas', 'anyOf', 'oneOf', 'allOf', 'prefixItems'),
	...all('schemas-by-name', 'properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'),
	...all('reference', '$ref', '$recursiveRef', '$dynamicRef'),
	...all('type', 'type'),
	...all('plain', ...rules.keys()),
	...all('dropped', '$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'),
	...all('dropped', 'nullable', 'additionalItems'),
]);

/** What is wrong with the value of a keyword that holds no schema; it continues a sentence. */
export const plainProblem = (key: string, value: JsonValue): string | undefined => {
	const rule = rules.get(key);
	return rule === undefined || rule[0](value) ? undefined : rule[1];
};
