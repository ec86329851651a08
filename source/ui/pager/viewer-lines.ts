import {readingBindings, shownKey, type ViewerBinding} from '../input/viewer-bindings.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {Line} from './line.ts';
import type {SearchState} from './search.ts';

/**
 * Two texts at the ends of a row. Where there is no room, the left one is cut if the right one is short, unless the left
 * one matters more; else the right one is left out.
 */
export const bothEnds = (
	left: string,
	right: string,
	width: number,
	whatMatters: 'both' | 'left' = 'both',
): readonly [left: string, gap: string, right: string] => {
	const isShort = whatMatters === 'both' && cellsOf(right) + 3 <= width / 2;
	const shown = isShort || cellsOf(left) + cellsOf(right) + 1 <= width ? right : '';
	const room = width - (shown === '' ? 0 : cellsOf(shown) + 1);
	const cut = cutToWidth(left, room);
	return [cut, ' '.repeat(Math.max(0, width - cellsOf(cut) - cellsOf(shown))), shown];
};

/** Every tab with the open one marked; where they do not fit, only the open one. */
export const tabBar = (names: readonly string[], open: number, width: number, styles: Styles): string => {
	const whole = names.map(name => ` ${name} `).join('');
	if (cellsOf(whole) <= width) {
		return names.map((name, index) => (index === open ? styles.inverse(` ${name} `) : ` ${name} `)).join('');
	}
	const text = cutToWidth(` ${names[open] ?? ''} `, Math.max(1, width - 10));
	return `‹ ${styles.inverse(text)} › ${styles.dim(`${open + 1}/${names.length}`)}`;
};

type NamedKey = Pick<ViewerBinding, 'keys' | 'help' | 'hint'>;

/** The keys worth naming, as many as fit. */
export const hintLine = (tables: readonly (readonly NamedKey[])[], width: number): string => {
	const hints = tables
		.flat()
		.flatMap(({keys: [key = ''], hint}) => (hint === undefined ? [] : [`${shownKey(key)} ${hint}`]));
	let line = '';
	for (const hint of hints) {
		const longer = line === '' ? hint : `${line} · ${hint}`;
		if (cellsOf(longer) <= width) {
			line = longer;
		}
	}
	return line;
};

/** How a search is going. */
export const searchText = ({count, current, isSearching, isFull, pattern}: SearchState): string => {
	if (pattern === undefined) {
		return '';
	}
	if (count === 0) {
		return isSearching ? 'searching…' : 'not found';
	}
	const whole = `${count}${isFull || isSearching ? '+' : ''}`;
	return current === undefined ? `${whole} found` : `${current} of ${whole} found`;
};

/** That a question waits, and how to get there. Of a long name the end is missing, never of what to do. */
export const askingText = (name: string, found: string, width: number): string => {
	const [key = ''] = readingBindings.find(({intent}) => intent === 'close')?.keys ?? [];
	const words = ` asks something: ${shownKey(key)} goes there${found === '' ? '' : ` · ${found}`}`;
	return `${cutToWidth(name, Math.max(1, width - cellsOf(words)))}${words}`;
};

export type KeyTable = {readonly title: string; readonly bindings: readonly NamedKey[]};

/** The list of keys, as lines to read. */
export const keyLines = (tables: readonly KeyTable[], width: number): readonly Line[] => {
	const named = tables.map(({title, bindings}) => ({
		title,
		entries: bindings.flatMap(({keys, help}) =>
			help === undefined ? [] : [{keys: keys.map(shownKey).join(', '), help}],
		),
	}));
	const column = Math.max(0, ...named.flatMap(({entries}) => entries.map(({keys}) => cellsOf(keys)))) + 2;
	return named.flatMap(({title, entries}, index) => [
		...(index === 0 ? [] : [{text: ''}]),
		...wrapText(title, width).map(text => ({text, tone: 'strong' as const})),
		...entries.map(({keys, help}) => ({
			label: `  ${keys.padEnd(column)}`,
			labelTone: 'accent' as const,
			text: help,
		})),
	]);
};
