import fc from 'fast-check';

/** What is cheap to write and dear to read: nested, unclosed, repeated, or far too long. */
const units = [
	...['`', '~', '*', '_', '_a', '*a **b ', '**', '***a', '*a_', '[', '![', '[a](', '[a][', '[a](<', '[a]: '],
	...['<', '<a ', '<div>', '</', '<!-- ', '<?', '<![CDATA[', '&', '&amp;', '&#x', '\\', '|', '|a', '| a |\n'],
	...['- ', '> ', '>', '+ ', '1. ', '- > ', '#', '# a\n', '=', '-', '---\n', '```\n', '```js\n', '~~~\n'],
	...['- a\n', '  - a\n', '    a\n', '> a\n', '1) a\n', '[a]: b\n', '<x>\n', '|a|b|\n|-|-|\n', 'a\n', '\n'],
	...[
		' ',
		'\t',
		'x',
		'word ',
		'漢字',
		'e\u0301',
		'\u0301',
		'👩\u200d',
		'👍🏽',
		'a\r',
		'\u001B]0;',
		'http://a.',
	],
];

const beginnings = ['', '- ', '> ', '```js\n', '| a |\n|---|\n', '<div>\n', '- a\n\n  '];

/** How to make one, which is shorter to print than what is made. */
export type PoisonRecipe =
	| {readonly type: 'repeat'; readonly before: string; readonly unit: string; readonly length: number}
	| {readonly type: 'list'; readonly levels: number; readonly indent: string}
	| {readonly type: 'table'; readonly columns: number; readonly rows: number};

export const nestedList = (levels: number, indent = '  '): string =>
	Array.from({length: levels}, (_, level) => `${indent.repeat(level)}- level ${level}\n`).join('');

export const wideTable = (columns: number, rows: number): string =>
	`${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'b\n'.repeat(rows)}`;

export const brew = (recipe: PoisonRecipe): string => {
	switch (recipe.type) {
		case 'repeat':
			return recipe.before + recipe.unit.repeat(Math.ceil(recipe.length / recipe.unit.length));
		case 'list':
			return nestedList(recipe.levels, recipe.indent);
		case 'table':
			return wideTable(recipe.columns, recipe.rows);
	}
};

export const poisonRecipe = (longest: number, deepest: number): fc.Arbitrary<PoisonRecipe> =>
	fc.oneof(
		{
			weight: 6,
			arbitrary: fc.record({
				type: fc.constant('repeat' as const),
				before: fc.constantFrom(...beginnings),
				unit: fc.constantFrom(...units),
				length: fc.integer({min: 1, max: longest}),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				type: fc.constant('list' as const),
				levels: fc.integer({min: 1, max: deepest}),
				indent: fc.constantFrom('  ', '    ', '\t'),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				type: fc.constant('table' as const),
				columns: fc.integer({min: 1, max: 3000}),
				rows: fc.integer({min: 0, max: 3000}),
			}),
		},
	);
