import {mkdir, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {createLineFinder} from '../../../source/core/toolbox/search-files/internal/createLineFinder.ts';
import type {SearchFilesInput} from '../../../source/core/toolbox/search-files/internal/SearchFilesInputSchema.ts';
import {searchFilesMcpToolHandler} from '../../../source/core/toolbox/search-files/internal/searchFilesMcpToolHandler.ts';
import {
	type SearchLimits,
	searchLimits,
} from '../../../source/core/toolbox/search-files/internal/searchLimits.ts';
import {createGrantedFolders} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {errorOf, jsonOf, signal, textsOf} from './read-outcome.ts';
import {makeTemporaryFolder} from './temporary-folder.ts';

const finder = createLineFinder();

const writeTree = async (
	root: string,
	files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> => {
	for (const [name, content] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(root, name)), {recursive: true});
		await writeFile(path.join(root, name), content);
	}
};

const setUp = async (
	files: Readonly<Record<string, string | Uint8Array>>,
	changed: Partial<SearchLimits> = {},
) => {
	const root = await makeTemporaryFolder();
	await writeTree(root, files);
	const folders = createGrantedFolders({roots: [root]});
	const limits = {...searchLimits, ...changed};
	const search = (params: SearchFilesInput) =>
		searchFilesMcpToolHandler({params, folders, finder, limits}, signal);
	return {root, search};
};

const nothingLeftOut = {folders: 0, deep: 0, binary: 0, large: 0, links: 0, unreadable: 0};

