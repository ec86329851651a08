import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {findInexactNumber, isExactNumber} from '../../support/exact-number.ts';
import {suggestion} from '../../support/nearest.ts';

export type ArgumentsRead =
	| {readonly type: 'read'; readonly arguments: JsonObject}
	| {readonly type: 'refused'; readonly failure: Failure};

const refuse = (message: string, hint: string): ArgumentsRead => ({
	type: 'refused',
	failure: {code: 'bad-input', message, hint},
});

const howTo = `Arguments are written key=value, key:=json, or as one object: '{"key": "value"}'.`;

const parseJson = (text: string): JsonValue | undefined => {
	try {
		return JSON.parse(text);
	} catch {
		// The caller says what was expected instead.
		return undefined;
	}
};

/** The types that a schema allows for a property; none if it does not say. */
const typesOf = (schema: JsonValue | undefined): readonly string[] => {
	if (!isJsonObject(schema)) {
		return [];
	}
	const {type} = schema;
	const own = (Array.isArray(type) ? type : [type]).filter(each => typeof each === 'string');
	const choices = [schema.anyOf, schema.oneOf].flatMap(each =>
		Array.isArray(each) ? each.slice(0, 20) : [],
	);
	return [
		...own,
		...choices.flatMap(choice =>
			isJsonObject(choice) && typeof choice.type === 'string' ? [choice.type] : [],
		),
	];
};

const isNumber = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const asNumber = (word: string): number | undefined =>
	isNumber.test(word) && isExactNumber(word) ? Number(word) : undefined;

/** A word as the value that the schema asks for; undefined if it cannot be one. */
const coerce = (text: string, types: readonly string[]): JsonValue | undefined => {
	const readers: Readonly<Record<string, (text: string) => JsonValue | undefined>> = {
		integer: asNumber,
		number: asNumber,
		boolean: word => (word === 'true' ? true : word === 'false' ? false : undefined),
		null: word => (word === 'null' ? null : undefined),
		array: word => {
			const value = parseJson(word);
			return Array.isArray(value) ? value : undefined;
		},
		object: word => {
			const value = parseJson(word);
			return isJsonObject(value) ? value : undefined;
		},
	};
	for (const type of types) {
		const value = readers[type]?.(text);
		if (value !== undefined) {
			return value;
		}
	}
	return types.length === 0 || types.includes('string') ? text : undefined;
};

const withArticle = (types: readonly string[]): string =>
	types.map(type => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`).join(' or ');

const propertyOf = (properties: JsonValue | undefined, key: string): JsonValue | undefined =>
	isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;

const inexact = (number: string, key: string): ArgumentsRead =>
	refuse(
		`The number ${number} in ${key} cannot be sent exactly.`,
		'Write it as a text if the tool takes one, or with at most 15 digits.',
	);

/** A number in what was typed that would be sent as another one. */
const lostNumber = (text: string, value: JsonValue | undefined): string | undefined => {
	if (value === undefined) return isNumber.test(text) && !isExactNumber(text) ? text : undefined;
	return typeof value === 'object' ? findInexactNumber(text)?.number : undefined;
};

const readObject = (text: string): ArgumentsRead => {
	const value = parseJson(text);
	const lost = findInexactNumber(text);
	if (lost !== undefined) {
		return inexact(lost.number, lost.member);
	}
	return isJsonObject(value)
		? {type: 'read', arguments: value}
		: refuse('The arguments are not a JSON object.', howTo);
};

/**
 * The arguments of a tool call as they are typed: one JSON object, or words `key=value` and `key:=json`. A key that
 * is given again makes a list where the schema wants one.
 */
export const readCallArguments = (words: readonly string[], inputSchema: JsonObject): ArgumentsRead => {
	const [first = ''] = words;
	if (words.length === 1 && /^\s*[{[]/.test(first)) {
		return readObject(first);
	}
	const {properties} = inputSchema;
	const known = isJsonObject(properties) ? Object.keys(properties) : [];
	const values = new Map<string, JsonValue>();
	for (const word of words) {
		const [, key, operator, text = ''] = /^([^=:\s]+?)(:?=)(.*)$/s.exec(word) ?? [];
		if (key === undefined) {
			return refuse(`"${word}" is not an argument.`, howTo);
		}
		if (known.length > 0 && !known.includes(key) && inputSchema.additionalProperties === false) {
			return refuse(
				`The tool has no argument "${key}"${suggestion(key, known) || '.'}`,
				`It takes ${known.join(', ')}.`,
			);
		}
		if (operator === ':=') {
			const value = parseJson(text);
			if (value === undefined) {
				return refuse(`The value of ${key} is not JSON: ${text}`, `Text is written ${key}=${text}.`);
			}
			const lost = findInexactNumber(text);
			if (lost !== undefined) {
				return inexact(lost.number, key);
			}
			values.set(key, value);
			continue;
		}
		const schema = propertyOf(properties, key);
		const isItem = typesOf(schema).includes('array') && !text.trimStart().startsWith('[');
		const types = typesOf(isItem && isJsonObject(schema) ? schema.items : schema);
		const value = coerce(text, types);
		const lost = lostNumber(text, value);
		if (lost !== undefined) {
			return inexact(lost, key);
		}
		if (isItem) {
			const before = values.get(key);
			values.set(key, [...(Array.isArray(before) ? before : []), value ?? text]);
			continue;
		}
		if (value === undefined) {
			return refuse(
				`The value of ${key} must be ${withArticle(types)}, not "${text}".`,
				`JSON is written ${key}:=...`,
			);
		}
		values.set(key, value);
	}
	return {type: 'read', arguments: Object.fromEntries(values)};
};

export type PromptArgumentsRead =
	| {readonly type: 'read'; readonly values: Readonly<Record<string, string>>}
	| {readonly type: 'refused'; readonly failure: Failure};

/** Arguments of a prompt: they are always text. */
export const readPromptArguments = (words: readonly string[]): PromptArgumentsRead => {
	const values: [string, string][] = [];
	for (const word of words) {
		const [, key, text] = /^([^=\s]+)=(.*)$/s.exec(word) ?? [];
		if (key === undefined || text === undefined) {
			const message = `"${word}" is not an argument.`;
			return {
				type: 'refused',
				failure: {code: 'bad-input', message, hint: 'Arguments of prompts are written key=value.'},
			};
		}
		values.push([key, text]);
	}
	return {type: 'read', values: Object.fromEntries(values)};
};
