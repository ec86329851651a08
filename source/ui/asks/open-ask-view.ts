import type {Ask, BrowserTry} from '../../domain/ask.ts';
import {parseForm} from '../../domain/elicitation-form.ts';
import {openForm} from '../form/form-view.ts';
import {emptyBuffer} from '../input/text-buffer.ts';
import type {AskView} from '../view-state.ts';
import {choicesOf, formSchemaOf} from './ask-choices.ts';

/** How a question is shown at first: with the answer highlighted that does nothing, and not yet seen. */
export const openAskView = (ask: Ask): AskView => {
	const schema = formSchemaOf(ask);
	return {
		askId: ask.askId,
		highlight: choicesOf(ask)[0]?.choice ?? 'deny',
		scroll: 0,
		isFocused: false,
		...(schema === undefined ? {} : {form: openForm(parseForm(schema))}),
		...(ask.kind === 'input' ? {field: emptyBuffer} : {}),
	};
};

export const browserOf = (ask: Ask): BrowserTry | undefined =>
	ask.kind === 'sign-in' || ask.kind === 'elicitation' ? ask.browser : undefined;
