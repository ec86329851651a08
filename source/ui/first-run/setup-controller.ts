import type {Setup} from '../../domain/setup.ts';
import {guardMilliseconds} from '../guard-time.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import type {KeyLayer} from '../key-layer.ts';
import type {ViewState} from '../view-state.ts';
import type {SetupPage} from './setup-page.ts';
import {createSetupPages} from './setup-pages.ts';
import {highlightedIndex, type SetupView, shownChoices} from './setup-view.ts';

export type SetupDeps = {
	/** Absent where nothing can be set up. */
	readonly setup?: Setup;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** Whether the tour has not begun and the model is the one that gives it. */
	readonly hasTour: () => boolean;
	/** Sends the first message of the tour. */
	readonly beginTour: () => void;
	/** Says something in the transcript. */
	readonly say: (text: string) => void;
	readonly clearOrQuit: () => void;
	readonly now: () => number;
	/** When the key that is handled was pressed: it may have waited since. */
	readonly pressedAt: () => number;
};

export type SetupController = KeyLayer & {
	readonly start: () => void;
	/** Told of every frame once it is on the screen. */
	readonly drawn: () => void;
	readonly dispose: () => void;
};

/** Leads through the first run: a model, then servers. It can be left at any moment, and nothing is lost. */
export const createSetupController = (deps: SetupDeps): SetupController => {
	const {setup, getView, setView} = deps;
	let page: SetupPage | undefined;
	let work = new AbortController();
	let shownAt: number | undefined;

	const show = (setupView: SetupView): void => setView({...getView(), setup: setupView});
	const close = (): void => {
		work.abort();
		page = undefined;
		const {setup: _, ...rest} = getView();
		setView(rest);
	};

	const turnTo = (next: SetupPage): void => {
		// What the page before was waiting for is no longer wanted.
		work.abort();
		work = new AbortController();
		page = next;
		shownAt = undefined;
		show(next.view);
		next.onOpen?.(work.signal);
	};

	const pages =
		setup === undefined
			? undefined
			: createSetupPages({
					setup,
					turnTo,
					hasTour: deps.hasTour,
					/** Changes the page that is open, unless it is another one by now. */
					change(expected, edit) {
						const view = getView().setup;
						if (page === expected && view !== undefined) {
							show(edit(view));
						}
					},
					beginTour() {
						close();
						deps.beginTour();
					},
					end(sentence) {
						close();
						if (sentence !== undefined) {
							deps.say(sentence);
						}
					},
				});

	const edited = (view: SetupView, edit: (text: TextBuffer) => TextBuffer): void => {
		if (view.type === 'field') {
			const {problem: _, ...rest} = view;
			show({...rest, text: edit(view.text)});
		} else if (view.type === 'list' && view.filter !== undefined) {
			const narrowed = {...view, filter: edit(view.filter)};
			show({...narrowed, highlight: shownChoices(narrowed)[0]?.id ?? view.highlight});
		}
	};

	const move = (view: SetupView, step: -1 | 1): void => {
		if (view.type === 'list') {
			const shown = shownChoices(view);
			const next = shown[(highlightedIndex(view) + step + shown.length) % Math.max(1, shown.length)];
			show({...view, highlight: next?.id ?? view.highlight});
		}
	};

	const take = (view: SetupView): void => {
		if (shownAt === undefined || deps.pressedAt() - shownAt < guardMilliseconds) {
			return;
		}
		if (view.type === 'list') {
			const chosen = shownChoices(view)[highlightedIndex(view)];
			if (chosen !== undefined) {
				page?.onTake?.(chosen.id);
			}
		} else if (view.type === 'field' && (page?.takesNothing === true || view.text.text.trim() !== '')) {
			page?.onTake?.(view.text.text.trim());
		}
	};

	return {
		start() {
			if (pages === undefined) {
				deps.say('Nothing can be set up in this run; /doctor says what is in the way.');
			} else {
				pages.begin();
			}
		},
		drawn() {
			if (getView().setup !== undefined) {
				shownAt ??= deps.now();
			}
		},
		dispose: () => work.abort(),
		takesKey(name, text) {
			const view = getView().setup;
			if (view === undefined) {
				return false;
			}
			const intent = findIntent('prompt', name);
			switch (intent?.type) {
				case 'submit':
					take(view);
					break;
				case 'interrupt':
					page?.onBack();
					break;
				case 'up':
				case 'down':
					move(view, intent.type === 'up' ? -1 : 1);
					break;
				case 'edit':
					edited(view, edits[intent.edit]);
					break;
				case 'clear-or-quit':
					deps.clearOrQuit();
					break;
				default:
					if (text !== '') {
						edited(view, buffer => insertSafely(buffer, text));
					}
			}
			return true;
		},
		takesPaste(text) {
			const view = getView().setup;
			if (view !== undefined) {
				edited(view, buffer => insertSafely(buffer, text));
			}
			return view !== undefined;
		},
	};
};
