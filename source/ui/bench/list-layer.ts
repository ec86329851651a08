import {sanitiseLine} from '../../support/sanitise.ts';
import {findIntent} from '../input/keymap.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {bothEnds} from '../pager/viewer-lines.ts';
import {lineWindow} from '../text/line-window.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {createItemList, editFilter, placeText, typeInto} from './item-list.ts';
import {rowLine} from './row-line.ts';
import type {Row} from './section.ts';

type ListLayerDeps<Item> = {
	readonly title: string;
	readonly items: () => readonly Item[];
	readonly idOf: (item: Item) => string;
	readonly rowOf: (item: Item) => Row;
	readonly textOf: (item: Item) => string;
	/** The one that is chosen at first. */
	readonly first?: string;
	/** At the right of the title, in place of where in the list one is. */
	readonly note?: () => string;
	/** What is said where the filter lets nothing through. */
	readonly nothing: string;
	/** What its keys do. */
	readonly keys: string;
	readonly styles: () => Styles;
	/** Takes the chosen one, or tells that the user leaves. */
	readonly onTake: (item: Item | undefined) => void;
	readonly onLeave: () => void;
	/** What a space does to the chosen one; without it, it is typed. */
	readonly onSpace?: (item: Item) => void;
};

/** A list that has the window until the user takes something or leaves. What is typed narrows it. */
export const createListLayer = <Item extends object>(deps: ListLayerDeps<Item>): ViewerLayer => {
	const {styles, onSpace} = deps;
	const list = createItemList(deps);
	if (deps.first !== undefined) {
		list.select(deps.first);
	}
	const type = (text: string): void => {
		const item = list.chosen();
		if (onSpace !== undefined && text === ' ') {
			if (item !== undefined) {
				onSpace(item);
			}
		} else if (text !== '') {
			list.setFilter(typeInto(list.filter(), sanitiseLine(text)));
		}
	};
	return {
		draw({columns: width, rows}) {
			const look = styles();
			const height = Math.max(1, rows - 4);
			const {items, chosen} = list.window(height);
			const body = items.map((item, index) =>
				rowLine(deps.rowOf(item), {isChosen: index === chosen, hasFocus: true}, width, look),
			);
			const [title, gap, note] = bothEnds(sanitiseLine(deps.title), deps.note?.() ?? placeText(list), width);
			const {text, cursor} = lineWindow(list.filter(), Math.max(4, width - 9));
			return {
				lines: [
					`${look.strong(title)}${gap}${look.dim(note)}`,
					`${look.dim('filter: ')}${text}`,
					look.dim('─'.repeat(width)),
					...(body.length === 0 ? [look.dim(cutToWidth(`  ${deps.nothing}`, width))] : body),
					...Array.from({length: Math.max(0, height - Math.max(1, body.length))}, () => ''),
					look.dim(cutToWidth(`${deps.keys} · esc back · ↑ ↓ move · type to filter`, width)),
				].slice(0, rows),
				cursor: {x: Math.min(width - 1, 8 + cursor), y: 1},
			};
		},
		onKey(name, text) {
			const intent = findIntent('prompt', name) ?? findIntent('scrolling', name);
			switch (intent?.type) {
				case 'submit':
					deps.onTake(list.chosen());
					break;
				case 'interrupt':
				case 'clear-or-quit':
					deps.onLeave();
					break;
				case 'up':
				case 'down':
					list.move(intent.type);
					break;
				case 'scroll':
					list.move(intent.step < 0 ? 'page-up' : 'page-down');
					break;
				case 'edit':
					if (intent.edit !== 'newline') {
						list.setFilter(editFilter(list.filter(), intent.edit));
					}
					break;
				default:
					type(text);
			}
		},
		onPaste: type,
	};
};
