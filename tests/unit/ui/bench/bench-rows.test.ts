import {describe, expect, it} from 'vitest';
import {createBenchMemory} from '../../../../source/ui/bench/bench-memory.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {type Fruit, fruitSection} from '../../../helpers/ui-fruit-section.ts';

const named = (...names: readonly string[]): readonly Fruit[] =>
	names.map(name => ({name, colour: 'of file, files and a file'}));

const openNamed = (names: readonly string[], columns = 80) => {
	const items = named(...names);
	return openBench({create: bench => fruitSection(bench, () => items), size: {columns, rows: 24}});
};

describe('a filter of the workbench', () => {
	it.each([
		[['profile', 'read-file', 'files', 'file'], 'file'],
		[['profile', 'read-file', 'files'], 'files'],
		[['profile', 'read-file', 'write-file'], 'read-file'],
		[['other', 'profile', 'another'], 'profile'],
		[['one', 'two'], 'one'],
	])('chooses among %j what is called so: %s', async (names, chosen) => {
		const {press, type, text} = await openNamed(names);
		press('/');
		type('file');
		expect(text()).toMatch(new RegExp(`› ● ${chosen} `));
	});

	it.each([60, 80, 120])(
		'says which row of those it shows is chosen, and how many there are in all, at %i columns',
		async columns => {
			const {press, type, text} = await openNamed(['a', 'b', 'xa', 'xb', 'xc'], columns);
			expect(text()).toContain(' 1 of 5');
			press('/');
			type('x');
			expect(text()).toContain('/x  1 of 3 (5 in all)');
			press('enter', 'down');
			expect(text()).toContain('/x  2 of 3 (5 in all)');
			press('esc', '/');
			type('nothing-like-this-is-here');
			expect(text()).toContain('/nothing-lik…  none (5 in all)');
		},
	);
});

describe('a list to choose one from', () => {
	it('says which row is chosen', async () => {
		const {bench, press, text} = await openNamed(['a']);
		bench().choose({
			title: 'Which?',
			choices: ['one', 'two', 'three'].map(value => ({label: value, value})),
			run: () => undefined,
		});
		expect(text()).toContain('1 of 3');
		press('down');
		expect(text()).toContain('2 of 3');
		press('t');
		expect(text()).toContain('1 of 2 (3 in all)');
	});
});

describe('the workbench that is opened again', () => {
	it('begins at the row that was chosen, wherever that is now', async () => {
		const memory = createBenchMemory();
		const open = (...names: readonly string[]) => {
			const items = named(...names);
			return openBench({create: bench => fruitSection(bench, () => items), memory});
		};
		const first = await open('apple', 'banana', 'cherry');
		first.press('down', 'q');
		const second = await open('apple', 'apricot', 'banana', 'cherry');
		expect(second.text()).toMatch(/› ● banana/);
		second.press('home', 'q');
		const third = await open('aardvark', 'apple', 'banana');
		expect(third.text()).toMatch(/› ● aardvark/);
	});
});
