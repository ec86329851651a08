import type {AskAnswer} from '../../domain/ask.ts';
import {createFormKeys} from '../form/form-keys.ts';
import {contentOf, type FormView, isReview} from '../form/form-view.ts';
import type {AskView} from '../view-state.ts';
import type {createArgumentEditing} from './argument-editing.ts';
import type {createEditorKeys} from './editor-keys.ts';
import type {createFieldKeys, createLineKeys} from './line-keys.ts';

type AskTextsDeps = {
	readonly getAsk: () => AskView | undefined;
	readonly setAsk: (change: Partial<AskView>) => void;
	readonly isSeen: (ask: AskView) => boolean;
	/** What is shown now is a new question: it counts as seen some time after it was drawn. */
	readonly markUnseen: () => void;
	/** Whether keys go to the question by themselves. */
	readonly isAskFocused: () => boolean;
	readonly give: (answer: AskAnswer) => void;
	readonly scroll: (step: number) => void;
	readonly clearOrQuit: () => void;
	readonly line: ReturnType<typeof createLineKeys>;
	readonly field: ReturnType<typeof createFieldKeys>;
	readonly editor: ReturnType<typeof createEditorKeys>;
	readonly editing: ReturnType<typeof createArgumentEditing>;
};

/** The keys of whatever is typed for a question. */
export const createAskTexts = (deps: AskTextsDeps) => {
	const {getAsk, setAsk, line, field, editor, editing} = deps;

	const form = createFormKeys({
		context: 'form',
		set(next) {
			if (getAsk()?.form !== next) {
				setAsk({form: next, scroll: 0});
			}
		},
		startReview(next) {
			deps.markUnseen();
			setAsk({form: next, scroll: 0});
		},
		finish(filled) {
			const ask = getAsk();
			if (ask !== undefined && deps.isSeen(ask)) {
				deps.give({type: 'accept', content: contentOf(filled)});
			}
		},
		cancel: () => deps.give({type: 'dismiss'}),
		also: {decline: () => deps.give({type: 'deny'}), mute: () => deps.give({type: 'mute'})},
		scroll: deps.scroll,
		clearOrQuit: deps.clearOrQuit,
	});

	/** From its first key on a form keeps the keyboard, so that nothing typed for it ends in the draft. */
	const take = (): void => setAsk({isFocused: true});

	/** What is filled in rather than chosen from takes the keyboard with its first key. */
	const takesText = (ask: AskView): boolean => ask.isFocused || deps.isAskFocused();

	return {
		/** True when the key was for a text. */
		takesKey(ask: AskView, name: string, text: string): boolean {
			if (ask.line !== undefined) {
				line.onKey(ask.line, name, text);
			} else if (ask.editor?.isOpen === true) {
				editor.onKey(ask.editor, name, text);
			} else if (ask.argumentForm?.isOpen === true) {
				editing.keys.onKey(ask.argumentForm.form, name, text);
			} else if (ask.form !== undefined && takesText(ask)) {
				take();
				form.onKey(ask.form, name, text);
			} else if (ask.field !== undefined && takesText(ask)) {
				field.onKey(ask.field, name, text);
			} else {
				return false;
			}
			return true;
		},
		takesPaste(ask: AskView, text: string): boolean {
			if (ask.line !== undefined) {
				line.onPaste(ask.line, text);
			} else if (ask.editor?.isOpen === true) {
				editor.onPaste(ask.editor, text);
			} else if (ask.argumentForm?.isOpen === true) {
				editing.keys.onPaste(ask.argumentForm.form, text);
			} else if (ask.form !== undefined && takesText(ask)) {
				take();
				form.onPaste(ask.form, text);
			} else if (ask.field !== undefined && takesText(ask)) {
				field.onPaste(ask.field, text);
			} else {
				return false;
			}
			return true;
		},
		/** A form shows the field that has the keyboard by itself, so it scrolls both ways from there. */
		scrollsBothWays: ({form: asked, argumentForm}: AskView): boolean => {
			const open: FormView | undefined = argumentForm?.isOpen === true ? argumentForm.form : asked;
			return open !== undefined && !isReview(open);
		},
	};
};
