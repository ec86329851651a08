import {sanitiseLine} from '../../support/sanitise.ts';
import {findIntent} from '../input/keymap.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {bothEnds} from '../pager/viewer-lines.ts';
import {lineWindow} from '../text/line-window.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {createItemList, editFilter, typeInto} from './item-list.ts';
import {rowLine} from './row-line.ts';
import type {Choice, ChoicePrompt} from './section.ts';

type ChooserDeps<Value> = {
	readonly prompt: ChoicePrompt<Value>;
	readonly styles: () => Styles;
	/** Called when it is over, before anything is done with what was chosen. */
	readonly onDone: () => void;
};

/** A list that has the window until something in it is chosen. What is typed narrows it. */
export const createChooser = <Value>({prompt, styles, onDone}: ChooserDeps<Value>): ViewerLayer => {
	const {choices, chosen} = prompt;
	const isMulti = chosen !== undefined;
	const picked = new Set<Value>(chosen);
	const list = createItemList<Choice<Value>>({
		items: () => choices,
		idOf: choice => String(choices.indexOf(choice)),
		textOf: ({label, detail = ''}) => `${label} ${detail}`,
	});
	const toggle = (choice: Choice<Value> | undefined): void => {
		if (choice !== undefined && !picked.delete(choice.value)) {
			picked.add(choice.value);
		}
	};
	const finish = (): void => {
		const choice = list.chosen();
		if (isMulti) {
			onDone();
			prompt.run(choices.map(({value}) => value).filter(value => picked.has(value)));
		} else if (choice !== undefined) {
			onDone();
			prompt.run([choice.value]);
		}
	};
	const type = (text: string): void => {
		if (isMulti && text === ' ') {
			toggle(list.chosen());
		} else if (text !== '') {
			list.setFilter(typeInto(list.filter(), sanitiseLine(text)));
		}
	};
	return {
		draw({columns: width, rows}) {
			const look = styles();
			const height = Math.max(1, rows - 4);
			const window = list.window(height);
			const shown = window.items.map(({label, detail, value}, index) => {
				const isPicked = picked.has(value);
				return rowLine(
					{
						label: sanitiseLine(label),
						...(isMulti ? {mark: {text: isPicked ? '[x]' : '[ ]', tone: isPicked ? 'good' : 'dim'}} : {}),
						...(detail === undefined ? {} : {note: sanitiseLine(detail)}),
					},
					{isChosen: index === window.chosen, hasFocus: true},
					width,
					look,
				);
			});
			const count = isMulti
				? `${picked.size} of ${choices.length} chosen`
				: `${list.shown().length} of ${choices.length}`;
			const [title, gap, note] = bothEnds(sanitiseLine(prompt.title), count, width);
			const {text, cursor} = lineWindow(list.filter(), Math.max(4, width - 9));
			const keys = isMulti
				? 'space picks · enter takes them · esc back · ↑ ↓ move · type to filter'
				: 'enter takes it · esc back · ↑ ↓ move · type to filter';
			return {
				lines: [
					`${look.strong(title)}${gap}${look.dim(note)}`,
					`${look.dim('filter: ')}${text}`,
					look.dim('─'.repeat(width)),
					...(shown.length === 0 ? [look.dim('  nothing like this')] : shown),
					...Array.from({length: Math.max(0, height - Math.max(1, shown.length))}, () => ''),
					look.dim(cutToWidth(keys, width)),
				].slice(0, rows),
				cursor: {x: Math.min(width - 1, 8 + cursor), y: 1},
			};
		},
		onKey(name, text) {
			const intent = findIntent('prompt', name) ?? findIntent('scrolling', name);
			switch (intent?.type) {
				case 'submit':
					finish();
					break;
				case 'interrupt':
				case 'clear-or-quit':
					onDone();
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
