import {type BenchPart, benchParts} from '../../domain/bench-part.ts';
import {listBindings} from '../input/bench/shell.ts';
import {confirmBindings, findViewerIntents} from '../input/viewer-bindings.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {askingText} from '../pager/viewer-lines.ts';
import {watchAsks} from '../pager/waiting-ask.ts';
import {graphemesOf} from '../text/graphemes.ts';
import type {FullScreen, WindowSize} from '../window-host.ts';
import {drawBench} from './bench-frame.ts';
import {createBenchKeys} from './bench-keys.ts';
import {createChooser} from './chooser.ts';
import {createHelpLayer} from './help-layer.ts';
import {helpTables, hintText} from './key-words.ts';
import type {OpenSection} from './open-section.ts';
import type {Bench, BenchTarget} from './section.ts';
import type {Sections} from './sections.ts';
import {createTypedPrompt, type TypedPrompt} from './typed-prompt.ts';

export type BenchDeps = Pick<Bench, 'app' | 'host' | 'styles' | 'now' | 'schedule' | 'putDraft' | 'ports'> & {
	readonly sections: Sections;
};

export type BenchScreen = FullScreen & {
	readonly open: (name: BenchPart, target?: BenchTarget) => void;
	readonly close: () => void;
};

/** Who is about to press another key may press it on a question that has just come up. */
const guardMilliseconds = 300;

/** More characters at once are a paste of a terminal that does not say so, and must not act. */
const mostAtOnce = 4;
const [filterKey] = listBindings.find(({intent}) => intent === 'filter')?.keys ?? [];

