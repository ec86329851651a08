import {isJsonObject, type JsonObject, type JsonValue} from '../../../../domain/json.ts';

/** What is wrong with one argument, as tools of the toolbox say it. */
type ArgumentIssue = {readonly message: string; readonly path: readonly string[]};

/** `/` alone is how the checker calls the whole. */
const keysIn = (pointer: string): readonly string[] =>
	(pointer === '/' ? '' : pointer)
		.split('/')
		.slice(1)
		.map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'));

const memberOf = (value: JsonValue | undefined, key: string): JsonValue | undefined => {
	if (Array.isArray(value)) return value[Number(key)];
	return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** The part of a schema for a place, as far as it is written out there. */
const schemaAt = (schema: JsonValue | undefined, keys: readonly string[]): JsonValue | undefined => {
	const [key, ...rest] = keys;
	if (key === undefined) return schema;
	const inner = memberOf(memberOf(schema, 'properties'), key) ?? memberOf(schema, 'items');
	return schemaAt(inner, rest);
};

/** The message about what a schema does not know leaves out its name. */
const unknownKey = (schema: JsonObject, args: JsonObject, place: readonly string[]): string | undefined => {
	const known = memberOf(schemaAt(schema, place), 'properties');
	const given = place.reduce<JsonValue | undefined>(memberOf, args);
	return isJsonObject(given) && isJsonObject(known)
		? Object.keys(given).find(key => !Object.hasOwn(known, key))
		: undefined;
};

/** A problem such as `/days: must be number` or `/: must have required property 'city'`, with the argument it is about. */
export const argumentIssue = (problem: string, schema: JsonObject, args: JsonObject): ArgumentIssue => {
	const [, pointer, message] = /^(\/\S*): (.*)$/s.exec(problem) ?? [];
	if (pointer === undefined || message === undefined) {
		return {message: problem, path: []};
	}
	const place = keysIn(pointer);
	const [, missing] = /^must have required property '(.*)'$/s.exec(message) ?? [];
	if (missing !== undefined) {
		return {message: 'is required', path: [...place, missing]};
	}
	const isUnknown = message === 'must NOT have additional properties';
	const unknown = isUnknown ? unknownKey(schema, args, place) : undefined;
	return unknown === undefined
		? {message, path: place}
		: {message: 'is not an argument of this tool', path: [...place, unknown]};
};
