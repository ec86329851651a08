import type {JsonValue} from '../json.ts';

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** What people write who think in another language. */
const otherNames = new Map([
	['int', 'integer'],
	['long', 'integer'],
	['float', 'number'],
	['double', 'number'],
	['str', 'string'],
	['bool', 'boolean'],
	['list', 'array'],
	['dict', 'object'],
	['none', 'null'],
]);

const typeName = (name: JsonValue): string | undefined => {
	if (typeof name !== 'string') return undefined;
	if (typeNames.has(name)) return name;
	const lower = name.slice(0, 10).toLowerCase();
	return typeNames.has(lower) && lower.length === name.length ? lower : otherNames.get(lower);
};

/** A `type` that JSON Schema knows; undefined where nothing of it is one, which means any. */
export const knownType = (type: JsonValue): JsonValue | undefined => {
	if (!Array.isArray(type)) return typeName(type);
	const names = [...new Set(type.slice(0, 50).flatMap(name => typeName(name) ?? []))];
	if (names.length === 0) return undefined;
	return names.length === type.length && names.every((name, index) => name === type[index]) ? type : names;
};

export const mayBe = (type: JsonValue | undefined, name: string): boolean =>
	type === name || (Array.isArray(type) && type.includes(name));
