import type {TextBuffer} from '../input/text-buffer.ts';
import {bothEnds, tabBar} from '../pager/viewer-lines.ts';
import {dotted} from '../text/dotted.ts';
import {cellsOf} from '../text/graphemes.ts';
import {lineWindow} from '../text/line-window.ts';
import {cutStyled, cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullPicture, WindowSize} from '../window-host.ts';
import {rowLine} from './row-line.ts';
import type {Row} from './section.ts';

/** A line that is being typed at the bottom: a filter, a search, an answer. */
export type TypedLine = {
	readonly label: string;
	readonly text: TextBuffer;
	readonly isSecret?: boolean;
	/** Why it cannot be taken as it is. */
	readonly problem?: string;
};

export type BenchPicture = {
	readonly sections: {readonly names: readonly string[]; readonly open: number};
	readonly summary: string;
	/** How many rows there are, and what narrows them. */
	readonly note: string;
	readonly list: (height: number) => {
		readonly rows: readonly Row[];
		readonly chosen: number | undefined;
		readonly empty: readonly string[];
	};
	readonly detail: (area: {readonly width: number; readonly height: number}) => {
		readonly lines: readonly string[];
		readonly position: string;
	};
	readonly focus: 'list' | 'detail';
	readonly typed?: TypedLine;
	readonly message?: string;
	/** A question takes the place of the message and is never cut. */
	readonly hints: string;
};

/** In a narrower window one side is shown at a time. */
const leastColumns = 64;
/** In a window that is lower only what is read is shown, and the line below it. */
const leastRows = 10;
const divider = ' │ ';

/** How wide the list is beside what it is about. */
const listWidth = (columns: number): number =>
	Math.max(24, Math.min(Math.floor(columns * 0.42), columns < 100 ? 34 : 52));

const padTo = (lines: readonly string[], height: number): readonly string[] => [
	...lines.slice(0, height),
	...Array.from({length: Math.max(0, height - lines.length)}, () => ''),
];

/** A long question stands above what is typed. */
const typedLines = ({label, text, isSecret = false, problem}: TypedLine, width: number, styles: Styles) => {
	const isLong = cellsOf(label) > width / 2;
	const lead = isLong ? '› ' : label;
	const wrong = problem === undefined ? '' : `  ${problem}`;
	const space = width - cellsOf(lead);
	const room = Math.max(1, space - cellsOf(wrong) - 1, Math.floor(space / 2));
	const shown = lineWindow(isSecret ? dotted(text) : text, room);
	const line = `${styles.accent(lead)}${shown.text}${styles.bad(cutToWidth(wrong, Math.max(0, space - cellsOf(shown.text))))}`;
	return {
		asked: isLong ? wrapText(label.trimEnd(), width) : [],
		line: cutStyled(line, width),
		x: Math.min(width - 1, cellsOf(lead) + shown.cursor),
	};
};

/** As many lines as there is room for; the last one says what to do. */
const atMost = (lines: readonly string[], most: number): readonly string[] =>
	lines.length <= most ? lines : [...lines.slice(0, Math.max(0, most - 1)), ...lines.slice(-1)];

/** The whole window: which part, the list, what is chosen, what was said, keys. */
export const drawBench = (
	picture: BenchPicture,
	{columns: width, rows}: WindowSize,
	styles: Styles,
): FullPicture => {
	const isWide = width >= leastColumns;
	const left = isWide ? listWidth(width) : width;
	const hasChrome = rows >= leastRows;
	const {names, open} = picture.sections;
	const [about, gap, note] = bothEnds(picture.summary, picture.note, width);
	const rule = isWide
		? `${'─'.repeat(left + 1)}┬${'─'.repeat(Math.max(0, width - left - 2))}`
		: '─'.repeat(width);
	const head = hasChrome
		? [tabBar(names, open, width, styles), `${about}${gap}${styles.dim(note)}`, styles.dim(rule)]
		: [];
	const hints = hasChrome ? [styles.dim(cutToWidth(picture.hints, width))] : [];
	const typed = picture.typed === undefined ? undefined : typedLines(picture.typed, width, styles);
	// A long sentence is of no use when it is cut: it takes as many rows as it needs.
	const sentence = typed?.asked ?? (picture.message === undefined ? [] : wrapText(picture.message, width));
	const said = atMost(
		sentence,
		Math.max(1, rows - head.length - hints.length - (typed === undefined ? 1 : 2)),
	);
	const below = typed === undefined ? Math.max(1, said.length) : said.length + 1;
	const height = Math.max(1, rows - head.length - hints.length - below);

	const hasList = isWide || picture.focus === 'list';
	const hasDetail = isWide || picture.focus === 'detail';
	const {rows: listed, chosen, empty} = picture.list(height);
	const hasFocus = picture.focus === 'list';
	const listLines = !hasList
		? []
		: listed.length === 0
			? empty
					.flatMap(line => wrapText(line, left - 2))
					.map(line => `  ${styles.dim(line)}${' '.repeat(Math.max(0, left - 2 - cellsOf(line)))}`)
			: listed.map((row, index) => rowLine(row, {isChosen: index === chosen, hasFocus}, left, styles));
	const detailWidth = isWide ? width - left - divider.length : width;
	const {lines, position} = hasDetail
		? picture.detail({width: Math.max(1, detailWidth), height})
		: {lines: [], position: ''};

	const listColumn = padTo(listLines, height);
	const detailColumn = padTo(lines, height);
	const blank = ' '.repeat(left);
	const body = isWide
		? listColumn.map(
				(line, index) => `${line === '' ? blank : line}${styles.dim(divider)}${detailColumn[index] ?? ''}`,
			)
		: hasList
			? listColumn
			: detailColumn;

	if (typed !== undefined) {
		const lines = [...head, ...body, ...said.map(styles.accent), typed.line, ...hints];
		const y = lines.length - hints.length - 1;
		return {
			lines: lines.slice(-rows),
			cursor: {x: typed.x, y: Math.max(0, y - Math.max(0, lines.length - rows))},
		};
	}
	if (said.length > 0) {
		return {lines: [...head, ...body, ...said.map(styles.warn), ...hints].slice(-rows)};
	}
	const [, space, where] = bothEnds('', picture.focus === 'detail' ? position : '', width);
	return {lines: [...head, ...body, `${space}${styles.dim(where)}`, ...hints].slice(0, rows)};
};
