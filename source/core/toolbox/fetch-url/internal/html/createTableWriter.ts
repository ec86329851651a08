import type {Line} from './createTextWriter.ts';

type Cell = {readonly lines: Line[]; readonly isHeader: boolean};

/** A cell with more than this is a part of the page that was put into a table to have its place. */
const mostLines = 6;
const mostCharacters = 500;

export type TableWriter = ReturnType<typeof createTableWriter>;

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

	/** Gives up the table and keeps its text. */
	const dissolve = (): void => {
		const held = rows?.flat() ?? [];
		rows = undefined;
		cell = undefined;
		for (const {lines} of held) for (const line of lines) emit(line);
	};

	const emitRows = (held: readonly Cell[][]): void => {
		const [zone = 'body'] = held.flat().flatMap(({lines}) => lines.map(line => line.zone));
		const hasHeader = held[0]?.every(({isHeader}) => isHeader) === true;
		for (const [index, row] of held.entries()) {
			emit({zone, text: rowText(row.map(cellText)), isLoose: index === 0});
			if (index === 0 && hasHeader) emit({zone, text: rowText(row.map(() => '---')), isLoose: false});
		}
	};

	return {
		open: (): void => {
			dissolve();
			rows = [];
		},
		startRow: (): void => {
			cell = undefined;
			rows?.push([]);
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
			const held = rows?.filter(row => row.some(({lines}) => lines.length > 0)) ?? [];
			if (held.length < 2 || held.every(row => row.length < 2)) dissolve();
			else emitRows(held);
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
			if (cell.lines.length > mostLines || characters > mostCharacters) dissolve();
		},
	};
};
