import {toFailure} from '../../domain/failure.ts';
import type {FormField} from '../../domain/form-field.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {Schedule} from '../../domain/ports.ts';
import {createFormKeys} from '../form/form-keys.ts';
import {contentOf, type FormView, goTo, isReview, review} from '../form/form-view.ts';
import {findIntent} from '../input/keymap.ts';
import {bufferOf, edits, insertSafely, lineDown, lineUp, type TextBuffer} from '../input/text-buffer.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {readJsonObject} from '../text/read-json.ts';
import {revealJson} from '../text/reveal.ts';
import type {Styles} from '../theme/styles.ts';
import type {WindowHost} from '../window-host.ts';
import {createFieldSuggestions, type Suggest} from './field-suggestions.ts';
import {drawForm} from './form-frame.ts';

type FormLayerDeps = {
	readonly styles: () => Styles;
	readonly host: Pick<WindowHost, 'editText'>;
	readonly schedule: Schedule;
	readonly now: () => number;
	/** It would look different now. */
	readonly onChange: () => void;
	readonly title: string;
	readonly note?: string;
	/** A few sentences below the title. */
	readonly about?: readonly string[];
	/** A form filled with these; undefined where none can be made, and everything is written as JSON. */
	readonly formOf: (content: JsonObject) => FormView | undefined;
	readonly content: JsonObject;
	/** What enter does in the end, such as "run it". */
	readonly action: string;
	/** Why this is not taken; undefined where it is. */
	readonly check?: (content: JsonObject, signal: AbortSignal) => Promise<string | undefined>;
	readonly onSubmit: (content: JsonObject) => void;
	/** Given what was filled in so far, to go on with it another time. */
	readonly onCancel: (content: JsonObject | undefined) => void;
	/** What is said about a field that seems to ask for a secret; its answer is not shown then. */
	readonly warningAbout?: (field: FormField) => string | undefined;
	readonly suggest?: Suggest;
};

const guardMilliseconds = 300;

const textOf = (content: JsonObject): string => revealJson(JSON.stringify(content, null, 2));

