import {cellsOf, graphemesOf} from './graphemes.ts';

/** A row of a text on the screen, and where it starts in the text. */
type Row = {readonly text: string; readonly start: number};

type RowLayout = {
	/** One cell of it is left for the cursor. */
	readonly width: number;
	/** What takes other cells than it has characters, as it is shown. */
	readonly show: (text: string) => string;
};

/** A tab stays one in the text, and takes the cells of spaces. */
export const showTabs = (text: string): string => text.replaceAll('\t', '    ');

/** Breaks behind a space where there is one. A space that ends a full row hangs over into the cell of the cursor. */
const layOutLine = (line: string, start: number, {width, show}: RowLayout): readonly Row[] => {
	if (line === '' || cellsOf(show(line)) < width) {
		return [{text: line, start}];
	}
	const rows: Row[] = [];
	let from = 0;
	let at = 0;
	let cells = 0;
	let afterSpace = 0;
	let cellsAfterSpace = 0;
	const breakAt = (end: number, cellsLeft: number): void => {
		rows.push({text: line.slice(from, end), start: start + from});
		from = end;
		cells = cellsLeft;
	};
	for (const grapheme of graphemesOf(line)) {
		const size = cellsOf(show(grapheme));
		const isSpace = grapheme === ' ';
		const hangs = isSpace && cells + size === width && at > from;
		while (!hangs && cells + size > width - 1 && at > from) {
			const isAtSpace = afterSpace > from;
			breakAt(isAtSpace ? afterSpace : at, isAtSpace ? cells - cellsAfterSpace : 0);
		}
		at += grapheme.length;
		cells += size;
		if (isSpace) {
			afterSpace = at;
			cellsAfterSpace = cells;
		}
		if (hangs) {
			breakAt(at, 0);
		}
	}
	rows.push({text: line.slice(from), start: start + from});
	return rows;
};

const lineAt = (text: string, place: number): {readonly start: number; readonly end: number} => {
	const end = text.indexOf('\n', place);
	return {
		start: place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1,
		end: end === -1 ? text.length : end,
	};
};

/** The row with the cursor, and some above and below it. Lines further away are not looked at. */
export const rowsAround = (
	{text, cursor}: {readonly text: string; readonly cursor: number},
	layout: RowLayout & {readonly reach: number},
): {readonly rows: readonly Row[]; readonly index: number} => {
	let {start, end} = lineAt(text, cursor);
	let rows = layOutLine(text.slice(start, end), start, layout);
	let index = rows.findLastIndex(row => row.start <= cursor);
	while (start > 0 && index < layout.reach) {
		const above = lineAt(text, start - 1);
		const more = layOutLine(text.slice(above.start, above.end), above.start, layout);
		rows = [...more, ...rows];
		index += more.length;
		start = above.start;
	}
	while (end < text.length && rows.length - index <= layout.reach) {
		const below = lineAt(text, end + 1);
		rows = [...rows, ...layOutLine(text.slice(below.start, below.end), below.start, layout)];
		end = below.end;
	}
	return {rows, index};
};

/** The place in a row that is so many cells from its start, or the last one before it. */
const placeAt = ({text, start}: Row, wanted: number, show: RowLayout['show']): number => {
	let place = start;
	let cells = 0;
	for (const grapheme of graphemesOf(text)) {
		cells += cellsOf(show(grapheme));
		if (cells > wanted) {
			return place;
		}
		place += grapheme.length;
	}
	return place;
};

/** A place in the row above or below, and the cells from the start of a row that were wanted; undefined at the edge. */
export const moveByRow = (
	buffer: {readonly text: string; readonly cursor: number},
	direction: -1 | 1,
	layout: RowLayout,
	wantedCells?: number,
): {readonly cursor: number; readonly cells: number} | undefined => {
	const {rows, index} = rowsAround(buffer, {...layout, reach: 1});
	const row = rows[index];
	const other = rows[index + direction];
	if (row === undefined || other === undefined) {
		return undefined;
	}
	const cells = wantedCells ?? cellsOf(layout.show(row.text.slice(0, buffer.cursor - row.start)));
	const end = other.start + other.text.length;
	// Behind the last character of a row that goes on is the start of the next one.
	const isBroken = end < buffer.text.length && buffer.text[end] !== '\n';
	const last = isBroken ? (graphemesOf(other.text).at(-1)?.length ?? 0) : 0;
	return {cursor: Math.min(placeAt(other, cells, layout.show), end - last), cells};
};
