import {type BenchPart, benchParts} from '../../domain/bench-part.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {BenchBinding} from '../input/bench/binding.ts';
import {benchBindings, detailBindings, listBindings} from '../input/bench/shell.ts';
import {findIntent} from '../input/keymap.ts';
import {emptyBuffer} from '../input/text-buffer.ts';
import {
	findViewerIntents,
	readingBindings,
	sidewaysBindings,
	treeBindings,
	type ViewerIntent,
} from '../input/viewer-bindings.ts';
import {createQueryLine} from '../pager/query-line.ts';
import {searchText} from '../pager/viewer-lines.ts';
import type {WindowHost} from '../window-host.ts';
import type {TypedLine} from './bench-frame.ts';
import {editFilter, type ListMove, typeInto} from './item-list.ts';
import type {OpenSection} from './open-section.ts';

type KeysDeps = {
	readonly section: () => OpenSection | undefined;
	readonly focus: () => 'list' | 'detail';
	readonly setFocus: (focus: 'list' | 'detail') => void;
	readonly host: Pick<WindowHost, 'copy' | 'editText' | 'redraw' | 'suspend'>;
	readonly say: (text: string) => void;
	readonly open: (name: BenchPart) => void;
	readonly step: (by: 1 | -1) => void;
	readonly close: () => void;
	readonly help: () => void;
};

const moves: ReadonlySet<string> = new Set<ListMove>(['up', 'down', 'page-up', 'page-down', 'top', 'bottom']);
const isMove = (intent: string): intent is ListMove => moves.has(intent);

const intentsIn = (tables: readonly (readonly BenchBinding[])[], key: string): readonly string[] =>
	tables.flatMap(table => table.filter(({keys}) => keys.includes(key)).map(({intent}) => intent));

