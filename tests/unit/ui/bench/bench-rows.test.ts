import {describe, expect, it} from 'vitest';
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
});
