import {once} from 'node:events';
import {mkdir, symlink, truncate, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createLineFinder} from '../../../source/core/toolbox/search-files/internal/createLineFinder.ts';
import type {SearchFilesInput} from '../../../source/core/toolbox/search-files/internal/SearchFilesInputSchema.ts';
import {searchFilesMcpToolHandler} from '../../../source/core/toolbox/search-files/internal/searchFilesMcpToolHandler.ts';
import {searchLimits} from '../../../source/core/toolbox/search-files/internal/searchLimits.ts';
import {createGrantedFolders} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';
import {makePipe} from '../../unit/toolbox/make-pipe.ts';
import {errorOf, jsonOf, signal, textsOf} from '../../unit/toolbox/read-outcome.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

const finder = createLineFinder();

const setUp = async (given?: string, limits = searchLimits) => {
	const root = given ?? (await makeTemporaryFolder());
	const folders = createGrantedFolders({roots: [root]});
	const search = (params: SearchFilesInput) =>
		searchFilesMcpToolHandler({params, folders, finder, limits}, signal);
	return {root, search};
};

/** Less patience than usual, so that these tests take less time. */
const setUpImpatient = () => setUp(undefined, {...searchLimits, millisecondsOfFile: 300});

const bait = `${'a'.repeat(5000)}!`;

describe('search-files, given an expression that never ends', () => {
	it.each(['(a+)+$', '^(a|aa)+$', '(.*)*b', '([a-z]+)*[0-9]', '(?=(a+)+$)a', '(a?){60}a{60}$'])(
		'answers with a sentence about %s, and holds nobody up',
		async query => {
			const {root, search} = await setUpImpatient();
			await writeFile(path.join(root, 'bait.txt'), bait);
			let turns = 0;
			const timer = setInterval(() => {
				turns += 1;
			}, 5);
			const outcome = await search({query, isRegex: true});
			clearInterval(timer);
			expect(errorOf(outcome)).toMatchObject({
				field: 'query',
				message: expect.stringMatching(
					/^The search was given up: the query .* on bait\.txt\. Write a simpler one/,
				),
			});
			expect(turns).toBeGreaterThan(10);
			expect(jsonOf(await search({query: 'a!$', isRegex: true})).matches).toHaveLength(1);
		},
	);

	it('stops at once when it is aborted', async () => {
		const root = await makeTemporaryFolder();
		await writeFile(path.join(root, 'bait.txt'), bait);
		const folders = createGrantedFolders({roots: [root]});
		const controller = new AbortController();
		const aborting: typeof finder = {
			...finder,
			find: (...parameters) => {
				setImmediate(() => controller.abort());
				return finder.find(...parameters);
			},
		};
		const params = {query: '(a+)+$', isRegex: true};
		const endless = {...searchLimits, millisecondsOfFile: 600_000};
		const outcome = await searchFilesMcpToolHandler(
			{params, folders, finder: aborting, limits: endless},
			controller.signal,
		);
		expect(errorOf(outcome).message).toContain('cancelled');
		const {search} = await setUp(root);
		expect(jsonOf(await search({query: 'a!'})).matches).toHaveLength(1);
	});

	it('does not spoil a search that runs beside it', async () => {
		const {root, search} = await setUpImpatient();
		await writeFile(path.join(root, 'bait.txt'), bait);
		const [bomb, healthy] = await Promise.all([
			search({query: '(a+)+$', isRegex: true}),
			search({query: 'a!'}),
		]);
		expect(bomb).toBeInstanceOf(McpToolError);
		expect(jsonOf(healthy).matches).toHaveLength(1);
	});

	it('is not led into it by a glob either', async () => {
		const {root, search} = await setUp();
		await writeFile(path.join(root, 'a'.repeat(250)), 'x');
		for (const glob of [`${'*a'.repeat(99)}b`, `${'**/'.repeat(60)}b`, `${'{a,a*}'.repeat(4)}b`]) {
			expect(jsonOf(await search({glob})).matches).toEqual([]);
		}
	});
});