/** Fields to fill in, in a window of their own; JSON and the user's editor are always another way. */
export const createFormLayer = (deps: FormLayerDeps): ViewerLayer => {
	const {onChange, host} = deps;
	let form = deps.formOf(deps.content);
	let text: TextBuffer | undefined = form === undefined ? bufferOf(textOf(deps.content)) : undefined;
	let problem: string | undefined;
	let checking: AbortController | undefined;
	let scroll = 0;
	/** When what is sent in the end was first on the screen. */
	let reviewedAt: number | undefined;
	const suggestions = createFieldSuggestions({suggest: deps.suggest, schedule: deps.schedule, onChange});

	const content = (): JsonObject | undefined => {
		if (text === undefined) {
			return form === undefined ? undefined : contentOf(form);
		}
		const reading = readJsonObject(text.text);
		return reading.type === 'wrong' ? undefined : reading.value;
	};
	const stopChecking = (): void => {
		checking?.abort();
		checking = undefined;
	};
	const set = (next: FormView): void => {
		if (next !== form) {
			stopChecking();
			problem = undefined;
			form = next;
			suggestions.look(next, contentOf(next));
		}
	};
	const submit = (sent: JsonObject): void => {
		if (deps.check === undefined) {
			deps.onSubmit(sent);
			return;
		}
		stopChecking();
		const mine = new AbortController();
		checking = mine;
		problem = undefined;
		void deps
			.check(sent, mine.signal)
			.catch((error: unknown) => toFailure('unchecked', error).message)
			.then(found => {
				if (checking !== mine) {
					return;
				}
				checking = undefined;
				problem = found;
				if (found === undefined) {
					deps.onSubmit(sent);
				}
				onChange();
			});
	};
	const leave = (): void => {
		if (checking !== undefined) {
			stopChecking();
			return;
		}
		suggestions.stop();
		deps.onCancel(content());
	};
	const takeText = (edited: string): void => {
		const reading = readJsonObject(edited);
		const next = reading.type === 'wrong' ? undefined : deps.formOf(reading.value);
		if (next === undefined) {
			text = bufferOf(edited);
		} else {
			text = undefined;
			form = review(next);
			reviewedAt = undefined;
			scroll = 0;
		}
		problem = undefined;
	};
	const editOutside = async (written: string): Promise<void> => {
		const edited = await host.editText(written, '.json');
		if (edited.type === 'edited') {
			takeText(edited.text.replaceAll('\r\n', '\n').trimEnd().split('\t').map(revealJson).join('\t'));
		} else {
			problem = edited.why;
		}
		onChange();
	};
	/** Only what can be read can be shown in another way. */
	const whenRight = (filled: FormView, run: (written: string) => void): void => {
		const looked = review(filled);
		if (isReview(looked)) {
			run(textOf(contentOf(filled)));
		} else {
			set(looked);
		}
	};
	const keys = createFormKeys({
		context: 'arguments',
		set,
		startReview(filled) {
			set(filled);
			scroll = 0;
			reviewedAt = undefined;
		},
		finish(filled) {
			// An enter too many must not send what nobody has looked at.
			if (reviewedAt !== undefined && deps.now() - reviewedAt >= guardMilliseconds) {
				submit(contentOf(filled));
			}
		},
		cancel: leave,
		also: {
			text: filled =>
				whenRight(filled, written => {
					text = bufferOf(written);
				}),
			outside: filled => whenRight(filled, written => void editOutside(written)),
		},
		scroll(step) {
			scroll = Math.max(0, scroll + step);
		},
		clearOrQuit: leave,
	});
	const onTextKey = (typed: TextBuffer, name: string, added: string): void => {
		const intent = findIntent('editor', name) ?? findIntent('prompt', name);
		if (intent?.type === 'editor') {
			switch (intent.step) {
				case 'send': {
					const reading = readJsonObject(typed.text);
					if (reading.type === 'wrong') {
						text = {text: typed.text, cursor: reading.problem.offset};
					} else {
						submit(reading.value);
					}
					break;
				}
				case 'close':
					leave();
					break;
				case 'form': {
					const reading = readJsonObject(typed.text);
					const next = reading.type === 'wrong' ? undefined : deps.formOf(reading.value);
					if (next !== undefined) {
						text = undefined;
						set(goTo(next, 0));
					}
					break;
				}
				case 'outside':
					void editOutside(typed.text);
					break;
				default: {
					const move = intent.step.endsWith('up') ? lineUp : lineDown;
					const count = intent.step.startsWith('page') ? 10 : 1;
					text = Array.from({length: count}).reduce<TextBuffer>(moved => move(moved) ?? moved, typed);
				}
			}
			return;
		}
		stopChecking();
		problem = undefined;
		if (intent?.type === 'edit') {
			text = edits[intent.edit](typed);
		} else if (intent?.type === 'clear-or-quit') {
			leave();
		} else {
			text = insertSafely(typed, added);
		}
	};
	if (form !== undefined) {
		suggestions.look(form, contentOf(form));
	}
	return {
		draw(size) {
			if (text === undefined && form !== undefined && isReview(form)) {
				reviewedAt ??= deps.now();
			}
			return drawForm(
				{
					title: deps.title,
					note: deps.note ?? '',
					about: deps.about ?? [],
					body:
						text === undefined && form !== undefined
							? {type: 'form', form, content: contentOf(form)}
							: {type: 'text', text: text ?? bufferOf(''), hasForm: form !== undefined},
					suggestions: suggestions.list(),
					problem,
					isChecking: checking !== undefined,
					scroll,
					action: deps.action,
					warningAbout: deps.warningAbout ?? (() => undefined),
				},
				size,
				deps.styles(),
			);
		},
		onKey(name, added) {
			if (text !== undefined) {
				onTextKey(text, name, added);
				return;
			}
			if (form === undefined) {
				return;
			}
			const next = name === 'tab' ? suggestions.take(form) : undefined;
			if (next === undefined) {
				keys.onKey(form, name, added);
			} else {
				set(next);
			}
		},
		onPaste(added) {
			if (text !== undefined) {
				text = insertSafely(text, added);
			} else if (form !== undefined) {
				keys.onPaste(form, added);
			}
		},
	};
};
