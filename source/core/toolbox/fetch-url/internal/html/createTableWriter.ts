import type {Line} from './createTextWriter.ts';

type Cell = {readonly lines: Line[]; readonly isHeader: boolean};

/** A cell with more than this is a part of the page that was put into a table to have its place. */
const mostLines = 6;
const mostCharacters = 500;
/** After so many rows of short cells nobody waits for more. */
const mostRowsHeld = 200;

const cellText = ({lines}: Cell): string =>
	lines
		.map(({text}) => text.trim())
		.join(' ')
		.replaceAll('|', '\\|');

const rowText = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/**
 * Tables with short cells as rows, all others as the lines that are in them. Only the innermost table is held back until
 * it is known which: what has another table inside is there for the looks.
 */
export const createTableWriter = (emit: (line: Line) => void) => {
	let rows: Cell[][] | undefined;
	let cell: Cell | undefined;
	let characters = 0;
	/** Whether some of its rows are written already, because it is surely a table. */
	let isSettled = false;

	/** Gives up the table and keeps its text. */
	const dissolve = (): void => {
		const held = rows?.flat() ?? [];
		rows = undefined;
		cell = undefined;
		for (const {lines} of held) for (const line of lines) emit(line);
	};

	const emitRows = (held: readonly Cell[][]): void => {
		for (const row of held) {
			const zone = row.find(({lines}) => lines.length > 0)?.lines[0]?.zone ?? 'body';
			emit({zone, text: rowText(row.map(cellText)), isLoose: !isSettled});
			if (!isSettled && row.every(({isHeader}) => isHeader)) {
				emit({zone, text: rowText(row.map(() => '---')), isLoose: false});
			}
			isSettled = true;
		}
	};

	const isTable = (held: readonly Cell[][]): boolean =>
		isSettled || (held.length > 1 && held.some(row => row.length > 1));

	/** Writes what is held, in whatever form. */
	const release = (): void => {
		const held = rows?.filter(row => row.some(({lines}) => lines.length > 0)) ?? [];
		if (isTable(held)) emitRows(held);
		else for (const {lines} of held.flat()) for (const line of lines) emit(line);
	};

	return {
		open: (): void => {
			dissolve();
			rows = [];
			isSettled = false;
		},
		startRow: (): void => {
			cell = undefined;
			if (rows === undefined) return;
			if (rows.length === mostRowsHeld) {
				release();
				rows = [];
			}
			rows.push([]);
		},
		startCell: (isHeader: boolean): void => {
			if (rows === undefined) return;
			cell = {lines: [], isHeader};
			characters = 0;
			if (rows.length === 0) rows.push([]);
			rows.at(-1)?.push(cell);
		},
		endCell: (): void => {
			cell = undefined;
		},
		close: (): void => {
			release();
			rows = undefined;
			cell = undefined;
		},
		/** Takes a line that has been written, into the cell in which that was. */
		take: (line: Line): void => {
			if (cell === undefined) {
				emit(line);
				return;
			}
			cell.lines.push(line);
			characters += line.text.length;
			if (!isSettled && (cell.lines.length > mostLines || characters > mostCharacters)) dissolve();
		},
	};
};
