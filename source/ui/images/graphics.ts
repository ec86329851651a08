import {assertNever} from '../../domain/assert-never.ts';
import type {Cells} from './fit-to-cells.ts';

export type GraphicsWay = 'kitty' | 'iterm2' | 'sixel';

/** More at once is refused by kitty. */
const chunkLength = 4096;

/**
 * `q=2`: no answer, which would look like keys. `C=1`: the cursor stays. With the rows alone the terminal keeps the
 * shape, whatever the size of its cells.
 */
const kitty = (png: string, {rows}: Cells): string => {
	const chunks = png.match(new RegExp(`.{1,${chunkLength}}`, 'g')) ?? [];
	return chunks
		.map((chunk, index) => {
			const control = index === 0 ? `a=T,f=100,q=2,C=1,r=${rows},` : 'q=2,';
			return `\u001B_G${control}m=${index < chunks.length - 1 ? 1 : 0};${chunk}\u001B\\`;
		})
		.join('');
};

const iterm2 = (png: string, {columns, rows}: Cells): string => {
	const size = Buffer.byteLength(png, 'base64');
	return `\u001B]1337;File=inline=1;size=${size};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1:${png}\u0007`;
};

const drawing = (way: GraphicsWay, data: string, cells: Cells): string => {
	switch (way) {
		case 'kitty':
			return kitty(data, cells);
		case 'iterm2':
			return iterm2(data, cells);
		case 'sixel':
			return data;
		default:
			return assertNever(way);
	}
};

/**
 * Draws over the rows above the one that the cursor is in, and leaves the cursor there: those rows are printed
 * first, because a terminal that has to scroll for an image does so in its own way.
 */
export const graphicsSequence = (way: GraphicsWay, data: string, cells: Cells): string =>
	`\u001B7\u001B[${cells.rows}A${drawing(way, data, cells)}\u001B8`;
