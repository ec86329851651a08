import type {TextBuffer} from '../input/text-buffer.ts';
import type {ViewerBinding} from '../input/viewer-bindings.ts';
import {lineWindow} from '../text/line-window.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullPicture, WindowSize} from '../window-host.ts';
import type {Page} from './page.ts';
import {askingText, bothEnds, hintLine, searchText, tabBar} from './viewer-lines.ts';

type ViewerPicture = {
	readonly title: {readonly text: string; readonly note?: string};
	readonly tabs: readonly string[];
	readonly open: number;
	readonly page: Page | undefined;
	/** What is being typed to be looked for. */
	readonly query: TextBuffer | undefined;
	readonly message: string | undefined;
	/** Who asks something that is answered elsewhere. */
	readonly asking: string | undefined;
	readonly tables: readonly (readonly ViewerBinding[])[];
};

/** In a window that is lower only what is read is shown, and the line below it. */
const leastRows = 8;

/** There is nothing to say about tabs where there is one. */
const hintTables = (
	tables: readonly (readonly ViewerBinding[])[],
	tabs: readonly string[],
): readonly (readonly ViewerBinding[])[] =>
	tabs.length > 1 ? tables : tables.map(table => table.filter(({intent}) => intent !== 'next-tab'));

/** The whole window: title, tabs, what is read, where in it one is, keys. */
export const drawViewer = (
	{title, tabs, open, page, query, message, asking, tables}: ViewerPicture,
	{columns: width, rows}: WindowSize,
	styles: Styles,
): FullPicture => {
	const [name, gap, note] = bothEnds(title.text, title.note ?? '', width);
	const head =
		rows < leastRows
			? []
			: [
					`${styles.strong(name)}${gap}${styles.dim(note)}`,
					...(tabs.length > 1 ? [tabBar(tabs, open, width, styles)] : []),
					styles.dim('─'.repeat(width)),
				];
	const foot = rows < leastRows ? [] : [styles.dim(hintLine(hintTables(tables, tabs), width))];
	// A long sentence takes the place of the keys, and more if it must: it would be of no use if it were cut.
	const said = message === undefined || query !== undefined ? [] : wrapText(message, width);
	const height = Math.max(0, rows - head.length - Math.max(said.length, foot.length + 1));
	const {lines = [], position = ''} = page?.draw({width, height}, styles) ?? {};
	const body = [...lines, ...Array.from({length: height - lines.length}, () => '')];
	const found = page === undefined ? '' : searchText(page.search.state());
	if (said.length > 1) {
		return {lines: [...head, ...body, ...said.map(styles.warn)].slice(-rows)};
	}
	const y = head.length + height;
	if (query !== undefined) {
		const room = Math.max(4, width - found.length - 3);
		const {text, cursor} = lineWindow(query, room);
		const [typed, space, count] = bothEnds(`/${text}`, found, width);
		return {
			lines: [...head, ...body, `${styles.accent(typed)}${space}${styles.dim(count)}`, ...foot],
			cursor: {x: Math.min(width - 1, cursor + 1), y},
		};
	}
	const told = message ?? (asking === undefined ? undefined : askingText(asking, found, width));
	const [left, space, right] = bothEnds(told ?? found, position, width, 'left');
	const status = `${told === undefined ? styles.accent(left) : styles.warn(left)}${space}${styles.dim(right)}`;
	return {lines: [...head, ...body, status, ...foot]};
};
