import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';

const keyword = 'x-mcp-header';
/** What RFC 9110 calls a token: the only thing that may be the name of a header. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const allowedTypes: ReadonlySet<JsonValue | undefined> = new Set(['string', 'integer', 'boolean']);

/** Where a schema may be inside another; the second kind has them by name. */
const schemasIn = [
	...[
		'items',
		'prefixItems',
		'contains',
		'additionalProperties',
		'unevaluatedProperties',
		'unevaluatedItems',
	],
	...['propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
];
const namedSchemasIn = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

const valuesOf = (value: JsonValue | undefined): readonly JsonValue[] =>
	isJsonObject(value) ? Object.values(value) : [];

const asList = (value: JsonValue | undefined): readonly JsonValue[] => {
	if (value === undefined) return [];
	return Array.isArray(value) ? value : [value];
};

const unreachableIn = (schema: JsonObject): readonly JsonValue[] => [
	...schemasIn.flatMap(key => asList(schema[key])),
	...namedSchemasIn.flatMap(key => valuesOf(schema[key])),
];

/**
 * Why the tool may not be used over HTTP: it wants arguments repeated as headers in a way that the protocol forbids.
 * The schema must be bounded in depth.
 */
export const headerFault = (inputSchema: JsonObject): string | undefined => {
	const names = new Set<string>();

	const faultOfDeclaration = (schema: JsonObject, isReachable: boolean): string | undefined => {
		const name = schema[keyword];
		if (name === undefined) return undefined;
		if (!isReachable) return `"${keyword}" stands where no single argument is meant`;
		if (typeof name !== 'string' || !token.test(name)) return `"${keyword}" is not the name of a header`;
		if (!allowedTypes.has(schema.type))
			return `"${keyword}" is on something else than text, integer or boolean`;
		if (names.has(name.toLowerCase())) return `"${keyword}" names "${name}" twice`;
		names.add(name.toLowerCase());
		return undefined;
	};

	const visit = (schema: JsonValue, isReachable: boolean, isRoot: boolean): string | undefined => {
		if (!isJsonObject(schema)) return undefined;
		const fault = faultOfDeclaration(schema, isReachable && !isRoot);
		if (fault !== undefined) return fault;
		for (const child of valuesOf(schema.properties)) {
			const childFault = visit(child, isReachable, false);
			if (childFault !== undefined) return childFault;
		}
		for (const child of unreachableIn(schema)) {
			const childFault = visit(child, false, false);
			if (childFault !== undefined) return childFault;
		}
		return undefined;
	};

	return visit(inputSchema, true, true);
};
