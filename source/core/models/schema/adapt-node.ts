import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {followRef} from '../../../domain/schema/local-refs.ts';
import {mayBe} from '../../../domain/schema/schema-types.ts';
import {isName, type Keyword, names, plainKeywords} from './plain-keywords.ts';
import {providerForm} from './provider-form.ts';
import {
	count,
	inlinesTooMuch,
	inside,
	isTooLarge,
	maxDepth,
	type SchemaPlace,
	type SchemaWalk,
} from './schema-walk.ts';

/** How often a definition may be put into itself. */
const maxRounds = 2;

/** A schema inside a schema. Nothing fits `false`, and not every provider knows how to be told so. */
const single: Keyword = (value, place, walk) => {
	const schema = adaptNode(value, place, walk);
	if (schema !== false) return schema;
	walk.changes.note('`false` in place of a schema left out', place.path);
	return undefined;
};

const member: Keyword = (value, place, walk) => single(value, inside(place, ''), walk);

const orBoolean: Keyword = (value, place, walk) =>
	typeof value === 'boolean' ? value : member(value, place, walk);

const list: Keyword = (value, place, walk) => {
	if (!Array.isArray(value)) return undefined;
	count(walk, place, value.length);
	if (isTooLarge(walk)) return undefined;
	const schemas = value.flatMap((item: JsonValue) => member(item, place, walk) ?? []);
	if (schemas.length === 0) return undefined;
	return schemas.length === value.length && schemas.every((schema, index) => schema === value[index])
		? value
		: schemas;
};

const positions: Keyword = (value, place, walk) => {
	if (!Array.isArray(value) || value.length === 0) return undefined;
	count(walk, place, value.length);
	if (isTooLarge(walk)) return undefined;
	const schemas = value.map(
		(item: JsonValue, index) => single(item, inside(place, `[${index}]`), walk) ?? {},
	);
	return schemas.every((schema, index) => schema === value[index]) ? value : schemas;
};

const byName =
	(one: Keyword): Keyword =>
	(value, place, walk) => {
		if (!isJsonObject(value)) return undefined;
		const keys = Object.keys(value);
		count(walk, place, keys.length);
		if (isTooLarge(walk)) return undefined;
		let isSame = true;
		const entries = Object.entries(value).flatMap(([name, schema]): (readonly [string, JsonValue])[] => {
			const at = inside(place, `.${name}`);
			const isOdd = !isName(name);
			if (isOdd) walk.changes.note('a property that cannot be sent left out', at.path);
			const adapted = isOdd ? undefined : one(schema, at, walk);
			isSame &&= adapted === schema;
			return adapted === undefined ? [] : [[name, adapted]];
		});
		return isSame ? value : Object.fromEntries(entries);
	};

const negated: Keyword = (value, place, walk) => {
	const schema = member(value, place, walk);
	// Nothing fits `not: {}`.
	return isJsonObject(schema) && Object.keys(schema).length > 0 ? schema : undefined;
};

const schemaKeywords: ReadonlyMap<string, Keyword> = new Map([
	['properties', byName(single)],
	['dependentSchemas', byName(single)],
	['dependentRequired', byName(names)],
	['items', (value, place, walk) => single(value, inside(place, '[]'), walk)],
	['prefixItems', positions],
	['contains', member],
	['propertyNames', member],
	['if', member],
	['then', member],
	['else', member],
	['not', negated],
	['additionalProperties', orBoolean],
	['unevaluatedProperties', orBoolean],
	['unevaluatedItems', orBoolean],
	['anyOf', list],
	['oneOf', list],
	['allOf', list],
]);

/** The members one by one; what no provider needs to know goes without a word. */
const adaptMembers = (schema: JsonObject, place: SchemaPlace, walk: SchemaWalk): JsonObject => {
	const members: [string, JsonValue][] = [];
	let isSame = true;
	for (const [keyword, value] of Object.entries(schema)) {
		const adapt = plainKeywords.get(keyword) ?? schemaKeywords.get(keyword);
		const adapted = adapt?.(value, place, walk);
		isSame &&= adapted === value;
		if (adapted !== undefined) members.push([keyword, adapted]);
	}
	return isSame ? schema : Object.fromEntries(members);
};

