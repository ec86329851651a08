import {type Constant, checkValue, type FormChoice, type FormField} from './form-field.ts';
import {isJsonObject, type JsonObject, type JsonValue} from './json.ts';
import {fieldOf, textsOf} from './schema-field.ts';

/** Everything that a form asks for has a type; where it is missing, a text is meant. */
const typed = (schema: JsonObject): JsonObject =>
	schema.type === undefined ? {...schema, type: 'string'} : schema;

/** The questions of a flat schema, in its order. */
export const parseForm = (schema: JsonObject): readonly FormField[] => {
	const required = new Set(textsOf(schema.required));
	const properties = isJsonObject(schema.properties) ? schema.properties : {};
	return Object.entries(properties).flatMap(([name, property]) =>
		isJsonObject(property) ? [fieldOf(name, typed(property), required.has(name))] : [],
	);
};

/** Whether a form asks for anything but consent. */
export const hasFields = ({properties}: JsonObject): boolean =>
	isJsonObject(properties) && Object.values(properties).some(isJsonObject);

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

const findChoice = (choices: readonly FormChoice[], text: string): Constant | undefined => {
	const wanted = text.toLowerCase();
	return (
		choices.find(({value}) => value === text) ??
		choices.find(({value, label}) => [label, String(value)].some(name => name.toLowerCase() === wanted))
	)?.value;
};

/** The value that a typed text stands for; the text itself where it stands for none. */
const coerce = ({kind, isLiteral}: FormField, text: string): JsonValue => {
	switch (kind.type) {
		// Read by whoever reads JSON.
		case 'json':
			return text;
		case 'text':
			return kind.format === undefined || isLiteral === true ? text : text.trim();
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

/** What no answer to a field means: its default, or that it is left out. */
export const readNothing = ({default: preset, isRequired}: FormField): FieldReading => {
	if (preset !== undefined) {
		return {type: 'read', value: preset};
	}
	return isRequired ? {type: 'wrong', problem: 'an answer is required'} : {type: 'read'};
};

const isNothing = ({kind, isLiteral, isRequired}: FormField, text: string): boolean =>
	isLiteral === true && kind.type === 'text' ? text === '' && !isRequired : text.trim() === '';

/** What somebody typed as the answer to a field. Nothing at all means the default, or no answer. */
export const readField = (field: FormField, text: string): FieldReading => {
	if (isNothing(field, text)) {
		return readNothing(field);
	}
	if (field.kind.type === 'number' && /^[+-]?\d+$/.test(text.trim()) && !Number.isSafeInteger(Number(text))) {
		return {type: 'wrong', problem: 'this number cannot be sent exactly as it is written'};
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

/** Words for what only its owner should know, in a few languages. */
const sensitive = new RegExp(
	[
		...[
			'password',
			'passphrase',
			'passcode',
			String.raw`\bpass\b`,
			'secret',
			'token',
			'credential',
			'private',
		],
		...[
			'api.?key',
			String.raw`\bkey\b`,
			String.raw`\bpin\b`,
			String.raw`\botp\b`,
			'one.?time',
			String.raw`\b2fa\b`,
		],
		...[
			String.raw`\bcv[vc]\b`,
			String.raw`\bcard\b`,
			String.raw`\biban\b`,
			String.raw`\bssn\b`,
			'social.?security',
		],
		...['seed.?(phrase|word)', 'mnemonic', 'recovery.?(phrase|code|key)'],
		...['passwor[td]', 'kennwort', 'geheim', 'kreditkarte', 'contraseña', String.raw`\bclave\b`, 'senha'],
		...['mot de passe', 'пароль', '密码', '密碼', 'パスワード', '暗証番号', '비밀번호'],
	].join('|'),
	'i',
);

/** `apiKey` and `API_KEY` are two words to a person. */
const namesSecret = (text: string): boolean =>
	sensitive.test(text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' '));

/**
 * Whether a field seems to ask for what no server should be told in a form. A description may also say what it does not
 * ask for, so it counts only where any text can be typed.
 */
export const looksSensitive = ({name, title, description, kind, default: preset}: FormField): boolean =>
	[name, title].some(namesSecret) ||
	(kind.type === 'text' && preset === undefined && namesSecret(description));
