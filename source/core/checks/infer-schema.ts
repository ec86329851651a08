import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {mask} from '../../support/mask-secrets.ts';

/** Deeper parts may be anything. */
const maxDepth = 12;
/** An object with more members is a table of things rather than a thing. */
const maxMembers = 100;
/** Of a long list the first ones tell. */
const maxItems = 200;

/** What is known of a value, before it is written as a schema. */
type Shape = {
	readonly types: ReadonlySet<string>;
	/** Of objects; undefined where there are too many to name. */
	readonly members?: ReadonlyMap<string, {readonly shape: Shape; readonly isAlways: boolean}>;
	/** Of arrays. */
	readonly items?: Shape;
};

const anything: Shape = {types: new Set()};

/**
 * Names over which whoever checks schemas stumbles: what every object inherits, and halves of characters. One in which a
 * secret is hidden is not the name.
 */
const isOddName = (key: string): boolean =>
	key in Object.prototype || /\p{Cs}/u.test(key) || key.includes(mask);

type Members = NonNullable<Shape['members']>;

const mergeMembers = (one: Members, other: Members): Members => {
	const keys = new Set([...one.keys(), ...other.keys()]);
	return new Map(
		[...keys].flatMap(key => {
			const left = one.get(key);
			const right = other.get(key);
			const shape = left && right ? merge(left.shape, right.shape) : (left ?? right)?.shape;
			const isAlways = left?.isAlways === true && right?.isAlways === true;
			return shape === undefined ? [] : [[key, {shape, isAlways}] as const];
		}),
	);
};

const merge = (one: Shape, other: Shape): Shape => {
	if (one.types.size === 0 || other.types.size === 0) return anything;
	const items = one.items && other.items ? merge(one.items, other.items) : (one.items ?? other.items);
	const isObject = (shape: Shape): boolean => shape.types.has('object');
	const members =
		isObject(one) && isObject(other)
			? one.members && other.members && mergeMembers(one.members, other.members)
			: (one.members ?? other.members);
	return {
		types: new Set([...one.types, ...other.types]),
		...(members === undefined ? {} : {members}),
		...(items === undefined ? {} : {items}),
	};
};

const shapeOf = (value: JsonValue, depth: number): Shape => {
	if (depth > maxDepth) return anything;
	if (value === null) return {types: new Set(['null'])};
	if (Array.isArray(value)) {
		const [first, ...others] = value.slice(0, maxItems).map(item => shapeOf(item, depth + 1));
		const items = first === undefined ? undefined : others.reduce(merge, first);
		return {types: new Set(['array']), ...(items === undefined ? {} : {items})};
	}
	if (isJsonObject(value)) {
		const entries = Object.entries(value).filter(([key]) => !isOddName(key));
		const types = new Set(['object']);
		return entries.length > maxMembers
			? {types}
			: {
					types,
					members: new Map(
						entries.map(([key, inner]) => [key, {shape: shapeOf(inner, depth + 1), isAlways: true}]),
					),
				};
	}
	// A number that happened to be whole may have a fraction the next time.
	return {types: new Set([typeof value])};
};

const write = ({types, members, items}: Shape): JsonObject => {
	const [type, ...others] = types;
	if (type === undefined) return {};
	const always = [...(members ?? [])].filter(([, {isAlways}]) => isAlways).map(([key]) => key);
	const named = [...(members ?? [])].map(([key, {shape}]) => [key, write(shape)] as const);
	const itemSchema = items === undefined ? {} : write(items);
	return {
		type: others.length === 0 ? type : [type, ...others],
		...(named.length === 0 ? {} : {properties: Object.fromEntries(named)}),
		...(always.length === 0 ? {} : {required: always}),
		...(Object.keys(itemSchema).length === 0 ? {} : {items: itemSchema}),
	};
};

/** A schema that the value satisfies, and others of its form do, too: types and names, no values. */
export const inferSchema = (value: JsonValue): JsonObject => write(shapeOf(value, 0));
