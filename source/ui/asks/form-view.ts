import {parseForm, readField} from '../../domain/elicitation-form.ts';
import {checkValue, type FormField} from '../../domain/form-field.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {bufferOf, emptyBuffer, type TextBuffer} from '../input/text-buffer.ts';

/** A form that is being filled in, one field at a time; after the last comes a look at all answers. */
export type FormView = {
	readonly fields: readonly FormField[];
	/** The field that is asked now; as many as there are fields when the answers are looked at. */
	readonly index: number;
	/** By the name of the field; undefined where it is left out on purpose. */
	readonly answers: ReadonlyMap<string, JsonValue | undefined>;
	/** What is typed for a field that is not chosen from a list. */
	readonly text: TextBuffer;
	/** Which option the keys are on. */
	readonly cursor: number;
	/** The options that are picked, where several may be. */
	readonly picked: readonly string[];
	readonly problem?: string;
};

type FieldOption = {readonly label: string; readonly value?: JsonValue};

/** What can be chosen; empty where the answer is typed. */
export const optionsOf = ({kind, isRequired, default: preset}: FormField): readonly FieldOption[] => {
	const none = isRequired || preset !== undefined ? [] : [{label: 'no answer'}];
	switch (kind.type) {
		case 'boolean':
			return [...none, {label: 'yes', value: true}, {label: 'no', value: false}];
		case 'choice':
			return [...none, ...kind.choices];
		case 'choices':
			return kind.choices;
		case 'text':
		case 'number':
			return [];
	}
};

export const currentField = ({fields, index}: FormView): FormField | undefined => fields[index];

export const isReview = (form: FormView): boolean => form.index >= form.fields.length;

const textOf = (value: JsonValue | undefined): string =>
	value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const openField = (form: FormView, index: number): FormView => {
	const {problem: _, ...rest} = form;
	const field = form.fields[index];
	if (field === undefined) {
		return {...rest, index, text: emptyBuffer, cursor: 0, picked: []};
	}
	const isAnswered = form.answers.has(field.name);
	const known = isAnswered ? form.answers.get(field.name) : field.default;
	const cursor = optionsOf(field).findIndex(({value}) => value === known);
	return {
		...rest,
		index,
		// A default is shown, not typed: whoever types replaces it.
		text: isAnswered && known !== field.default ? bufferOf(textOf(known)) : emptyBuffer,
		cursor: Math.max(0, cursor),
		picked: Array.isArray(known) ? known.filter((item): item is string => typeof item === 'string') : [],
	};
};

export const openForm = (schema: JsonObject): FormView =>
	openField(
		{fields: parseForm(schema), index: 0, answers: new Map(), text: emptyBuffer, cursor: 0, picked: []},
		0,
	);

const readAnswer = (
	form: FormView,
	field: FormField,
): {readonly value: JsonValue | undefined} | {readonly problem: string} => {
	const {kind} = field;
	if (kind.type === 'text' || kind.type === 'number') {
		const reading = readField(field, form.text.text);
		return reading.type === 'read' ? {value: reading.value} : reading;
	}
	if (kind.type !== 'choices') {
		const value = optionsOf(field)[form.cursor]?.value;
		return value === undefined && field.isRequired ? {problem: 'an answer is required'} : {value};
	}
	const value = kind.choices.map(choice => choice.value).filter(choice => form.picked.includes(choice));
	if (value.length === 0 && !field.isRequired && field.default === undefined) {
		return {value: undefined};
	}
	const problem = checkValue(field, value);
	return problem === undefined ? {value} : {problem};
};

/** Takes the answer to the current field, if it is one, and goes on to the next. */
export const nextField = (form: FormView): FormView => {
	const field = currentField(form);
	if (field === undefined) {
		return form;
	}
	const read = readAnswer(form, field);
	return 'problem' in read
		? {...form, problem: read.problem}
		: openField({...form, answers: new Map(form.answers).set(field.name, read.value)}, form.index + 1);
};

export const previousField = (form: FormView): FormView =>
	form.index === 0 ? form : openField(form, form.index - 1);

export const moveCursor = (form: FormView, step: -1 | 1): FormView => {
	const field = currentField(form);
	const count = field === undefined ? 0 : optionsOf(field).length;
	return count === 0 ? form : {...form, cursor: (form.cursor + step + count) % count};
};

const toggle = (form: FormView, index: number): FormView => {
	const field = currentField(form);
	const value = field === undefined ? undefined : optionsOf(field)[index]?.value;
	if (field?.kind.type !== 'choices' || typeof value !== 'string') {
		return form;
	}
	const {problem: _, ...rest} = form;
	const picked = form.picked.includes(value)
		? form.picked.filter(other => other !== value)
		: [...form.picked, value];
	return {...rest, cursor: index, picked};
};

/** Text in a list: a space picks what the keys are on, a digit goes to an option. */
export const typeIntoOptions = (form: FormView, text: string): FormView => {
	const field = currentField(form);
	if (field === undefined) {
		return form;
	}
	if (text === ' ') {
		return toggle(form, form.cursor);
	}
	const index = /^[1-9]$/.test(text) ? Number(text) - 1 : -1;
	if (index < 0 || index >= optionsOf(field).length) {
		return form;
	}
	return field.kind.type === 'choices' ? toggle(form, index) : {...form, cursor: index};
};

export const hasOptions = (form: FormView): boolean => {
	const field = currentField(form);
	return field !== undefined && optionsOf(field).length > 0;
};

export const editText = (form: FormView, text: TextBuffer): FormView => {
	const {problem: _, ...rest} = form;
	return {...rest, text};
};

/** Everything that was answered. */
export const contentOf = ({answers}: FormView): JsonObject =>
	Object.fromEntries(
		[...answers].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
	);
