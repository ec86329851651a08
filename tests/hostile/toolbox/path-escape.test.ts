import {mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {listDirectoryMcpToolHandler} from '../../../source/core/toolbox/list-directory/internal/listDirectoryMcpToolHandler.ts';
import {readFileMcpToolHandler} from '../../../source/core/toolbox/read-file/internal/readFileMcpToolHandler.ts';
import {createLineFinder} from '../../../source/core/toolbox/search-files/internal/createLineFinder.ts';
import {searchFilesMcpToolHandler} from '../../../source/core/toolbox/search-files/internal/searchFilesMcpToolHandler.ts';
import {
	createGrantedFolders,
	type GrantedFolders,
} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';
import {writeFileMcpToolHandler} from '../../../source/core/toolbox/write-file/internal/writeFileMcpToolHandler.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

const {signal} = new AbortController();
const secret = 'the-secret-outside';
const finder = createLineFinder();

const setUp = async () => {
	const home = await makeTemporaryFolder();
	const root = path.join(home, 'granted');
	const outside = path.join(home, 'outside');
	await mkdir(path.join(root, 'sub', 'deep'), {recursive: true});
	await mkdir(path.join(home, 'granted-but-not-really'));
	await mkdir(outside);
	await writeFile(path.join(root, 'inside.txt'), 'inside');
	await writeFile(path.join(outside, 'secret.txt'), secret);
	await writeFile(path.join(home, 'granted-but-not-really', 'secret.txt'), secret);
	await writeFile(path.join(outside, 'canary-name'), secret);
	await writeFile(path.join(home, 'canary-name'), secret);
	await symlink(outside, path.join(root, 'link-out'));
	await symlink('../../outside', path.join(root, 'sub', 'link-out'));
	await symlink(path.join(outside, 'secret.txt'), path.join(root, 'secret-link'));
	await symlink(path.join(outside, 'not-there'), path.join(root, 'dangling'));
	await symlink('loop', path.join(root, 'loop'));
	await symlink('/', path.join(root, 'sub', 'slash'));
	await symlink('..', path.join(root, 'sub', 'up'));
	return {home, root, outside};
};

const snapshot = async (home: string): Promise<string[]> => {
	const names = await readdir(home, {recursive: true, withFileTypes: true});
	const outside = names.filter(entry => !`${entry.parentPath}/`.startsWith(`${home}/granted/`));
	return await Promise.all(
		outside.map(async entry => {
			const file = path.join(entry.parentPath, entry.name);
			return entry.isFile() ? `${file}: ${await readFile(file, 'utf8')}` : file;
		}),
	);
};

const attempts = (home: string) => {
	const names = [
		...[
			'..',
			'.',
			'',
			'sub',
			'deep',
			'link-out',
			'secret-link',
			'secret.txt',
			'dangling',
			'loop',
			'slash',
			'up',
		],
		...['inside.txt', 'new', 'outside', 'granted', 'granted-but-not-really', path.basename(home), 'tmp'],
		...['%2e%2e', '..\\', '...', '~', '\0', '..\0', 'x'.repeat(300), '\u001b]0;owned\u0007', 'a\nb', '‮'],
		...[
			'/',
			home,
			path.join(home, 'outside'),
			'/proc/self/root',
			'/proc/self/cwd',
			'/dev/fd/0',
			'/etc/passwd',
		],
	];
	return fc
		.array(
			fc.oneof({weight: 9, arbitrary: fc.constantFrom(...names)}, fc.string({unit: 'binary', maxLength: 20})),
			{
				minLength: 1,
				maxLength: 8,
			},
		)
		.map(parts => parts.join('/'));
};

const everyCall = async (folders: GrantedFolders, given: string) => [
	await readFileMcpToolHandler({params: {path: given}, folders}, signal),
	await listDirectoryMcpToolHandler({params: {path: given}, folders}, signal),
	await writeFileMcpToolHandler({params: {path: given, content: 'owned'}, folders}, signal),
	// Finds whatever there is: names and lines of every file with anything in it.
	await searchFilesMcpToolHandler(
		{params: {path: given, query: '.', isRegex: true}, folders, finder},
		signal,
	),
];

describe.each([
	['with open files shown as links', undefined],
	['without', {descriptors: undefined}],
])('file tools %s', (_, deps) => {
	it('never read, list or change anything outside of the granted folder', async () => {
		const {home, root} = await setUp();
		const folders = createGrantedFolders({roots: [root], ...deps});
		const before = await snapshot(home);
		const property = fc.asyncProperty(attempts(home), async given => {
			for (const outcome of await everyCall(folders, given)) {
				if (outcome instanceof McpToolError) {
					expect(outcome.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
					expect(outcome.message.length).toBeLessThan(2000);
				} else {
					expect(JSON.stringify(outcome)).not.toContain(secret);
					expect(JSON.stringify(outcome)).not.toContain('canary-name');
				}
			}
		});
		// In use all the time, so that each search does not start a thread of its own.
		await finder.use(() => fc.assert(property, {numRuns: 200}));
		expect(await snapshot(home)).toEqual(before);
	});

	it.each([
		'../outside/secret.txt',
		'sub/../../outside/secret.txt',
		'link-out/secret.txt',
		'link-out/not-there',
		'link-out',
		'sub/link-out/secret.txt',
		'secret-link',
		'dangling',
		'dangling/deeper',
		'loop',
		'loop/deeper',
		'sub/slash/etc/passwd',
		'/etc/passwd',
		'/etc/not-there',
		'/',
		'..',
		'../granted-but-not-really/secret.txt',
	])('refuse %s in the same words, whether or not something is there', async given => {
		const {root, outside} = await setUp();
		const folders = createGrantedFolders({roots: [root], ...deps});
		for (const outcome of await everyCall(folders, given)) {
			expect(outcome).toBeInstanceOf(McpToolError);
			expect(outcome).toMatchObject({
				message: `${given} is outside of the granted folders; use a path inside ${root}.`,
				field: 'path',
			});
		}
		expect(await readdir(outside)).toEqual(['canary-name', 'secret.txt']);
	});

	it('refuse spellings that no file system should see', async () => {
		const {root} = await setUp();
		const folders = createGrantedFolders({roots: [root], ...deps});
		for (const given of ['a\0b', '\0', 'x'.repeat(256), `${'y/'.repeat(3000)}z`, '界'.repeat(100)]) {
			for (const outcome of await everyCall(folders, given)) {
				expect(outcome).toBeInstanceOf(McpToolError);
				expect(outcome).toMatchObject({message: expect.stringMatching(/NUL character|too long/)});
			}
		}
	});

	it('accept the granted folder under another name of its own', async () => {
		const {home, root} = await setUp();
		await symlink(root, path.join(home, 'alias'));
		const folders = createGrantedFolders({roots: [path.join(home, 'alias')], ...deps});
		for (const given of [
			'inside.txt',
			path.join(root, 'inside.txt'),
			path.join(home, 'alias', 'sub/up/inside.txt'),
		]) {
			const outcome = await readFileMcpToolHandler({params: {path: given}, folders}, signal);
			expect(outcome).toEqual([{type: 'text', text: 'inside'}]);
		}
	});

	it('keep to each of several granted folders', async () => {
		const {root, outside} = await setUp();
		const other = await makeTemporaryFolder();
		await writeFile(path.join(other, 'b.txt'), 'second');
		const folders = createGrantedFolders({roots: [root, other], ...deps});
		const read = (given: string) => readFileMcpToolHandler({params: {path: given}, folders}, signal);
		expect(await read(path.join(other, 'b.txt'))).toEqual([{type: 'text', text: 'second'}]);
		expect(await read(path.join(outside, 'secret.txt'))).toBeInstanceOf(McpToolError);
	});
});
