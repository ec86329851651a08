import type {App} from '../../app/app.ts';
import type {Schedule} from '../../domain/ports.ts';
import {
	findViewerIntents,
	readingBindings,
	sidewaysBindings,
	treeBindings,
	type ViewerBinding,
	type ViewerIntent,
} from '../input/viewer-bindings.ts';
import {graphemesOf} from '../text/graphemes.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullScreen, WindowHost} from '../window-host.ts';
import {linesSource} from './line.ts';
import {createTextPage, type Page} from './page.ts';
import {createQueryLine} from './query-line.ts';
import type {Form, Tab, ViewerLayer} from './tab.ts';
import {drawViewer} from './viewer-frame.ts';
import {keyLines} from './viewer-lines.ts';
import {watchAsks} from './waiting-ask.ts';
import {createYesQuestion} from './yes-question.ts';

export type ViewerDeps = {
	readonly app: Pick<App, 'getState' | 'subscribe'>;
	/** It was opened from the questions that wait, so only others are worth a word. */
	readonly isAboutQuestions?: boolean;
	readonly host: Pick<WindowHost, 'copy' | 'editText'>;
	readonly styles: () => Styles;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly title: () => {readonly text: string; readonly note?: string};
	readonly tabs: () => readonly Tab[];
	/** Keys beyond those for reading, with what they are called in the list of keys. */
	readonly keys?: {readonly title: string; readonly bindings: readonly ViewerBinding[]};
	/** Does what such a key asks for; false where it makes no sense now. */
	readonly act?: (intent: ViewerIntent) => boolean;
	readonly onClose?: () => void;
};

export type Viewer = FullScreen & {
	/** It would look different now. */
	readonly changed: () => void;
	/** Shown in the last lines until the next key. */
	readonly say: (text: string) => void;
	/** Asks; a yes counts once the question could be read, and never out of several keys at once. */
	readonly confirm: (question: string, run: () => void) => void;
	readonly setLayer: (layer: ViewerLayer | undefined) => void;
	readonly openTab: (name: string) => void;
	/** What the open tab shows. */
	readonly form: () => Form | undefined;
	readonly close: () => void;
};

