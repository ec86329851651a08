import {cellsOf, graphemesOf, takeCells} from '../text/graphemes.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Style, Styles} from '../theme/styles.ts';
import {type Line, toneStyle} from './line.ts';
import {matchesIn, type Range} from './search-pattern.ts';

export type RowOptions = {
	readonly width: number;
	readonly isWrapped: boolean;
	/** The cells that are out of the window to the left, where lines are not wrapped. */
	readonly left: number;
	readonly styles: Styles;
	/** What is looked for. */
	readonly pattern: RegExp | undefined;
	/** The reader's own line. */
	readonly isCurrent?: boolean;
};

/** The end of a text that fits. */
const takeEnd = (text: string, width: number): string => {
	const graphemes = graphemesOf(text);
	let from = graphemes.length;
	let cells = 0;
	while (from > 0 && cells + cellsOf(graphemes[from - 1] ?? '') <= width) {
		from -= 1;
		cells += cellsOf(graphemes[from] ?? '');
	}
	return graphemes.slice(from).join('');
};

/** A label may have half of the window; what is nearest to the text stays. */
const fitLabel = (label: string, width: number): string => {
	const most = Math.max(1, Math.floor(width / 2));
	return cellsOf(label) <= most ? label : `…${takeEnd(label, most - 1)}`;
};

/** A row with what was found in it marked. */
const mark = (row: string, start: number, ranges: readonly Range[], style: Style, found: Style): string => {
	let at = 0;
	let marked = '';
	for (const [from, to] of ranges) {
		const [first, last] = [Math.max(at, from - start), Math.min(row.length, to - start)];
		if (last > first) {
			marked += style(row.slice(at, first)) + found(row.slice(first, last));
			at = last;
		}
	}
	return marked + style(row.slice(at));
};

const layOutText = (text: string, room: number, {isWrapped, left}: RowOptions, isCut: boolean) => {
	if (isCut) {
		return [cutToWidth(text, room)];
	}
	return isWrapped ? wrapText(text, room) : [cutToWidth(text.slice(takeCells(text, left).length), room)];
};

/** The rows of one line, never wider than the window. */
export const lineRows = (line: Line, options: RowOptions): readonly string[] => {
	const {width, styles, pattern, isCurrent = false} = options;
	const label = fitLabel(line.label ?? '', width);
	const indent = cellsOf(label);
	const rows = layOutText(line.text, Math.max(1, width - indent), options, line.isCut === true);
	const ranges = matchesIn(pattern, line.text);
	const style = toneStyle(line.tone, styles);
	const found: Style = text => styles.inverse(isCurrent ? styles.strong(text) : text);
	const head = mark(label, 0, matchesIn(pattern, label), toneStyle(line.labelTone ?? 'dim', styles), found);
	let from = 0;
	return rows.map((row, index) => {
		// A cut row ends with a mark of its own.
		const start = line.text.indexOf(row.endsWith('…') ? row.slice(0, -1) : row, from);
		const place = start === -1 ? from : start;
		from = place + row.length;
		return `${index === 0 ? head : ' '.repeat(indent)}${mark(row, place, ranges, style, found)}`;
	});
};
