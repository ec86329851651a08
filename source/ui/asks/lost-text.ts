import {isChanged} from '../form/form-view.ts';
import {remember, withDraft} from '../input/draft-keys.ts';
import {bufferOf} from '../input/text-buffer.ts';
import type {AskView, ViewState} from '../view-state.ts';
import {argumentsOf, argumentsText} from './argument-form.ts';

/** A line for the model; any other is for a server or a secret, and nobody else's. */
const lineForModel = ({line, highlight}: AskView): string =>
	highlight === 'paste' ? '' : (line?.text ?? '');

/** What the user has made of the arguments or of a result. */
const editedText = ({editor, argumentForm}: AskView): string | undefined => {
	if (editor !== undefined && editor.text.text !== editor.original) {
		return editor.text.text;
	}
	return argumentForm !== undefined && isChanged(argumentForm.form)
		? argumentsText(argumentsOf(argumentForm))
		: undefined;
};

/**
 * What becomes of a text whose question went away by itself: a line for the model is a draft like any other, an
 * edited text can be brought back with `up`. An enter that was meant for a field must not send anything.
 */
export const withTextOf = (view: ViewState, ask: AskView, now: number): ViewState => {
	const text = lineForModel(ask);
	const draft = [view.draft.text, text].filter(part => part !== '').join('\n');
	const drafted = text === '' ? view : {...withDraft(view, bufferOf(draft)), lastTypedAt: now};
	const edited = editedText(ask);
	const kept = edited === undefined ? drafted : {...drafted, history: remember(drafted.history, edited)};
	const isFieldLost =
		(ask.isFocused && (ask.form !== undefined || ask.field !== undefined)) ||
		(ask.line !== undefined && text === '' && ask.isFocused) ||
		ask.editor?.isOpen === true ||
		ask.argumentForm?.isOpen === true;
	return isFieldLost ? {...kept, lostFieldAt: now} : kept;
};
