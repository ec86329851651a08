import type {ViewerIntent} from '../input/viewer-bindings.ts';
import {lineRange} from '../text/line-range.ts';
import type {Styles} from '../theme/styles.ts';
import type {LineSource} from './line.ts';
import {lineRows} from './line-rows.ts';
import {bringIn, endOf, type Layout, scroll, settle, start, type Viewport} from './viewport.ts';

export type Area = {readonly width: number; readonly height: number};

/** The part of the lines that the window shows, and where in the whole it is. */
export type AreaPicture = {readonly lines: readonly string[]; readonly position: string};

type Marks = {
	readonly pattern: RegExp | undefined;
	/** The line with the cursor, where there is one. */
	readonly cursor?: number;
};

export type Scroller = {
	readonly draw: (area: Area, styles: Styles, marks: Marks) => AreaPicture;
	/** Whether the key was about scrolling. */
	readonly act: (intent: ViewerIntent) => boolean;
	/** Brings a line into the window when it is drawn next. */
	readonly show: (line: number) => void;
	readonly topLine: () => number;
	readonly height: () => number;
	/** From now on the end is shown as it grows, until the reader scrolls up. */
	readonly follow: () => void;
	/** Whether lines are shown whole, on as many rows as they need. */
	readonly isWrapped: () => boolean;
	/** The lines are others: nothing that was laid out counts. */
	readonly forget: () => void;
};

const sideStep = 8;
const mostRemembered = 2000;

const percent = (part: number, whole: number): number => Math.floor((part / whole) * 100);

const positionText = (first: number, last: number, count: number): string => {
	if (count < 2) {
		return count === 0 ? 'nothing' : '1 line';
	}
	return `${lineRange(first, last, count)} (${percent(last, count)} %)`;
};

/** Moves a window over lines; only those in and near it are ever laid out. */
export const createScroller = (source: LineSource): Scroller => {
	let view: Viewport = start;
	let area: Area = {width: 80, height: 20};
	let isWrapped = true;
	let left = 0;
	let isFollowing = false;
	let target: number | undefined;
	let rowCounts = new Map<number, number>();
	let widthCounted = 0;
	let stylesUsed: Styles | undefined;

	const rowsOf = (line: number): number => {
		const known = rowCounts.get(line);
		if (known !== undefined || stylesUsed === undefined) {
			return known ?? 1;
		}
		if (rowCounts.size > mostRemembered) {
			rowCounts.clear();
		}
		const options = {width: widthCounted, isWrapped, left, styles: stylesUsed, pattern: undefined};
		const count = lineRows(source.at(line), options).length;
		rowCounts.set(line, count);
		return count;
	};
	const layout = (): Layout => ({count: source.count(), height: Math.max(1, area.height), rowsOf});
	const forget = (): void => {
		rowCounts = new Map();
	};
	const move = (next: Viewport): true => {
		view = next;
		target = undefined;
		const end = endOf(layout());
		isFollowing = isFollowing && view.line === end.line && view.row === end.row;
		return true;
	};
	const by = (step: number): true => move(scroll(view, step, layout()));

	return {
		draw(size, styles, {pattern, cursor}) {
			area = size;
			const gutter = cursor === undefined ? 0 : 2;
			const width = Math.max(1, size.width - gutter);
			if (width !== widthCounted) {
				forget();
			}
			widthCounted = width;
			stylesUsed = styles;
			const count = source.count();
			view = isFollowing ? endOf(layout()) : settle(view, layout());
			if (target !== undefined) {
				view = bringIn(view, Math.min(target, count - 1), layout());
				target = undefined;
			}
			const lines: string[] = [];
			let line = view.line;
			for (; line < count && lines.length < size.height; line++) {
				const isCurrent = line === cursor;
				const rows = lineRows(source.at(line), {width, isWrapped, left, styles, pattern, isCurrent});
				// A growing line may have more rows than it had.
				rowCounts.set(line, rows.length);
				const mark = isCurrent ? styles.accent('› ') : '  ';
				for (const row of line === view.line ? rows.slice(view.row) : rows) {
					if (lines.length < size.height) {
						lines.push(gutter === 0 ? row : `${mark}${row}`);
					}
				}
			}
			return {lines, position: positionText(view.line + 1, line, count)};
		},
		act(intent) {
			const page = Math.max(1, area.height - 1);
			switch (intent) {
				case 'up':
					return by(-1);
				case 'down':
					return by(1);
				case 'page-up':
					return by(-page);
				case 'page-down':
					return by(page);
				case 'half-up':
					return by(-Math.ceil(page / 2));
				case 'half-down':
					return by(Math.ceil(page / 2));
				case 'top':
					return move(start);
				case 'bottom':
					return move(endOf(layout()));
				case 'wrap':
					isWrapped = !isWrapped;
					left = 0;
					forget();
					return true;
				case 'left':
				case 'right':
					if (isWrapped) {
						return false;
					}
					left = Math.max(0, left + (intent === 'left' ? -sideStep : sideStep));
					return true;
				default:
					return false;
			}
		},
		show(line) {
			target = line;
			isFollowing = false;
		},
		topLine: () => view.line,
		height: () => area.height,
		follow() {
			isFollowing = true;
		},
		isWrapped: () => isWrapped,
		forget,
	};
};