describe('search-files', () => {
	it('shows nothing of a line that nobody would see', async () => {
		const {search} = await setUp({
			'a.txt': 'before\u{e0041}\nneedle\u{e0049}\u{e004e}\ufe01 ❤\ufe0f\nafter\u2060\n',
		});
		expect(jsonOf(await search({query: 'needle', contextLines: 1})).matches).toEqual([
			{path: 'a.txt', line: 2, text: 'needle ❤\ufe0f', before: ['before'], after: ['after']},
		]);
	});

	it('finds lines below the granted folder, nearest files first, in text and JSON', async () => {
		const {search} = await setUp({
			'source/deep/z.ts': 'the Needle\n',
			'b.txt': 'nothing\n',
			'a.txt': 'one\r\n\tneedle here\r\nneedle',
		});
		const outcome = await search({query: 'needle'});
		expect(textsOf(outcome)).toEqual([
			'3 matches in 2 files of 3:\na.txt\n  2: \tneedle here\n  3: needle\nsource/deep/z.ts\n  1: the Needle',
		]);
		expect(jsonOf(outcome)).toEqual({
			matches: [
				{path: 'a.txt', line: 2, text: '\tneedle here'},
				{path: 'a.txt', line: 3, text: 'needle'},
				{path: 'source/deep/z.ts', line: 1, text: 'the Needle'},
			],
			files: 2,
			searched: 3,
			leftOut: nothingLeftOut,
		});
	});

	it('finds files by name alone', async () => {
		const {search} = await setUp({'a.ts': 'x', 'b/c.ts': '', 'b/c.md': 'x'});
		const outcome = await search({glob: '*.ts'});
		expect(textsOf(outcome)).toEqual(['2 files of 3:\na.ts\nb/c.ts']);
		expect(jsonOf(outcome).matches).toEqual([{path: 'a.ts'}, {path: 'b/c.ts'}]);
		expect(textsOf(await search({glob: 'nowhere/*'}))).toEqual(['No file of that name among 3.']);
	});

	it('finds lines in the files of a name, in a folder or in one file', async () => {
		const {root, search} = await setUp({'b/a.ts': 'hit', 'b/a.md': 'hit', 'c/a.ts': 'hit'});
		const pathsOf = async (params: SearchFilesInput) =>
			jsonOf(await search({query: 'hit', ...params})).matches.map(match => match.path);
		expect(await pathsOf({glob: '*.ts'})).toEqual(['b/a.ts', 'c/a.ts']);
		expect(await pathsOf({path: 'b'})).toEqual(['b/a.md', 'b/a.ts']);
		expect(await pathsOf({path: 'b', glob: 'b/*'})).toEqual([]);
		expect(await pathsOf({path: './b/a.md'})).toEqual(['./b/a.md']);
		expect(await pathsOf({path: path.join(root, 'c')})).toEqual([path.join(root, 'c/a.ts')]);
	});

	it('takes a query as it is, or as a regular expression', async () => {
		const {search} = await setUp({'a.txt': 'f(x) = 1.5\nfx = 105\nÄpfel\n'});
		const linesOf = async (params: SearchFilesInput) =>
			jsonOf(await search(params)).matches.map(({line}) => line);
		expect(await linesOf({query: 'F(X) = 1.5'})).toEqual([1]);
		expect(await linesOf({query: 'F(X)', isCaseSensitive: true})).toEqual([]);
		expect(await linesOf({query: '^f.* = 1.5$', isRegex: true})).toEqual([1, 2]);
		expect(await linesOf({query: '\\p{Lu}\\p{L}+', isRegex: true, isCaseSensitive: true})).toEqual([3]);
		// Models escape what needs no escape.
		expect(await linesOf({query: '\\"|1\\.5|\\-', isRegex: true})).toEqual([1]);
		expect(await linesOf({query: 'äpfel'})).toEqual([3]);
	});

	it('says so when a query that finds nothing may have been meant as an expression', async () => {
		const {search} = await setUp({'a.txt': 'foo'});
		const hint = '[The query was searched for as it is; with isRegex it is a regular expression.]';
		for (const query of ['foo|bar', 'f.*', '^foo$', '\\w+', '[fg]oo']) {
			expect(textsOf(await search({query}))).toEqual([`No match in 1 file.\n${hint}`]);
		}
		for (const query of ['foo()', 'a.b', 'x = 1?', '2 * 3']) {
			expect(textsOf(await search({query}))).toEqual(['No match in 1 file.']);
		}
	});

	it('shows the lines around a match once, with the gaps between them', async () => {
		const {search} = await setUp({
			'a.txt': Array.from({length: 12}, (_, index) => ([3, 4, 10].includes(index + 1) ? 'hit' : 'no')).join(
				'\n',
			),
		});
		const outcome = await search({query: 'hit', contextLines: 1});
		expect(textsOf(outcome)[0]?.split('\n').slice(2)).toEqual([
			...['  2- no', '  3: hit', '  4: hit', '  5- no', '  …', '  9- no', '  10: hit', '  11- no'],
		]);
		expect(jsonOf(outcome).matches[0]).toEqual({
			path: 'a.txt',
			line: 3,
			text: 'hit',
			before: ['no'],
			after: ['hit'],
		});
	});

	it('shows the part of a long line around what was found', async () => {
		const {search} = await setUp({'min.js': `${'x'.repeat(50_000)}needle${'y'.repeat(50_000)}`});
		const [match] = jsonOf(await search({query: 'needle'})).matches;
		expect(match?.text).toMatch(/^…x{100}needley{194}…$/);
	});

	it('passes over folders of tools unless one is named, binary files and links, and says so', async () => {
		const {root, search} = await setUp({
			'.git/config': 'hit',
			'node_modules/x/a.js': 'hit',
			'.env': 'hit',
			'a.bin': Buffer.from('hit\0'),
		});
		await symlink('.env', path.join(root, 'link'));
		await symlink('node_modules', path.join(root, 'modules'));
		const outcome = await search({query: 'hit'});
		expect(jsonOf(outcome)).toMatchObject({
			matches: [{path: '.env'}],
			searched: 1,
			leftOut: {folders: 2, binary: 1, links: 2},
		});
		expect(textsOf(outcome)[0]).toContain(
			'[Not searched: 2 folders of tools, such as .git and node_modules (to search one, name it as the path), 1 binary file, 2 links.]',
		);
		expect(jsonOf(await search({query: 'hit', path: 'node_modules'})).matches).toEqual([
			{path: 'node_modules/x/a.js', line: 1, text: 'hit'},
		]);
	});

	it.each<[string, Partial<SearchLimits>, Partial<SearchFilesInput>, object, string]>([
		['matches', {}, {limit: 2}, {cutBy: 'matches', matches: [{path: 'a'}, {path: 'b'}]}, 'first 2 matches'],
		['characters', {characters: 12}, {}, {cutBy: 'characters', files: 2}, 'together they are long'],
		['names', {names: 2}, {}, {cutBy: 'names', searched: 2}, 'after 2 names'],
		['files', {files: 1}, {}, {cutBy: 'files', searched: 1}, 'after 1 file:'],
		['bytes', {bytes: 4}, {}, {cutBy: 'bytes', searched: 1}, 'MiB'],
		['size', {bytesOfFile: 3}, {}, {searched: 0, leftOut: {large: 4}}, '4 files over'],
		['depth', {depth: 0}, {}, {searched: 3, leftOut: {deep: 1}}, '1 folder more than 0 levels down'],
	])('stops at the limit of %s and says so', async (_what, limits, params, found, sentence) => {
		const {search} = await setUp({a: '1hit', b: '2hit', c: '3hit', 'd/e': '4hit'}, limits);
		const outcome = await search({query: 'hit', ...params});
		expect(jsonOf(outcome)).toMatchObject(found);
		expect(textsOf(outcome)[0]).toContain(sentence);
	});

	it('does not say that it was cut when the limit is just enough', async () => {
		const {search} = await setUp({a: 'hit\nhit', b: 'hit'});
		expect(jsonOf(await search({query: 'hit', limit: 3})).cutBy).toBeUndefined();
		expect(jsonOf(await search({glob: '*', limit: 2})).cutBy).toBeUndefined();
		expect(jsonOf(await search({glob: '*', limit: 1})).cutBy).toBe('matches');
	});

	it('ends when its time is over, with what it has found', async () => {
		const files = Object.fromEntries(Array.from({length: 200}, (_, index) => [`${index}/a`, 'hit']));
		const {search} = await setUp(files, {milliseconds: 0});
		const outcome = await search({query: 'hit', limit: 500});
		expect(jsonOf(outcome).cutBy).toBe('time');
		expect(jsonOf(outcome).searched).toBeLessThan(200);
		expect(textsOf(outcome)[0]).toContain('The search ended after 0 s');
	});

	it.each([
		[{}, 'query', 'Say what to find'],
		[{query: 'a\nb'}, 'query', 'may not contain a line break'],
		[{query: '(', isRegex: true}, 'query', 'Unterminated group'],
		[{query: '(?i)a', isRegex: true}, 'query', 'use isCaseSensitive'],
		[{query: 'a', glob: '['}, 'glob', 'opens a [ without closing it'],
		[{query: 'a', path: 'sorce'}, 'path', 'did you mean source/?'],
		[{query: 'a', path: '../x'}, 'path', 'is outside of the granted folders'],
		[{query: 'a', path: '/dev/null'}, 'path', 'is outside of the granted folders'],
	])('explains what is wrong with %j', async (params, field, message) => {
		const {search} = await setUp({'source/a': 'x'});
		expect(errorOf(await search(params))).toMatchObject({field, message: expect.stringContaining(message)});
	});

	it('takes a file for text that is not quite UTF-8, and none that is empty for a match', async () => {
		const {search} = await setUp({latin: Buffer.from('caf\xe9 hit', 'latin1'), empty: '', bom: '\ufeffhit'});
		expect(jsonOf(await search({query: '^hit|caf', isRegex: true})).matches).toEqual([
			{path: 'bom', line: 1, text: 'hit'},
			{path: 'latin', line: 1, text: 'caf\ufffd hit'},
		]);
		expect(jsonOf(await search({query: '.*', isRegex: true})).matches.map(match => match.path)).toEqual([
			'bom',
			'latin',
		]);
	});

	it('stops when it is aborted', async () => {
		const {root} = await setUp({a: 'x'});
		const folders = createGrantedFolders({roots: [root]});
		const outcome = await searchFilesMcpToolHandler(
			{params: {query: 'x'}, folders, finder},
			AbortSignal.abort(),
		);
		expect(errorOf(outcome).message).toContain('cancelled');
	});
});
