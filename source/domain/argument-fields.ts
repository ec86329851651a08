import type {FormField} from './form-field.ts';
import {isJsonObject, type JsonObject, type JsonValue} from './json.ts';
import {fieldOf, textsOf} from './schema-field.ts';

const mostHops = 8;

const partOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
	isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Follows references inside of the schema, as far as anybody sensible would have them. */
const resolve = (schema: JsonObject, root: JsonObject, hops = 0): JsonObject => {
	const {$ref: reference, ...rest} = schema;
	if (typeof reference !== 'string' || !reference.startsWith('#/') || hops === mostHops) {
		return schema;
	}
	const found = reference
		.slice(2)
		.split('/')
		.map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
		.reduce<JsonValue | undefined>(partOf, root);
	return isJsonObject(found) ? resolve({...found, ...rest}, root, hops + 1) : schema;
};

/** Deeper arguments are left as they are. */
const mostLevels = 32;

/** A value with what its schema requires, has a default for, and does not find in it. */
const completed = (value: JsonValue, schema: JsonObject, root: JsonObject, level: number): JsonValue => {
	if (level > mostLevels) {
		return value;
	}
	const inside = (part: JsonValue, property: JsonValue | undefined): JsonValue =>
		isJsonObject(property) ? completed(part, resolve(property, root), root, level + 1) : part;
	if (Array.isArray(value)) {
		return value.map((item: JsonValue) => inside(item, schema.items));
	}
	if (!isJsonObject(value)) {
		return value;
	}
	const missing = textsOf(schema.required).flatMap(name => {
		const property = partOf(schema.properties, name);
		const {default: preset} =
			property === undefined || Object.hasOwn(value, name)
				? {}
				: fieldOf(name, resolved(property, root), true);
		return preset === undefined ? [] : [[name, preset] as const];
	});
	return Object.fromEntries(
		[...Object.entries(value), ...missing].map(([name, part]) => [
			name,
			inside(part, partOf(schema.properties, name)),
		]),
	);
};

/**
 * The arguments with the defaults of what is required and left out. Generated schemas often list both, and mean that it
 * may be left out. A default that does not fit is not taken.
 */
export const withRequiredDefaults = (schema: JsonObject, args: JsonObject): JsonObject => {
	const filled = completed(args, resolve(schema, schema), schema, 0);
	return isJsonObject(filled) ? filled : args;
};

/** Types that are written as references are resolved where the kind of a field depends on them. */
const resolved = (property: JsonValue, root: JsonObject): JsonObject => {
	const schema = isJsonObject(property) ? resolve(property, root) : {};
	const parts = (list: JsonValue | undefined): JsonValue | undefined =>
		Array.isArray(list)
			? list.map((item: JsonValue) => (isJsonObject(item) ? resolve(item, root) : item))
			: list;
	const {anyOf, oneOf, items} = schema;
	return {
		...schema,
		...(Array.isArray(anyOf) ? {anyOf: parts(anyOf) ?? anyOf} : {}),
		...(Array.isArray(oneOf) ? {oneOf: parts(oneOf) ?? oneOf} : {}),
		...(isJsonObject(items) ? {items: resolve(items, root)} : {}),
	};
};

/** A tool knows its defaults itself: what is left out is not sent. */
const asArgument = ({default: preset, ...field}: FormField): FormField => ({
	...field,
	isLiteral: true,
	...(preset === undefined ? {} : {assumed: preset}),
});

/** The parameters of a tool in the order of its schema, then whatever else it is called with. */
export const argumentFields = (schema: JsonObject, args: JsonObject): readonly FormField[] => {
	const required = new Set(textsOf(schema.required));
	const properties = isJsonObject(schema.properties) ? schema.properties : {};
	const known = Object.entries(properties).map(([name, property]) =>
		asArgument(fieldOf(name, resolved(property, schema), required.has(name))),
	);
	const others = Object.keys(args)
		.filter(name => !Object.hasOwn(properties, name))
		.map(name => asArgument(fieldOf(name, {}, required.has(name))));
	return [...known, ...others];
};
