import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createTextPage} from '../../../../source/ui/pager/page.ts';
import {createTextSource} from '../../../../source/ui/pager/text-source.ts';
import {cellsOf} from '../../../../source/ui/text/graphemes.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {seen, textArbitrary, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const numbered = (count: number): string =>
	Array.from({length: count}, (_, index) => `line ${index + 1}`).join('\n');

const read = (text: string, options: {readonly isGrowing?: boolean} = {}) => {
	const clock = createClock();
	const source = createTextSource(text);
	const page = createTextPage(source, {schedule: clock.schedule, onChange: () => undefined}, options);
	const draw = (width = 40, height = 10) => page.draw({width, height}, styles);
	draw();
	return {page, source, clock, draw, lines: () => draw().lines.map(seen)};
};

describe('a text to read', () => {
	it('shows the beginning and says where that is', () => {
		const {draw, lines} = read(numbered(340));
		expect(lines()).toHaveLength(10);
		expect(lines()[0]).toBe('line 1');
		expect(draw().position).toBe('lines 1-10 of 340 (2 %)');
	});

	it('does not speak of several lines where there is one', () => {
		expect(read('alone').draw().position).toBe('1 line');
		expect(read(numbered(3)).draw(40, 1).position).toBe('line 1 of 3 (33 %)');
		expect(read('').draw().position).toMatch(/^(?:nothing|1 line)$/);
	});

	it('scrolls by lines and pages, and stops at both ends', () => {
		const {page, lines} = read(numbered(30));
		page.act('up');
		expect(lines()[0]).toBe('line 1');
		page.act('down');
		expect(lines()[0]).toBe('line 2');
		page.act('page-down');
		expect(lines()[0]).toBe('line 11');
		page.act('bottom');
		expect(lines().at(-1)).toBe('line 30');
		page.act('down');
		expect(lines()[0]).toBe('line 21');
		page.act('half-up');
		expect(lines()[0]).toBe('line 16');
		page.act('top');
		expect(lines()[0]).toBe('line 1');
	});

	it('wraps long lines, or lets them be read sideways', () => {
		const {page, lines} = read(`${'a'.repeat(40)}${'b'.repeat(40)}\nend`);
		expect(lines()).toEqual(['a'.repeat(40), 'b'.repeat(40), 'end']);
		expect(page.act('right')).toBe(false);
		page.act('wrap');
		expect(lines()).toEqual([`${'a'.repeat(39)}…`, 'end']);
		page.act('right');
		expect(lines()[0]).toBe(`${'a'.repeat(32)}${'b'.repeat(7)}…`);
	});

	it('scrolls through the rows of a line that is longer than the window', () => {
		const {page, lines} = read(`${'x'.repeat(40 * 30)}\nend`);
		page.act('bottom');
		expect(lines().at(-1)).toBe('end');
		page.act('up');
		expect(lines().at(-1)).toBe('x'.repeat(40));
	});

	it('shows what cannot be shown as an escape', () => {
		expect(read('a\u001b[31mb\u0007').lines()).toEqual(['a\\u001b[31mb\\u0007']);
		expect(read('one\r\ntwo\r\n').lines()).toEqual(['one', 'two', '']);
	});

	it('follows its end while it grows, until the reader scrolls up', () => {
		const {page, source, lines} = read(numbered(20), {isGrowing: true});
		expect(lines().at(-1)).toBe('line 20');
		source.append(' and more\nline 21');
		page.changed();
		expect(lines().slice(-2)).toEqual(['line 20 and more', 'line 21']);
		page.act('up');
		source.append('\nline 22');
		page.changed();
		expect(lines().at(-1)).toBe('line 20 and more');
		page.act('bottom');
		expect(lines().at(-1)).toBe('line 22');
	});

	it('never draws wider or higher than the window, nor anything unsafe', () => {
		fc.assert(
			fc.property(
				fc.oneof(textArbitrary, fc.string({unit: 'binary', maxLength: 200})),
				fc.integer({min: 2, max: 60}),
				fc.integer({min: 1, max: 12}),
				fc.boolean(),
				(text, width, height, isWrapped) => {
					const {page} = read(text);
					if (!isWrapped) {
						page.act('wrap');
						page.act('right');
					}
					page.search.look('a');
					for (const intent of ['page-down', 'bottom', 'half-up', 'top'] as const) {
						page.act(intent);
						const {lines} = page.draw({width, height}, styles);
						expect(lines.length).toBeLessThanOrEqual(height);
						expect(unsafeLines(lines)).toEqual([]);
						for (const line of lines) {
							expect(cellsOf(seen(line))).toBeLessThanOrEqual(width);
						}
					}
				},
			),
			{numRuns: 50},
		);
	});

	it('lays out only what is near the window, however long the text is', () => {
		const source = createTextSource(numbered(200_000));
		let looked = 0;
		const page = createTextPage(
			{
				...source,
				at(index) {
					looked += 1;
					return source.at(index);
				},
			},
			{schedule: createClock().schedule, onChange: () => undefined},
		);
		page.draw({width: 80, height: 20}, styles);
		page.act('bottom');
		page.draw({width: 80, height: 20}, styles);
		expect(looked).toBeLessThan(300);
	});
});

describe('a search in a text', () => {
	it('goes to the first place from here on, and round', () => {
		const {page, lines, draw} = read(numbered(60));
		page.act('page-down');
		page.search.begin();
		page.search.look('line 3');
		expect(page.search.state()).toMatchObject({count: 11, current: 2, isSearching: false});
		expect(lines()).toContain('line 30');
		expect(draw().lines.join('\n')).toContain(styles.inverse('line 3'));
		page.search.go(-1);
		expect(lines()).toContain('line 3');
		page.search.go(-1);
		expect(lines()).toContain('line 39');
		page.search.go(1);
		expect(lines()).toContain('line 3');
	});

	it('minds capitals where there is one in what is looked for', () => {
		const {page} = read('Error\nerror\nERROR');
		page.search.look('error');
		expect(page.search.state().count).toBe(3);
		page.search.look('Error');
		expect(page.search.state().count).toBe(1);
		page.search.look('(.*');
		expect(page.search.state()).toMatchObject({count: 0, isSearching: false});
	});

	it('finds what lies across the cut of a line that is too long', () => {
		const {page} = read(`${'x'.repeat(3997)}needle${'x'.repeat(5000)}`);
		page.search.look('needle');
		expect(page.search.state().count).toBe(1);
	});

	it('looks through a long text in pieces, so that keys get their turn', () => {
		const {page, clock, lines} = read(`${numbered(100_000)}\nneedle`);
		page.search.look('needle');
		expect(page.search.state()).toMatchObject({count: 0, isSearching: true});
		for (let round = 0; round < 200 && page.search.state().isSearching; round++) {
			clock.advance(1);
		}
		expect(page.search.state()).toMatchObject({count: 1, current: 1, isSearching: false});
		expect(lines()).toContain('needle');
	});
});