/** What keys do to the list and to the right side, as long as nothing lies over them. */
export const createBenchKeys = (deps: KeysDeps) => {
	const {section, focus, setFocus, host, say} = deps;
	let isFiltering = false;
	const query = createQueryLine(() => section()?.pane.page()?.search);
	const pane = () => section()?.pane;

	const stopFiltering = (): true => {
		isFiltering = false;
		return true;
	};
	const clearFilter = (): true => {
		section()?.rows.setFilter(emptyBuffer);
		return stopFiltering();
	};
	const filterBy = (text: string): void => {
		const rows = section()?.rows;
		if (rows !== undefined && text !== '') {
			rows.setFilter(typeInto(rows.filter(), sanitiseLine(text)));
		}
	};
	const filterKey = (name: string, text: string): void => {
		const rows = section()?.rows;
		const intent = findIntent('prompt', name) ?? findIntent('scrolling', name);
		switch (intent?.type) {
			case 'submit':
				stopFiltering();
				break;
			case 'interrupt':
			case 'clear-or-quit':
				clearFilter();
				break;
			case 'up':
			case 'down':
				rows?.move(intent.type);
				break;
			case 'scroll':
				rows?.move(intent.step < 0 ? 'page-up' : 'page-down');
				break;
			case 'edit':
				if (rows !== undefined && intent.edit !== 'newline') {
					rows.setFilter(editFilter(rows.filter(), intent.edit));
				}
				break;
			default:
				filterBy(text);
		}
	};

	const copy = (intent: 'copy' | 'copy-path'): boolean => {
		const copied =
			pane()?.page()?.copied?.(intent) ?? (intent === 'copy' ? pane()?.form()?.whole() : undefined);
		if (copied !== undefined) {
			say(`${copied.what}: ${host.copy(copied.text)}`);
		}
		return copied !== undefined;
	};
	const editOutside = (): true => {
		const form = pane()?.form();
		if (form !== undefined) {
			void host.editText(form.whole().text, form.ending ?? '.txt').then(edited => {
				if (edited.type === 'unchanged' && edited.why !== undefined) {
					say(edited.why);
				}
			});
		}
		return true;
	};
	const read = (intent: ViewerIntent): boolean => {
		switch (intent) {
			case 'search':
				return query.begin();
			case 'next-match':
			case 'previous-match':
				if (pane()?.page()?.search.state().pattern === undefined) {
					return false;
				}
				pane()
					?.page()
					?.search.go(intent === 'next-match' ? 1 : -1);
				return true;
			case 'copy':
			case 'copy-path':
				return copy(intent);
			case 'edit-outside':
				return editOutside();
			case 'close':
			case 'back':
			case 'keys':
				return false;
			default:
				return pane()?.act(intent) === true;
		}
	};
	const frame = (intent: string): boolean => {
		const wanted = benchParts.find(each => each === intent);
		if (wanted !== undefined) {
			deps.open(wanted);
			return true;
		}
		if (/^tab-\d$/.test(intent)) {
			return pane()?.openTab(Number(intent.slice(-1)) - 1) === true;
		}
		switch (intent) {
			case 'close':
				deps.close();
				return true;
			case 'keys':
				deps.help();
				return true;
			case 'next-section':
			case 'previous-section':
				deps.step(intent === 'next-section' ? 1 : -1);
				return true;
			case 'next-tab':
			case 'previous-tab':
				pane()?.stepTab(intent === 'next-tab' ? 1 : -1);
				return true;
			case 'redraw':
				host.redraw();
				return true;
			case 'suspend':
				host.suspend();
				return true;
			case 'filter':
				isFiltering = true;
				return true;
			case 'to-detail':
				setFocus('detail');
				return true;
			case 'to-list':
				if (!query.leave()) {
					setFocus('list');
				}
				return true;
			case 'back':
				if (section()?.rows.filter().text !== '') {
					return clearFilter();
				}
				// What a section has narrowed its list to is a step, too.
				if (section()?.act('back') === true) {
					return true;
				}
				deps.close();
				return true;
			default:
				if (isMove(intent)) {
					section()?.rows.move(intent);
					return true;
				}
				return false;
		}
	};
	const own = (name: string): boolean =>
		intentsIn([section()?.bindings ?? []], name).some(intent => section()?.act(intent) === true);

	const onListKey = (name: string): void => {
		section()?.rows.hold();
		if (!own(name)) {
			intentsIn([listBindings, benchBindings], name).some(frame);
		}
	};
	const onDetailKey = (name: string): void => {
		const table = pane()?.page()?.kind === 'tree' ? treeBindings : sidewaysBindings;
		const isRead = findViewerIntents([table, readingBindings], name).some(read);
		if (!isRead && !intentsIn([detailBindings], name).some(frame) && !own(name)) {
			intentsIn([benchBindings], name).some(frame);
		}
	};

	return {
		/** The line that is being typed: the filter, or what is searched for. */
		typed(): TypedLine | undefined {
			const searched = query.typed();
			if (searched !== undefined) {
				const found = pane()?.page()?.search.state();
				const said = found === undefined ? '' : searchText(found);
				return {label: `search ${said === '' ? '' : `(${said}) `}/`, text: searched};
			}
			const rows = section()?.rows;
			return isFiltering && rows !== undefined ? {label: '/', text: rows.filter()} : undefined;
		},
		/** What keys do to that line. */
		hints(): string | undefined {
			if (query.typed() !== undefined) {
				return 'enter to the matches · esc ends the search';
			}
			return isFiltering ? 'enter to the list · esc shows everything · ↑ ↓ move' : undefined;
		},
		onKey(name: string, text: string): void {
			if (query.typed() !== undefined) {
				query.onKey(name, text);
			} else if (isFiltering) {
				filterKey(name, text);
			} else if (focus() === 'list') {
				onListKey(name);
			} else {
				onDetailKey(name);
			}
		},
		onPaste(text: string): void {
			if (query.typed() !== undefined) {
				query.add(text);
			} else if (isFiltering) {
				filterBy(text);
			}
		},
	};
};
