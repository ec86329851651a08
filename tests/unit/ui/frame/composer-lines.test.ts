import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {composerLines} from '../../../../source/ui/frame/composer-lines.ts';
import {bufferOf, type TextBuffer} from '../../../../source/ui/input/text-buffer.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {boundariesOf, seen, textArbitrary} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const compose = (draft: TextBuffer, width = 20, height = 8) => {
	const {lines, cursor} = composerLines(draft, {width, height, styles, placeholder: 'message'});
	return {lines: lines.map(seen), cursor};
};

describe('the composer', () => {
	it('shows its placeholder only while it is empty', () => {
		expect(compose(bufferOf(''))).toEqual({lines: ['› message'], cursor: {x: 2, y: 0}});
		expect(compose(bufferOf('a'))).toEqual({lines: ['› a'], cursor: {x: 3, y: 0}});
	});

	it('shows the lines of a draft under each other', () => {
		expect(compose({text: 'one\ntwo\n', cursor: 5})).toEqual({
			lines: ['› one', '  two', '  '],
			cursor: {x: 3, y: 1},
		});
		expect(compose(bufferOf('one\ntwo\n')).cursor).toEqual({x: 2, y: 2});
	});

	it('wraps a long line and puts the cursor behind the last character', () => {
		expect(compose(bufferOf('abcdefghij'), 10)).toEqual({
			lines: ['› abcdefg', '  hij'],
			cursor: {x: 5, y: 1},
		});
	});

	it('leaves a cell for the cursor behind a full row', () => {
		expect(compose(bufferOf('abcdefg'), 10)).toEqual({lines: ['› abcdefg'], cursor: {x: 9, y: 0}});
	});

	it('counts two cells for a wide character', () => {
		expect(compose(bufferOf('漢字漢字'), 10)).toEqual({lines: ['› 漢字漢', '  字'], cursor: {x: 4, y: 1}});
		expect(compose({text: '漢字', cursor: 1}).cursor).toEqual({x: 4, y: 0});
		expect(compose(bufferOf('👩\u200d👩\u200d👧')).cursor).toEqual({x: 4, y: 0});
		expect(compose(bufferOf('e\u0301')).cursor).toEqual({x: 3, y: 0});
	});

	it('scrolls around the cursor when there are more rows than fit', () => {
		const text = Array.from({length: 20}, (_, index) => `line ${index}`).join('\n');
		expect(compose(bufferOf(text), 20, 3)).toEqual({
			lines: ['  line 17', '  line 18', '  line 19'],
			cursor: {x: 9, y: 2},
		});
		expect(compose({text, cursor: 0}, 20, 3)).toEqual({
			lines: ['› line 0', '  line 1', '  line 2'],
			cursor: {x: 2, y: 0},
		});
	});

	it('keeps the cursor right behind the text before it, in any draft and window', () => {
		fc.assert(
			fc.property(
				textArbitrary.filter(text => text !== ''),
				fc.nat(),
				fc.integer({min: 8, max: 60}),
				fc.integer({min: 1, max: 10}),
				(text, place, width, height) => {
					const places = [...boundariesOf(text)];
					const cursor = places[place % places.length] ?? 0;
					const {lines, cursor: at} = compose({text, cursor}, width, height);
					expect(lines.length).toBeLessThanOrEqual(height);
					expect(at.y).toBeLessThan(lines.length);
					expect(at.x).toBeLessThan(width);
					for (const line of lines) {
						expect(stringWidth(line)).toBeLessThanOrEqual(width);
					}
					const row = (lines[at.y] ?? '').slice(2);
					const before = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor);
					const ends = [...boundariesOf(row)].sort((a, b) => a - b);
					const end = ends.find(place => stringWidth(row.slice(0, place)) === at.x - 2);
					const shown = row.slice(0, end ?? -1);
					expect(end).toBeDefined();
					expect(cursor === 0 ? shown === '' : before.endsWith(shown)).toBe(true);
				},
			),
			{numRuns: 400},
		);
	});

	it('shows every character of a draft that fits', () => {
		fc.assert(
			fc.property(
				textArbitrary.filter(text => text !== ''),
				text => {
					const {lines} = compose(bufferOf(text), 30, 1000);
					expect(lines.map(line => line.slice(2)).join('')).toBe(text.replaceAll('\n', ''));
				},
			),
		);
	});
});
