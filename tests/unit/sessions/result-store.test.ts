import {mkdir, readdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createResultStore, resultsFolder} from '../../../source/core/sessions/result-store.ts';
import type {ResultStore} from '../../../source/domain/ports.ts';
import type {ToolContent, ToolResult} from '../../../source/domain/tool.ts';
import {temporaryFolder} from '../../integration/sessions/temporary-folder.ts';

const {signal} = new AbortController();

const textResult = (text: string): ToolResult => ({content: [{type: 'text', text}]});

const textOf = ({content}: ToolResult): string =>
	content.flatMap(item => (item.type === 'text' ? [item.text] : [])).join('\n');

const readAll = async (store: ResultStore, id: string, limit: number): Promise<string> => {
	let whole = '';
	for (;;) {
		const part = await store.read(id, {offset: whole.length, limit}, signal);
		if (part === undefined) throw new Error(`There is no result ${id}.`);
		expect(part.offset).toBe(whole.length);
		whole += part.text;
		if (whole.length >= part.characters) return whole;
		expect(part.text).not.toBe('');
	}
};

const setUp = async (maxCharacters = 1000) => {
	const folder = join(await temporaryFolder(), 'one.results');
	return {folder, store: createResultStore({folder, maxCharacters})};
};

describe('a result that fits', () => {
	it('stays what it is, and nothing is written', async () => {
		const {folder, store} = await setUp();
		const result: ToolResult = {...textResult('x'.repeat(1000)), structured: {a: 1}};
		expect(await store.keep('call', result)).toBe(result);
		const empty: ToolResult = {content: []};
		expect(await store.keep('call', empty)).toBe(empty);
		await expect(readdir(folder)).rejects.toThrow('ENOENT');
	});

	it('counts what a model would read, not the data of images', async () => {
		const {store} = await setUp();
		const result: ToolResult = {content: [{type: 'image', mimeType: 'image/png', data: 'A'.repeat(5000)}]};
		expect(await store.keep('call', result)).toBe(result);
	});
});

