import {isJsonObject, type JsonObject, type JsonValue} from '../json.ts';
import {isPattern, type KeywordKind, keywordKinds, plainProblem} from './checked-keywords.ts';
import {followRef} from './local-refs.ts';
import {modernForm} from './modern-form.ts';
import {knownType} from './schema-types.ts';

/** A part of a schema by which nothing can be checked; `why` continues a sentence: `points nowhere`. */
export type LostPart = {readonly path: readonly (string | number)[]; readonly why: string};

/** `schema` never refuses what the schema as written would accept. */
export type CheckableForm = {readonly schema: JsonObject; readonly lost: readonly LostPart[]};

type Path = LostPart['path'];
type Walk = {
	readonly root: JsonObject;
	/** Something is left open, so nothing may be refused because something else fits. */
	readonly isLoose: boolean;
	readonly lose: (path: Path, why: string) => void;
};
type Member = readonly [string, JsonValue];

const maxDepth = 64;

const refAt = (ref: JsonValue, path: Path, {root, lose}: Walk): string | undefined => {
	const target = typeof ref === 'string' ? followRef(root, ref) : {type: 'dangling' as const};
	if (target.type === 'found') return `#${target.pointer}`;
	lose(path, target.type === 'remote' ? 'points to another document' : 'points nowhere');
	return undefined;
};

const schemasByName = (key: string, value: JsonValue, path: Path, walk: Walk): JsonObject | undefined => {
	if (!isJsonObject(value)) {
		walk.lose(path, 'is no object');
		return undefined;
	}
	const members = Object.entries(value).flatMap(([name, schema]): readonly Member[] => {
		if (key === 'patternProperties' && !isPattern(name)) {
			walk.lose([...path, name], 'is no pattern that can be used here');
			return [];
		}
		return [[name, walkNode(schema, [...path, name], walk)]];
	});
	return Object.fromEntries(members);
};

const schemaList = (value: JsonValue, path: Path, walk: Walk): JsonValue | undefined => {
	if (Array.isArray(value) && value.length > 0)
		return value.map((schema: JsonValue, index) => walkNode(schema, [...path, index], walk));
	walk.lose(path, 'is no list of schemas');
	return undefined;
};

/** What keeps something out because something fits: loosened, it would keep out more. */
const tightening: ReadonlySet<string> = new Set([
	'not',
	'if',
	'then',
	'else',
	'contains',
	'minContains',
	'maxContains',
	'unevaluatedProperties',
	'unevaluatedItems',
]);

/** That a value fits one of them is no longer that it fits only one. */
const loosened = ({oneOf, ...rest}: JsonObject): JsonObject =>
	oneOf === undefined || Object.hasOwn(rest, 'anyOf') ? rest : {...rest, anyOf: oneOf};

const kindOf = (key: string, {isLoose}: Walk): KeywordKind =>
	isLoose && tightening.has(key) ? 'dropped' : (keywordKinds.get(key) ?? 'other');

const walkMember = (key: string, value: JsonValue, path: Path, walk: Walk): readonly Member[] => {
	const as = (written: JsonValue | undefined, name = key): readonly Member[] =>
		written === undefined ? [] : [[name, written]];
	switch (kindOf(key, walk)) {
		case 'dropped':
			return [];
		case 'reference':
			return as(refAt(value, path, walk), '$ref');
		case 'schema':
			return as(walkNode(value, path, walk));
		case 'schemas':
			return as(schemaList(value, path, walk));
		case 'schemas-by-name':
			return as(schemasByName(key, value, path, walk));
		case 'type': {
			const type = knownType(value);
			// One of several that is not known may be what a value is of.
			const known = Array.isArray(type) ? type.length : 1;
			if (Array.isArray(value) && known < new Set(value).size) {
				if (!value.includes('any')) walk.lose(path, 'names one that JSON Schema does not know');
				return [];
			}
			// `any` is no type of JSON Schema; whoever writes it means what leaving it out says.
			if (type === undefined && value !== 'any') walk.lose(path, 'is none that JSON Schema knows');
			return as(type);
		}
		case 'plain': {
			// Inside a property the list of names has it by now; elsewhere it means nothing.
			if (key === 'required' && typeof value === 'boolean') return [];
			const why = plainProblem(key, value);
			if (why !== undefined) walk.lose(path, why);
			return as(why === undefined ? value : undefined);
		}
		case 'other':
			return as(value);
	}
};

const walkNode = (value: JsonValue, path: Path, walk: Walk): JsonObject | boolean => {
	if (typeof value === 'boolean') return value;
	if (!isJsonObject(value) || path.length > maxDepth * 2) {
		walk.lose(path, isJsonObject(value) ? 'is nested too deeply' : 'is no schema');
		return true;
	}
	const modern = modernForm(value, () => undefined);
	const members = Object.entries(walk.isLoose ? loosened(modern) : modern).flatMap(([key, member]) =>
		walkMember(key, member, [...path, key], walk),
	);
	const patterns = isJsonObject(modern.patternProperties) ? Object.keys(modern.patternProperties) : [];
	// What a pattern that is left out names would be additional now.
	return Object.fromEntries(
		patterns.every(isPattern) ? members : members.filter(([key]) => key !== 'additionalProperties'),
	);
};

const walkOnce = (root: JsonObject, isLoose: boolean): CheckableForm => {
	const lost: LostPart[] = [];
	const schema = walkNode(root, [], {root, isLoose, lose: (path, why) => lost.push({path, why})});
	return {schema: isJsonObject(schema) ? schema : {}, lost};
};

/**
 * A schema as draft 2020-12 has it, without what nothing can be checked by: dialects that nobody knows, references to
 * nowhere, patterns of other languages.
 */
export const checkableForm = (schema: JsonObject): CheckableForm => {
	const whole = walkOnce(schema, false);
	return whole.lost.length === 0 ? whole : {schema: walkOnce(schema, true).schema, lost: whole.lost};
};

const shownParts = 3;

const describePart = ({path, why}: LostPart): string => {
	const key = path.at(-1);
	const place = path
		.slice(0, -1)
		.filter(step => step !== 'properties')
		.join('.');
	return `\`${key ?? 'schema'}\`${place === '' ? '' : ` of ${place}`} ${why}`;
};

/** What is lost, as words that continue a sentence. */
export const describeLost = (lost: readonly LostPart[]): string =>
	[
		...lost.slice(0, shownParts).map(describePart),
		...(lost.length > shownParts ? [`and ${lost.length - shownParts} more`] : []),
	].join(', ');
