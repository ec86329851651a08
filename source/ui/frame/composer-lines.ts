import {noPastes, type Pastes, showPastes} from '../input/pastes.ts';
import type {TextBuffer} from '../input/text-buffer.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rowsAround, showTabs} from '../text/layout-rows.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';

export type Cursor = {readonly x: number; readonly y: number};

const mark = '› ';
const markCells = 2;

/** The cells that the rows of a draft have in a window. */
export const draftWidth = (columns: number): number => columns - markCells;

/** A draft as its rows show it: what was pasted is a label, which fits into a row. */
export const showDraft =
	(pastes: Pastes, width: number, style?: (label: string) => string) =>
	(text: string): string =>
		showPastes(showTabs(text), pastes, label => {
			const cut = cutToWidth(label, width - 1);
			return style === undefined ? cut : style(cut);
		});

type ComposerOptions = {
	readonly width: number;
	readonly height: number;
	readonly styles: Styles;
	readonly placeholder: string;
	/** What every row begins with, where it is not the mark of the draft. Two cells. */
	readonly bar?: string;
	/** What stands for itself in the text only by a character. */
	readonly pastes?: Pastes;
};

/** The draft with its cursor. Rows that do not fit are scrolled away around the cursor. */
export const composerLines = (
	draft: TextBuffer,
	{width, height, styles, placeholder, bar, pastes = noPastes}: ComposerOptions,
): {readonly lines: readonly string[]; readonly cursor: Cursor} => {
	const first = bar ?? styles.accent(mark);
	const further = bar ?? ' '.repeat(markCells);
	if (draft.text === '') {
		return {
			lines: [`${first}${styles.dim(placeholder)}`],
			cursor: {x: markCells, y: 0},
		};
	}
	const room = draftWidth(width);
	const show = showDraft(pastes, room);
	const showStyled = showDraft(pastes, room, styles.accent);
	const {rows, index} = rowsAround(draft, {width: room, show, reach: height - 1});
	const row = rows[index] ?? {text: '', start: 0};
	const top = Math.max(0, index - height + 1);
	return {
		lines: rows
			.slice(top, top + height)
			.map(({text, start}) => (start === 0 ? first : further) + showStyled(text)),
		cursor: {
			x: markCells + cellsOf(show(row.text.slice(0, draft.cursor - row.start))),
			y: index - top,
		},
	};
};
