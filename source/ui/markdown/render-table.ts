import type {Tokens} from 'marked';
import {cellsOf} from '../text/graphemes.ts';
import type {Drawing} from './drawing.ts';
import {inlineRuns} from './inline-runs.ts';
import {knownTokens} from './lex-markdown.ts';
import type {MarkdownStyle} from './markdown-style.ts';
import {type Run, type StyledLine, wrapRuns} from './wrap-runs.ts';

type Align = Tokens.Table['align'][number];

const narrowestColumn = 6;
/** Below this a table that has to be squeezed is easier to read as a list. */
const narrowestSqueezed = 60;
const separatorCells = 3;

const cellRuns = (cell: Tokens.TableCell, {addresses}: Drawing): readonly Run[] =>
	inlineRuns(knownTokens(cell.tokens), {marks: cell.header ? ['strong'] : [], addresses});

const naturalWidth = (runs: readonly Run[]): number =>
	Math.max(
		0,
		...runs
			.map(({text}) => text)
			.join('')
			.split('\n')
			.map(cellsOf),
	);

/** Takes from the widest column until the table fits; undefined when it cannot. */
const fitColumns = (natural: readonly number[], width: number): number[] | undefined => {
	const available = width - separatorCells * (natural.length - 1);
	const columns = natural.map(column => Math.max(1, Math.min(column, available)));
	const smallest = columns.reduce((total, column) => total + Math.min(column, narrowestColumn), 0);
	if (smallest > available) return undefined;
	const wanted = natural.reduce((total, column) => total + column, 0);
	if (wanted > available && natural.length > 2 && width < narrowestSqueezed) return undefined;
	for (let excess = columns.reduce((total, column) => total + column, 0) - available; excess > 0; excess--) {
		const widest = columns.indexOf(Math.max(...columns));
		columns[widest] = (columns[widest] ?? 0) - 1;
	}
	return columns;
};

const padding = (align: Align, free: number): {readonly before: number; readonly after: number} => {
	const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0;
	return {before, after: free - before};
};

/** Joins the n-th line of every cell. Spaces are only written before something, so none ends a line. */
const joinCells = (
	cells: readonly (StyledLine | undefined)[],
	columns: readonly number[],
	align: readonly Align[],
	style: MarkdownStyle,
): string => {
	let line = '';
	let spaces = 0;
	const add = (text: string): void => {
		if (text === '') return;
		line += ' '.repeat(spaces) + text;
		spaces = 0;
	};
	for (const [index, column] of columns.entries()) {
		if (index > 0) {
			spaces++;
			add(style.dim('│'));
			spaces++;
		}
		const {text, cells: taken} = cells[index] ?? {text: '', cells: 0};
		const {before, after} = padding(align[index] ?? null, Math.max(0, column - taken));
		spaces += before;
		add(text);
		spaces += after;
	}
	return line;
};

const renderRow = (
	row: readonly (readonly Run[])[],
	columns: readonly number[],
	align: readonly Align[],
	style: MarkdownStyle,
): string[] => {
	const wrapped = columns.map((column, index) => wrapRuns(row[index] ?? [], column, style));
	const height = Math.max(...wrapped.map(lines => lines.length));
	return Array.from({length: height}, (_, line) =>
		joinCells(
			wrapped.map(lines => lines[line]),
			columns,
			align,
			style,
		),
	);
};

/** In a table with more columns empty cells are left out: a row of one character may have thousands of them. */
const columnsWithEmpty = 12;

/** For narrow windows and for ears: every row as the lines `column: value`. */
const renderAsList = (
	header: readonly (readonly Run[])[],
	rows: readonly (readonly (readonly Run[])[])[],
	width: number,
	style: MarkdownStyle,
): string[] =>
	rows.flatMap((row, index) => [
		...(index === 0 ? [] : ['']),
		...row.flatMap((cell, column) =>
			cell.length === 0 && row.length > columnsWithEmpty
				? []
				: wrapRuns([...(header[column] ?? []), {text: ': ', marks: []}, ...cell], width, style).map(
						({text}) => text,
					),
		),
	]);

export const renderTable = (table: Tokens.Table, width: number, drawing: Drawing): string[] => {
	const {style} = drawing;
	const header = table.header.map(cell => cellRuns(cell, drawing));
	const rows = table.rows.map(row => row.map(cell => cellRuns(cell, drawing)));
	const natural = header.map((cell, column) =>
		[cell, ...rows.map(row => row[column] ?? [])].reduce(
			(widest, runs) => Math.max(widest, naturalWidth(runs)),
			0,
		),
	);
	const columns = style.isSpoken === true ? undefined : fitColumns(natural, width);
	if (columns === undefined)
		return renderAsList(header, rows.length > 0 ? rows : [header.map(() => [])], width, style);
	const rule = style.dim(columns.map(column => '─'.repeat(column)).join('─┼─'));
	return [
		...renderRow(header, columns, table.align, style),
		rule,
		...rows.flatMap(row => renderRow(row, columns, table.align, style)),
	];
};