describe('search-files, in a hostile folder', () => {
	it('passes over pipes, sockets and links that lead in circles', async () => {
		const {root, search} = await setUp();
		await mkdir(path.join(root, 'sub'));
		await writeFile(path.join(root, 'sub', 'a.txt'), 'hit');
		makePipe(path.join(root, 'pipe'));
		const socket = createServer().listen(path.join(root, 'socket'));
		await once(socket, 'listening');
		onTestFinished(() => void socket.close());
		await symlink('.', path.join(root, 'sub', 'self'));
		await symlink('..', path.join(root, 'sub', 'up'));
		await symlink('loop', path.join(root, 'loop'));
		expect(jsonOf(await search({query: 'hit'}))).toMatchObject({
			matches: [{path: 'sub/a.txt'}],
			searched: 1,
			leftOut: {links: 3, unreadable: 0},
		});
		expect(errorOf(await search({query: 'hit', path: 'pipe'})).message).toBe(
			'pipe is neither a folder nor an ordinary file.',
		);
	});

	it('never reads a device', async () => {
		const {search} = await setUp('/dev');
		expect(errorOf(await search({query: 'hit', path: 'zero'})).message).toContain('neither');
	});

	it('survives a file that becomes a pipe after the folder was read', async () => {
		const root = await makeTemporaryFolder();
		makePipe(path.join(root, 'pipe'));
		await writeFile(path.join(root, 'a.txt'), 'hit');
		const real = createGrantedFolders({roots: [root]});
		const folders: typeof real = {
			...real,
			openFile: (place, file, ...rest) => real.openFile(place, file.replace(/a\.txt$/, 'pipe'), ...rest),
		};
		const outcome = await searchFilesMcpToolHandler({params: {query: 'hit'}, folders, finder}, signal);
		expect(jsonOf(outcome)).toMatchObject({matches: [], leftOut: {unreadable: 1}});
	});

	it('looks neither into huge files nor far into binary ones', async () => {
		const {root, search} = await setUp();
		await writeFile(path.join(root, 'large.txt'), 'hit\n'.repeat(3_000_000));
		await writeFile(path.join(root, 'sparse'), '');
		await truncate(path.join(root, 'sparse'), 5 * 1024 ** 3);
		await writeFile(path.join(root, 'small.txt'), 'hit');
		expect(jsonOf(await search({query: 'hit'}))).toMatchObject({
			matches: [{path: 'small.txt'}],
			leftOut: {large: 1, binary: 1},
		});
	});

	it('takes a file of ten million lines, or of one line, and shows a little of it', async () => {
		const {root, search} = await setUp();
		await writeFile(path.join(root, 'lines.txt'), '\n'.repeat(10_000_000));
		await writeFile(path.join(root, 'one.txt'), 'hit '.repeat(2_500_000));
		const lines = await search({query: '^$', isRegex: true, limit: 500, contextLines: 10});
		expect(jsonOf(lines)).toMatchObject({cutBy: 'matches', files: 1});
		expect(jsonOf(await search({query: 'hit'})).matches[0]?.text).toHaveLength(301);
	});

	it('bounds what it shows, whatever is found', async () => {
		const {root, search} = await setUp();
		await writeFile(path.join(root, 'wide.txt'), `${'wide '.repeat(200)}\n`.repeat(1000));
		const outcome = await search({query: 'wide', limit: 500, contextLines: 10});
		expect(jsonOf(outcome).cutBy).toBe('characters');
		expect(JSON.stringify(outcome).length).toBeLessThan(200_000);
	});

	it('finds one of thousands of files, and what lies deep, down to a limit', async () => {
		const {root, search} = await setUp();
		const many = path.join(root, 'many');
		await mkdir(many);
		for (let from = 0; from < 1500; from += 100) {
			await Promise.all(
				Array.from({length: 100}, (_, index) =>
					writeFile(path.join(many, `${from + index}.txt`), `n${from + index}.`),
				),
			);
		}
		const deep = (levels: number) => path.join(root, ...Array.from({length: levels}, () => 'd'));
		await mkdir(deep(60), {recursive: true});
		for (const levels of [30, 60]) await writeFile(path.join(deep(levels), 'a.txt'), 'n1218.');
		const {matches, searched, leftOut} = jsonOf(await search({query: 'n1218.'}));
		expect(matches.map(match => match.path)).toEqual([
			'many/1218.txt',
			path.join(...Array.from({length: 30}, () => 'd'), 'a.txt'),
		]);
		expect([searched, leftOut.deep]).toEqual([1501, 1]);
	});

	it('lets neither names nor lines forge a line or act on a terminal', async () => {
		const {root, search} = await setUp();
		await writeFile(path.join(root, 'a\n  1: forged'), 'hit');
		await writeFile(
			path.join(root, 'b\u001b[2J\u202e'),
			'hit\r  9: forged \u001b]0;x\u0007\u2028\u202e\u0085 👨‍👩‍👧',
		);
		const outcome = await search({query: 'hit'});
		const [text = ''] = textsOf(outcome);
		expect(text.split(/[\r\n\u2028\u2029\u0085\v\f]/)).toHaveLength(5);
		expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
		expect(text).toContain('👨‍👩‍👧');
		expect(jsonOf(outcome).matches.map(match => match.path)).toContain('b\u001b[2J\u202e');
	});

	it('answers every query with matches or with a sentence about an argument', async () => {
		const {root, search} = await setUp();
		await mkdir(path.join(root, 'sub'));
		await writeFile(path.join(root, 'sub', 'a.txt'), 'some text\n(more) [text] \\ * 😀\n');
		const odd = fc.oneof(
			fc.string({unit: 'binary', minLength: 1, maxLength: 20}),
			fc
				.array(
					fc.constantFrom(
						'a',
						'*',
						'**',
						'/',
						'[',
						']',
						'{',
						'}',
						',',
						'\\',
						'(',
						')',
						'+',
						'?',
						'|',
						'^',
						'$',
					),
					{
						minLength: 1,
						maxLength: 12,
					},
				)
				.map(parts => parts.join('')),
		);
		const property = fc.asyncProperty(
			fc.option(odd),
			fc.option(odd),
			fc.boolean(),
			async (query, glob, isRegex) => {
				const outcome = await search({query: query ?? undefined, glob: glob ?? undefined, isRegex});
				if (outcome instanceof McpToolError) {
					expect(['query', 'glob']).toContain(outcome.field);
					expect(outcome.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
				} else {
					expect(outcome).toHaveLength(2);
				}
			},
		);
		await finder.use(() => fc.assert(property, {numRuns: 300}));
	});
});
