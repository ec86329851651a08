import {checkValue, type FieldKind, type FormChoice, type FormField, type TextFormat} from './form-field.ts';
import {isJsonObject, type JsonObject, type JsonValue} from './json.ts';

const textOf = (value: JsonValue | undefined): string | undefined =>
	typeof value === 'string' ? value : undefined;

const entry = <Key extends string>(key: Key, value: JsonValue | undefined): {readonly [K in Key]?: number} =>
	typeof value === 'number' && Number.isFinite(value)
		? ({[key]: value} as {readonly [K in Key]?: number})
		: {};

const textsOf = (value: JsonValue | undefined): readonly string[] =>
	Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const isFormat = (value: JsonValue | undefined): value is TextFormat =>
	value === 'email' || value === 'uri' || value === 'date' || value === 'date-time';

/** `enum`, with or without `enumNames`, or titled constants under `oneOf` or `anyOf`. */
const choicesOf = (schema: JsonObject): readonly FormChoice[] | undefined => {
	const titled = schema.oneOf ?? schema.anyOf;
	if (Array.isArray(titled)) {
		return titled.flatMap((item: JsonValue) => {
			const value = isJsonObject(item) ? textOf(item.const) : undefined;
			const label = isJsonObject(item) ? textOf(item.title) : undefined;
			return value === undefined ? [] : [{value, label: label ?? value}];
		});
	}
	if (!Array.isArray(schema.enum)) {
		return undefined;
	}
	const names = textsOf(schema.enumNames);
	return textsOf(schema.enum).map((value, index) => ({value, label: names[index] ?? value}));
};

const kindOf = (schema: JsonObject): FieldKind => {
	switch (schema.type) {
		case 'boolean':
			return {type: 'boolean'};
		case 'number':
		case 'integer':
			return {
				type: 'number',
				isInteger: schema.type === 'integer',
				...entry('minimum', schema.minimum),
				...entry('maximum', schema.maximum),
			};
		case 'array':
			return {
				type: 'choices',
				choices: (isJsonObject(schema.items) ? choicesOf(schema.items) : undefined) ?? [],
				...entry('minItems', schema.minItems),
				...entry('maxItems', schema.maxItems),
			};
		default: {
			const choices = choicesOf(schema);
			return choices === undefined
				? {
						type: 'text',
						...(isFormat(schema.format) ? {format: schema.format} : {}),
						...entry('minLength', schema.minLength),
						...entry('maxLength', schema.maxLength),
					}
				: {type: 'choice', choices};
		}
	}
};

const parseField = (name: string, schema: JsonObject, isRequired: boolean): FormField => {
	const field: FormField = {
		name,
		title: textOf(schema.title)?.trim() || name,
		description: textOf(schema.description) ?? '',
		isRequired,
		kind: kindOf(schema),
	};
	const preset = schema.default;
	return preset === undefined || checkValue(field, preset) !== undefined
		? field
		: {...field, default: preset};
};

/** The questions of a flat schema, in its order. */
export const parseForm = (schema: JsonObject): readonly FormField[] => {
	const required = new Set(textsOf(schema.required));
	const properties = isJsonObject(schema.properties) ? schema.properties : {};
	return Object.entries(properties).flatMap(([name, property]) =>
		isJsonObject(property) ? [parseField(name, property, required.has(name))] : [],
	);
};

export type FieldReading =
	/** Without a value the answer leaves the field out. */
	{readonly type: 'read'; readonly value?: JsonValue} | {readonly type: 'wrong'; readonly problem: string};

const numberOf = (text: string): number | undefined =>
	/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;

const words: ReadonlyMap<string, boolean> = new Map([
	['yes', true],
	['y', true],
	['true', true],
	['no', false],
	['n', false],
	['false', false],
]);

const findChoice = (choices: readonly FormChoice[], text: string): string | undefined => {
	const wanted = text.toLowerCase();
	return (
		choices.find(({value}) => value === text) ??
		choices.find(({value, label}) => label.toLowerCase() === wanted || value.toLowerCase() === wanted)
	)?.value;
};

/** The value that a typed text stands for; the text itself where it stands for none. */
const coerce = ({kind}: FormField, text: string): JsonValue => {
	switch (kind.type) {
		case 'text':
			return kind.format === undefined ? text : text.trim();
		case 'number':
			return numberOf(text.trim()) ?? text;
		case 'boolean':
			return words.get(text.trim().toLowerCase()) ?? text;
		case 'choice':
			return findChoice(kind.choices, text.trim()) ?? text;
		case 'choices':
			return text
				.split(',')
				.map(part => part.trim())
				.filter(part => part !== '')
				.map(part => findChoice(kind.choices, part) ?? part);
	}
};

/** What somebody typed as the answer to a field. Nothing at all means the default, or no answer. */
export const readField = (field: FormField, text: string): FieldReading => {
	if (text.trim() === '') {
		if (field.default !== undefined) {
			return {type: 'read', value: field.default};
		}
		return field.isRequired ? {type: 'wrong', problem: 'an answer is required'} : {type: 'read'};
	}
	const value = coerce(field, text);
	const problem = checkValue(field, value);
	return problem === undefined ? {type: 'read', value} : {type: 'wrong', problem};
};

/** The answers with the defaults of whatever was left out. */
export const withDefaults = (fields: readonly FormField[], content: JsonObject): JsonObject => ({
	...Object.fromEntries(
		fields.flatMap(({name, default: preset}) => (preset === undefined ? [] : [[name, preset] as const])),
	),
	...content,
});

const sensitive =
	/password|passphrase|passcode|\bpass\b|secret|token|credential|private|api.?key|\bkey\b|\bpin\b|\bcvv\b|card.?number|\bssn\b/i;

/** Whether a field seems to ask for what no server should be told in a form. */
export const looksSensitive = ({name, title, description}: FormField): boolean =>
	// `apiKey` and `API_KEY` are two words to a person.
	[name, title, description].some(text =>
		sensitive.test(text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ')),
	);
