import type {JsonValue} from '../../../domain/json.ts';
import {knownType} from '../../../domain/schema/schema-types.ts';
import {wellFormedText} from '../wire/well-formed.ts';
import {count, isTooLarge, type SchemaPlace, type SchemaWalk} from './schema-walk.ts';
/** What a member becomes: undefined leaves it out. */
export type Keyword = (value: JsonValue, place: SchemaPlace, walk: SchemaWalk) => JsonValue | undefined;

const maxValueDepth = 20;
const maxPatternLength = 2_000;

const isString = (value: JsonValue | undefined): value is string => typeof value === 'string';

const isWellFormed = (text: string): boolean => wellFormedText(text) === text;

/** Values are sent as they are, or not at all: to change one would be to ask for something else. */
const isSendable = (value: JsonValue, place: SchemaPlace, walk: SchemaWalk, depth = 0): boolean => {
	if (typeof value === 'string') return isWellFormed(value);
	if (typeof value !== 'object' || value === null) return true;
	const keys = Object.keys(value);
	count(walk, place, keys.length);
	if (isTooLarge(walk) || depth >= maxValueDepth || !keys.every(key => isWellFormed(key))) return false;
	return Object.values(value).every((item: JsonValue) => isSendable(item, place, walk, depth + 1));
};

const when =
	(isRight: (value: JsonValue) => boolean, what: string): Keyword =>
	(value, {path}, {changes}) => {
		if (isRight(value)) return value;
		changes.note(`${what} left out`, path);
		return undefined;
	};

const text: Keyword = (value, {path}, {changes}) => {
	if (isString(value)) return wellFormedText(value);
	changes.note('a text that is none left out', path);
	return undefined;
};

const description: Keyword = (value, place, walk) => {
	const whole = text(value, place, walk);
	if (!isString(whole) || whole.length <= walk.words) return whole;
	walk.changes.note('long descriptions shortened, because the schema is very large', '');
	return walk.words === 0 ? undefined : `${wellFormedText(whole.slice(0, walk.words - 1))}…`;
};

const extra: Keyword = (value, place, walk) =>
	walk.words > 0 && isSendable(value, place, walk) ? value : undefined;

const type: Keyword = (value, {path}, {changes}) => {
	const known = knownType(value);
	if (known !== value) changes.note('an unknown `type` put right or left out', path);
	return known;
};

const values: Keyword = (value, place, walk) => {
	const {path} = place;
	const {changes} = walk;
	if (!Array.isArray(value) || value.length === 0) {
		changes.note('an `enum` without values left out', path);
		return undefined;
	}
	if (!isSendable(value, place, walk)) {
		changes.note('an `enum` of values that cannot be sent left out', path);
		return undefined;
	}
	const unique = new Map(value.map((item: JsonValue) => [JSON.stringify(item), item]));
	if (unique.size === value.length) return value;
	changes.note('repeated values of an `enum` left out', path);
	return [...unique.values()];
};

const constant: Keyword = (value, place, walk) => {
	if (isSendable(value, place, walk)) return value;
	walk.changes.note('a `const` that cannot be sent left out', place.path);
	return undefined;
};

const pattern: Keyword = (value, {path}, {changes}) => {
	try {
		if (isString(value) && value.length <= maxPatternLength && isWellFormed(value)) {
			new RegExp(value, 'u');
			return value;
		}
	} catch {
		// Told below: it is no pattern that JSON Schema knows.
	}
	changes.note('a `pattern` that is none left out', path);
	return undefined;
};

/** To set a member called `__proto__` is not what it looks like, here and where the arguments are read. */
export const isName = (name: string): boolean => name !== '__proto__' && isWellFormed(name);

/** Names, each once. */
export const names: Keyword = (value, place, walk) => {
	if (!Array.isArray(value)) {
		walk.changes.note('`required` that is no list left out', place.path);
		return undefined;
	}
	count(walk, place, value.length);
	const unique = [...new Set(value.filter(isString).filter(isName))];
	if (unique.length === value.length) return value;
	walk.changes.note('`required` put right', place.path);
	return unique;
};

const isNumber = (value: JsonValue): boolean => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: JsonValue): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isBoolean = (value: JsonValue): boolean => typeof value === 'boolean';

const each = (keywords: readonly string[], keyword: Keyword): readonly (readonly [string, Keyword])[] =>
	keywords.map(name => [name, keyword]);

/** The keywords that hold no schemas. */
export const plainKeywords: ReadonlyMap<string, Keyword> = new Map([
	...each(['format', 'contentEncoding', 'contentMediaType'], text),
	...each(['title', 'description'], description),
	...each(['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'], when(isBoolean, 'a flag that is none')),
	...each(
		['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
		when(isNumber, 'a limit that is no number'),
	),
	...each(
		['multipleOf'],
		when(value => isNumber(value) && Number(value) > 0, 'a limit that is no number'),
	),
	...each(
		['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'],
		when(isCount, 'a limit that is no number'),
	),
	...each(['minProperties', 'maxProperties'], when(isCount, 'a limit that is no number')),
	...each(['type'], type),
	...each(['enum'], values),
	...each(['const'], constant),
	...each(['default'], extra),
	...each(['examples'], (value, place, walk) =>
		Array.isArray(value) ? extra(value, place, walk) : undefined,
	),
	...each(['pattern'], pattern),
	...each(['required'], names),
]);
