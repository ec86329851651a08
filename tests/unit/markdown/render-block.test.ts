import {describe, expect, it} from 'vitest';
import {renderBlock} from '../../../source/ui/markdown/render-block.ts';
import {plainStyle, taggedStyle} from './styles.ts';

const plain = (markdown: string, width = 40): string[] => renderBlock(markdown, width, plainStyle);
const tagged = (markdown: string, width = 200): string =>
	renderBlock(markdown, width, taggedStyle).join('\n');

describe('renderBlock: text', () => {
	it('marks headings by their depth', () => {
		expect(tagged('# One')).toBe('<h>One</h>');
		expect(tagged('### Three `x`')).toBe('<b>Three </b><b><c>x</c></b>');
	});

	it('marks bold, italic, strike and code, nested too', () => {
		expect(tagged('**a *b* c** ~~d~~ `e`')).toBe('<b>a </b><b><i>b</i></b><b> c</b> <s>d</s> <c>e</c>');
	});

	it('wraps at words and carries the marks over to the next line', () => {
		expect(renderBlock('one **two three** four', 9, taggedStyle)).toEqual([
			'one <b>two</b>',
			'<b>three</b>',
			'four',
		]);
	});

	it('does not part a word that changes its marks', () => {
		expect(plain('aaaa bb**bb**bb c', 8)).toEqual(['aaaa', 'bbbbbb c']);
	});

	it('keeps the line breaks of the source', () => {
		expect(plain('roses\nare  \nred<br>violets')).toEqual(['roses', 'are', 'red', 'violets']);
	});

	it('cuts words that are wider than a line, between characters', () => {
		expect(plain('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
		expect(plain('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toEqual(['👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧']);
	});

	it('wraps wide characters by their cells and keeps punctuation where it belongs', () => {
		expect(plain('漢字漢字漢字', 5)).toEqual(['漢字', '漢字', '漢字']);
		expect(plain('漢字漢。漢', 6)).toEqual(['漢字', '漢。漢']);
		expect(plain('ab 漢字漢字', 6)).toEqual(['ab 漢', '字漢字']);
	});

	it('does not stumble over spaces that are no spaces', () => {
		const lines = plain(`a${'\u3000'.repeat(9)}b c`, 4);
		expect(lines.join('').replaceAll(/\s/g, '')).toBe('abc');
	});

	it('shows references as characters, but never as control characters', () => {
		expect(plain('&lt;a&gt; &amp;amp; &copy; &#65;&#x42;')).toEqual(['<a> &amp; © AB']);
		expect(plain('&#27;[31m &#x1B; &#x202e; &#0; &#155; &#xD800; &zzz;', 99)).toEqual([
			'&#27;[31m &#x1B; &#x202e; &#0; &#155; &#xD800; &zzz;',
		]);
		expect(plain('# a&#27;b\n\n- &#7;\n\n| &#8; |\n|---|\n').join('')).not.toMatch(/\p{Cc}/u);
	});

	it('shows HTML as text', () => {
		expect(plain('a <b>b</b>\n\n<div>\n  <p>x</p>\n</div>')).toEqual([
			'a <b>b</b>',
			'',
			'<div>',
			'  <p>x</p>',
			'</div>',
		]);
	});

	it('draws a rule no wider than the line', () => {
		expect(plain('---', 5)).toEqual(['─────']);
	});
});

describe('renderBlock: links', () => {
	it('names where a link leads', () => {
		expect(tagged('[docs](https://example.com/a?b)')).toBe('<a>docs</a><d> (example.com/a?b)</d>');
		expect(tagged('[docs](https://example.com/)')).toBe('<a>docs</a><d> (example.com)</d>');
		expect(tagged('[a *b*](http://x.y:81/z)')).toBe('<a>a </a><a><i>b</i></a><d> (http://x.y:81/z)</d>');
		expect(tagged('![logo](https://cdn.example.com/l.png)')).toBe(
			'<a>logo</a><d> (cdn.example.com/l.png)</d>',
		);
	});

	it('names the host of a long address, which follows in full, once', () => {
		const address = `https://example.com/${'a'.repeat(80)}`;
		expect(tagged(`[one](${address}) and [two](${address})`)).toBe(
			`<a>one</a><d> (example.com/…)</d> and <a>two</a><d> (example.com/…)</d>\n<d>${address}</d>`,
		);
		expect(tagged(`- [one](${address})`)).toBe(
			`<d>•</d> <a>one</a><d> (example.com/…)</d>\n<d>${address}</d>`,
		);
		expect(tagged(`|a|\n|-|\n|[x](${address})|`)).toContain(`\n<d>${address}</d>`);
	});

	it('does not repeat an address that is its own text', () => {
		expect(tagged('https://example.com/a')).toBe('<a>https://example.com/a</a>');
		expect(tagged('<https://example.com>')).toBe('<a>https://example.com</a>');
		expect(tagged('www.example.com')).toBe('<a>www.example.com</a>');
		expect(tagged('me@example.com')).toBe('<a>me@example.com</a>');
		expect(tagged('[up](#top)')).toBe('<a>up</a>');
	});

	it('warns where the text looks like another host', () => {
		expect(tagged('[https://good.com](https://evil.com)')).toBe(
			'<a>https://good.com</a><w> (leads to evil.com)</w>',
		);
		expect(tagged('[good.com/login](https://evil.com/x)')).toBe(
			'<a>good.com/login</a><w> (leads to evil.com/x)</w>',
		);
		expect(tagged('[x](https://good.com@evil.com/)')).toBe('<a>x</a><w> (leads to evil.com)</w>');
		expect(tagged('[gооd.com](https://good.com)')).toContain('<w> (leads to good.com)</w>');
		expect(tagged('[example.com/docs](https://www.example.com/docs/)')).toContain('<d> (');
		expect(tagged('[x](https://evil&#46;com/)')).toBe('<a>x</a><d> (evil.com)</d>');
	});

	it('shows other targets as they are, shortened, and what a program might run as plain text', () => {
		expect(tagged('[x](docs/a.md)')).toBe('<a>x</a><d> (docs/a.md)</d>');
		expect(tagged(`[x](data:text/plain,${'a'.repeat(500)})`)).toBe(
			`x<d> (data:text/plain,${'a'.repeat(64)}…)</d>`,
		);
		for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'vscode://run/x']) {
			expect(tagged(`[x](${address})`)).toBe(`x<d> (${address})</d>`);
		}
	});
});

describe('renderBlock: lists and quotes', () => {
	it('hangs the lines of an item under its text', () => {
		expect(plain('- alpha beta gamma\n- delta', 14)).toEqual(['• alpha beta', '  gamma', '• delta']);
		expect(plain('9. a\n10. alpha beta gamma', 14)).toEqual(['9. a', '10. alpha beta', '    gamma']);
	});

	it('nests lists and shows tasks', () => {
		expect(plain('1. a\n   - b\n     - c\n   - [x] d\n2. [ ] e')).toEqual([
			'1. a',
			'   • b',
			'     • c',
			'   • [x] d',
			'2. [ ] e',
		]);
	});

	it('leaves an empty line where the source has one', () => {
		expect(plain('- a\n- b\n\n- c\n\n  d\n- e')).toEqual(['• a', '• b', '', '• c', '', '  d', '• e']);
	});

	it('counts an ordered list from its first number', () => {
		expect(plain('3. a\n3. b\n3. c')).toEqual(['3. a', '4. b', '5. c']);
		expect(plain('0. a\n1. b')).toEqual(['0. a', '1. b']);
	});

	it('shows code and quotes inside of an item', () => {
		expect(plain('- a\n\n  ```sh\n  ls\n  ```\n\n  > q')).toEqual(['• a', '', '  sh', '    ls', '', '  │ q']);
	});

	it('shows an empty item', () => {
		expect(plain('- \n- b\n- [ ]')).toEqual(['•', '• b', '• [ ]']);
	});

	it('draws a bar beside a quote, nested too', () => {
		expect(plain('> a\n>\n> > b\n> > c')).toEqual(['│ a', '│', '│ │ b', '│ │ c']);
		expect(tagged('> a')).toBe('<d>│</d> a');
	});

	it('stops indenting when there is no room left', () => {
		for (const line of plain(`${'> '.repeat(30)}deep text in here`, 12))
			expect(line.length).toBeLessThanOrEqual(12);
		expect(plain('- alpha', 6)).toEqual(['•', 'alpha']);
	});

	it('shows text that is nested beyond reason as it is', () => {
		expect(plain(`${'>'.repeat(6000)}x`, 6001)).toEqual([`${'>'.repeat(6000)}x`]);
	});
});

describe('renderBlock: code', () => {
	it('indents code under its language', () => {
		expect(tagged('```ts extra\nlet a;\n\n  b();\n```')).toBe(
			'<d>ts</d>\n  <c>let a;</c>\n\n    <c>b();</c>',
		);
		expect(plain('    indented\n\n    code')).toEqual(['  indented', '', '  code']);
	});

	it('does not read markdown in code', () => {
		expect(plain('```\n**a** &lt; # b\n```')).toEqual(['  **a** &lt; # b']);
		expect(tagged('`**a** &lt;`')).toBe('<c>**a** &lt;</c>');
	});

	it('cuts long lines without losing a character', () => {
		expect(plain('```\nabcdefghijklmno\n```', 12)).toEqual(['  abcdefghij', '  klmno']);
		expect(plain('```\nabcdefghi  klm\n```', 12)).toEqual(['  abcdefghi', '    klm']);
	});

	it('shows a fence that is still open', () => {
		expect(plain('```py\nx = 1')).toEqual(['py', '  x = 1']);
	});
});

describe('renderBlock: tables', () => {
	const markdown = '| Name | Qty | Note |\n|:--|--:|:-:|\n| Apple | 3 | red **ripe** |\n| 日本語 | 12 | |';

	it('aligns columns by cells', () => {
		expect(plain(markdown)).toEqual([
			'Name   │ Qty │   Note',
			'───────┼─────┼─────────',
			'Apple  │   3 │ red ripe',
			'日本語 │  12 │',
		]);
		expect(tagged('|a|\n|-|\n|**b**|')).toBe('<b>a</b>\n<d>─</d>\n<b>b</b>');
	});

	it('wraps the widest cells to fit the width', () => {
		expect(plain('| Key | Value |\n|--|--|\n| a | one two three four |', 16)).toEqual([
			'Key │ Value',
			'────┼───────────',
			'a   │ one two',
			'    │ three four',
		]);
	});

	it('becomes a list of rows when it cannot fit', () => {
		expect(plain(markdown, 18)).toEqual([
			'Name: Apple',
			'Qty: 3',
			'Note: red ripe',
			'',
			'Name: 日本語',
			'Qty: 12',
			'Note:',
		]);
	});

	it('shows a table without rows in any width', () => {
		expect(plain('| a | b |\n|--|--|')).toEqual(['a │ b', '──┼──']);
		expect(plain('| first | second |\n|--|--|', 10)).toEqual(['first:', 'second:']);
	});
});
