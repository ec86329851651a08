import type {Ask} from '../../domain/ask.ts';
import {looksSensitive} from '../../domain/elicitation-form.ts';
import {currentEntry, type FormView} from '../form/form-view.ts';
import {formPlaceholder} from '../form/show-answer.ts';
import {emptyBuffer, type TextBuffer} from '../input/text-buffer.ts';
import {dotted} from '../text/dotted.ts';
import type {ViewState} from '../view-state.ts';

type TypedAnswer = {
	readonly text: TextBuffer;
	readonly placeholder: string;
	/** It may have many lines: as much of the room as there is for it. */
	readonly isLong?: true;
};

const textIn = (form: FormView): TextBuffer => currentEntry(form)?.text ?? emptyBuffer;

const inForm = (form: FormView, atTheEnd: string, text = textIn(form)): TypedAnswer => ({
	text,
	placeholder: formPlaceholder(form, atTheEnd),
	isLong: true,
});

const linePlaceholders: Readonly<Partial<Record<Ask['kind'], string>>> = {
	'sign-in': 'the address from the browser',
	result: 'a message for the model, or enter for none',
};

/** A text that answers a question is typed in the place of the draft, which waits. */
export const typedAnswer = (
	ask: Ask | undefined,
	{ask: askView, draft}: ViewState,
): TypedAnswer | undefined => {
	if (ask === undefined || askView === undefined) {
		return undefined;
	}
	const {line, form, argumentForm, field, isFocused} = askView;
	if (line !== undefined) {
		return {text: line, placeholder: linePlaceholders[ask.kind] ?? 'why not?'};
	}
	if (argumentForm?.isOpen === true) {
		return inForm(argumentForm.form, 'enter runs it with these');
	}
	if (!isFocused && draft.text !== '') {
		return undefined;
	}
	if (form !== undefined) {
		const entry = currentEntry(form);
		const isSecret = entry !== undefined && looksSensitive(entry.field);
		return inForm(form, 'enter sends these answers', isSecret ? dotted(entry.text) : textIn(form));
	}
	return field === undefined || ask.kind !== 'input'
		? undefined
		: {
				text: ask.isSecret ? dotted(field) : field,
				placeholder: ask.isSecret ? 'the value, typed unseen' : 'the value',
			};
};
