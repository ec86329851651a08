import type {TextBuffer} from '../input/text-buffer.ts';
import {cellsOf, graphemesOf} from '../text/graphemes.ts';
import type {Styles} from '../theme/styles.ts';

type Row = {readonly text: string; readonly start: number};

export type Cursor = {readonly x: number; readonly y: number};

const mark = '› ';
const markCells = 2;

/** A tab stays one in the text, and takes the cells of spaces. */
const shown = (text: string): string => text.replaceAll('\t', '    ');

/** Breaks the draft into rows of at most `width` cells, keeping where each row starts in the text. */
const rowsOf = (text: string, width: number): readonly Row[] => {
	const rows: Row[] = [];
	let start = 0;
	for (const line of text.split('\n')) {
		let row = '';
		let cells = 0;
		let rowStart = start;
		for (const grapheme of cellsOf(shown(line)) < width ? [line] : graphemesOf(line)) {
			const size = cellsOf(shown(grapheme));
			if (cells + size > width - 1 && row !== '') {
				rows.push({text: row, start: rowStart});
				rowStart += row.length;
				row = '';
				cells = 0;
			}
			row += grapheme;
			cells += size;
		}
		rows.push({text: row, start: rowStart});
		start += line.length + 1;
	}
	return rows;
};

type ComposerOptions = {
	readonly width: number;
	readonly height: number;
	readonly styles: Styles;
	readonly placeholder: string;
	/** What every row begins with, where it is not the mark of the draft. Two cells. */
	readonly bar?: string;
};

/** The draft with its cursor. Rows that do not fit are scrolled away around the cursor. */
export const composerLines = (
	draft: TextBuffer,
	{width, height, styles, placeholder, bar}: ComposerOptions,
): {readonly lines: readonly string[]; readonly cursor: Cursor} => {
	const first = bar ?? styles.accent(mark);
	const further = bar ?? ' '.repeat(markCells);
	if (draft.text === '') {
		return {
			lines: [`${first}${styles.dim(placeholder)}`],
			cursor: {x: markCells, y: 0},
		};
	}
	const rows = rowsOf(draft.text, width - markCells);
	const cursorRow = rows.findLastIndex(row => row.start <= draft.cursor);
	const row = rows[cursorRow] ?? {text: '', start: 0};
	const top = Math.max(0, Math.min(cursorRow - height + 1, rows.length - height));
	return {
		lines: rows
			.slice(top, top + height)
			.map(({text}, index) => (top + index === 0 ? first : further) + shown(text)),
		cursor: {
			x: markCells + cellsOf(shown(row.text.slice(0, draft.cursor - row.start))),
			y: cursorRow - top,
		},
	};
};
