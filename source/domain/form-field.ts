import {isJsonObject, type JsonValue} from './json.ts';

/** What can be chosen from a list. */
export type Constant = string | number | boolean | null;

/** One of several answers; `value` is what is sent, `label` what is shown. */
export type FormChoice = {readonly value: Constant; readonly label: string};

/** What JSON calls the kinds of its values. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

export type FieldKind =
	| {
			readonly type: 'text';
			readonly format?: TextFormat;
			readonly minLength?: number;
			readonly maxLength?: number;
	  }
	| {
			readonly type: 'number';
			readonly isInteger: boolean;
			readonly minimum?: number;
			readonly maximum?: number;
			readonly exclusiveMinimum?: number;
			readonly exclusiveMaximum?: number;
	  }
	| {readonly type: 'boolean'}
	| {readonly type: 'choice'; readonly choices: readonly FormChoice[]}
	| {
			readonly type: 'choices';
			readonly choices: readonly FormChoice[];
			readonly minItems?: number;
			readonly maxItems?: number;
	  }
	/** Whatever has parts, or may be one thing or another: it is written as JSON. No types: any. */
	| {readonly type: 'json'; readonly types: readonly JsonType[]};

/** One question of a form. */
export type FormField = {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly isRequired: boolean;
	readonly kind: FieldKind;
	/** The answer where none is given. Only one that the field takes. */
	readonly default?: JsonValue;
	/** What is assumed where it is left out. It is shown, not sent. */
	readonly assumed?: JsonValue;
	/** What is typed is the value to the letter: spaces count, and so does nothing at all. */
	readonly isLiteral?: true;
	/** Only its owner may know it: what was there before is not in the field, and what is typed is dots. */
	readonly isSecret?: true;
};

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

const isDate = (text: string): boolean => {
	const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
	if (parts === null) {
		return false;
	}
	const date = new Date(`${text}T00:00:00Z`);
	// A day that does not exist moves to the next month.
	return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
};

const formats: Readonly<
	Record<TextFormat, {readonly isRight: (text: string) => boolean; readonly hint: string}>
> = {
	email: {
		// Cut in two by hand: a pattern for both halves at once can take for ever.
		isRight: text => {
			const at = text.indexOf('@');
			const host = text.slice(at + 1);
			return at > 0 && /^[^\s@]+\.[^\s@.]+$/.test(host) && !/\s/.test(text);
		},
		hint: 'an e-mail address, such as ada@example.org',
	},
	uri: {
		isRight: text => /^[a-z][a-z\d+.-]*:\S+$/i.test(text) && URL.canParse(text),
		hint: 'a whole address, such as https://example.org',
	},
	date: {isRight: isDate, hint: 'a date, such as 2026-07-28'},
	'date-time': {
		isRight: text =>
			/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
			isDate(text.slice(0, 10)),
		hint: 'a date and time, such as 2026-07-28T09:30:00Z',
	},
};

const range = (
	what: string,
	count: number,
	least: number | undefined,
	most: number | undefined,
): string | undefined => {
	if (least !== undefined && count < least) {
		return `${what} at least ${least}`;
	}
	return most !== undefined && count > most ? `${what} at most ${most}` : undefined;
};

const characters = (text: string): number => [...text].length;

const isOfType = (value: JsonValue, type: JsonType): boolean => {
	switch (type) {
		case 'null':
			return value === null;
		case 'array':
			return Array.isArray(value);
		case 'object':
			return isJsonObject(value);
		case 'integer':
			return Number.isInteger(value);
		default:
			return typeof value === type;
	}
};

const typeNames: Readonly<Record<JsonType, string>> = {
	object: 'an object {…}',
	array: 'a list […]',
	string: 'a text "…"',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	null: 'null',
};

const namesOf = (types: readonly JsonType[]): string => types.map(type => typeNames[type]).join(' or ');

/** What is wrong with a value as the answer to a field, as half a sentence; undefined when it is right. */
export const checkValue = ({kind}: Pick<FormField, 'kind'>, value: JsonValue): string | undefined => {
	switch (kind.type) {
		case 'text': {
			if (typeof value !== 'string') {
				return 'must be text';
			}
			const length = range('its length must be', characters(value), kind.minLength, kind.maxLength);
			if (length !== undefined) {
				return length;
			}
			const format = kind.format === undefined ? undefined : formats[kind.format];
			return format === undefined || format.isRight(value) ? undefined : `must be ${format.hint}`;
		}
		case 'number': {
			if (typeof value !== 'number' || !Number.isFinite(value)) {
				return 'must be a number';
			}
			if (kind.isInteger && !Number.isSafeInteger(value)) {
				return 'must be a whole number';
			}
			if (kind.exclusiveMinimum !== undefined && value <= kind.exclusiveMinimum) {
				return `must be more than ${kind.exclusiveMinimum}`;
			}
			if (kind.exclusiveMaximum !== undefined && value >= kind.exclusiveMaximum) {
				return `must be less than ${kind.exclusiveMaximum}`;
			}
			return range('must be', value, kind.minimum, kind.maximum);
		}
		case 'boolean':
			return typeof value === 'boolean' ? undefined : 'must be yes or no';
		case 'choice':
			return kind.choices.some(choice => choice.value === value) ? undefined : 'must be one of the choices';
		case 'choices': {
			if (!Array.isArray(value) || !value.every(item => kind.choices.some(choice => choice.value === item))) {
				return 'must be some of the choices';
			}
			return range('the number of choices must be', value.length, kind.minItems, kind.maxItems);
		}
		case 'json':
			return kind.types.length === 0 || kind.types.some(type => isOfType(value, type))
				? undefined
				: `must be ${namesOf(kind.types)}`;
	}
};

/** What a field expects beyond its kind, for whoever fills it in. */
export const expectation = ({kind}: Pick<FormField, 'kind'>): string => {
	const limits = (least: number | undefined, most: number | undefined, unit: string): string =>
		least === undefined
			? most === undefined
				? ''
				: `at most ${most}${unit}`
			: most === undefined
				? `at least ${least}${unit}`
				: `${least} to ${most}${unit}`;
	switch (kind.type) {
		case 'text':
			return [
				kind.format === undefined ? '' : formats[kind.format].hint,
				limits(kind.minLength, kind.maxLength, ' characters'),
			]
				.filter(part => part !== '')
				.join(', ');
		case 'number':
			return [
				kind.isInteger ? 'a whole number' : 'a number',
				limits(kind.minimum, kind.maximum, ''),
				kind.exclusiveMinimum === undefined ? '' : `more than ${kind.exclusiveMinimum}`,
				kind.exclusiveMaximum === undefined ? '' : `less than ${kind.exclusiveMaximum}`,
			]
				.filter(part => part !== '')
				.join(', ');
		case 'choices':
			return limits(kind.minItems, kind.maxItems, ' choices');
		case 'json':
			return kind.types.length === 0 ? 'any JSON' : `JSON: ${namesOf(kind.types)}`;
		case 'boolean':
		case 'choice':
			return '';
	}
};

/** The kind of a field in a word, for a column of them. */
export const kindName = ({kind}: Pick<FormField, 'kind'>): string => {
	switch (kind.type) {
		case 'text':
			return kind.format ?? 'text';
		case 'number':
			return kind.isInteger ? 'integer' : 'number';
		case 'boolean':
			return 'yes/no';
		case 'choice':
			return 'one of';
		case 'choices':
			return 'some of';
		case 'json':
			return kind.types.length === 1 && kind.types[0] === 'array' ? 'list' : (kind.types[0] ?? 'JSON');
	}
};
