import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {mayBe} from '../../../domain/schema/schema-types.ts';
import {allOf, eitherOf} from './merge-alternatives.ts';
import type {SchemaChanges} from './schema-changes.ts';

export type ShapedRoot =
	| {readonly type: 'shaped'; readonly schema: JsonObject}
	| {readonly type: 'unfit'; readonly reason: string};

/** What a schema at the top says about the arguments, with nothing nested in `anyOf` and the like any more. */
type Arguments = {
	readonly properties: ReadonlyMap<string, JsonObject>;
	readonly required: ReadonlySet<string>;
	/** The sets of names of which one is needed. */
	readonly alternatives: readonly ReadonlySet<string>[];
};

const propertiesOf = ({properties}: JsonObject): ReadonlyMap<string, JsonObject> =>
	new Map(
		Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) =>
			isJsonObject(schema) ? [[name, schema] as const] : [],
		),
	);

const requiredOf = ({required}: JsonObject): ReadonlySet<string> =>
	new Set(Array.isArray(required) ? required.filter(name => typeof name === 'string') : []);

const mayBeObject = ({type}: JsonObject): boolean => type === undefined || mayBe(type, 'object');

const mergeProperties = (
	all: readonly Arguments[],
	merge: (schemas: readonly JsonObject[]) => JsonObject,
): Arguments['properties'] => {
	const found = new Map<string, JsonObject[]>();
	for (const {properties} of all) {
		for (const [name, schema] of properties) {
			const known = found.get(name);
			if (known === undefined) found.set(name, [schema]);
			else known.push(schema);
		}
	}
	return new Map([...found].map(([name, schemas]) => [name, merge(schemas)]));
};

const schemasIn = (value: JsonValue | undefined): readonly JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Undefined where no alternative is an object. */
const anyOneOf = (branches: readonly JsonObject[]): Arguments | undefined => {
	const read = branches.filter(mayBeObject).flatMap(branch => readArguments(branch) ?? []);
	const [first, ...others] = read;
	if (first === undefined) return undefined;
	return {
		properties: mergeProperties(read, eitherOf),
		required: new Set([...first.required].filter(name => others.every(({required}) => required.has(name)))),
		alternatives: read.map(({required}) => required),
	};
};

const readArguments = (schema: JsonObject): Arguments | undefined => {
	const own: Arguments = {properties: propertiesOf(schema), required: requiredOf(schema), alternatives: []};
	const branches = schemasIn(schema.allOf);
	const choices = [schemasIn(schema.anyOf), schemasIn(schema.oneOf)].filter(choice => choice.length > 0);
	const parts = [
		...branches.map(branch => (mayBeObject(branch) ? readArguments(branch) : undefined)),
		...choices.map(anyOneOf),
	];
	const read = parts.filter(part => part !== undefined);
	if (read.length < parts.length) return undefined;
	const all = [own, ...read];
	return {
		properties: mergeProperties(all, allOf),
		required: new Set(all.flatMap(({required}) => [...required])),
		alternatives: all.find(({alternatives}) => alternatives.length > 0)?.alternatives ?? [],
	};
};

const maxSets = 8;
const maxWords = 500;

/** Says in words what `anyOf` said: the model has no other way to know. */
const needs = ({alternatives, required}: Arguments): string | undefined => {
	const sets = alternatives.map(names => [...names].filter(name => !required.has(name)).join(', '));
	const unique = [...new Set(sets)];
	if (unique.length < 2 || unique.length > maxSets || unique.includes('')) return undefined;
	const sentence = `Needs one of these sets of properties: ${unique.map(names => `(${names})`).join(' or ')}.`;
	return sentence.length > maxWords ? undefined : sentence;
};

const merged = ['allOf', 'anyOf', 'oneOf'];
const refused = ['enum', 'const', 'not'];

const withoutMembers = (schema: JsonObject, left: readonly string[]): JsonObject =>
	left.some(key => Object.hasOwn(schema, key))
		? Object.fromEntries(Object.entries(schema).filter(([key]) => !left.includes(key)))
		: schema;

const mergeTop = (schema: JsonObject, changes: SchemaChanges): JsonObject | undefined => {
	const found = merged.filter(keyword => Object.hasOwn(schema, keyword));
	if (found.length === 0) return schema;
	const read = readArguments(schema);
	if (read === undefined) return undefined;
	changes.note(
		`${found.map(keyword => `\`${keyword}\``).join(' and ')} at the top merged into one object`,
		'',
	);
	const said = needs(read);
	const {description} = schema;
	return {
		...withoutMembers(schema, merged),
		...(said === undefined
			? {}
			: {description: typeof description === 'string' ? `${description}\n${said}` : said}),
		properties: Object.fromEntries(read.properties),
		required: [...read.required],
	};
};

const withType = (schema: JsonObject, changes: SchemaChanges): JsonObject => {
	if (schema.type === 'object') return schema;
	changes.note(
		schema.type === undefined ? '`type: object` added at the top' : '`type` at the top made `object`',
		'',
	);
	return {...schema, type: 'object'};
};

/** A name that is required but not described gets an open description: the call would be refused without it. */
const withProperties = (schema: JsonObject, changes: SchemaChanges): JsonObject => {
	const {properties, required} = schema;
	const known = isJsonObject(properties) ? properties : undefined;
	const named = [...requiredOf(schema)].filter(name => known === undefined || !Object.hasOwn(known, name));
	const added = schema.additionalProperties === false ? [] : named;
	if (known === undefined) changes.note('`properties` added', '');
	if (added.length > 0) changes.note('required properties added that are not described', added.join(', '));
	const isRequiredRight =
		added.length === named.length && (required === undefined || Array.isArray(required));
	if (!isRequiredRight) changes.note('`required` put right', '');
	return {
		...schema,
		...(known !== undefined && added.length === 0
			? {}
			: {properties: {...known, ...Object.fromEntries(added.map(name => [name, {}]))}}),
		...(isRequiredRight ? {} : {required: [...requiredOf(schema)].filter(name => !named.includes(name))}),
	};
};

const isUnchanged = (one: JsonObject, other: JsonObject): boolean => {
	const keys = Object.keys(one);
	return keys.length === Object.keys(other).length && keys.every(key => one[key] === other[key]);
};

/** The top of a schema, whose parts are adapted already, as the arguments of a call have to be described. */
export const shapeRoot = (schema: JsonObject, changes: SchemaChanges): ShapedRoot => {
	const top = mayBeObject(schema) ? mergeTop(schema, changes) : undefined;
	if (top === undefined) {
		const {type} = schema;
		return {
			type: 'unfit',
			reason: `its arguments are no object${typeof type === 'string' ? ` but of type ${type}` : ''}`,
		};
	}
	const left = withoutMembers(top, refused);
	for (const keyword of refused) {
		if (Object.hasOwn(top, keyword)) changes.note(`\`${keyword}\` at the top left out`, '');
	}
	const shaped = withProperties(withType(left, changes), changes);
	return {type: 'shaped', schema: isUnchanged(shaped, schema) ? schema : shaped};
};
