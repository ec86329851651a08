import {type FieldReading, readField, readNothing} from '../../domain/elicitation-form.ts';
import {type Constant, checkValue, type FormField} from '../../domain/form-field.ts';
import type {JsonValue} from '../../domain/json.ts';
import {sanitise} from '../../support/sanitise.ts';
import {bufferOf, emptyBuffer, type TextBuffer} from '../input/text-buffer.ts';
import {readJson} from '../text/read-json.ts';
import {revealJson} from '../text/reveal.ts';

/** A field and what is in it. What nobody changes stays what it was, to the letter. */
export type FieldEntry = {
	readonly field: FormField;
	/** As it was when the form was opened; absent where it was left out. */
	readonly original?: JsonValue;
	readonly isChanged: boolean;
	/** What is typed, where it is not chosen from a list. */
	readonly text: TextBuffer;
	/** The text is JSON, because of the kind of the field or because the value can be written in no other way. */
	readonly isJson: boolean;
	/** Which option the keys are on. */
	readonly cursor: number;
	/** What is chosen; at most one where only one may be. */
	readonly picked: readonly Constant[];
	/** The user wanted to go on: what is missing is missed from now on. */
	readonly isTried?: true;
};

type FieldOption = {readonly label: string; readonly value?: Constant};

/** What can be chosen; empty where the answer is typed. */
export const optionsOf = ({field, isJson}: FieldEntry): readonly FieldOption[] => {
	const {kind, isRequired, isLiteral, default: preset} = field;
	const none =
		isRequired || preset !== undefined ? [] : [{label: isLiteral === true ? 'leave it out' : 'no answer'}];
	if (isJson) {
		return [];
	}
	switch (kind.type) {
		case 'boolean':
			return [...none, {label: 'yes', value: true}, {label: 'no', value: false}];
		case 'choice':
			return [...none, ...kind.choices];
		case 'choices':
			return kind.choices;
		case 'text':
		case 'number':
		case 'json':
			return [];
	}
};

export const hasOptions = (entry: FieldEntry): boolean => optionsOf(entry).length > 0;

const isConstant = (value: JsonValue): value is Constant => typeof value !== 'object' || value === null;

/** Tabs stay, everything else must be safe to show as it is. */
const isShowable = (text: string): boolean => text.split('\t').every(part => sanitise(part) === part);

/** Whether a value can be typed as its field wants it, without quotes. */
const isPlain = (field: FormField, value: JsonValue): boolean =>
	checkValue(field, value) === undefined && (typeof value !== 'string' || isShowable(value));

const isList = ({kind}: FormField): boolean =>
	kind.type === 'boolean' || kind.type === 'choice' || kind.type === 'choices';

const plainText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** `${NAME}`: says where a secret is, for the user to see and to change. One in the keychain is typed over. */
const isOpenReference = (value: JsonValue | undefined): boolean =>
	typeof value === 'string' && /^\$\{(?!keychain:)[^{}]*\}$/.test(value.trim());

export const openEntry = (field: FormField, value: JsonValue | undefined): FieldEntry => {
	const isOdd = value !== undefined && field.isSecret !== true && !isPlain(field, value);
	const isJson = isOdd || field.kind.type === 'json';
	const known = value ?? field.default;
	const picked =
		isJson || known === undefined ? [] : Array.isArray(known) ? known.filter(isConstant) : [known];
	const base: FieldEntry = {
		field,
		isChanged: false,
		text: emptyBuffer,
		isJson,
		cursor: 0,
		picked: isList(field) ? picked.filter(isConstant) : [],
		...(value === undefined ? {} : {original: value}),
	};
	const options = optionsOf(base);
	const isHidden = field.isSecret === true && !isOpenReference(value);
	return {
		...base,
		text:
			value === undefined || options.length > 0 || isHidden
				? emptyBuffer
				: bufferOf(isJson ? revealJson(JSON.stringify(value, null, 2)) : plainText(value)),
		cursor:
			field.kind.type === 'choices'
				? 0
				: Math.max(
						0,
						options.findIndex(option => option.value === known),
					),
	};
};

const readPicked = ({field, picked}: FieldEntry): FieldReading => {
	const {kind} = field;
	if (kind.type !== 'choices') {
		const [value] = picked;
		return value === undefined ? readNothing(field) : {type: 'read', value};
	}
	const value = kind.choices.map(choice => choice.value).filter(choice => picked.includes(choice));
	if (value.length === 0 && !field.isRequired && field.default === undefined) {
		return {type: 'read'};
	}
	const problem = checkValue(field, value);
	return problem === undefined ? {type: 'read', value} : {type: 'wrong', problem};
};

const readText = ({field, text, isJson}: FieldEntry): FieldReading => {
	if (!isJson) {
		return readField(field, text.text);
	}
	if (text.text.trim() === '') {
		return readNothing(field);
	}
	const reading = readJson(text.text);
	if (reading.type === 'wrong') {
		const {line, column, message} = reading.problem;
		return {type: 'wrong', problem: `JSON, line ${line}, column ${column}: ${message}`};
	}
	const problem = checkValue(field, reading.value);
	return problem === undefined ? reading : {type: 'wrong', problem};
};

const readings = new WeakMap<FieldEntry, FieldReading>();

/** What is sent for a field, if anything. Asked with every frame and every key: an entry is read once. */
export const readEntry = (entry: FieldEntry): FieldReading => {
	const known = readings.get(entry);
	if (known !== undefined) {
		return known;
	}
	const {isChanged, original} = entry;
	const reading =
		!isChanged && original !== undefined
			? ({type: 'read', value: original} as const)
			: hasOptions(entry)
				? readPicked(entry)
				: readText(entry);
	readings.set(entry, reading);
	return reading;
};

/** What is wrong as far as anybody should be told yet: nobody has to have filled in what they have not come to. */
export const problemOf = (entry: FieldEntry): string | undefined => {
	const reading = readEntry(entry);
	const isTold = entry.isTried === true || entry.text.text !== '' || entry.picked.length > 0;
	return reading.type === 'wrong' && isTold ? reading.problem : undefined;
};

/** A secret that is not typed over stays what it was. */
const isKept = ({field, original}: FieldEntry, {text}: TextBuffer): boolean =>
	field.isSecret === true && text === '' && original !== undefined && !isOpenReference(original);

export const withText = (entry: FieldEntry, text: TextBuffer): FieldEntry =>
	text.text === entry.text.text ? {...entry, text} : {...entry, text, isChanged: !isKept(entry, text)};

/** Chooses an option, or lets go of it where several may be chosen. */
export const pick = (entry: FieldEntry, cursor: number): FieldEntry => {
	const option = optionsOf(entry)[cursor];
	if (option === undefined) {
		return entry;
	}
	const {value} = option;
	const {picked} = entry;
	if (entry.field.kind.type !== 'choices') {
		const isSame = picked.length === (value === undefined ? 0 : 1) && picked[0] === value;
		return isSame
			? {...entry, cursor}
			: {...entry, cursor, picked: value === undefined ? [] : [value], isChanged: true};
	}
	if (value === undefined) {
		return entry;
	}
	const others = picked.filter(other => other !== value);
	return {
		...entry,
		cursor,
		isChanged: true,
		picked: others.length < picked.length ? others : [...picked, value],
	};
};
