import type {JsonObject, JsonValue} from '../../../domain/json.ts';

const isOpen = (schema: JsonObject): boolean => Object.keys(schema).length === 0;

/** Each once. There may be a thousand, so they are not compared with one another. */
const unique = <Value extends JsonValue>(values: readonly Value[]): readonly Value[] => [
	...new Map(values.map(value => [JSON.stringify(value), value])).values(),
];

const valuesOf = ({enum: values, const: constant}: JsonObject): readonly JsonValue[] => {
	if (constant !== undefined) return [constant];
	return Array.isArray(values) ? values : [];
};

/** A schema without the values that it lists, and without words about them. */
const frame = ({
	enum: _values,
	const: _constant,
	type: _type,
	description: _words,
	...rest
}: JsonObject): JsonObject => rest;

/** What a property such as `kind` is fixed to in each alternative, as one list. */
const oneListOfValues = (schemas: readonly JsonObject[]): JsonObject | undefined => {
	const lists = schemas.map(valuesOf);
	if (lists.some(list => list.length === 0)) return undefined;
	const [rest, ...others] = unique(schemas.map(frame));
	if (rest === undefined || others.length > 0) return undefined;
	const types = unique(schemas.map(({type}) => type ?? null));
	const [type] = types;
	return {
		...(types.length === 1 && type !== undefined && type !== null ? {type} : {}),
		...rest,
		enum: unique(lists.flat()),
	};
};

const choicesOf = (schema: JsonObject): readonly JsonValue[] => {
	const {anyOf, ...rest} = schema;
	return Array.isArray(anyOf) && isOpen(rest) ? anyOf : [schema];
};

/** A property that is one thing in one alternative and another in the next. */
export const eitherOf = (schemas: readonly JsonObject[]): JsonObject => {
	const different = unique(schemas);
	const [first, ...others] = different;
	if (first === undefined || different.some(isOpen)) return {};
	if (others.length === 0) return first;
	return oneListOfValues(different) ?? {anyOf: unique(different.flatMap(choicesOf))};
};

/** A property that several schemas speak of that all hold. */
export const allOf = (schemas: readonly JsonObject[]): JsonObject => {
	const [first, ...others] = unique(schemas).filter(schema => !isOpen(schema));
	if (first === undefined) return {};
	return others.length === 0 ? first : {allOf: [first, ...others]};
};
