import type {Schedule} from '../../domain/ports.ts';
import type {AppState} from '../../state/app-state.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {BenchPicture} from './bench-frame.ts';
import {createDetailPane, type DetailPane} from './detail-pane.ts';
import {createItemList, type ItemList, placeText} from './item-list.ts';
import type {BenchTarget, Section} from './section.ts';

/** A section with its list and its right side, whatever its items are. */
export type OpenSection = Pick<Section<never>, 'name' | 'title' | 'summary' | 'bindings'> &
	Pick<BenchPicture, 'list' | 'detail'> & {
		/** Where in the list one is, or what narrows it. */
		readonly note: () => string;
		/** What somebody has chosen; undefined where it is what is chosen anyway: the first, or the end that grows. */
		readonly chosenId: () => string | undefined;
		readonly pane: DetailPane;
		readonly rows: Pick<ItemList<never>, 'hold' | 'move' | 'filter' | 'setFilter' | 'select'>;
		readonly act: (intent: string) => boolean;
		/** Whether it shows something of the state that is another now. */
		readonly isAffected: (state: AppState) => boolean;
		/** Something is different now. */
		readonly changed: () => void;
		/** Somebody comes to it: about something, or to look. */
		readonly aim: (target: BenchTarget | undefined) => void;
		readonly close: () => void;
	};

type OpenDeps = {
	readonly schedule: Schedule;
	readonly styles: () => Styles;
	readonly onChange: () => void;
};

/** So much of a filter is shown beside the count, which has to fit into a narrow window. */
const mostFilter = 12;

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
	one.length === other.length && one.every((part, index) => part === other[index]);

export const openSection = <Item extends object>(section: Section<Item>, deps: OpenDeps): OpenSection => {
	const list = createItemList(section);
	const pane = createDetailPane(deps);
	let watched: readonly unknown[] = [];
	/** What the right side was made for. */
	let shown: {readonly id: string; readonly item: Item} | undefined;
	let isStale = true;

	const follow = (): void => {
		const item = list.chosen();
		if (item === undefined) {
			if (shown !== undefined || isStale) {
				shown = undefined;
				isStale = false;
				pane.show('', []);
				section.onChoose?.(undefined);
			}
			return;
		}
		const id = section.idOf(item);
		if (isStale || shown?.id !== id || shown.item !== item) {
			const isOther = shown?.id !== id;
			shown = {id, item};
			isStale = false;
			if (isOther) {
				section.onChoose?.(item);
			}
			pane.show(id, section.tabs(item));
		}
	};

	return {
		...section,
		note() {
			const {text} = list.filter();
			return text === '' ? placeText(list) : `/${cutToWidth(text, mostFilter)}  ${placeText(list)}`;
		},
		list(height) {
			const window = list.window(height);
			return {
				rows: window.items.map(section.rowOf),
				chosen: window.chosen,
				empty:
					list.count() === 0
						? section.emptyLines()
						: ['Nothing has these words.', 'esc shows everything again.'],
			};
		},
		detail(area) {
			follow();
			return pane.draw(area, deps.styles());
		},
		chosenId() {
			const item = section.follows === true || list.place() === 0 ? undefined : list.chosen();
			return item && section.idOf(item);
		},
		pane,
		rows: list,
		act: intent => section.act(intent, list.chosen()),
		isAffected(state) {
			const next = section.watches?.(state) ?? [];
			const isOther = !isSame(watched, next);
			watched = next;
			return isOther;
		},
		changed() {
			isStale = true;
		},
		aim(target) {
			if (target === undefined) {
				section.onShow?.();
				return;
			}
			if (target.id !== undefined) {
				list.select(target.id);
			}
			section.aim?.(target);
		},
		close: () => section.close?.(),
	};
};
