import {describe, expect, it} from 'vitest';
import {cellsFor, fitWithin} from '../../../../source/ui/images/fit-to-cells.ts';
import {graphicsSequence} from '../../../../source/ui/images/graphics.ts';
import {halfBlockLines} from '../../../../source/ui/images/half-blocks.ts';
import {createInsertions} from '../../../../source/ui/terminal/insertions.ts';

const red = [255, 0, 0, 255];
const green = [0, 255, 0, 255];
const blue = [0, 0, 255, 255];
const clear = [0, 0, 0, 0];
const picture = (width: number, ...pixels: readonly (readonly number[])[]) => ({
	width,
	height: pixels.length / width,
	pixels: Uint8Array.from(pixels.flat()),
});

describe('the size of a picture', () => {
	it('keeps its shape within the box and never grows', () => {
		const box = {width: 40, height: 24};
		expect(fitWithin({width: 400, height: 100}, box)).toEqual({width: 40, height: 10});
		expect(fitWithin({width: 100, height: 400}, box)).toEqual({width: 6, height: 24});
		expect(fitWithin({width: 3, height: 5}, box)).toEqual({width: 3, height: 5});
		expect(fitWithin({width: 100_000, height: 1}, box)).toEqual({width: 40, height: 1});
	});

	it('is counted in cells', () => {
		expect(cellsFor({width: 40, height: 23}, {width: 1, height: 2})).toEqual({columns: 40, rows: 12});
	});
});

describe('half blocks', () => {
	it('put two pixels into a cell, and leave clear ones to the terminal', () => {
		expect(halfBlockLines(picture(2, red, green, blue, clear), 'millions', true)).toEqual([
			'\u001B[38;2;255;0;0;48;2;0;0;255m▀\u001B[38;2;0;255;0;49m▀\u001B[39;49m',
		]);
		expect(halfBlockLines(picture(2, clear, clear, red, clear), '256', true)).toEqual([
			'\u001B[38;5;196;49m▄\u001B[39;49m',
		]);
	});

	it('say a colour once, and leave the half row below the last one alone', () => {
		expect(halfBlockLines(picture(2, red, red), 'millions', true)).toEqual([
			'\u001B[38;2;255;0;0;49m▀▀\u001B[39;49m',
		]);
	});

	it('put paper behind what is dark on a dark background', () => {
		const black = [0, 0, 0, 255];
		const [line] = halfBlockLines(picture(2, black, clear), 'millions', false);
		expect(line).toContain('38;2;224;224;224');
		expect(halfBlockLines(picture(2, black, clear), 'millions', true)[0]).not.toContain('224');
	});
});

describe('graphics', () => {
	const cells = {columns: 4, rows: 3};

	it('are drawn over the rows above, and the cursor comes back', () => {
		expect(graphicsSequence('sixel', 'SIXEL', cells)).toBe('\u001B7\u001B[3ASIXEL\u001B8');
		expect(graphicsSequence('iterm2', 'AAAA', cells)).toBe(
			'\u001B7\u001B[3A\u001B]1337;File=inline=1;size=3;width=4;height=3;preserveAspectRatio=1;doNotMoveCursor=1:AAAA\u0007\u001B8',
		);
	});

	it('reach kitty in chunks that ask for no answer', () => {
		const png = 'A'.repeat(4096 * 2 + 8);
		const sequence = graphicsSequence('kitty', png, cells);
		const chunks = [...sequence.matchAll(/\u001B_G([^;]*);([^\u001B]*)\u001B\\/g)];
		expect(chunks.map(([, control]) => control)).toEqual(['a=T,f=100,q=2,C=1,r=3,m=1', 'q=2,m=1', 'q=2,m=0']);
		expect(chunks.map(([, , data]) => data).join('')).toBe(png);
	});
});

it('puts a sequence in the place of what stands for it, once', () => {
	const {put, fill} = createInsertions();
	const [one, two] = [put('ONE'), put('TWO')];
	expect(fill(`a ${two} b ${one} c`)).toBe('a TWO b ONE c');
	expect(fill(`a ${one} b`)).toBe('a  b');
	expect(fill('plain')).toBe('plain');
});
