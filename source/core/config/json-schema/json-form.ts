import {z} from 'zod';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {Aliases} from '../read-object.ts';

const isJson = (value: unknown): value is JsonObject => isJsonObject(value);

/** Any JSON at all needs no words; zod refers to a definition of it. */
const withoutDefinitions = (value: JsonValue): JsonValue => {
	if (Array.isArray(value)) return value.map(withoutDefinitions);
	if (!isJsonObject(value)) return value;
	if (typeof value.$ref === 'string') return {};
	return Object.fromEntries(
		Object.entries(value)
			.map(([key, item]) => [key, withoutDefinitions(item)] as const)
			.filter(([key, item]) => key !== 'allOf' || JSON.stringify(item) !== '[{}]'),
	);
};

/** What a person may write so that a schema takes it, before anything is turned into something else. */
export const formOf = (type: z.ZodType): JsonObject => {
	const written: unknown = z.toJSONSchema(type, {io: 'input', target: 'draft-7', unrepresentable: 'any'});
	const form = isJson(written) ? withoutDefinitions(written) : undefined;
	if (!isJsonObject(form)) throw new Error('A schema has no form.');
	const {$schema: _, definitions: _definitions, ...rest} = form;
	return rest;
};

const propertiesOf = ({properties}: JsonObject): JsonObject => (isJsonObject(properties) ? properties : {});

/** `envFile`, `env_file` and `env-file`. */
const spellingsOf = (name: string): readonly string[] => [
	...new Set([
		name,
		...['_', '-'].map(mark => name.replaceAll(/[A-Z]/g, letter => mark + letter.toLowerCase())),
	]),
];

/** Every name of a key. */
export const namesOf = (key: string, aliases: Aliases): readonly string[] =>
	[key, ...Object.keys(aliases).filter(alias => aliases[alias] === key)].flatMap(spellingsOf);

/** One of the names of a key must be there. */
export const needs = (key: string, aliases: Aliases): JsonObject => {
	const names = namesOf(key, aliases);
	return names.length === 1 ? {required: [...names]} : {anyOf: names.map(name => ({required: [name]}))};
};

/** Letters in any case, with blanks, hyphens and underscores between, as far as readers do not care. */
export const loosely = (words: readonly string[]): string => {
	const letters = (word: string): string =>
		[...word]
			.map(letter =>
				letter.toLowerCase() === letter.toUpperCase()
					? letter
					: `[${letter.toLowerCase()}${letter.toUpperCase()}]`,
			)
			.join(String.raw`[\s_-]*`);
	return `^(?:${words.map(letters).join('|')})$`;
};

export type ObjectForm = {
	/** Where the definition will be, such as `server`. */
	readonly name: string;
	readonly aliases?: Aliases;
	/** Forms of keys that the schema leaves to others. */
	readonly forms?: JsonObject;
	readonly notes?: Readonly<Record<string, string>>;
	/** Forms of other spellings of a key that mean something else than the first. */
	readonly spelledForms?: JsonObject;
	/** What counts without a key, where the schema does not say it. */
	readonly defaults?: JsonObject;
	/** Whether a key that nobody knows is a mistake. */
	readonly isStrict?: boolean;
};

/** An object with all spellings of its keys. Editors suggest the first, and accept the others. */
export const objectForm = (
	type: z.ZodObject,
	{
		name,
		aliases = {},
		forms = {},
		spelledForms = {},
		notes = {},
		defaults = {},
		isStrict = false,
	}: ObjectForm,
): JsonObject => {
	const form = formOf(type);
	const properties = Object.fromEntries(
		Object.entries({...propertiesOf(form), ...forms}).map(([key, value]): readonly [string, JsonValue] => {
			const note = notes[key];
			const usual = defaults[key];
			return [
				key,
				{
					...(note === undefined ? {} : {description: note}),
					...(usual === undefined ? {} : {default: usual}),
					...(isJsonObject(value) ? value : {}),
				},
			];
		}),
	);
	const others = Object.keys(properties).flatMap((key): readonly (readonly [string, JsonObject])[] => {
		const names = namesOf(key, aliases).filter(other => other !== key && !Object.hasOwn(spelledForms, other));
		const pattern = `^(?:${names.join('|')})$`;
		return names.length === 0 ? [] : [[pattern, {$ref: `#/definitions/${name}/properties/${key}`}]];
	});
	const required = Array.isArray(form.required) ? form.required.map(String) : [];
	return {
		type: 'object',
		properties: {...properties, ...spelledForms},
		...(others.length === 0 ? {} : {patternProperties: Object.fromEntries(others)}),
		...(required.length === 0 ? {} : {allOf: required.map(key => needs(key, aliases))}),
		...(isStrict ? {additionalProperties: false} : {}),
	};
};

const reference: JsonObject = {type: 'string', pattern: String.raw`\$\{.+\}|\{env:.+\}`};

/** Wherever a text of a certain form is expected, a variable that stands for it will do. */
export const withReferences = (value: JsonValue): JsonValue => {
	if (Array.isArray(value)) return value.map(withReferences);
	if (!isJsonObject(value)) return value;
	const {description, default: usual, ...form} = value;
	const isText = form.type === 'string' && (form.pattern !== undefined || form.enum !== undefined);
	if (isText) {
		return {
			...(description === undefined ? {} : {description}),
			...(usual === undefined ? {} : {default: usual}),
			anyOf: [form, reference],
		};
	}
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [
			key,
			// The names of keys are never references.
			key === 'propertyNames' ? item : withReferences(item),
		]),
	);
};
