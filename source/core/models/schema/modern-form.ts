import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';

/** Members to set, or to leave out where undefined. */
type Rewrite = {
	readonly change: string;
	readonly members: Readonly<Record<string, JsonValue | undefined>>;
};
type Rule = (schema: JsonObject) => Rewrite | undefined;

const atMost = (limit: JsonValue | undefined, length: number): number =>
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

const closedArray: Rule = ({items, prefixItems, maxItems}) =>
	items === false
		? {
				change: '`items: false` written as `maxItems`',
				members: {items: {}, maxItems: atMost(maxItems, Array.isArray(prefixItems) ? prefixItems.length : 0)},
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

/** Anthropic is known to refuse patterns for names that are valid, such as `^(.*)$`. */
const patternProperties: Rule = ({patternProperties: patterns, additionalProperties}) => {
	if (patterns === undefined) return undefined;
	const schemas = isJsonObject(patterns) ? Object.values(patterns) : [];
	const [only] = schemas;
	return {
		change: '`patternProperties` written as `additionalProperties`',
		members: {
			patternProperties: undefined,
			additionalProperties:
				schemas.length === 1 && !isJsonObject(additionalProperties) && isJsonObject(only) ? only : undefined,
		},
	};
};

const rules: readonly Rule[] = [
	tuple,
	closedArray,
	exclusive('minimum', 'exclusiveMinimum'),
	exclusive('maximum', 'exclusiveMaximum'),
	nullable,
	dependencies,
	patternProperties,
];

const withMembers = (schema: JsonObject, members: Rewrite['members']): JsonObject => {
	const kept = Object.entries(schema).filter(([key]) => !Object.hasOwn(members, key));
	const set = Object.entries(members).flatMap(([key, value]) =>
		value === undefined ? [] : [[key, value] as const],
	);
	return Object.fromEntries([...kept, ...set]);
};

/** One schema, not those inside it, with what older drafts and OpenAPI write differently put as draft 2020-12 has it. */
export const modernForm = (schema: JsonObject, onChange: (change: string) => void): JsonObject => {
	let modern = schema;
	for (const rule of rules) {
		const rewrite = rule(modern);
		if (rewrite === undefined) continue;
		onChange(rewrite.change);
		modern = withMembers(modern, rewrite.members);
	}
	return modern;
};
