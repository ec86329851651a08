import {toneStyle} from '../pager/line.ts';
import {bothEnds} from '../pager/viewer-lines.ts';
import {cellsOf} from '../text/graphemes.ts';
import type {Styles} from '../theme/styles.ts';
import type {Row} from './section.ts';

export type RowState = {
	readonly isChosen: boolean;
	/** Whether keys go to the list. */
	readonly hasFocus: boolean;
};

/** From here on a list says more about what is in it. */
const roomForMore = 40;

/** Exactly as wide as it is told, so that what stands beside it stands in a column. */
export const rowLine = (
	{mark, label, tone, note = '', noteTone = 'dim', wide}: Row,
	{isChosen, hasFocus}: RowState,
	width: number,
	styles: Styles,
): string => {
	const pointer = isChosen ? '›' : ' ';
	const icon = mark === undefined ? '' : `${mark.text} `;
	const room = Math.max(1, width - 2 - cellsOf(icon));
	const shown = wide !== undefined && room >= roomForMore ? {note: '', ...wide} : {label, note};
	const [name, gap, end] = bothEnds(shown.label, shown.note, room);
	if (isChosen && hasFocus) {
		return styles.inverse(`${pointer} ${icon}${name}${gap}${end}`);
	}
	const head = mark === undefined ? '' : toneStyle(mark.tone, styles)(icon);
	const text = isChosen ? styles.strong(name) : toneStyle(tone, styles)(name);
	return `${styles.accent(pointer)} ${head}${text}${gap}${toneStyle(noteTone, styles)(end)}`;
};
