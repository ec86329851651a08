import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JsonValue} from '../../../../source/domain/json.ts';
import {cellsOf} from '../../../../source/ui/text/graphemes.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createJsonTree} from '../../../../source/ui/tree/json-tree.ts';
import {createTreePage} from '../../../../source/ui/tree/tree-page.ts';
import {createTreeWalk} from '../../../../source/ui/tree/tree-walk.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);

const explore = (value: JsonValue) => {
	const clock = createClock();
	const page = createTreePage(value, {schedule: clock.schedule, onChange: () => undefined});
	const lines = (width = 60, height = 30) => page.draw({width, height}, styles).lines.map(seen);
	lines();
	return {page, lines, clock};
};

/** The values of JSON, itself included. */
const valuesIn = (value: JsonValue): number =>
	typeof value === 'object' && value !== null
		? 1 + Object.values(value).reduce((sum: number, each: JsonValue) => sum + valuesIn(each), 0)
		: 1;

const jsonArbitrary = fc
	.jsonValue({maxDepth: 5})
	.map((value): JsonValue => JSON.parse(JSON.stringify(value)));

describe('JSON as a tree', () => {
	it('shows keys and values, with counts of what is inside', () => {
		const {lines} = explore({path: 'a.txt', tags: ['x', 'y'], none: {}, deep: {on: true, size: null}});
		expect(lines()).toEqual([
			'› ▾ {4 keys}',
			'      path: "a.txt"',
			'    ▾ tags: [2 items]',
			'        0: "x"',
			'        1: "y"',
			'      none: {}',
			'    ▾ deep: {2 keys}',
			'        on: true',
			'        size: null',
		]);
	});

	it('closes and opens where the cursor is', () => {
		const {page, lines} = explore({a: {b: 1}, c: 2});
		page.act('down');
		page.act('left');
		expect(lines()).toEqual(['  ▾ {2 keys}', '›   ▸ a: {1 key}', '      c: 2']);
		page.act('right');
		expect(lines()[2]).toBe('        b: 1');
		page.act('right');
		expect(lines()[2]).toBe('›       b: 1');
		page.act('left');
		expect(lines()[1]).toBe('›   ▾ a: {1 key}');
		page.act('toggle');
		expect(lines()).toHaveLength(3);
		page.act('open-all');
		expect(lines()).toHaveLength(4);
		page.act('close-all');
		expect(lines()).toHaveLength(3);
	});

	it('shows the beginning of a long text, and all of it when it is opened', () => {
		const text = Array.from({length: 80}, (_, index) => `row ${index + 1}`).join('\n');
		const {page, lines} = explore({text});
		expect(lines()[1]).toBe('    ▸ text: 80 lines  "row 1…');
		page.act('down');
		page.act('right');
		expect(lines().slice(1, 4)).toEqual(['›   ▾ text: 80 lines', '      │ row 1', '      │ row 2']);
	});

	it('copies the value under the cursor, or its path', () => {
		const {page} = explore({'odd key': [{name: 'x\ny'}]});
		expect(page.copied?.('copy').text).toBe(JSON.stringify({'odd key': [{name: 'x\ny'}]}, null, 2));
		page.search.look('name');
		expect(page.copied?.('copy').text).toBe('x\ny');
		expect(page.copied?.('copy-path').text).toBe('$["odd key"][0].name');
	});

	it('finds what is closed and opens the way to it', () => {
		const many = Object.fromEntries(
			Array.from({length: 100}, (_, index) => [`key${index}`, {inner: [{value: `number ${index}`}]}]),
		);
		const {page, lines} = explore(many);
		page.act('close-all');
		page.search.begin();
		page.search.look('number 77');
		expect(lines().some(line => line.startsWith('›') && line.includes('value: "number 77"'))).toBe(true);
	});

	it('draws every value of any JSON once all is open, safely and never too wide', () => {
		fc.assert(
			fc.property(jsonArbitrary, fc.integer({min: 12, max: 80}), (value, width) => {
				const {page} = explore(value);
				page.act('open-all');
				const {lines} = page.draw({width, height: 5000}, styles);
				expect(lines.length).toBeGreaterThanOrEqual(valuesIn(value));
				expect(unsafeLines(lines)).toEqual([]);
				for (const line of lines) {
					expect(cellsOf(seen(line))).toBeLessThanOrEqual(width);
				}
			}),
			{numRuns: 80},
		);
	});

	it('reaches every value by its path, open or not', () => {
		fc.assert(
			fc.property(jsonArbitrary, value => {
				const tree = createJsonTree(value);
				const walk = createTreeWalk(value);
				let count = 0;
				for (let path: readonly number[] | undefined = []; path !== undefined; path = walk.next(path)) {
					const node = tree.reach(path);
					expect(node.value).toEqual(walk.at(path).value);
					expect(tree.pathOf(node)).toEqual(path);
					expect(tree.rowAt(tree.indexOf(node)).node).toBe(node);
					count += 1;
				}
				expect(count).toBe(valuesIn(value));
			}),
			{numRuns: 80},
		);
	});

	it('bears JSON that is nested more deeply than functions can be called', () => {
		const value: JsonValue = JSON.parse(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`);
		const {page, lines} = explore(value);
		page.act('open-all');
		page.act('bottom');
		expect(lines(40, 5).every(line => cellsOf(line) <= 40)).toBe(true);
		expect(page.copied?.('copy').text).toBe('1');
	});

	it('makes no rows of what is closed', () => {
		const value = Array.from({length: 100_000}, (_, index) => ({index, tags: ['a', 'b']}));
		const tree = createJsonTree(value);
		expect(tree.count()).toBe(100_001);
		expect(tree.rowAt(100_000).node.children).toBeUndefined();
	});
});
