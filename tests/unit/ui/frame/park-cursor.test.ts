import {describe, expect, it} from 'vitest';
import {parkCursor} from '../../../../source/ui/frame/park-cursor.ts';

const mark = (text: string): string => `[${text}]`;
const wide = 'x'.repeat(41);
const parked = (line: string, x: number): string | undefined =>
	parkCursor({lines: ['above', line, wide], cursor: {x, y: 1}, maxScroll: 0}, mark).lines[1];

describe('the parked cursor', () => {
	it('is the real one as long as no row below it can be re-wrapped', () => {
		for (const lines of [
			['a', wide],
			[wide, wide, 'short'],
			['a', `\u001b[2m${'x'.repeat(40)}\u001b[22m`],
		]) {
			const frame = {
				lines,
				cursor: {x: 1, y: lines.length === 2 && lines[1] === wide ? 1 : lines.length - 2},
				maxScroll: 0,
			};
			expect(parkCursor(frame, mark)).toBe(frame);
		}
	});

	it('waits below the frame, and a drawn one shows the place', () => {
		const frame = {lines: ['above', 'hello', wide], cursor: {x: 1, y: 1}, maxScroll: 3, askId: 'ask-1'};
		expect(parkCursor(frame, mark)).toEqual({
			lines: ['above', 'h[e]llo', wide],
			cursor: {x: 0, y: 3},
			maxScroll: 3,
			askId: 'ask-1',
			isCursorDrawn: true,
		});
	});

	it.each([
		['hello', 5, 'hello[ ]'],
		['', 2, '  [ ]'],
		['a漢b', 1, 'a[漢]b'],
		['a漢b', 3, 'a漢[b]'],
		['\u001b[36m› \u001b[39mabc', 2, '\u001b[36m› \u001b[39m[a]bc'],
	])('of %j is drawn at %i', (line, x, expected) => {
		expect(parked(line, x)).toBe(expected);
	});
});
