import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {moveByRow, rowsAround, showTabs} from '../../../../source/ui/text/layout-rows.ts';
import {boundariesOf, textArbitrary} from '../../../helpers/ui-text.ts';

const layout = (width: number) => ({width, show: showTabs});
const rowsOf = (text: string, width: number): readonly string[] =>
	rowsAround({text, cursor: 0}, {...layout(width), reach: 1000}).rows.map(row => row.text);

describe('the rows of a draft', () => {
	it('break at words, and inside one only where it is wider than a row', () => {
		expect(rowsOf('one two three', 9)).toEqual(['one two ', 'three']);
		expect(rowsOf('a extraordinary', 9)).toEqual(['a ', 'extraord', 'inary']);
	});

	it('let a space hang over at the end of a full row', () => {
		expect(rowsOf('12345678 9', 9)).toEqual(['12345678 ', '9']);
	});

	it('are all visited by moving down, once each', () => {
		fc.assert(
			fc.property(textArbitrary, fc.integer({min: 6, max: 30}), (text, width) => {
				const {rows} = rowsAround({text, cursor: 0}, {...layout(width), reach: 1000});
				const places = boundariesOf(text);
				let cursor = 0;
				for (const row of rows.slice(1)) {
					cursor = moveByRow({text, cursor}, 1, layout(width))?.cursor ?? -1;
					expect(cursor).toBeGreaterThanOrEqual(row.start);
					expect(cursor).toBeLessThanOrEqual(row.start + row.text.length);
					expect(places.has(cursor)).toBe(true);
				}
				expect(moveByRow({text, cursor}, 1, layout(width))).toBeUndefined();
			}),
		);
	});
});
