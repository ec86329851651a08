import fc from 'fast-check';

const lines = [
	...[
		'',
		'',
		' ',
		'plain words',
		'**bold** and *em* `code` ~~x~~',
		'https://example.com/a?b=c',
		'# Heading',
		'#',
		'####### no',
	],
	...[
		'- item',
		'- ',
		'* star',
		'+ plus',
		'  - nested',
		'    - deep',
		'- [x] done',
		'- [ ] open',
		'1. one',
		'2) two',
		'10. ten',
	],
	...[
		'   continued',
		'    indented',
		'```',
		'```js',
		'````',
		'~~~',
		'~~~ruby x',
		'  ```',
		'``` a`b',
		'> quote',
		'> - in quote',
		'> ```',
	],
	...[
		'---',
		'===',
		'***',
		'_ _ _',
		'- - -',
		'| a | b |',
		'|---|:-:|',
		'| 日本 | 👩‍👩‍👧 |',
		'a | b',
		'--- | ---',
		'<div>',
		'</div>',
		'<br>',
		'<!-- c',
	],
	...[
		'[ref]: https://x.y',
		'[a](b) ![c](https://d.e/f)',
		'&lt;&#27;[31m&#x202e;&amp;',
		'漢字かな混じり文。「引用」',
		'é\u0301 ﷽ 한글',
		'\\* \\`',
		'1️⃣ ❤️ 🇩🇪',
	],
];

/** Lines that mean something, in any order, and now and then any text at all. */
export const arbitraryMarkdown = fc
	.array(
		fc.oneof(
			{weight: 12, arbitrary: fc.constantFrom(...lines)},
			{weight: 1, arbitrary: fc.string({unit: 'grapheme', maxLength: 60})},
			{weight: 1, arbitrary: fc.string({unit: fc.constantFrom(...'*_`~[]()<>!#&|-+ \n\\'), maxLength: 30})},
		),
		{maxLength: 14},
	)
	.chain(parts => fc.constantFrom(parts.join('\n'), `${parts.join('\n')}\n`));

const words = fc.array(fc.constantFrom('alpha', '**beta**', '`gamma`', '漢字', 'delta-epsilon', '_zeta_'), {
	minLength: 1,
	maxLength: 25,
});
const sentence = words.map(list => list.join(' '));
const indented = (text: string, by: number): string =>
	text
		.split('\n')
		.map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(by) + line))
		.join('\n');

const fence = fc
	.tuple(
		fc.constantFrom('', 'ts', 'python'),
		fc.array(fc.constantFrom('', 'x = 1', '  y()', '# no heading', '- no item'), {
			minLength: 1,
			maxLength: 5,
		}),
	)
	.map(([language, code]) => `\`\`\`${language}\n${code.join('\n')}\n\`\`\``);

const itemContent = fc.oneof(
	sentence,
	fc.tuple(sentence, sentence).map(([first, nested]) => `${first}\n- ${nested}\n- ${first}`),
	fc.tuple(sentence, sentence).map(([first, second]) => `${first}\n\n${second}`),
	fc.tuple(sentence, fence).map(([first, code]) => `${first}\n\n${code}`),
);

const list = fc
	.tuple(
		fc.constantFrom('- ', '* ', '1. '),
		fc.array(itemContent, {minLength: 1, maxLength: 4}),
		fc.constantFrom('\n', '\n\n'),
	)
	.map(([marker, items, between]) =>
		items.map(item => `${marker}${indented(item, marker.length)}`).join(between),
	);

const table = fc
	.array(fc.tuple(sentence, sentence), {minLength: 1, maxLength: 3})
	.map(rows =>
		['| Left | Right |', '|:---|---:|', ...rows.map(([left, right]) => `| ${left} | ${right} |`)].join('\n'),
	);

/** Blocks as a careful author writes them, with an empty line between. */
export const tidyMarkdown = fc
	.array(
		fc.oneof(
			sentence,
			fc.tuple(sentence, sentence).map(([first, second]) => `${first}\n${second}`),
			sentence.map(text => `## ${text}`),
			sentence.map(text => `> ${text}\n>\n> - ${text}`),
			fc.constant('---'),
			fence,
			list,
			table,
		),
		{minLength: 1, maxLength: 6},
	)
	.map(blocks => `${blocks.join('\n\n')}\n`);
