import {setImmediate as nextTurn} from 'node:timers/promises';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createHtmlReader} from '../../../source/core/toolbox/fetch-url/internal/html/createHtmlReader.ts';
import {htmlToText} from '../../../source/core/toolbox/fetch-url/internal/html/htmlToText.ts';
import {tokenizeHtml} from '../../../source/core/toolbox/fetch-url/internal/html/tokenizeHtml.ts';

const address = new URL('https://site.example/');
const read = (html: string, signal = new AbortController().signal) => htmlToText(html, address, signal);

const mebibyte = 1024 * 1024;
const much = (piece: string, size = mebibyte / 4): string => piece.repeat(Math.floor(size / piece.length));

const pages: Readonly<Record<string, string>> = {
	'nested blocks': much('<div>'),
	'nested inline elements': much('<b>'),
	'nested lists': much('<ul><li>x'),
	'nested tables': much('<table><tr><td>'),
	'nested quotes': much('<blockquote>x'),
	'nested hidden elements': much('<div hidden>x'),
	'tags that close nothing': much('<div>') + much('</b>'),
	'misnested tags': much('<span hidden><div></span>'),
	'cells in something deep': `<table>${much('<div>', 3000)}${much('<td>x</td>')}`,
	'rows without end': `<table>${much('<tr><td>a<td>b')}`,
	'items without end': much('<li>x'),
	'nothing but <': much('<', 2 * mebibyte),
	'nothing but &': much('&'),
	'comments that never end': much('<!--'),
	'a huge attribute': `<a href="${much('x')}">y</a>`,
	'a huge attribute of entities': `<a href="${much('&amp;')}">y</a>`,
	'very many attributes': `<a ${much('x=y ')}>y</a>`,
	'a huge name': `<${much('x')}>y`,
	'a huge title': `<title>${much('&lt;x')}`,
	'a huge block of code': `<pre>${much('```\n')}`,
	'short links with a long base': `<base href="/${'x'.repeat(900)}/">${much('<a href=x>y</a>', mebibyte)}`,
	'code in one long line': much('<code>x</code> '),
	'very many lines of code in quotes': `${'<blockquote>'.repeat(12)}<pre>${much('a\n', 2 * mebibyte)}`,
	'very many lines of code that end in two characters': `<blockquote><pre>${much('\r\n', 2 * mebibyte)}x`,
	'code in code in code': `${'<code>'.repeat(250)}${much('word ', 2 * mebibyte)}${'</code>'.repeat(250)}`,
	'nothing but bars in cells': `<table>${much('<tr><td>||||||||||<td>|', 2 * mebibyte)}`,
};

describe('hostile HTML', () => {
	it.each(Object.keys(pages))('is read within bounds: %s', async name => {
		const {text, title = ''} = await read(pages[name] ?? '');
		expect(text.length).toBeLessThanOrEqual(2 * mebibyte);
		expect(title.length).toBeLessThan(1000);
	});

	it('lets others have their turn while much of it is read', async () => {
		let turns = 0;
		let isDone = false;
		const count = async (): Promise<void> => {
			for (; !isDone; turns += 1) await nextTurn();
		};
		const counting = count();
		await read(much('<p>x', 2 * mebibyte));
		isDone = true;
		await counting;
		expect(turns).toBeGreaterThan(2);
	});

	it('is not copied once more by each element around it', async () => {
		const words = much('word ', mebibyte);
		const {text} = await read(`${'<code>'.repeat(250)}${words}${'</code>'.repeat(250)}`);
		expect(text).toBe(words.trimEnd());
		expect((await read(`<a href="/x">${words}</a>`)).text).toBe(`${words}<https://site.example/x>`);
	});

	it('makes no more text of code than is kept, however far that is indented', async () => {
		let length = 0;
		const emit = ({text}: {readonly text: string}): void => {
			length += text.length;
		};
		const reader = createHtmlReader({address, emit});
		const code = `${'<blockquote>'.repeat(12)}<pre>${much('a\n', mebibyte)}`;
		await tokenizeHtml(code, reader, new AbortController().signal);
		expect(reader.finish().isCut).toBe(true);
		expect(length).toBeLessThan(2.2 * mebibyte);
	});

	it('says that it was cut where the indent of its code is too much', async () => {
		const found = await read(`${'<blockquote>'.repeat(12)}<pre>${much('a\n', mebibyte)}</pre>`);
		expect(found.isCut).toBe(true);
		expect(found.text).toContain('> > a\n> > ');
	});

	it('is read no further once the call is cancelled', async () => {
		const control = new AbortController();
		const reading = read(much('<p>x'), control.signal);
		control.abort();
		await expect(reading).rejects.toThrow(/abort/i);
	});

	it('of 100,000 levels still has its text', async () => {
		const {text} = await read(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after`);
		expect(text).toBe('deep\n\nafter');
	});

	it('keeps hidden what is hidden, at any depth', async () => {
		const deep = `${'<div>'.repeat(400)}<div hidden>no</div>no${'</div>'.repeat(400)}<p>after`;
		expect((await read(deep)).text).toBe('after');
		const inside = `<div hidden>${'<div>'.repeat(400)}${'</div>'.repeat(400)}no</div><p>after`;
		expect((await read(inside)).text).toBe('after');
	});

	it('has names that mean something in JavaScript', async () => {
		const {text} = await read(
			'<constructor>a</constructor><hasownproperty>b</hasownproperty><toString hidden>c</toString>',
		);
		expect(text).toBe('ab');
	});

	const tag = fc.constantFrom(
		...'div p b a span ul ol li table tr td th pre code h1 dl dt dd title script svg main nav br x-y'.split(
			' ',
		),
	);
	const piece = fc.oneof(
		tag.map(name => `<${name}>`),
		tag.map(name => `</${name}>`),
		tag.map(name => `<${name} hidden href=x start=3 class=language-js>`),
		fc.string({unit: 'binary', maxLength: 8}),
		fc.constantFrom('text', '<', '&', '&lt;', '<!--', '-->', '"', '\n', '<![CDATA['),
	);

	it('is read whatever it is, into text without control characters', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(piece, {maxLength: 40}), async pieces => {
				const {text} = await read(pieces.join(''));
				expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
			}),
			{numRuns: 300},
		);
	});

	it('never shows what stands in a hidden block that is closed as it should be', async () => {
		const block = fc.constantFrom('div', 'section', 'ul', 'table');
		const filler = fc.array(
			fc.constantFrom('<p>', '<b>', '</b>', '<li>', '<td>', '<span>', '</span>', '</p>', 'x', '<br>'),
			{maxLength: 12},
		);
		await fc.assert(
			fc.asyncProperty(block, filler, async (name, inner) => {
				const {text} = await read(`<${name} hidden>${inner.join('')}SECRET</${name}><p>after</p>`);
				expect(text).not.toContain('SECRET');
			}),
			{numRuns: 200},
		);
	});
});
