import {cellsOf, graphemesOf} from '../text/graphemes.ts';
import type {Style} from '../theme/styles.ts';
import type {Frame} from './build-frame.ts';

/** Nobody makes a window narrower than this, so that such a row stays one row. */
const safeCells = 40;

const styling = /(\u001B\[\d+m)/;

const plainText = (line: string): string =>
	line
		.split(styling)
		.filter((_, index) => index % 2 === 0)
		.join('');

/** The line with the cell at `x` set off. */
const markCell = (line: string, x: number, mark: Style): string => {
	let cells = 0;
	let isMarked = false;
	const marked = line.split(styling).map((part, index) => {
		if (index % 2 === 1 || isMarked) {
			return part;
		}
		return graphemesOf(part)
			.map(grapheme => {
				const isHere = !isMarked && cells + cellsOf(grapheme) > x;
				isMarked ||= isHere;
				cells += cellsOf(grapheme);
				return isHere ? mark(grapheme) : grapheme;
			})
			.join('');
	});
	return isMarked ? marked.join('') : `${marked.join('')}${' '.repeat(Math.max(0, x - cells))}${mark(' ')}`;
};

/**
 * When a window becomes narrower, rows below the cursor are re-wrapped, and terminals do not agree on where the
 * cursor is afterwards. So where there are such rows, the real cursor waits below the frame and a drawn one shows
 * the place.
 */
export const parkCursor = (frame: Frame, mark: Style): Frame => {
	const {lines, cursor} = frame;
	if (lines.slice(cursor.y + 1).every(line => cellsOf(plainText(line)) <= safeCells)) {
		return frame;
	}
	return {
		...frame,
		lines: lines.map((line, y) => (y === cursor.y ? markCell(line, cursor.x, mark) : line)),
		cursor: {x: 0, y: lines.length},
		isCursorDrawn: true,
	};
};
