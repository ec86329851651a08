import {isJsonObject, type JsonObject, type JsonValue} from '../json.ts';

/** Members to set, or to leave out where undefined. */
type Rewrite = {
	readonly change: string;
	readonly members: Readonly<Record<string, JsonValue | undefined>>;
};
export type Rule = (schema: JsonObject) => Rewrite | undefined;

export const atMost = (limit: JsonValue | undefined, length: number): number =>
	typeof limit === 'number' ? Math.min(limit, length) : length;

/** `items` as a list was how tuples were written before draft 2020-12. */
const tuple: Rule = ({items, additionalItems, maxItems}) =>
	Array.isArray(items)
		? {
				change: 'a list of `items` written as `prefixItems`',
				members: {
					prefixItems: items.length === 0 ? undefined : items,
					items: isJsonObject(additionalItems) ? additionalItems : {},
					maxItems: additionalItems === false ? atMost(maxItems, items.length) : maxItems,
					additionalItems: undefined,
				},
			}
		: undefined;

/** Draft 4: `exclusiveMinimum: true` says something about `minimum`. */
const exclusive =
	(limit: 'minimum' | 'maximum', keyword: 'exclusiveMinimum' | 'exclusiveMaximum'): Rule =>
	schema => {
		const {[keyword]: isExclusive, [limit]: value} = schema;
		if (typeof isExclusive !== 'boolean') return undefined;
		return {
			change: `\`${keyword}\` of draft 4 written as a number`,
			members:
				isExclusive && typeof value === 'number'
					? {[keyword]: value, [limit]: undefined}
					: {[keyword]: undefined},
		};
	};

const nullable: Rule = ({nullable: isNullable, type, enum: values}) => {
	if (isNullable !== true || (typeof type !== 'string' && !Array.isArray(type))) return undefined;
	const types: readonly JsonValue[] = typeof type === 'string' ? [type] : type;
	return {
		change: '`nullable` written as a type',
		members: {
			type: types.includes('null') ? type : [...types, 'null'],
			...(Array.isArray(values) && !values.includes(null) ? {enum: [...values, null]} : {}),
			nullable: undefined,
		},
	};
};

const dependencies: Rule = ({dependencies: old, dependentRequired, dependentSchemas}) => {
	if (!isJsonObject(old)) return undefined;
	const entries = Object.entries(old);
	const names = entries.filter(([, value]) => Array.isArray(value));
	const schemas = entries.filter(([, value]) => isJsonObject(value));
	const merged = (known: JsonValue | undefined, more: typeof entries): JsonValue | undefined =>
		more.length === 0 ? known : {...Object.fromEntries(more), ...(isJsonObject(known) ? known : {})};
	return {
		change: '`dependencies` written as of draft 2020-12',
		members: {
			dependencies: undefined,
			dependentRequired: merged(dependentRequired, names),
			dependentSchemas: merged(dependentSchemas, schemas),
		},
	};
};

/** Draft 3, and whoever thinks that the property says it: `required: true` inside the property. */
const requiredInside: Rule = ({properties, required}) => {
	if (!isJsonObject(properties)) return undefined;
	const says = ([, schema]: readonly [string, JsonValue]): boolean =>
		isJsonObject(schema) && typeof schema.required === 'boolean';
	const entries = Object.entries(properties);
	if (!entries.some(says)) return undefined;
	const named = entries.flatMap(([name, schema]) =>
		isJsonObject(schema) && schema.required === true ? [name] : [],
	);
	const known = Array.isArray(required) ? required : [];
	const all = [...known, ...named.filter(name => !known.includes(name))];
	return {
		change: '`required` inside a property written as a list',
		members: {
			properties: Object.fromEntries(
				entries.map(([name, schema]) => [
					name,
					isJsonObject(schema) && typeof schema.required === 'boolean'
						? withMembers(schema, {required: undefined})
						: schema,
				]),
			),
			required: all.length === 0 ? undefined : all,
		},
	};
};

const modernRules: readonly Rule[] = [
	tuple,
	exclusive('minimum', 'exclusiveMinimum'),
	exclusive('maximum', 'exclusiveMaximum'),
	nullable,
	dependencies,
	requiredInside,
];

const withMembers = (schema: JsonObject, members: Rewrite['members']): JsonObject => {
	const kept = Object.entries(schema).filter(([key]) => !Object.hasOwn(members, key));
	const set = Object.entries(members).flatMap(([key, value]) =>
		value === undefined ? [] : [[key, value] as const],
	);
	return Object.fromEntries([...kept, ...set]);
};

/** One schema, not those inside it, with all rules applied that have something to say. */
export const applyRules = (
	schema: JsonObject,
	rules: readonly Rule[],
	onChange: (change: string) => void,
): JsonObject => {
	let written = schema;
	for (const rule of rules) {
		const rewrite = rule(written);
		if (rewrite === undefined) continue;
		onChange(rewrite.change);
		written = withMembers(written, rewrite.members);
	}
	return written;
};

/**
 * One schema, not those inside it, with what older drafts and OpenAPI write differently put as draft 2020-12 has it. It
 * means the same.
 */
export const modernForm = (schema: JsonObject, onChange: (change: string) => void): JsonObject =>
	applyRules(schema, modernRules, onChange);
