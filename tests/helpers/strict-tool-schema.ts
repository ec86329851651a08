/** What is wrong with a JSON Schema, where. The path is that of the schema, or of the member that is wrong in it. */
export type SchemaFault = {readonly path: readonly string[]; readonly fault: string};

type Shape = (value: unknown) => boolean;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isSchema: Shape = value => isObject(value) || typeof value === 'boolean';
const isString: Shape = value => typeof value === 'string';
const isBoolean: Shape = value => typeof value === 'boolean';
const isNumber: Shape = value => typeof value === 'number' && Number.isFinite(value);
const isCount: Shape = value => Number.isInteger(value) && Number(value) >= 0;
const isList: Shape = value => Array.isArray(value);
const isUnique = (values: readonly unknown[]): boolean =>
	new Set(values.map(value => JSON.stringify(value))).size === values.length;
const isNames: Shape = value => Array.isArray(value) && value.every(isString) && isUnique(value);
const isSchemaList: Shape = value => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isSchemaMap: Shape = value => isObject(value) && Object.values(value).every(isSchema);
const isPattern: Shape = value => {
	try {
		new RegExp(String(value), 'u');
		return typeof value === 'string';
	} catch {
		// A pattern that does not compile is what this looks for.
		return false;
	}
};

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isTypeName: Shape = value => typeof value === 'string' && typeNames.includes(value);
const isType: Shape = value =>
	Array.isArray(value) ? value.length > 0 && value.every(isTypeName) && isUnique(value) : isTypeName(value);

/** The keywords of draft 2020-12 and what each must be. */
const shapes = new Map<string, Shape>([
	['type', isType],
	['enum', value => Array.isArray(value) && value.length > 0 && isUnique(value)],
	['const', () => true],
	['multipleOf', value => isNumber(value) && Number(value) > 0],
	...['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'].map(name => [name, isNumber] as const),
	...['maxLength', 'minLength', 'maxItems', 'minItems', 'maxContains', 'minContains'].map(
		name => [name, isCount] as const,
	),
	...['maxProperties', 'minProperties'].map(name => [name, isCount] as const),
	['pattern', isPattern],
	['uniqueItems', isBoolean],
	['required', isNames],
	['dependentRequired', value => isObject(value) && Object.values(value).every(isNames)],
	...['items', 'contains', 'additionalProperties', 'propertyNames', 'if', 'then', 'else', 'not'].map(
		name => [name, isSchema] as const,
	),
	...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'].map(name => [name, isSchema] as const),
	...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map(name => [name, isSchemaList] as const),
	...['properties', '$defs', 'definitions', 'dependentSchemas'].map(name => [name, isSchemaMap] as const),
	[
		'patternProperties',
		value => isSchemaMap(value) && isObject(value) && Object.keys(value).every(isPattern),
	],
	...['title', 'description', 'format', '$comment', 'contentEncoding', 'contentMediaType'].map(
		name => [name, isString] as const,
	),
	...['$schema', '$ref', '$dynamicRef'].map(name => [name, isString] as const),
	['$id', value => typeof value === 'string' && !value.includes('#')],
	...['$anchor', '$dynamicAnchor'].map(
		name =>
			[name, (value: unknown) => typeof value === 'string' && /^[A-Za-z_][\w.-]*$/.test(value)] as const,
	),
	...['deprecated', 'readOnly', 'writeOnly'].map(name => [name, isBoolean] as const),
	['examples', isList],
	['default', () => true],
]);

const childrenOf = (schema: Readonly<Record<string, unknown>>): readonly (readonly [string[], unknown])[] =>
	Object.entries(schema).flatMap(([keyword, value]): (readonly [string[], unknown])[] => {
		switch (shapes.get(keyword)) {
			case isSchema:
				return [[[keyword], value]];
			case isSchemaList:
				return Array.isArray(value) ? value.map((child, index) => [[keyword, String(index)], child]) : [];
			case isSchemaMap:
			case shapes.get('patternProperties'):
				return isObject(value) ? Object.entries(value).map(([name, child]) => [[keyword, name], child]) : [];
			default:
				return [];
		}
	});

const maxDepth = 100;