describe('a result that is too long', () => {
	const lines = Array.from({length: 1000}, (_, index) => `line ${index}`).join('\n');

	it('keeps its beginning and its end, cut at the ends of lines, and says what is left out', async () => {
		const {store} = await setUp();
		const kept = await store.keep('call', {...textResult(lines), structured: {lines}});
		expect(kept.structured).toBeUndefined();
		const [head = '', marker = '', tail = ''] = textOf(kept).split(/^(\[… .*\]\n)/m);
		expect(lines.startsWith(head)).toBe(true);
		expect(head).toMatch(/line \d+\n$/);
		expect(lines.endsWith(`\n${tail}`)).toBe(true);
		expect(head.length).toBeGreaterThan(500);
		expect(tail.length).toBeGreaterThan(200);
		expect(head.length + marker.length + tail.length).toBeLessThan(1100);
		const left = lines.length - head.length - tail.length;
		expect(marker).toContain(`${left.toLocaleString('en-US')} characters left out`);
		expect(marker).toContain(JSON.stringify({id: kept.stored?.id, offset: head.length}));
	});

	it('is written whole to a file that only its owner can read', async () => {
		const {folder, store} = await setUp();
		const {stored} = await store.keep('call', textResult(lines));
		expect(stored).toMatchObject({characters: lines.length, file: expect.stringContaining(folder)});
		expect(await readFile(stored?.file ?? '', 'utf8')).toBe(lines);
		expect((await stat(stored?.file ?? '')).mode & 0o777).toBe(0o600);
		expect((await stat(folder)).mode & 0o777).toBe(0o700);
	});

	it('is found again by the session that is resumed', async () => {
		const {folder, store} = await setUp();
		const {stored} = await store.keep('call', textResult(lines));
		const later = createResultStore({folder, maxCharacters: 1000});
		expect(await readAll(later, stored?.id ?? '', 700)).toBe(lines);
	});

	it('has one line that is cut where there are no line ends near', async () => {
		const {store} = await setUp();
		const text = textOf(await store.keep('call', textResult('👍'.repeat(5000))));
		expect(text).toMatch(/^(?:👍)+\n\[….*…\]\n(?:👍)+$/u);
		expect(text).not.toMatch(/\p{Cs}/u);
	});

	it('may be structured content alone', async () => {
		const {store} = await setUp();
		const structured = {rows: Array.from({length: 500}, (_, row) => ({row}))};
		const kept = await store.keep('call', {content: [], structured});
		expect(textOf(kept)).toMatch(/^\{"rows":\[\{"row":0\}/);
		expect(await readAll(store, kept.stored?.id ?? '', 999)).toBe(JSON.stringify(structured));
	});

	it('may be one of a call that is repeated under the same id', async () => {
		const {store} = await setUp();
		const first = await store.keep('call', textResult(`${lines}1`));
		const second = await store.keep('call', textResult(`${lines}2`));
		expect(await readAll(store, first.stored?.id ?? '', 5000)).toBe(`${lines}1`);
		expect(await readAll(store, second.stored?.id ?? '', 5000)).toBe(`${lines}2`);
	});

	it('is forty thousand characters long, if nothing else is said', async () => {
		const store = createResultStore({});
		expect(await store.keep('a', textResult('x'.repeat(40_000)))).not.toHaveProperty('stored');
		const kept = await store.keep('b', textResult('x'.repeat(40_001)));
		expect(kept.stored?.characters).toBe(40_001);
		expect(textOf(kept).length).toBeLessThan(40_001);
	});
});

describe('the pieces of a result', () => {
	const long = 'word '.repeat(400);
	const image: ToolContent = {type: 'image', mimeType: 'image/png', data: 'AAAA'};
	const audio: ToolContent = {type: 'audio', mimeType: 'audio/wav', data: 'AAAA'};
	const link: ToolContent = {type: 'link', uri: 'file:///a', name: 'a'};

	it('that are no text stay where they were', async () => {
		const {store} = await setUp();
		const {content} = await store.keep('call', {
			content: [link, {type: 'text', text: long}, image, {type: 'text', text: long}, audio],
		});
		expect(content.map(({type}) => type)).toEqual(['link', 'text', 'image', 'text', 'audio']);
		expect(content[1]).toMatchObject({text: expect.stringContaining('characters left out')});
	});

	it('are one text on disk, with the names of what is no text', async () => {
		const {store} = await setUp();
		const {stored} = await store.keep('call', {
			content: [
				{type: 'text', text: long},
				image,
				{type: 'resource', uri: 'file:///b', text: 'inside'},
				{type: 'resource', uri: 'file:///c', mimeType: 'application/pdf', blob: 'AAAA'},
				link,
				{type: 'unknown', kind: 'new', value: {type: 'new', a: 1}},
			],
		});
		expect(await readFile(stored?.file ?? '', 'utf8')).toBe(
			[
				long,
				'[image image/png, about 1 KB]',
				'[resource file:///b]',
				'inside',
				'[resource file:///c application/pdf, about 1 KB]',
				'[link a: file:///a]',
				'{"type":"new","a":1}',
			].join('\n'),
		);
	});

	it('that nobody knows never bring base64 as text', async () => {
		const {store} = await setUp();
		const value = {type: 'video', data: 'QUJD'.repeat(1000), note: 'n '.repeat(2000)};
		const kept = await store.keep('call', {content: [{type: 'unknown', kind: 'video', value}]});
		expect(textOf(kept)).toContain('"data":"[4000 characters of data]"');
	});

	it('are bounded in number, however short they are', async () => {
		const {store} = await setUp(1_000_000);
		const {content} = await store.keep('call', {
			content: Array.from(
				{length: 20_000},
				(_, index): ToolContent => (index % 2 === 0 ? image : {type: 'text', text: `t${index}`}),
			),
		});
		expect(content.filter(({type}) => type === 'image')).toHaveLength(20);
		expect(content.length).toBeLessThan(60);
		expect(content.at(-1)).toMatchObject({type: 'text', text: expect.stringMatching(/t19999$/)});
	});

	it('that are links with endless descriptions are cut like text', async () => {
		const {store} = await setUp();
		const kept = await store.keep('call', {content: [{...link, description: long}]});
		expect(textOf(kept)).toMatch(/^\[link a: file:\/\/\/a\]\nword /);
		expect(kept.content).toHaveLength(1);
	});

	it('lose no marker when only an image follows', async () => {
		const {store} = await setUp();
		const kept = await store.keep('call', {content: [{type: 'text', text: long}, image]});
		expect(textOf(kept)).toContain('characters left out');
		expect(kept.content.at(-1)).toBe(image);
	});
});

describe('reading', () => {
	const units = fc.oneof(
		fc.constantFrom('\r\n', '\0', '\uFEFF', '👍', '\uD83D', '\uDC4D', 'ä', '漢', '\n'),
		fc.string({unit: 'binary', maxLength: 5}),
	);
	const text = fc.array(units, {minLength: 40, maxLength: 200}).map(parts => parts.join('').padEnd(60, 'x'));
	const wellFormed = (value: string): string => value.replace(/\p{Cs}/gu, '\uFFFD');

	it('gives back any text exactly, page by page, from disk and from memory', async () => {
		const folder = await temporaryFolder();
		const onDisk = createResultStore({folder, maxCharacters: 50});
		const inMemory = createResultStore({maxCharacters: 50});
		let count = 0;
		await fc.assert(
			fc.asyncProperty(text, fc.integer({min: 1, max: 40}), async (whole, limit) => {
				for (const store of [onDisk, inMemory]) {
					count += 1;
					const kept = await store.keep(`call ${count}`, textResult(whole));
					expect(await readAll(store, kept.stored?.id ?? '', limit)).toBe(wellFormed(whole));
					expect(textOf(kept)).not.toMatch(/\p{Cs}/u);
				}
			}),
			{numRuns: 60},
		);
	});

	it('gives back characters that lie across the pieces of a large file', async () => {
		const {store} = await setUp();
		for (const lead of [0, 1, 2, 3]) {
			const whole = `${'x'.repeat(256 * 1024 - lead)}👍${'漢'.repeat(300_000)}ä`;
			const {stored} = await store.keep(`call ${lead}`, textResult(whole));
			expect(await readAll(store, stored?.id ?? '', 100_000)).toBe(whole);
		}
	});

	it('never parts a character, and says where the part really begins', async () => {
		const {store} = await setUp(10);
		const {stored} = await store.keep('call', textResult('👍'.repeat(20)));
		const id = stored?.id ?? '';
		expect(await store.read(id, {offset: 3, limit: 1}, signal)).toEqual({
			text: '👍',
			offset: 2,
			characters: 40,
		});
		expect(await store.read(id, {offset: 39, limit: 10}, signal)).toEqual({
			text: '👍',
			offset: 38,
			characters: 40,
		});
		expect(await store.read(id, {offset: 100, limit: 10}, signal)).toMatchObject({text: '', characters: 40});
	});

	it('takes no range at its word', async () => {
		const {store} = await setUp(10);
		const {stored} = await store.keep('call', textResult('0123456789abcdef'));
		const id = stored?.id ?? '';
		expect(await store.read(id, {offset: -5, limit: 4.9}, signal)).toMatchObject({text: '0123', offset: 0});
		expect(await store.read(id, {offset: Number.NaN, limit: Infinity}, signal)).toMatchObject({
			text: '0123456789abcdef',
		});
		expect(await store.read(id, {offset: 2, limit: -1}, signal)).toMatchObject({text: ''});
	});

	it('stops when it is aborted', async () => {
		const {store} = await setUp(10);
		const {stored} = await store.keep('call', textResult('0123456789abcdef'));
		expect(await store.read(stored?.id ?? '', {offset: 0, limit: 5}, AbortSignal.abort())).toBeUndefined();
	});

	it('finds nothing under an id that leads elsewhere', async () => {
		const {folder, store} = await setUp();
		await mkdir(folder, {recursive: true});
		await writeFile(join(folder, '..', 'secret.txt'), 'secret');
		await writeFile(join(folder, 'other.txt'), 'secret');
		await symlink('../secret.txt', join(folder, `${'a'.repeat(16)}.txt`));
		await mkdir(join(folder, `${'b'.repeat(16)}.txt`));
		for (const id of [
			'../secret',
			'other',
			'',
			'.',
			'a'.repeat(16),
			'b'.repeat(16),
			'c'.repeat(16),
			`${'a'.repeat(16)}\0`,
			`${'a'.repeat(16)}\n`,
			'__proto__',
		]) {
			expect(await store.read(id, {offset: 0, limit: 100}, signal)).toBeUndefined();
		}
	});
});

describe('the folder of results', () => {
	it('lies beside the log of its session and nowhere else', () => {
		expect(resultsFolder('/data/sessions', '20261116-1')).toBe(join('/data/sessions', '20261116-1.results'));
		expect(resultsFolder('/data/sessions', '../x')).toBeUndefined();
	});
});
