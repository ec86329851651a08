import type {FormField} from '../../domain/form-field.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {edits, insertSafely, lineDown, lineUp, type TextBuffer} from '../input/text-buffer.ts';
import {type FieldEntry, hasOptions, openEntry, optionsOf, pick, readEntry, withText} from './field-entry.ts';

/** A form that is being filled in. After the last field comes a look at everything. */
export type FormView = {
	readonly entries: readonly FieldEntry[];
	/** The field that has the keyboard; as many as there are fields when everything is looked at. */
	readonly index: number;
	/** What was there when it was opened: what is changed stays in its place. */
	readonly base: JsonObject;
};

const valueIn = (base: JsonObject, name: string): JsonValue | undefined =>
	Object.hasOwn(base, name) ? base[name] : undefined;

export const openForm = (fields: readonly FormField[], base: JsonObject = {}): FormView => ({
	entries: fields.map(field => openEntry(field, valueIn(base, field.name))),
	index: 0,
	base,
});

export const currentEntry = ({entries, index}: FormView): FieldEntry | undefined => entries[index];

export const isReview = ({entries, index}: FormView): boolean => index >= entries.length;

export const isChanged = ({entries}: FormView): boolean => entries.some(entry => entry.isChanged);

const withEntry = (form: FormView, entry: FieldEntry): FormView => ({
	...form,
	entries: form.entries.map((other, index) => (index === form.index ? entry : other)),
});

const contentWith = (
	{entries, base}: FormView,
	written: (entry: FieldEntry) => JsonValue | undefined,
): JsonObject => {
	const values = new Map(entries.map(entry => [entry.field.name, written(entry)] as const));
	const names = new Set([...Object.keys(base), ...values.keys()]);
	return Object.fromEntries(
		[...names].flatMap(name => {
			const value = values.has(name) ? values.get(name) : base[name];
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
};

const sentValue = (entry: FieldEntry): JsonValue | undefined => {
	const reading = readEntry(entry);
	return reading.type === 'read' ? reading.value : undefined;
};

/** Everything that is filled in, as it is sent. */
export const contentOf = (form: FormView): JsonObject => contentWith(form, sentValue);

/** The same with what cannot be sent as it is, as it was typed: for whoever goes on with it in another way. */
export const draftOf = (form: FormView): JsonObject =>
	contentWith(form, entry => sentValue(entry) ?? (entry.text.text === '' ? undefined : entry.text.text));

/** Goes to a field, or to the look at everything. */
export const goTo = (form: FormView, index: number): FormView => ({
	...form,
	index: Math.min(Math.max(0, index), form.entries.length),
});

const tried = (form: FormView): FormView => {
	const entry = currentEntry(form);
	return entry === undefined ? form : withEntry(form, {...entry, isTried: true});
};

/** To the look at everything, or to the first field that cannot be sent as it is. */
export const review = (form: FormView): FormView => {
	const wrong = form.entries.findIndex(entry => readEntry(entry).type === 'wrong');
	return wrong === -1 ? goTo(form, form.entries.length) : tried(goTo(form, wrong));
};

/** Goes on, past nothing that is wrong. */
export const goOn = (form: FormView): FormView => {
	const entry = currentEntry(form);
	if (entry !== undefined && readEntry(entry).type === 'wrong') {
		return tried(form);
	}
	return form.index >= form.entries.length - 1 ? review(form) : goTo(form, form.index + 1);
};

/** Takes the option that the keys are on, where only one can be taken, and goes on. */
export const takeAndGoOn = (form: FormView): FormView => {
	const entry = currentEntry(form);
	const isTaken = entry !== undefined && entry.field.kind.type !== 'choices' && hasOptions(entry);
	return goOn(isTaken ? withEntry(form, pick(entry, entry.cursor)) : form);
};

/** Inside of the field first, then to its neighbour. Whoever only passes changes nothing. */
export const moveVertically = (form: FormView, step: -1 | 1): FormView => {
	const entry = currentEntry(form);
	if (entry === undefined) {
		return step === -1 ? goTo(form, form.index - 1) : form;
	}
	const options = optionsOf(entry).length;
	const cursor = entry.cursor + step;
	if (cursor >= 0 && cursor < options) {
		return withEntry(form, {...entry, cursor});
	}
	const text = options > 0 ? undefined : (step === -1 ? lineUp : lineDown)(entry.text);
	if (text !== undefined) {
		return withEntry(form, withText(entry, text));
	}
	// The end of the fields is not the place where they are sent: that takes another key.
	const next = form.index + step;
	return next < form.entries.length ? goTo(form, next) : form;
};

export const editForm = (form: FormView, change: (text: TextBuffer) => TextBuffer): FormView => {
	const entry = currentEntry(form);
	return entry === undefined || hasOptions(entry)
		? form
		: withEntry(form, withText(entry, change(entry.text)));
};

/** Text in a list: a space picks what the keys are on, a digit an option, a letter goes to the next that begins with it. */
const typeIntoOptions = (form: FormView, entry: FieldEntry, typed: string): FormView => {
	const options = optionsOf(entry);
	if (typed === ' ') {
		return withEntry(form, pick(entry, entry.cursor));
	}
	if (/^[1-9]$/.test(typed)) {
		return withEntry(form, pick(entry, Number(typed) - 1));
	}
	const wanted = typed.toLowerCase();
	const after = options.findIndex(
		({label}, index) => index > entry.cursor && label.toLowerCase().startsWith(wanted),
	);
	const cursor =
		after === -1 ? options.findIndex(({label}) => label.toLowerCase().startsWith(wanted)) : after;
	return cursor === -1 ? form : withEntry(form, {...entry, cursor});
};

export const typeInto = (form: FormView, typed: string): FormView => {
	const entry = currentEntry(form);
	if (entry === undefined || typed === '') {
		return form;
	}
	return hasOptions(entry)
		? typeIntoOptions(form, entry, typed)
		: editForm(form, text => insertSafely(text, typed));
};

export const editWith = (form: FormView, name: keyof typeof edits): FormView => editForm(form, edits[name]);
