import {type BenchPart, benchParts} from '../../domain/bench-part.ts';
import {describeError} from '../../domain/failure.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {listBindings} from '../input/bench/shell.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {askingText} from '../pager/viewer-lines.ts';
import {watchAsks} from '../pager/waiting-ask.ts';
import {createYesQuestion} from '../pager/yes-question.ts';
import {graphemesOf} from '../text/graphemes.ts';
import type {FullScreen, WindowSize} from '../window-host.ts';
import {drawBench} from './bench-frame.ts';
import {createBenchKeys} from './bench-keys.ts';
import {type BenchMemory, createBenchMemory} from './bench-memory.ts';
import {createChooser} from './chooser.ts';
import {createHelpLayer} from './help-layer.ts';
import {helpTables, hintText} from './key-words.ts';
import type {OpenSection} from './open-section.ts';
import type {Bench, BenchTarget} from './section.ts';
import type {Sections} from './sections.ts';
import {createTypedPrompt, promptHints, type TypedPrompt} from './typed-prompt.ts';

export type BenchDeps = Pick<Bench, 'app' | 'host' | 'styles' | 'now' | 'schedule' | 'putDraft' | 'ports'> & {
	readonly sections: Sections;
	/** Without it, nothing of an earlier workbench is known. */
	readonly memory?: BenchMemory;
};

export type BenchScreen = FullScreen & {
	readonly open: (name: BenchPart, target?: BenchTarget) => void;
	readonly close: () => void;
};

/** More characters at once are a paste of a terminal that does not say so, and must not act. */
const mostAtOnce = 4;
const [filterKey] = listBindings.find(({intent}) => intent === 'filter')?.keys ?? [];

/** The workbench: one window for everything that is not the chat. */
export const createBench = (deps: BenchDeps): BenchScreen => {
	const {app, styles, now, schedule, sections} = deps;
	const listeners = new Set<() => void>();
	const closing = new AbortController();
	const {memory = createBenchMemory()} = deps;
	const opened = new Map<BenchPart, OpenSection>();
	/** What is being loaded, and what it is to be opened about. */
	const loading = new Map<BenchPart, BenchTarget | undefined>();
	let name: BenchPart = 'servers';
	let focus: 'list' | 'detail' = 'list';
	/** It stays until somebody who could see it presses a key. */
	let message: {readonly text: string; isSeen: boolean} | undefined;
	const question = createYesQuestion(now);
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
		for (const [part, section] of opened) {
			memory.keepRow(part, section);
			section.close();
		}
		resolveClosed();
	};
	const setLayer = (next: ViewerLayer | undefined): void => {
		layer = next;
		redraw();
	};
	const say = (text: string): void => {
		message = {text: sanitiseLine(text), isSeen: false};
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
			known.aim(target);
			redraw();
			return;
		}
		void load(next, target);
		redraw();
	};
	const bench: Omit<Bench, 'select'> = {
		...deps,
		memory,
		signal: closing.signal,
		asking: asks.name,
		changed,
		say,
		confirm(text, run) {
			question.ask(`${sanitiseLine(text)} y = yes, any other key = no`, run);
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
		showTab(name) {
			current()?.pane.openTab(name);
			changed();
		},
		open,
		close,
	};
	/** Whatever comes back late chooses in its own list. */
	const benchOf = (wanted: BenchPart): Bench => ({
		...bench,
		select(id) {
			opened.get(wanted)?.rows.select(id);
			changed();
		},
	});
	const load = async (wanted: BenchPart, target?: BenchTarget): Promise<void> => {
		const isUnderWay = loading.has(wanted);
		loading.set(wanted, target ?? loading.get(wanted));
		if (isUnderWay) {
			return;
		}
		const section = await sections[wanted]
			?.load(benchOf(wanted), {schedule, styles, onChange: redraw})
			.catch((error: unknown) => {
				say(`This part cannot be shown: ${describeError(error)}. Start mcp-tui again.`);
			});
		const aimed = loading.get(wanted);
		loading.delete(wanted);
		if (section === undefined) {
			return;
		}
		if (closing.signal.aborted) {
			section.close();
			return;
		}
		opened.set(wanted, section);
		memory.restoreRow(wanted, section);
		section.isAffected(app.getState());
		// Who went on to another part meanwhile does not want to be shown anything here.
		if (aimed !== undefined || name === wanted) {
			section.aim(aimed);
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
	const press = (key: string, text: string): void => {
		message = message?.isSeen === true ? undefined : message;
		if (layer !== undefined) {
			layer.onKey(key, text);
		} else if (question.text() !== undefined) {
			question.answer(key);
		} else if (prompt !== undefined) {
			prompt.onKey(key, text);
		} else {
			keys.onKey(key, text);
		}
	};
	const isTyping = (): boolean =>
		layer !== undefined ||
		(question.text() === undefined && (prompt !== undefined || keys.typed() !== undefined));
	/** Typed faster than they were read: keys one after the other, up to a question that nobody can have seen. */
	const pressAll = (text: string): void => {
		const graphemes = graphemesOf(text);
		if (graphemes.length > mostAtOnce && graphemes[0] !== filterKey) {
			say('That was more text than keys, so nothing was done with it. / types into the filter.');
			return;
		}
		for (const grapheme of graphemes) {
			if (question.text() === undefined) {
				press(isTyping() ? 'text' : grapheme, grapheme);
			}
		}
	};
	const told = (width: number): string | undefined => {
		const asking = asks.name();
		return (
			question.text() ?? message?.text ?? (asking === undefined ? undefined : askingText(asking, '', width))
		);
	};
	const draw = (size: WindowSize) => {
		if (layer !== undefined) {
			question.note(false);
			return layer.draw(size);
		}
		question.note(true);
		const isAsking = question.text() !== undefined;
		const section = current();
		// What is asked must be seen, whatever is being typed.
		const typed = isAsking ? undefined : (prompt?.picture() ?? keys.typed());
		if (message !== undefined && !isAsking && typed === undefined) {
			message.isSeen = true;
		}
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
				hints: isAsking
					? ''
					: ((prompt === undefined ? keys.hints() : promptHints) ?? hintText(section, focus, size.columns)),
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
			if (layer !== undefined || question.text() === undefined) {
				(layer ?? prompt ?? keys).onPaste(text);
				redraw();
			}
		},
	};
};