/** A window of its own for something to read: a title, tabs, what is read, and what keys do. */
export const createViewer = (deps: ViewerDeps): Viewer => {
	const {host, styles, now, schedule} = deps;
	const listeners = new Set<() => void>();
	const changed = (): void => {
		for (const listener of listeners) {
			listener();
		}
	};
	const known = deps.isAboutQuestions === true ? deps.app.getState().asks : [];
	const asks = watchAsks(deps.app, askId => known.some(ask => ask.askId === askId), changed);
	let resolveClosed = (): void => undefined;
	const closed = new Promise<void>(resolve => {
		resolveClosed = resolve;
	});
	let tabName: string | undefined;
	const formIndexes = new Map<string, number>();
	let message: string | undefined;
	const question = createYesQuestion(now);
	let help: Page | undefined;
	let layer: ViewerLayer | undefined;
	let width = 80;

	const openIndex = (): number =>
		Math.max(
			0,
			deps.tabs().findIndex(({name}) => name === tabName),
		);
	const tab = (): Tab | undefined => deps.tabs()[openIndex()];
	const form = (): Form | undefined => {
		const forms = tab()?.forms() ?? [];
		return forms[(formIndexes.get(tab()?.name ?? '') ?? 0) % Math.max(1, forms.length)];
	};
	const page = (): Page | undefined => help ?? form()?.page();
	const tables = (): readonly (readonly ViewerBinding[])[] => [
		page()?.kind === 'tree' ? treeBindings : sidewaysBindings,
		...(deps.keys === undefined || help !== undefined ? [] : [deps.keys.bindings]),
		readingBindings,
	];
	const openTab = (name: string | undefined): true => {
		tabName = name;
		return true;
	};
	const stepTab = (step: number): boolean => {
		const tabs = deps.tabs();
		return openTab(tabs[(openIndex() + step + tabs.length) % Math.max(1, tabs.length)]?.name);
	};
	const close = (): true => {
		page()?.search.stop();
		asks.stop();
		deps.onClose?.();
		resolveClosed();
		return true;
	};
	const copy = (intent: 'copy' | 'copy-path'): boolean => {
		const copied = page()?.copied?.(intent) ?? (intent === 'copy' ? form()?.whole() : undefined);
		if (copied === undefined) {
			return false;
		}
		message = `${copied.what}: ${host.copy(copied.text)}`;
		return true;
	};
	const editOutside = (): true => {
		const shown = form();
		if (shown !== undefined) {
			void host.editText(shown.whole().text, shown.ending ?? '.txt').then(edited => {
				if (edited.type === 'unchanged' && edited.why !== undefined) {
					message = edited.why;
				}
				changed();
			});
		}
		return true;
	};
	const openHelp = (): true => {
		const own = deps.keys === undefined ? [] : [deps.keys];
		const all = [
			{title: 'Keys', bindings: readingBindings},
			{title: 'In a tree', bindings: treeBindings},
			...own,
		];
		help = createTextPage(linesSource(keyLines(all, width)), {schedule, onChange: changed});
		return true;
	};
	const query = createQueryLine(() => page()?.search);

	const act = (intent: ViewerIntent): boolean => {
		switch (intent) {
			case 'close':
			case 'back':
				if (intent === 'back' && query.leave()) {
					return true;
				}
				if (help !== undefined) {
					help = undefined;
					return true;
				}
				return close();
			case 'keys':
				return openHelp();
			case 'search':
				return query.begin();
			case 'next-match':
			case 'previous-match':
				page()?.search.go(intent === 'next-match' ? 1 : -1);
				return true;
			case 'next-tab':
				return stepTab(1);
			case 'previous-tab':
				return stepTab(-1);
			case 'tab-1':
			case 'tab-2':
			case 'tab-3':
			case 'tab-4':
			case 'tab-5':
			case 'tab-6': {
				const wanted = deps.tabs()[Number(intent.slice(-1)) - 1];
				return wanted !== undefined && openTab(wanted.name);
			}
			case 'other-form': {
				const name = tab()?.name ?? '';
				formIndexes.set(name, (formIndexes.get(name) ?? 0) + 1);
				return true;
			}
			case 'copy':
			case 'copy-path':
				return copy(intent);
			case 'edit-outside':
				return editOutside();
			default:
				return page()?.act(intent) === true || deps.act?.(intent) === true;
		}
	};
	const press = (name: string, text: string): void => {
		message = undefined;
		if (question.text() !== undefined) {
			question.answer(name);
		} else if (query.typed() !== undefined) {
			query.onKey(name, text);
		} else {
			findViewerIntents(tables(), name).some(act);
		}
	};
	/** Typed faster than they were read: keys one after the other, up to a question that nobody can have seen. */
	const pressAll = (text: string): void => {
		const graphemes = graphemesOf(text);
		for (const grapheme of graphemes) {
			if (question.text() === undefined || graphemes.length === 1) {
				press(grapheme, grapheme);
			}
		}
	};

	return {
		closed,
		close,
		changed,
		form,
		openTab: name => {
			openTab(name);
			changed();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		say(text) {
			message = text;
			changed();
		},
		confirm(text, run) {
			question.ask(text, run);
			changed();
		},
		setLayer(next) {
			layer = next;
			changed();
		},
		draw(size) {
			width = size.columns;
			question.note(layer === undefined);
			return (
				layer?.draw(size) ??
				drawViewer(
					{
						title: deps.title(),
						tabs: help === undefined ? deps.tabs().map(({name}) => name) : ['Keys'],
						open: help === undefined ? openIndex() : 0,
						page: page(),
						query: query.typed(),
						message: question.text() ?? message,
						asking: asks.name(),
						// How to close it comes first.
						tables: tables().toReversed(),
					},
					size,
					styles(),
				)
			);
		},
		onKey(name, text) {
			if (layer !== undefined) {
				layer.onKey(name, text);
			} else if (name === 'text' && query.typed() === undefined) {
				pressAll(text);
			} else {
				press(name, text);
			}
			changed();
		},
		onPaste(text) {
			if (layer !== undefined) {
				layer.onPaste(text);
			} else {
				query.add(text);
			}
			changed();
		},
	};
};
