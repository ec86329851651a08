import type {AskAnswer} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';
import type {FormStep} from '../input/binding.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, insertSafely} from '../input/text-buffer.ts';
import type {AskView} from '../view-state.ts';
import {
	contentOf,
	editText,
	type FormView,
	hasOptions,
	isReview,
	moveCursor,
	nextField,
	previousField,
	typeIntoOptions,
} from './form-view.ts';

type FormKeysDeps = {
	readonly getAsk: () => AskView | undefined;
	readonly setAsk: (change: Partial<AskView>) => void;
	readonly isSeen: (ask: AskView) => boolean;
	/** What is shown now is a new question: it counts as seen some time after it was drawn. */
	readonly markUnseen: () => void;
	readonly give: (answer: AskAnswer) => void;
	readonly scroll: (step: number) => void;
	readonly clearOrQuit: () => void;
};

/** What keys do to a form that has the keyboard. */
export const createFormKeys = ({getAsk, setAsk, give, ...deps}: FormKeysDeps) => {
	const goOn = (ask: AskView, form: FormView): void => {
		if (isReview(form)) {
			if (deps.isSeen(ask)) {
				give({type: 'accept', content: contentOf(form)});
			}
			return;
		}
		const next = nextField(form);
		if (isReview(next)) {
			// An enter too many must not send what nobody has looked at.
			deps.markUnseen();
		}
		setAsk({form: next, scroll: 0});
	};

	const step = (ask: AskView, form: FormView, wanted: FormStep): void => {
		switch (wanted) {
			case 'next':
				goOn(ask, form);
				break;
			case 'back':
				setAsk({form: previousField(form), scroll: 0});
				break;
			case 'up':
			case 'down': {
				const direction = wanted === 'up' ? -1 : 1;
				if (hasOptions(form)) {
					setAsk({form: moveCursor(form, direction), scroll: 0});
				} else {
					deps.scroll(direction);
				}
				break;
			}
			case 'decline':
				give({type: 'deny'});
				break;
			case 'cancel':
				give({type: 'dismiss'});
				break;
			case 'mute':
				give({type: 'mute'});
				break;
			default:
				assertNever(wanted);
		}
	};

	const type = (form: FormView, text: string): void => {
		if (text !== '' && !isReview(form)) {
			setAsk({
				form: hasOptions(form) ? typeIntoOptions(form, text) : editText(form, insertSafely(form.text, text)),
			});
		}
	};

	/** From its first key on a form keeps the keyboard, so that nothing typed for it ends in the draft. */
	const take = (): {readonly ask: AskView; readonly form: FormView} | undefined => {
		setAsk({isFocused: true});
		const ask = getAsk();
		return ask?.form === undefined ? undefined : {ask, form: ask.form};
	};

	return {
		onKey(name: string, text: string): void {
			const taken = take();
			if (taken === undefined) {
				return;
			}
			const {ask, form} = taken;
			const intent = findIntent('form', name) ?? findIntent('prompt', name);
			switch (intent?.type) {
				case 'form':
					step(ask, form, intent.step);
					break;
				case 'scroll':
					deps.scroll(intent.step);
					break;
				case 'clear-or-quit':
					deps.clearOrQuit();
					break;
				case 'edit':
					if (!hasOptions(form) && !isReview(form)) {
						setAsk({form: editText(form, edits[intent.edit](form.text))});
					}
					break;
				default:
					type(form, text);
			}
		},
		onPaste(text: string): void {
			const taken = take();
			if (taken !== undefined) {
				type(taken.form, text);
			}
		},
	};
};
