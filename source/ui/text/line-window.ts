import type {TextBuffer} from '../input/text-buffer.ts';
import {cellsOf, graphemesOf, takeCells} from './graphemes.ts';

/** The part of a line that is being typed which fits around its cursor, and the cell of the cursor in it. */
export const lineWindow = (
	{text, cursor}: TextBuffer,
	width: number,
): {readonly text: string; readonly cursor: number} => {
	let before = graphemesOf(text.slice(0, cursor));
	while (cellsOf(before.join('')) >= width) {
		before = before.slice(Math.ceil(before.length / 4));
	}
	const shown = before.join('');
	const cells = cellsOf(shown);
	return {text: shown + takeCells(text.slice(cursor), width - cells - 1), cursor: cells};
};