/** The workbench: one window for everything that is not the chat. */
export const createBench = (deps: BenchDeps): BenchScreen => {
	const {app, styles, now, schedule, sections} = deps;
	const listeners = new Set<() => void>();
	const closing = new AbortController();
	const opened = new Map<BenchPart, OpenSection>();
	let name: BenchPart = 'servers';
	let focus: 'list' | 'detail' = 'list';
	let message: string | undefined;
	let question: {readonly text: string; readonly run: () => void; shownAt: number | undefined} | undefined;
	let prompt: TypedPrompt | undefined;
	let layer: ViewerLayer | undefined;
	let resolveClosed = (): void => undefined;
	const closed = new Promise<void>(resolve => {
		resolveClosed = resolve;
	});

	const redraw = (): void => {
		for (const listener of listeners) {
			listener();
		}
	};
	const changed = (): void => {
		opened.get(name)?.changed();
		redraw();
	};
	const current = (): OpenSection | undefined => opened.get(name);
	const available = (): readonly BenchPart[] => benchParts.filter(each => sections[each] !== undefined);
	const asks = watchAsks(app, () => false, redraw);
	const unsubscribe = app.subscribe(() => {
		if (current()?.isAffected(app.getState()) === true) {
			changed();
		}
	});

	const close = (): void => {
		if (closing.signal.aborted) {
			return;
		}
		closing.abort();
		unsubscribe();
		asks.stop();
		for (const section of opened.values()) {
			section.close();
		}
		resolveClosed();
	};
	const setLayer = (next: ViewerLayer | undefined): void => {
		layer = next;
		redraw();
	};
	const say = (text: string): void => {
		message = text;
		redraw();
	};
	const open = (next: BenchPart, target?: BenchTarget): void => {
		name = next;
		focus = 'list';
		message = undefined;
		const known = opened.get(next);
		if (known !== undefined) {
			known.isAffected(app.getState());
			known.changed();
			if (target !== undefined) {
				known.aim(target);
			}
			redraw();
			return;
		}
		void load(next, target);
		redraw();
	};
	const bench: Bench = {
		...deps,
		signal: closing.signal,
		changed,
		say,
		confirm(text, run) {
			question = {text: `${text} y = yes, any other key = no`, run, shownAt: undefined};
			redraw();
		},
		prompt(line) {
			prompt = createTypedPrompt(line, () => {
				prompt = undefined;
			});
			redraw();
		},
		choose: choices => setLayer(createChooser({prompt: choices, styles, onDone: () => setLayer(undefined)})),
		setLayer,
		select(id) {
			current()?.rows.select(id);
			changed();
		},
		open,
		close,
	};
	const load = async (wanted: BenchPart, target?: BenchTarget): Promise<void> => {
		const section = await sections[wanted]?.load(bench, {schedule, styles, onChange: redraw});
		if (section === undefined || closing.signal.aborted || opened.has(wanted)) {
			return;
		}
		opened.set(wanted, section);
		section.isAffected(app.getState());
		if (target !== undefined) {
			section.aim(target);
		}
		redraw();
	};
	const step = (by: 1 | -1): void => {
		const names = available();
		open(names[(names.indexOf(name) + by + names.length) % names.length] ?? name);
	};
	const keys = createBenchKeys({
		section: current,
		focus: () => focus,
		setFocus(next) {
			focus = next;
		},
		host: deps.host,
		say,
		open,
		step,
		close,
		help() {
			const section = current();
			setLayer(
				createHelpLayer({
					tables: helpTables(section),
					styles,
					schedule,
					onChange: redraw,
					onDone: () => setLayer(undefined),
				}),
			);
		},
	});
	const answer = (key: string, asked: NonNullable<typeof question>): void => {
		if (!findViewerIntents([confirmBindings], key).includes('yes')) {
			question = undefined;
		} else if (asked.shownAt !== undefined && now() - asked.shownAt >= guardMilliseconds) {
			question = undefined;
			asked.run();
		}
	};
	const press = (key: string, text: string): void => {
		message = undefined;
		if (layer !== undefined) {
			layer.onKey(key, text);
		} else if (question !== undefined) {
			answer(key, question);
		} else if (prompt !== undefined) {
			prompt.onKey(key, text);
		} else {
			keys.onKey(key, text);
		}
	};
	const isTyping = (): boolean => layer !== undefined || prompt !== undefined || keys.typed() !== undefined;
	/** Typed faster than they were read: keys one after the other, up to a question that nobody can have seen. */
	const pressAll = (text: string): void => {
		const graphemes = graphemesOf(text);
		if (graphemes.length > mostAtOnce && graphemes[0] !== filterKey) {
			say('That was more text than keys, so nothing was done with it. / types into the filter.');
			return;
		}
		for (const grapheme of graphemes) {
			if (question === undefined && !isTyping()) {
				press(grapheme, grapheme);
			} else if (question === undefined) {
				press('text', grapheme);
			}
		}
	};
	const told = (width: number): string | undefined => {
		const asking = asks.name();
		return question?.text ?? message ?? (asking === undefined ? undefined : askingText(asking, '', width));
	};
	const draw = (size: WindowSize) => {
		if (layer !== undefined) {
			return layer.draw(size);
		}
		if (question !== undefined) {
			question.shownAt ??= now();
		}
		const section = current();
		const typed = prompt?.picture() ?? keys.typed();
		const text = told(size.columns);
		const names = available();
		return drawBench(
			{
				sections: {names: names.map(each => sections[each]?.title ?? each), open: names.indexOf(name)},
				summary: section?.summary() ?? 'one moment …',
				note: section?.note() ?? '',
				list: section?.list ?? (() => ({rows: [], chosen: undefined, empty: []})),
				detail: section?.detail ?? (() => ({lines: [], position: ''})),
				focus,
				hints: hintText(section, focus, size.columns),
				...(typed === undefined ? {} : {typed}),
				...(text === undefined ? {} : {message: text}),
			},
			size,
			styles(),
		);
	};

	return {
		closed,
		close,
		open,
		draw,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		onKey(key, text) {
			if (key === 'text' && !isTyping()) {
				pressAll(text);
			} else {
				press(key, text);
			}
			redraw();
		},
		onPaste(text) {
			(layer ?? prompt ?? keys).onPaste(text);
			redraw();
		},
	};
};