/** What only shows when all members are known. */
const finish = (schema: JsonObject, before: JsonObject, place: SchemaPlace, walk: SchemaWalk): JsonObject => {
	let finished = schema;
	if (mayBe(schema.type, 'array') && !isJsonObject(schema.items)) {
		walk.changes.note('`items` added to an array without them', place.path);
		finished = {...finished, items: {}};
	}
	if (finished.if === undefined && (finished.then !== undefined || finished.else !== undefined)) {
		const {then: _then, else: _else, ...rest} = finished;
		finished = rest;
	}
	const {required, properties} = finished;
	if (Array.isArray(required) && isJsonObject(before.properties)) {
		const had = before.properties;
		const has = isJsonObject(properties) ? properties : {};
		const left = required.filter(
			(name: JsonValue) => !Object.hasOwn(had, String(name)) || Object.hasOwn(has, String(name)),
		);
		if (left.length < required.length) finished = {...finished, required: left};
	}
	return finished;
};

const annotations = new Set([
	'title',
	'description',
	'default',
	'examples',
	'deprecated',
	'readOnly',
	'writeOnly',
]);

/** What stands beside a `$ref` holds, too. */
const together = (target: JsonObject, beside: JsonObject): JsonObject => {
	const keys = Object.keys(beside);
	if (keys.length === 0) return target;
	if (keys.every(key => annotations.has(key) || !Object.hasOwn(target, key))) return {...target, ...beside};
	return {...beside, allOf: [...(Array.isArray(beside.allOf) ? beside.allOf : []), target]};
};

/** All that is left of a definition which would have to contain itself. */
const open = (target: JsonValue): JsonObject => {
	const type = isJsonObject(target) ? target.type : undefined;
	if (type === 'array') return {type, items: {}};
	return type === 'object' ? {type} : {};
};

const inline = (
	ref: string,
	beside: JsonObject,
	place: SchemaPlace,
	walk: SchemaWalk,
): JsonObject | false => {
	const rest = adaptNode(beside, place, walk);
	const target = followRef(walk.root, ref);
	if (rest === false) return false;
	if (target.type !== 'found') {
		walk.changes.note(
			target.type === 'remote'
				? 'a `$ref` to another document left open'
				: 'a `$ref` that points nowhere left open',
			place.path,
		);
		return rest;
	}
	const {pointer, schema} = target;
	const isCyclic = place.refs.filter(known => known === pointer).length >= maxRounds;
	if (isCyclic || place.refs.length >= walk.refDepth || inlinesTooMuch(walk)) {
		walk.changes.note(
			isCyclic
				? 'a `$ref` into itself left open after two rounds'
				: 'a `$ref` left open, because what it leads to is very large',
			place.path,
		);
		return together(open(schema), rest);
	}
	walk.changes.note('a `$ref` replaced by what it points to', place.path);
	const inlined = adaptNode(schema, {...place, refs: [...place.refs, pointer]}, walk);
	return inlined === false ? false : together(inlined, rest);
};

/**
 * A schema as every provider takes it, with all that is inside, and `false` where nothing fits. The same object where
 * nothing had to be changed.
 */
export const adaptNode = (value: JsonValue, place: SchemaPlace, walk: SchemaWalk): JsonObject | false => {
	count(walk, place);
	if (value === false || isTooLarge(walk)) return false;
	if (!isJsonObject(value)) {
		walk.changes.note('`true` or nothing in place of a schema left open', place.path);
		return {};
	}
	if (place.depth > maxDepth) {
		if (Object.keys(value).length === 0) return value;
		walk.changes.note(`what is nested deeper than ${maxDepth} levels left open`, '');
		return {};
	}
	const {$ref: ref, ...beside} = value;
	if (typeof ref === 'string') return inline(ref, beside, place, walk);
	const modern = providerForm(value, change => walk.changes.note(change, place.path));
	return finish(adaptMembers(modern, place, walk), modern, place, walk);
};
