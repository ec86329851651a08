import {cellsOf} from '../text/graphemes.ts';

/** Breaks a line between words and never inside of one: an address may be copied. Every row begins where the line does. */
export const breakAtWords = (line: string, width: number): readonly string[] => {
	if (cellsOf(line) <= width) {
		return [line];
	}
	const [space = ''] = /^\s*/.exec(line) ?? [];
	// A row of nothing else would be no row.
	const indent = cellsOf(space) > width / 2 ? '' : space;
	const rows: string[] = [];
	let row = '';
	let cells = 0;
	for (const [part, gap = '', word = ''] of line
		.slice(space.length)
		.trimEnd()
		.matchAll(/(\s*)(\S+)/g)) {
		const size = cellsOf(part);
		const isFirst = row === '';
		if (!isFirst && cells + size > width) {
			rows.push(row);
		}
		const isNew = isFirst || cells + size > width;
		row = isNew ? `${indent}${word}` : `${row}${gap}${word}`;
		cells = isNew ? cellsOf(row) : cells + size;
	}
	return [...rows, row];
};
