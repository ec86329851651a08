import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {knownType} from '../../../domain/schema/schema-types.ts';

const maxProblems = 10;

const isOfType = (value: JsonValue, type: JsonValue): boolean => {
	switch (type) {
		case 'object':
			return isJsonObject(value);
		case 'array':
			return Array.isArray(value);
		case 'null':
			return value === null;
		case 'integer':
			return Number.isInteger(value);
		default:
			return typeof value === type;
	}
};

const typesOf = (schema: JsonValue | undefined): readonly JsonValue[] => {
	if (!isJsonObject(schema) || schema.type === undefined) return [];
	const type = knownType(schema.type) ?? [];
	const types: readonly JsonValue[] = Array.isArray(type) ? type : [type];
	// An unknown one among them may be what the value is of.
	if (Array.isArray(schema.type) && types.length < new Set(schema.type).size) return [];
	return schema.nullable === true ? [...types, 'null'] : types;
};

const typeProblem = (place: string, value: JsonValue, schema: JsonValue | undefined): readonly string[] => {
	const types = typesOf(schema);
	return types.length === 0 || types.some(type => isOfType(value, type))
		? []
		: [`${place}: must be ${types.join(' or ')}`];
};

/** What is wrong at first sight: types of properties at the top, and those that are missing. It is done in no time. */
export const plainProblems = (schema: JsonObject, value: JsonValue): readonly string[] => {
	const top = typeProblem('/', value, schema);
	if (top.length > 0 || !isJsonObject(value)) return top;
	const {properties, required} = schema;
	const described = isJsonObject(properties) ? properties : {};
	const missing = (Array.isArray(required) ? required : []).filter(
		name => typeof name === 'string' && !Object.hasOwn(value, name),
	);
	return [
		...missing.map(name => `/: must have required property '${name}'`),
		...Object.entries(value).flatMap(([name, member]) =>
			typeProblem(`/${name}`, member, Object.hasOwn(described, name) ? described[name] : undefined),
		),
	].slice(0, maxProblems);
};