/** Every schema inside a schema, itself first, with the path to it. */
const schemasIn = (root: unknown): readonly (readonly [readonly string[], unknown])[] => {
	const found: (readonly [readonly string[], unknown])[] = [];
	const open: (readonly [readonly string[], unknown])[] = [[[], root]];
	for (let item = open.pop(); item !== undefined; item = open.pop()) {
		const [path, schema] = item;
		found.push(item);
		if (!isObject(schema) || path.length > maxDepth) continue;
		for (const [step, child] of childrenOf(schema)) open.push([[...path, ...step], child]);
	}
	return found;
};

const resolves = (root: unknown, ref: string): boolean => {
	if (!/^#(\/|$)/.test(ref)) return false;
	let target: unknown = root;
	for (const step of ref.split('/').slice(1)) {
		if (/%(?![\da-f]{2})/i.test(step)) return false;
		const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
		if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return false;
		target = Object.entries(target).find(([name]) => name === key)?.[1];
	}
	return isSchema(target);
};

/** The faults that make it no schema of draft 2020-12, unresolvable references among them. */
export const draft2020Faults = (root: unknown): readonly SchemaFault[] =>
	schemasIn(root).flatMap(([path, schema]): SchemaFault[] => {
		if (!isSchema(schema))
			return [{path, fault: `${JSON.stringify(schema)} is not of type 'object', 'boolean'`}];
		if (!isObject(schema)) return [];
		const faults = Object.entries(schema).flatMap(([keyword, value]): SchemaFault[] =>
			shapes.get(keyword)?.(value) === false
				? [{path: [...path, keyword], fault: `${JSON.stringify(value)} is not valid under '${keyword}'`}]
				: [],
		);
		if (path.length > maxDepth) faults.push({path: [], fault: 'nested too deeply'});
		const {$ref: ref} = schema;
		if (typeof ref === 'string' && !resolves(root, ref)) {
			faults.push({path, fault: `reference to component '${ref}' which was not found in the schema`});
		}
		return faults;
	});

/** A schema anywhere that may be an array but does not say of what. */
const arraysWithoutItems = (root: unknown): readonly SchemaFault[] =>
	schemasIn(root).flatMap(([path, schema]): SchemaFault[] => {
		if (!isObject(schema)) return [];
		const {type, items} = schema;
		const mayBeArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
		return mayBeArray && !isObject(items) ? [{path, fault: 'array schema missing items'}] : [];
	});

/** `true` and `false` in place of a schema, where not every reader takes them. */
const booleanSchemas = (root: unknown): readonly SchemaFault[] =>
	schemasIn(root).flatMap(([path, schema]): SchemaFault[] =>
		typeof schema === 'boolean' && !/^(additional|unevaluated)/.test(path.at(-1) ?? '')
			? [{path, fault: `${schema ? 'True' : 'False'} is not of type 'object'`}]
			: [],
	);

/** What OpenAI finds in the parameters of a function that is not strict, besides the rules of the draft. */
export const openAiSchemaFaults = (root: unknown): readonly SchemaFault[] => {
	if (!isObject(root))
		return [{path: [], fault: `schema must be a JSON Schema of 'type: "object"', got none`}];
	const atTop: SchemaFault[] = [];
	if (root.type !== 'object') {
		atTop.push({
			path: [],
			fault: `schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(root.type) ?? '"None"'}'`,
		});
	}
	if (['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some(keyword => keyword in root)) {
		atTop.push({
			path: [],
			fault:
				"schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
		});
	}
	if (!isObject(root.properties)) atTop.push({path: [], fault: 'object schema missing properties'});
	return [...atTop, ...draft2020Faults(root), ...arraysWithoutItems(root), ...booleanSchemas(root)];
};

/** What `strict: true` asks for in addition. */
export const strictFunctionFaults = (root: unknown): readonly SchemaFault[] =>
	schemasIn(root).flatMap(([path, schema]): SchemaFault[] => {
		if (!isObject(schema) || schema.type !== 'object') return [];
		const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
		const required = Array.isArray(schema.required) ? schema.required : [];
		return [
			...(schema.additionalProperties === false
				? []
				: [{path, fault: "'additionalProperties' is required to be supplied and to be false"}]),
			...(names.every(name => required.includes(name))
				? []
				: [
						{
							path,
							fault:
								"'required' is required to be supplied and to be an array including every key in properties",
						},
					]),
		];
	});
