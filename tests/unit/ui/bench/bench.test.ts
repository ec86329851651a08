import {describe, expect, it} from 'vitest';
import {openSection} from '../../../../source/ui/bench/open-section.ts';
import type {Section} from '../../../../source/ui/bench/section.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {type Fruit, fruitSection, fruits} from '../../../helpers/ui-fruit-section.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';

const openFruits = (
	options: {items?: () => readonly Fruit[]; acted?: string[]; columns?: number; rows?: number} = {},
) =>
	openBench({
		create: bench => fruitSection(bench, options.items, options.acted),
		size: {columns: options.columns ?? 80, rows: options.rows ?? 24},
	});

describe('the workbench', () => {
	it('shows the list on the left and what is chosen on the right', async () => {
		const {lines, press, text} = await openFruits();
		expect(lines()).toHaveLength(24);
		expect(text()).toContain('3 fruits');
		expect(text()).toMatch(/› ● apple +red │/);
		expect(text()).toContain('apple is red');
		press('down');
		expect(text()).toMatch(/› ● banana/);
		expect(text()).toContain('banana is yellow');
		expect(Math.max(...lines().map(line => line.length))).toBeLessThanOrEqual(80);
	});

	it('changes the tab of the right side and keeps it for the next item', async () => {
		const {press, text} = await openFruits();
		press('tab');
		expect(text()).toContain('"apple"');
		press('down');
		expect(text()).toContain('"banana"');
		press('shift+tab');
		expect(text()).toContain('banana is yellow');
		press('3');
		expect(text()).toContain('line 0');
	});

	it('filters while one types, and esc shows everything again', async () => {
		const {press, type, text} = await openFruits();
		press('/');
		type('red che');
		expect(text()).toContain('cherry is red');
		expect(text()).not.toContain('apple');
		expect(text()).toContain('/red che  1 of 1 (3 in all)');
		press('enter');
		expect(text()).toContain('/red che');
		press('esc');
		expect(text()).toContain('apple');
	});

	it('chooses what is called like the words before what only mentions them', async () => {
		const items: readonly Fruit[] = [
			{name: 'apple', colour: 'as red as a cherry'},
			{name: 'banana', colour: 'yellow'},
			{name: 'cherry', colour: 'red'},
		];
		const {press, type, text} = await openFruits({items: () => items});
		press('/');
		type('cherry');
		expect(text()).toContain('/cherry  2 of 2 (3 in all)');
		expect(text()).toContain('cherry is red');
		press('esc');
		expect(text()).toContain('cherry is red');
	});

	it('says when nothing has the words that are filtered by', async () => {
		const {press, type, text} = await openFruits();
		press('/');
		type('xyz');
		expect(text()).toContain('Nothing has these words.');
		press('esc');
		expect(text()).toContain('apple');
	});

	it('takes keys that were typed faster than they were read one after the other', async () => {
		const {screen, text} = await openFruits();
		screen.onKey('text', 'jj');
		expect(text()).toContain('cherry is red');
		screen.onKey('text', '/ban');
		expect(text()).toContain('banana is yellow');
		expect(text()).not.toContain('cherry');
	});

	it('does nothing with text that comes all at once, as from a paste without brackets', async () => {
		const acted: string[] = [];
		const {screen, text, clock, fake} = await openFruits({acted});
		screen.onKey('text', 'je r q yes');
		clock.advance(1000);
		expect(text()).toContain('more text than keys');
		expect(text()).toContain('apple is red');
		expect(acted).toEqual([]);
		expect(fake.submitted).toEqual([]);
	});

	it('lets the reader scroll on the right side and go back', async () => {
		const {press, text} = await openFruits();
		press('3', 'right', 'down', 'down');
		expect(text()).not.toContain('line 0 ');
		expect(text()).toMatch(/lines 3-\d+ of 60/);
		press('esc', 'down');
		expect(text()).toMatch(/› ● banana/);
	});

	it('searches on the right side', async () => {
		const {press, type, text} = await openFruits();
		press('3', 'right', '/');
		type('line 42');
		expect(text()).toContain('1 of 1 found');
		expect(text()).toContain('line 42');
		press('enter', 'esc', 'esc');
		expect(text()).toContain('filter');
	});

	it('does what cannot be taken back only after a yes that could be read', async () => {
		const acted: string[] = [];
		const {press, text, yes, screen} = await openFruits({acted});
		press('e');
		expect(text()).toContain('Eat apple?');
		press('y');
		expect(acted).toEqual([]);
		screen.onKey('text', 'yy');
		expect(acted).toEqual([]);
		press('n');
		expect(text()).not.toContain('Eat apple?');
		press('e');
		yes();
		expect(acted).toEqual(['ate apple']);
	});

	it('asks for a line and says what is wrong with it', async () => {
		const acted: string[] = [];
		const {press, type, text, cursor} = await openFruits({acted});
		press('r', 'enter');
		expect(text()).toContain('it needs one');
		type('pear');
		expect(cursor()).toEqual({x: 'new name: pear'.length, y: 22});
		press('enter');
		expect(acted).toEqual(['renamed apple to pear']);
		press('r', 'x', 'esc', 'down');
		expect(text()).toMatch(/› ● banana/);
	});

	it('lets the user choose several things from a list', async () => {
		const acted: string[] = [];
		const {press, text} = await openFruits({acted});
		press('c');
		expect(text()).toContain('Which?');
		expect(text()).toMatch(/\[x\] banana/);
		press(' ', 'enter');
		expect(acted).toEqual(['chose apple and banana']);
		expect(text()).toContain('3 fruits');
	});

	it('stays near when the chosen item goes away', async () => {
		let items = fruits;
		const {press, text, bench} = await openFruits({items: () => items});
		press('down');
		expect(text()).toContain('banana is yellow');
		items = items.filter(({name}) => name !== 'banana');
		bench().changed();
		expect(text()).toContain('cherry is red');
	});

	it('stays at the top while a list grows, until a key is pressed', async () => {
		const plum: Fruit = {name: 'plum', colour: 'blue'};
		let items: readonly Fruit[] = [plum];
		const {press, text, bench} = await openFruits({items: () => items});
		expect(text()).toContain('plum is blue');
		items = [...fruits, plum];
		bench().changed();
		expect(text()).toContain('apple is red');
		press('c', 'esc');
		items = [plum, ...fruits];
		bench().changed();
		expect(text()).toContain('apple is red');
	});

	it('names no key of the list that means something else on the right side', async () => {
		const {press, text} = await openFruits({columns: 120});
		expect(text()).toContain('e eat');
		press('2');
		press('right');
		expect(text()).toContain('esc list');
		expect(text()).toContain('r rename');
		expect(text()).not.toContain('e eat');
	});

	it('says so where there is nothing', async () => {
		const {text} = await openFruits({items: () => []});
		expect(text()).toContain('No fruit yet.');
	});

	it('shows one side at a time in a narrow window', async () => {
		const {press, text} = await openFruits({columns: 40});
		expect(text()).not.toContain('apple is red');
		press('right');
		expect(text()).toContain('apple is red');
		expect(text()).not.toContain('banana');
	});

	it.each([
		{columns: 1, rows: 1},
		{columns: 12, rows: 5},
		{columns: 30, rows: 9},
		{columns: 200, rows: 60},
	])('fits into $columns x $rows', async size => {
		const {lines} = await openFruits(size);
		expect(lines().length).toBeLessThanOrEqual(size.rows);
		for (const line of lines()) {
			expect([...line].length).toBeLessThanOrEqual(Math.max(size.columns, 30));
		}
	});

	it('closes with q and with esc, and tells its sections', async () => {
		let closes = 0;
		const {press, screen} = await openBench({
			create: bench => ({
				...fruitSection(bench),
				close() {
					closes += 1;
				},
			}),
		});
		press('esc');
		await screen.closed;
		expect(closes).toBe(1);
	});

	it('goes to another part with ] and back with its own key', async () => {
		const {press, text} = await openBench({
			create: fruitSection,
			others: {
				tools: {
					title: 'Tools',
					load: async (bench, deps) =>
						openSection({...fruitSection(bench, () => []), emptyLines: () => ['No tool yet.']}, deps),
				},
			},
		});
		press(']');
		await Promise.resolve();
		await Promise.resolve();
		expect(text()).toContain('No tool yet.');
		press('f2');
		expect(text()).toContain('3 fruits');
	});

	it('lists every key that works, and any other key closes the list', async () => {
		const {press, text} = await openFruits({rows: 60});
		press('?');
		expect(text()).toContain('eat it');
		expect(text()).toContain('show only what has these words');
		press('esc');
		expect(text()).toContain('3 fruits');
	});

	it('is drawn anew when what it watches in the state is another', async () => {
		let drawn = 0;
		const {screen, fake} = await openBench({
			create: bench => ({...fruitSection(bench), watches: state => [state.theme]}),
		});
		screen.subscribe(() => {
			drawn += 1;
		});
		fake.emit({type: 'approval-mode-changed', mode: 'auto'});
		expect(drawn).toBe(0);
		fake.emit({type: 'theme-changed', theme: 'light'});
		expect(drawn).toBe(1);
	});

	it('finds one of 5,000 items by a filter, and makes rows only for the window', async () => {
		const items = Array.from({length: 5000}, (_, index) => ({name: `tool-${index}`, colour: 'blue'}));
		let rows = 0;
		const {press, type, text} = await openBench({
			create: (bench): Section<Fruit> => {
				const section = fruitSection(bench, () => items);
				return {
					...section,
					rowOf(item) {
						rows += 1;
						return section.rowOf(item);
					},
				};
			},
		});
		press('/');
		type('tool-4711');
		expect(text()).toContain('tool-4711 is blue');
		rows = 0;
		press('esc', 'end');
		expect(text()).toContain('tool-4999 is blue');
		expect(rows).toBeLessThanOrEqual(24);
		expect(unsafeLines(text().split('\n'))).toEqual([]);
	});
});
