import {
	type Constant,
	checkValue,
	type FieldKind,
	type FormChoice,
	type FormField,
	type JsonType,
	type TextFormat,
} from './form-field.ts';
import {isJsonObject, type JsonObject, type JsonValue} from './json.ts';

const textOf = (value: JsonValue | undefined): string | undefined =>
	typeof value === 'string' ? value : undefined;

export const textsOf = (value: JsonValue | undefined): readonly string[] =>
	Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const objectsOf = (value: JsonValue | undefined): readonly JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];

const entry = <Key extends string>(key: Key, value: JsonValue | undefined): {readonly [K in Key]?: number} =>
	typeof value === 'number' && Number.isFinite(value)
		? ({[key]: value} as {readonly [K in Key]?: number})
		: {};

const isFormat = (value: JsonValue | undefined): value is TextFormat =>
	value === 'email' || value === 'uri' || value === 'date' || value === 'date-time';

const isConstant = (value: JsonValue | undefined): value is Constant =>
	value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const jsonTypes: readonly JsonType[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

const typesOf = ({type}: JsonObject): readonly JsonType[] =>
	jsonTypes.filter(known => (Array.isArray(type) ? type.includes(known) : type === known));

const labelOf = (value: Constant): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** `enum`, with or without `enumNames`, or constants under `oneOf` or `anyOf`. Undefined where it is no list. */
const choicesOf = (schema: JsonObject): readonly FormChoice[] | undefined => {
	const alternatives = objectsOf(schema.oneOf ?? schema.anyOf);
	if (alternatives.length > 0 && alternatives.every(item => isConstant(item.const))) {
		return alternatives.flatMap(({const: value, title}) =>
			isConstant(value) ? [{value, label: textOf(title) ?? labelOf(value)}] : [],
		);
	}
	if (!Array.isArray(schema.enum) || !schema.enum.every(isConstant)) {
		return undefined;
	}
	const names = textsOf(schema.enumNames);
	return schema.enum
		.filter(isConstant)
		.map((value, index) => ({value, label: names[index] ?? labelOf(value)}));
};

/** What may be null as well is asked for like what it is otherwise. */
const withoutNull = (schema: JsonObject): JsonObject => {
	const {anyOf, oneOf, ...rest} = schema;
	const alternatives = objectsOf(anyOf ?? oneOf);
	const [only, ...others] = alternatives.filter(({type}) => type !== 'null');
	return only === undefined || others.length > 0 || alternatives.length < 2 ? schema : {...rest, ...only};
};

const plainKind = (type: JsonType | undefined, schema: JsonObject): FieldKind | undefined => {
	switch (type) {
		case 'boolean':
			return {type: 'boolean'};
		case 'number':
		case 'integer':
			return {
				type: 'number',
				isInteger: type === 'integer',
				...entry('minimum', schema.minimum),
				...entry('maximum', schema.maximum),
				...entry('exclusiveMinimum', schema.exclusiveMinimum),
				...entry('exclusiveMaximum', schema.exclusiveMaximum),
			};
		case 'string':
			return {
				type: 'text',
				...(isFormat(schema.format) ? {format: schema.format} : {}),
				...entry('minLength', schema.minLength),
				...entry('maxLength', schema.maxLength),
			};
		default:
			return undefined;
	}
};

const kindOf = (whole: JsonObject): FieldKind => {
	const schema = withoutNull(whole);
	const choices = choicesOf(schema);
	if (choices !== undefined && choices.length > 0) {
		return {type: 'choice', choices};
	}
	const types = typesOf(schema);
	const [type, ...others] = types.filter(known => known !== 'null');
	const items = isJsonObject(schema.items) ? choicesOf(schema.items) : undefined;
	if (type === 'array' && others.length === 0 && items !== undefined) {
		return {
			type: 'choices',
			choices: items,
			...entry('minItems', schema.minItems),
			...entry('maxItems', schema.maxItems),
		};
	}
	const isUnion = others.length > 0 || schema.anyOf !== undefined || schema.oneOf !== undefined;
	return (isUnion ? undefined : plainKind(type, schema)) ?? {type: 'json', types};
};

/** One property of a schema as a question. */
export const fieldOf = (name: string, schema: JsonObject, isRequired: boolean): FormField => {
	const field: FormField = {
		name,
		title: textOf(schema.title)?.trim() || name,
		description: textOf(schema.description) ?? '',
		isRequired,
		kind: kindOf(schema),
	};
	const preset = schema.default;
	return preset === undefined || checkValue(field, preset) !== undefined
		? field
		: {...field, default: preset};
};
