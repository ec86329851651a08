import type {App} from '../../app/app.ts';
import type {CompletionSubject} from '../../domain/catalogue.ts';
import type {Schedule} from '../../domain/ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {findIntent} from '../input/keymap.ts';
import {bufferOf, edits, emptyBuffer, insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import type {ViewState} from '../view-state.ts';
import {moveHighlight} from './move-highlight.ts';
import type {FieldsView, PickField, PickItem} from './pick-view.ts';

/** Values that something needs before it can be used. */
export type FieldsWish = {
	readonly server: string;
	readonly subject: CompletionSubject;
	readonly title: string;
	readonly about: string;
	readonly fields: readonly PickField[];
	/** What they had the last time. */
	readonly known?: Readonly<Record<string, string>>;
	/** What comes of the values, to be shown while they are typed. */
	readonly outcomeOf: (values: Readonly<Record<string, string>>) => string;
	readonly onDone: (values: Readonly<Record<string, string>>) => void;
};

type FieldsDeps = {
	readonly app: Pick<App, 'catalogue'>;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
};

/** A server is asked when the typing rests. */
const restMilliseconds = 150;

const without = (values: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> =>
	Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

/** A small form: one value after the other, with what the server suggests for each. The draft waits as it is. */
export const createFields = ({app, now, schedule, getView, setView}: FieldsDeps) => {
	let wish: FieldsWish | undefined;
	let stop = (): void => undefined;

	const open = (): FieldsView | undefined => {
		const {pick} = getView();
		return pick?.kind === 'fields' ? pick : undefined;
	};

	const valuesOf = ({fields, index, values, typed}: FieldsView): Readonly<Record<string, string>> => {
		const name = fields[index]?.name ?? '';
		return typed.text === '' ? without(values, name) : {...values, [name]: typed.text};
	};

	const set = (form: FieldsView): void => {
		const outcome = wish?.outcomeOf(valuesOf(form)) ?? '';
		setView({...getView(), lastTypedAt: now(), isQuitArmed: false, pick: {...form, outcome}});
	};

	const offer = (values: readonly string[]): void => {
		const form = open();
		if (form !== undefined) {
			const items = values.map((text): PickItem => {
				const label = sanitiseLine(text);
				return {label, detail: '', choice: {type: 'text', text: label}, score: 0, marks: []};
			});
			setView({
				...getView(),
				pick: {...form, items, highlight: -1, peak: Math.max(form.peak, items.length)},
			});
		}
	};

	/** Answers to what was typed before are dropped. */
	const suggest = (form: FieldsView): void => {
		stop();
		const field = form.fields[form.index];
		const asked = wish;
		if (field === undefined || asked === undefined) {
			return;
		}
		const abort = new AbortController();
		const argument = {name: field.name, value: form.typed.text};
		const cancel = schedule(() => {
			const known = without(form.values, field.name);
			void app.catalogue
				.complete(asked.server, asked.subject, argument, known, abort.signal)
				.then(fetched => {
					if (!abort.signal.aborted && fetched.type === 'fetched') {
						offer(fetched.value.values.filter(value => value !== argument.value));
					}
				});
		}, restMilliseconds);
		stop = () => {
			cancel();
			abort.abort();
		};
	};

	const typeInto = (form: FieldsView, typed: TextBuffer): void => {
		const {problem: _, ...rest} = form;
		const next: FieldsView = {...rest, typed, highlight: -1};
		set(next);
		if (typed.text !== form.typed.text) {
			suggest(next);
		}
	};

	const goTo = (form: FieldsView, index: number, values: FieldsView['values']): void => {
		const {problem: _, ...rest} = form;
		const typed = bufferOf(values[form.fields[index]?.name ?? ''] ?? '');
		const next: FieldsView = {...rest, index, values, typed, items: [], highlight: -1};
		set(next);
		suggest(next);
	};

	const close = (): void => {
		stop();
		wish = undefined;
		const {pick: _, ...view} = getView();
		setView({...view, lastTypedAt: now()});
	};

	const goOn = (form: FieldsView): void => {
		const chosen = form.items[form.highlight];
		const typed = chosen === undefined ? form.typed : bufferOf(chosen.label);
		const field = form.fields[form.index];
		if (field?.isRequired === true && typed.text === '') {
			set({...form, problem: `${field.name} is needed`});
			return;
		}
		const values = valuesOf({...form, typed});
		const isLast = form.index >= form.fields.length - 1;
		const done = wish?.onDone;
		if (isLast) {
			close();
			done?.(values);
		} else {
			goTo(form, form.index + 1, values);
		}
	};

	return {
		open(wanted: FieldsWish): void {
			const {title, about, fields, known = {}} = wanted;
			wish = wanted;
			goTo(
				{
					kind: 'fields',
					isModal: true,
					title,
					about,
					fields,
					index: 0,
					values: known,
					typed: emptyBuffer,
					items: [],
					highlight: -1,
					peak: 0,
				},
				0,
				known,
			);
		},
		isOpen: (): boolean => open() !== undefined,
		onKey(name: string, text: string): void {
			const form = open();
			const intent = findIntent('fields', name) ?? findIntent('prompt', name);
			if (form === undefined) {
				return;
			}
			if (intent?.type === 'edit') {
				typeInto(form, edits[intent.edit](form.typed));
				return;
			}
			if (intent?.type !== 'pick') {
				if (text !== '') {
					typeInto(form, insertSafely(form.typed, text));
				}
				return;
			}
			const {items, highlight, index} = form;
			const moved = items.length === 0 ? undefined : moveHighlight(intent.step, highlight, items.length);
			const item = items[Math.max(0, highlight)];
			if (intent.step === 'close') {
				close();
			} else if (intent.step === 'accept') {
				goOn(form);
			} else if (intent.step === 'back') {
				goTo(form, Math.max(0, index - 1), valuesOf(form));
			} else if (intent.step === 'take' && item !== undefined) {
				typeInto(form, bufferOf(item.label));
			} else if (moved !== undefined) {
				set({...form, highlight: moved});
			}
		},
		onPaste(text: string): void {
			const form = open();
			if (form !== undefined) {
				typeInto(form, insertSafely(form.typed, text));
			}
		},
		dispose: (): void => stop(),
	};
};
