import type {Ask} from '../../domain/ask.ts';
import {bufferOf, type TextBuffer} from '../input/text-buffer.ts';
import {graphemesOf} from '../text/graphemes.ts';
import type {ViewState} from '../view-state.ts';
import {formPlaceholder} from './form-lines.ts';

type TypedAnswer = {readonly text: TextBuffer; readonly placeholder: string};

const linePlaceholders: Readonly<Partial<Record<Ask['kind'], string>>> = {
	'sign-in': 'the address from the browser',
	result: 'a message for the model, or enter for none',
};

/** A dot for everything that is typed, line breaks included. */
const dotted = ({text, cursor}: TextBuffer): TextBuffer => {
	const dots = (part: string): string => '•'.repeat(graphemesOf(part).length);
	const before = dots(text.slice(0, cursor));
	return {...bufferOf(before + dots(text.slice(cursor))), cursor: before.length};
};

/** A text that answers a question is typed in the place of the draft, which waits. */
export const typedAnswer = (
	ask: Ask | undefined,
	{ask: askView, draft}: ViewState,
): TypedAnswer | undefined => {
	if (ask === undefined || askView === undefined) {
		return undefined;
	}
	const {line, form, field, isFocused} = askView;
	if (line !== undefined) {
		return {text: line, placeholder: linePlaceholders[ask.kind] ?? 'why not?'};
	}
	if (!isFocused && draft.text !== '') {
		return undefined;
	}
	if (form !== undefined) {
		return {text: form.text, placeholder: formPlaceholder(form)};
	}
	return field === undefined || ask.kind !== 'input'
		? undefined
		: {
				text: ask.isSecret ? dotted(field) : field,
				placeholder: ask.isSecret ? 'the value, typed unseen' : 'the value',
			};
};
