import {assertNever} from '../../domain/assert-never.ts';
import type {FormStep} from '../input/binding.ts';
import {findIntent} from '../input/keymap.ts';
import {
	editWith,
	type FormView,
	goOn,
	goTo,
	isReview,
	moveVertically,
	review,
	takeAndGoOn,
	typeInto,
} from './form-view.ts';

type FormKeysDeps = {
	/** The table of its keys. */
	readonly context: 'form' | 'arguments';
	readonly set: (form: FormView) => void;
	/** Everything is looked at from now on: that is a new question, which counts as seen some time after it was drawn. */
	readonly startReview: (form: FormView) => void;
	/** The answers are to be sent as they are. */
	readonly finish: (form: FormView) => void;
	readonly cancel: (form: FormView) => void;
	/** What only some forms can do. */
	readonly also: Readonly<Partial<Record<FormStep, (form: FormView) => void>>>;
	readonly scroll: (step: number) => void;
	readonly clearOrQuit: () => void;
};

/** What keys do to a form that has the keyboard. */
export const createFormKeys = ({set, also, ...deps}: FormKeysDeps) => {
	const move = (form: FormView, next: FormView): void => {
		if (isReview(next) && !isReview(form)) {
			// An enter too many must not send what nobody has looked at.
			deps.startReview(next);
		} else {
			set(next);
		}
	};

	const step = (form: FormView, wanted: FormStep): void => {
		switch (wanted) {
			case 'take':
			case 'review':
				if (isReview(form)) {
					deps.finish(form);
				} else {
					move(form, wanted === 'take' ? takeAndGoOn(form) : review(form));
				}
				break;
			case 'next':
				if (!isReview(form)) {
					move(form, goOn(form));
				}
				break;
			case 'back':
				set(goTo(form, form.index - 1));
				break;
			case 'up':
			case 'down':
				if (isReview(form)) {
					deps.scroll(wanted === 'up' ? -1 : 1);
				} else {
					set(moveVertically(form, wanted === 'up' ? -1 : 1));
				}
				break;
			case 'cancel':
				deps.cancel(form);
				break;
			case 'decline':
			case 'mute':
			case 'text':
			case 'outside':
				also[wanted]?.(form);
				break;
			default:
				assertNever(wanted);
		}
	};

	return {
		onKey(form: FormView, name: string, text: string): void {
			const intent = findIntent(deps.context, name) ?? findIntent('prompt', name);
			switch (intent?.type) {
				case 'form':
					step(form, intent.step);
					break;
				case 'scroll':
					deps.scroll(intent.step);
					break;
				case 'clear-or-quit':
					deps.clearOrQuit();
					break;
				case 'edit':
					set(editWith(form, intent.edit));
					break;
				default:
					set(typeInto(form, text));
			}
		},
		onPaste: (form: FormView, text: string): void => set(typeInto(form, text)),
	};
};
