import {drawGlyph} from './drawn-glyphs.mjs';
import {coloursOf} from './themes.mjs';

const cellWidth = 10;
const cellHeight = 20;
const padding = 16;
// DejaVu Sans Mono is 0.602 em wide; every glyph is placed by itself, so others merely look a little looser.
const fontSize = cellWidth / 0.602;
const baseline = 15;
const fonts = "'DejaVu Sans Mono','Menlo','Consolas','Liberation Mono','Noto Sans Mono',monospace";

const escapeText = text =>
	text.replace(/[&<>"]/g, character => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[character]);

const readCells = (terminal, row) => {
	const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row);
	const cells = [];
	for (let column = 0; column < terminal.cols; column++) {
		const cell = line?.getCell(column);
		// The second half of a wide character has no width of its own.
		if (cell !== undefined && cell.getWidth() > 0) cells.push({column, cell});
	}
	return cells;
};

const drawText = (glyph, {x, y, colour}, cell) => {
	const attributes = [
		`x="${x}" y="${y + baseline}" fill="${colour}"`,
		cell.isBold() ? 'font-weight="bold"' : '',
		cell.isItalic() ? 'font-style="italic"' : '',
		cell.isDim() ? 'opacity="0.6"' : '',
	];
	return `<text ${attributes.filter(Boolean).join(' ')}>${escapeText(glyph)}</text>`;
};

const drawRule = ({x, y, width, colour}, offset) =>
	`<rect x="${x}" y="${y + offset}" width="${width}" height="1.2" fill="${colour}"/>`;

const drawCell = (theme, {column, row, cell, isCursor}) => {
	const colours = coloursOf(theme, cell);
	const background = isCursor ? theme.cursor : colours.background;
	const colour = isCursor ? theme.background : colours.foreground;
	const place = {
		x: padding + column * cellWidth,
		y: padding + row * cellHeight,
		width: cellWidth * cell.getWidth(),
		height: cellHeight,
		colour,
	};
	const parts = [];
	if (background !== theme.background) {
		const {x, y, width, height} = place;
		parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${background}"/>`);
	}
	const glyph = cell.getChars();
	if (glyph.trim() !== '' && !cell.isInvisible()) {
		const drawn = drawGlyph(glyph, place);
		if (drawn === undefined) parts.push(drawText(glyph, place, cell));
		else parts.push(cell.isDim() ? `<g opacity="0.6">${drawn}</g>` : drawn);
	}
	if (cell.isUnderline()) parts.push(drawRule(place, baseline + 2));
	if (cell.isStrikethrough()) parts.push(drawRule(place, baseline - 5));
	return parts.join('');
};

/**
 * Draws the visible screen of an emulator as SVG, cell by cell.
 * @param {{terminal: import('@xterm/headless').Terminal, isCursorVisible: () => boolean}} emulator
 * @param {typeof import('./themes.mjs').themes.dark} theme
 */
export const drawScreen = ({terminal, isCursorVisible}, theme) => {
	const {cursorX, cursorY} = terminal.buffer.active;
	const width = terminal.cols * cellWidth + 2 * padding;
	const height = terminal.rows * cellHeight + 2 * padding;
	const cells = Array.from({length: terminal.rows}, (_, row) =>
		readCells(terminal, row).map(({column, cell}) => {
			const isCursor = isCursorVisible() && row === cursorY && column === cursorX;
			return drawCell(theme, {column, row, cell, isCursor});
		}),
	);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
		`<rect width="${width}" height="${height}" rx="10" fill="${theme.background}"/>`,
		`<g font-family="${fonts}" font-size="${fontSize}" xml:space="preserve">${cells.flat().join('')}</g>`,
		'</svg>',
	].join('');
};
