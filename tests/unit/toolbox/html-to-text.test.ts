import {describe, expect, it} from 'vitest';
import {htmlToText} from '../../../source/core/toolbox/fetch-url/internal/html/htmlToText.ts';
import {signal} from './read-outcome.ts';

const address = new URL('https://site.example/docs/page.html?q=1');
const read = async (html: string) => (await htmlToText(html, address, signal)).text;

describe('HTML as text', () => {
	it.each([
		['paragraphs', '<p>One.<p>Two\n  lines.</p>Three.', 'One.\n\nTwo lines.\n\nThree.'],
		['line breaks', 'a<br>b<br/>c', 'a\nb\nc'],
		['headings', '<h1>A</h1><h3>B <em>c</em></h3>text', '# A\n\n### B c\n\ntext'],
		['a heading that nobody closed', '<h2>A<h2>B', '## A\n\n## B'],
		['blocks', '<div>a</div><div>b<section>c</section></div>', 'a\nb\nc'],
		['inline elements', 'a<b>b</b> <i>c </i> d<x-icon></x-icon>e', 'ab c de'],
		['entities', '&lt;b&gt; &amp;amp; &#x41;&copy &nbsp;x', '<b> &amp; A© x'],
		['invisible characters', 'so\u00adft\u200b \u0007bell\u0000', 'soft bell'],
		['comments', 'a<!-- <p>no</p> --><!DOCTYPE x><?php no ?>b', 'ab'],
		['a list', '<ul><li>a<li>b</li></ul>', '- a\n- b'],
		['a numbered list', '<ol><li>a<li>b</ol><ol start=7><li>c<li>d</ol>', '1. a\n2. b\n\n7. c\n8. d'],
		['lists in lists', '<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>', '- a\n  - b\n    1. c\n- d'],
		['paragraphs in lists', '<ul><li><p>a</p><p>b</p><li>c</ul>', '- a\n  b\n- c'],
		['definitions', '<dl><dt>a<dd>b<dt>c<dd>d</dl>', 'a\n  b\nc\n  d'],
		['quotes', '<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n\n> b\n\nc'],
		['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
		['images', '<img alt="A  cat" src=x><img src=y>', '[image: A cat]'],
		['code', 'Run <code>npm  i</code>, <kbd>x</kbd>.', 'Run `npm i`, `x`.'],
		['code with backticks', '<code>a`b</code>', 'a`b'],
		['a block of code', 'a<pre>\nif (x &lt; 1)\n\n  y</pre>b', 'a\n\n```\nif (x < 1)\n\n  y\n```\n\nb'],
		['its language', '<pre class="hl"><code class="x language-ts">a</code></pre>', '```ts\na\n```'],
		['code in code', '<pre>a\n```\nb</pre>', '`````\na\n```\nb\n`````'],
		['code in lists', '<ul><li>a<pre>b\nc</pre></ul>', '- a\n  ```\n  b\n  c\n  ```'],
		['lines of code as blocks', '<pre><div>a</div><div>b</div></pre>', '```\na\nb\n```'],
	])('has %s', async (_, html, text) => {
		expect(await read(html)).toBe(text);
	});

	it.each([
		['a path', '<a href="/a b">x</a>', '[x](https://site.example/a%20b)'],
		['a neighbour', '<a href=other.html>x y</a>', '[x y](https://site.example/docs/other.html)'],
		['a query', '<a href="?r=2&amp;s=3">x</a>', '[x](https://site.example/docs/page.html?r=2&s=3)'],
		['another host', '<a href="//b.example"> x </a>y', '[x](https://b.example/) y'],
		['itself', '<a href="https://b.example/">https://b.example/</a>', 'https://b.example/'],
		['mail', '<a href="mailto:a@b.example">write</a>', '[write](mailto:a@b.example)'],
		['a part of the page', '<a href="#part">there</a>', 'there'],
		['a part, by a sign', '<h2>Title <a href="#title">¶</a></h2>', '## Title'],
		['a script', '<a href="javascript:alert(1)">x</a>', 'x'],
		['data', '<a href="data:text/html,x">x</a>', 'x'],
		['nothing', '<a href="http://[">x</a> <a>y</a>', 'x y'],
		['too far', `<a href="/${'x'.repeat(2000)}">x</a>`, 'x'],
		['somewhere without a text', '<a href="/x"></a><a href="/y"> </a>.', '.'],
		[
			'somewhere from a picture',
			'<a href="/x"><img alt="Cat"></a>',
			'[[image: Cat]](https://site.example/x)',
		],
		['somewhere from a block', '<a href="/x"><div>a</div></a>b', 'a\n<https://site.example/x> b'],
		[
			'links in links',
			'<a href="/x">a<a href="/y">b</a>',
			'[a](https://site.example/x)[b](https://site.example/y)',
		],
		['a heading', '<h2><a href="/n">News</a></h2>', '## [News](https://site.example/n)'],
		[
			'what a base says',
			'<base href="/b/"><base href="/c/"><a href=x>x</a>',
			'[x](https://site.example/b/x)',
		],
	])('has links to %s', async (_, html, text) => {
		expect(await read(html)).toBe(text);
	});

	it.each([
		[
			'rows',
			'<table><thead><tr><th>A<th>B</thead><tr><td>1<td>x|y<tr><td><p>2</p><td></table>',
			'| A | B |\n| --- | --- |\n| 1 | x\\|y |\n| 2 |  |',
		],
		['rows without a head', '<table><tr><td>1<td>2<tr><td>3<td>4</table>a', '| 1 | 2 |\n| 3 | 4 |\n\na'],
		[
			'its caption',
			'<table><caption>All</caption><tr><td>1<td>2<tr><td>3<td>4</table>',
			'All\n\n| 1 | 2 |\n| 3 | 4 |',
		],
		['one column as lines', '<table><tr><td>1<tr><td>2</table>', '1\n2'],
		['tables in tables as lines', '<table><tr><td>a<td><table><tr><td>b</table><td>c</table>', 'a\nb\nc'],
		[
			'links',
			'<table><tr><td><a href=/x>a</a><td>b<tr><td>c<td>d</table>',
			'| [a](https://site.example/x) | b |\n| c | d |',
		],
		[
			'tags that close nothing of theirs',
			'<div><table><tr><td>a</div><td>b<tr><td>c<td>d</table></div>',
			'| a | b |\n| c | d |',
		],
	])('has a table: %s', async (_, html, text) => {
		expect(await read(html)).toBe(text);
	});

	it('has parts of a page that stand in a table as text', async () => {
		const long = 'word '.repeat(150).trim();
		expect(await read(`<table><tr><td>menu<td>${long}<tr><td>a<td>b</table>`)).toBe(`menu\n${long}\na\nb`);
	});

	it('has long tables whole', async () => {
		const rows = Array.from({length: 1000}, (_, index) => `<tr><td>${index}<td>x`).join('');
		const lines = (await read(`<table><tr><th>n<th>x${rows}</table>`)).split('\n');
		expect(lines).toHaveLength(1002);
		expect([lines[1], lines[1001]]).toEqual(['| --- | --- |', '| 999 | x |']);
	});
});

describe('what is left out of a page', () => {
	it.each([
		'<script>a < b && "</p>"</script>',
		'<style>p { color: red }</style>',
		'<svg><title>no</title><text>no</text></svg>',
		'<template><p>no</template>',
		'<iframe>no</iframe>',
		'<select><option>no<option>no</select>',
		'<button>no</button>',
		'<textarea>no</textarea>',
		'<video>no</video>',
		'<p hidden>no<p>',
		'<div hidden>no<div>no</div>no</div>',
		'<span style="display : none">no</span>',
		'<div style="color:red;visibility:hidden">no</div>',
		'<p style="font-size:0">no</p>',
		'<p style="opacity: 0;">no</p>',
		'<p style="opacity:0.0">no</p>',
		'<p style="opacity:.0%!important">no</p>',
		'<p style="font-size:0.0px">no</p>',
		'<p style="font-size:1px">no</p>',
		'<p style="visibility:/**/collapse">no</p>',
		'<p style="position:absolute;left:-9999px">no</p>',
		'<p style="Position: Fixed; top: -1e4em">no</p>',
		'<p style="text-indent:-9999px">no</p>',
		'<i aria-hidden="true">no</i>',
		'<dialog>no</dialog>',
		'<ul><li hidden>no<ul><li>no</ul></ul>',
		'<table><tr hidden><td>no</table>',
	])('is %s', async hidden => {
		expect(await read(`<p>before</p>${hidden}<p>after`)).toBe('before\n\nafter');
	});

	it('is nothing that can be seen', async () => {
		const shown =
			'<p style="font-size:0.9em">a<p style="opacity:0.5;position:absolute;left:-5px">b<p aria-hidden=false>c<noscript>d</noscript>';
		expect(await read(shown)).toBe('a\n\nb\n\nc\nd');
	});

	const words = 'These are words of the text. '.repeat(20).trim();

	it('is navigation and what stands in the margin', async () => {
		const html = `<nav>Menu</nav><div role=navigation>Menu</div><aside>More</aside><p>${words}</p><footer>Imprint</footer>`;
		expect(await read(html)).toBe(words);
	});

	it('is what surrounds the main part, where there is one', async () => {
		const html = `<header>Shop now</header><main><nav>Here</nav><p>${words}</p><footer>Written today</footer></main><p>Cookies</p>`;
		expect(await read(html)).toBe(`${words}\n\nWritten today`);
		expect(await read(html.replaceAll('main>', 'article>'))).toBe(`${words}\n\nWritten today`);
	});

	it('is the same of a short page', async () => {
		expect(await read('<nav>Menu</nav><main><p>All that there is.</main><p>Cookies')).toBe(
			'All that there is.',
		);
	});

	it('is not the rest, where the main part has next to nothing', async () => {
		expect(await read(`<main>Loading</main><p>${words}</p>`)).toBe(`Loading\n\n${words}`);
	});

	it('is not even navigation, where there is nothing else', async () => {
		expect(await read('<nav><a href="/a">A</a> <a href="/b">B</a></nav>')).toContain(
			'[B](https://site.example/b)',
		);
	});
});

describe('the title of a page', () => {
	const titleOf = async (html: string) => (await htmlToText(html, address, signal)).title;

	it.each([
		['<title> A &amp;\n B </title>', 'A & B'],
		['<title>A</title><title>B</title>', 'A'],
		['<title></title><p>x', undefined],
		['<p>x', undefined],
		['<svg><title>no</title></svg>', undefined],
		[`<title>${'x'.repeat(5000)}</title>`, 'x'.repeat(300)],
		['<title>never closed', 'never closed'],
	])('of %s', async (html, title) => {
		expect(await titleOf(html)).toBe(title);
	});

	it('is no part of its text', async () => {
		expect(await read('<title>A</title><p>b</p><title>C</title>')).toBe('b');
	});
});
