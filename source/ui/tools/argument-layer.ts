import {withRequiredDefaults} from '../../domain/argument-fields.ts';
import {type Failure, toFailure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {argumentForm, argumentsText} from '../asks/argument-form.ts';
import {readArguments} from '../asks/editor-view.ts';
import {createFormKeys} from '../form/form-keys.ts';
import {contentOf, draftOf, type FormView, goTo} from '../form/form-view.ts';
import {guardMilliseconds} from '../guard-time.ts';
import {reviewBindings} from '../input/bench/tools.ts';
import {insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {readJsonObject} from '../text/read-json.ts';
import type {Styles} from '../theme/styles.ts';
import type {WindowHost} from '../window-host.ts';
import {type ArgumentView, argumentPicture} from './argument-picture.ts';
import {createJsonKeys} from './json-keys.ts';

type ArgumentLayerDeps = {
	readonly tool: ToolDefinition;
	readonly styles: () => Styles;
	readonly now: () => number;
	readonly host: Pick<WindowHost, 'editText'>;
	readonly check: (args: JsonObject, signal: AbortSignal) => Promise<Failure | undefined>;
	readonly doubts: (args: JsonObject) => readonly string[];
	/** Why nothing can be run just now: better known before all is filled in than after. */
	readonly notNow: () => string | undefined;
	readonly onChange: () => void;
	/** The user has seen it and wants it. */
	readonly run: (args: JsonObject, isConfirmed: boolean) => void;
	/** Told what was filled in so far, where it can be read. */
	readonly leave: (args: JsonObject | undefined) => void;
};

const pageLines = 10;

/** Where the arguments of a try are filled in, in a form or as JSON, and looked at before they are sent. */
export const createArgumentLayer = (
	deps: ArgumentLayerDeps,
	given: JsonObject,
	startsAtReview: boolean,
): ViewerLayer => {
	const {tool, onChange} = deps;
	let problem: string | undefined;
	let shownAt: number | undefined;
	let checking: AbortController | undefined;
	/** Where the user goes back to from the look at everything. */
	let before: Exclude<ArgumentView, {type: 'review'}>;
	let view: ArgumentView;
	/** The form that the JSON was made from, and the JSON that was made of it. */
	let origin: {readonly form: ArgumentView & {type: 'form'}; readonly text: string} | undefined;
	/** The user was told that what cannot be read is lost. */
	let isWarned = false;

	const complete = (args: JsonObject): JsonObject => withRequiredDefaults(tool.inputSchema, args);
	const formFor = (args: JsonObject): FormView | undefined => argumentForm(tool.inputSchema, args)?.form;
	const textFor = (args: JsonObject): ArgumentView & {type: 'text'} => ({
		type: 'text',
		text: {text: argumentsText(args), cursor: 0},
	});
	const openFor = (args: JsonObject): Exclude<ArgumentView, {type: 'review'}> => {
		const form = formFor(args);
		return form === undefined ? textFor(args) : {type: 'form', form, scroll: 0};
	};
	const filled = (): JsonObject | undefined => {
		if (view.type === 'form') {
			return contentOf(view.form);
		}
		const reading = view.type === 'text' ? readArguments(view.text) : undefined;
		return view.type === 'review' ? view.args : reading?.type === 'wrong' ? undefined : reading?.value;
	};
	const leave = (): void => deps.leave(filled());
	const stopChecking = (): void => {
		checking?.abort();
		checking = undefined;
	};
	const show = (next: ArgumentView): void => {
		stopChecking();
		problem = undefined;
		isWarned = false;
		shownAt = undefined;
		view = next;
		if (next.type !== 'review') {
			before = next;
		}
		onChange();
	};
	const look = (written: JsonObject): void => {
		const args = complete(written);
		show({type: 'review', args, scroll: 0, isChecking: false, doubts: deps.doubts(args)});
	};

	const finish = (shown: ArgumentView & {type: 'review'}, isConfirmed: boolean): void => {
		if (deps.notNow() !== undefined) {
			return;
		}
		const isSeen = shownAt !== undefined && deps.now() - shownAt >= guardMilliseconds;
		if (!isSeen || checking !== undefined || (shown.doubts.length > 0 && !isConfirmed)) {
			return;
		}
		const mine = new AbortController();
		checking = mine;
		view = {...shown, isChecking: true};
		problem = undefined;
		onChange();
		void deps
			.check(shown.args, mine.signal)
			.catch((error: unknown) => toFailure('unchecked-arguments', error))
			.then(failure => {
				if (checking !== mine) {
					return;
				}
				checking = undefined;
				view = {...shown, isChecking: false};
				problem = failure?.message;
				onChange();
				if (failure === undefined) {
					deps.run(shown.args, isConfirmed);
				}
			});
	};

	/** What comes back from the editor is shown; nothing runs because somebody has closed it. */
	const outside = async (args: JsonObject | string): Promise<void> => {
		const text = typeof args === 'string' ? args : argumentsText(args);
		const edited = await deps.host.editText(text, '.json');
		if (edited.type === 'unchanged') {
			problem = edited.why;
			onChange();
			return;
		}
		const reading = readJsonObject(edited.text);
		if (reading.type === 'wrong') {
			show({type: 'text', text: insertSafely({text: '', cursor: 0}, edited.text.trimEnd())});
		} else {
			show(openFor(reading.value));
		}
	};

	const scroll = (step: number): void => {
		if (view.type !== 'text') {
			view = {...view, scroll: view.type === 'review' ? Math.max(0, view.scroll + step) : view.scroll + step};
		}
	};
	const showAsText = (form: FormView): void => {
		const text = textFor(draftOf(form));
		origin = {form: {type: 'form', form, scroll: 0}, text: text.text.text};
		show(text);
	};
	/** One step: to the form, with what was written. */
	const closeText = ({text}: TextBuffer): void => {
		const reading = readJsonObject(text);
		if (reading.type === 'wrong' && !isWarned) {
			isWarned = true;
			problem = 'This is not JSON yet. esc again goes back without it.';
			return;
		}
		const isOther = reading.type === 'read' && text !== origin?.text;
		const form = isOther ? openFor(reading.value) : origin?.form;
		if (form?.type === 'form') {
			show(form);
		} else {
			leave();
		}
	};
	const formKeys = createFormKeys({
		context: 'arguments',
		set: form => show({type: 'form', form, scroll: 0}),
		startReview(form) {
			before = {type: 'form', form: goTo(form, form.entries.length - 1), scroll: 0};
			look(contentOf(form));
		},
		finish: form => look(contentOf(form)),
		cancel: leave,
		also: {
			text: showAsText,
			outside: form => void outside(draftOf(form)),
		},
		scroll,
		clearOrQuit: leave,
	});

	const setText = (text: TextBuffer): void => {
		problem = undefined;
		isWarned = false;
		view = {type: 'text', text};
		before = view;
	};
	const jsonKeys = createJsonKeys({
		set: setText,
		done: look,
		toForm: args => show(openFor(args)),
		close: closeText,
		outside: text => void outside(text),
		leave,
	});
	const reviewKey = (shown: ArgumentView & {type: 'review'}, name: string): void => {
		const found = reviewBindings.find(({keys}) => keys.includes(name));
		switch (found?.intent) {
			case 'run':
				finish(shown, false);
				break;
			case 'run-anyway':
				if (shown.doubts.length > 0) {
					finish(shown, true);
				}
				break;
			case 'edit':
				show(before);
				break;
			case 'text':
				show(textFor(shown.args));
				break;
			case 'leave':
				stopChecking();
				leave();
				break;
			case 'up':
			case 'down':
				scroll(found.intent === 'up' ? -1 : 1);
				break;
			case 'page-up':
			case 'page-down':
				scroll(found.intent === 'page-up' ? -pageLines : pageLines);
				break;
			default:
				break;
		}
	};

	before = openFor(complete(given));
	view = before;
	if (startsAtReview) {
		look(given);
	}

	return {
		draw(size) {
			shownAt ??= deps.now();
			return argumentPicture(view, {tool, problem, notNow: deps.notNow(), styles: deps.styles()}, size);
		},
		onKey(name, text) {
			if (view.type === 'form') {
				formKeys.onKey(view.form, name, text);
			} else if (view.type === 'text') {
				jsonKeys(view.text, name, text);
			} else {
				reviewKey(view, name);
			}
			onChange();
		},
		onPaste(text) {
			if (view.type === 'form') {
				formKeys.onPaste(view.form, text);
			} else if (view.type === 'text') {
				setText(insertSafely(view.text, text));
			}
			onChange();
		},
	};
};
