import {chmod, link, mkdir, readdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	createGrantedFolders,
	type GrantedFolders,
} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {writeFileMcpToolHandler} from '../../../source/core/toolbox/write-file/internal/writeFileMcpToolHandler.ts';
import {errorOf, jsonOf, signal, textsOf} from './read-outcome.ts';
import {makeTemporaryFolder} from './temporary-folder.ts';

const setUp = async () => {
	const root = await makeTemporaryFolder();
	const folders = createGrantedFolders({roots: [root]});
	const write = (file: string, content: string, abort: AbortSignal = signal) =>
		writeFileMcpToolHandler({params: {path: file, content}, folders}, abort);
	const see = (name: string) => readFile(path.join(root, name), 'utf8');
	return {root, folders, write, see};
};

describe('write-file', () => {
	it('creates a file', async () => {
		const {root, write, see} = await setUp();
		const outcome = await write('a.txt', 'größer');
		expect(textsOf(outcome)).toEqual(['Created a.txt (8 bytes).']);
		expect(jsonOf(outcome)).toEqual({path: 'a.txt', bytes: 8, created: true});
		expect(await see('a.txt')).toBe('größer');
		expect(await readdir(root)).toEqual(['a.txt']);
	});

	it('replaces a file and keeps its permissions', async () => {
		const {root, write, see} = await setUp();
		await writeFile(path.join(root, 'run.sh'), 'old and much longer');
		await chmod(path.join(root, 'run.sh'), 0o750);
		const outcome = await write('run.sh', 'new');
		expect(textsOf(outcome)).toEqual(['Replaced run.sh (3 bytes).']);
		expect(jsonOf(outcome).created).toBe(false);
		expect(await see('run.sh')).toBe('new');
		expect((await stat(path.join(root, 'run.sh'))).mode & 0o777).toBe(0o750);
	});

	it('creates the folders that are missing', async () => {
		const {write, see} = await setUp();
		expect(textsOf(await write('a/b/c.txt', 'x'))).toEqual(['Created a/b/c.txt (1 bytes).']);
		expect(await see('a/b/c.txt')).toBe('x');
	});

	it('writes through a link that stays inside and keeps the link', async () => {
		const {root, write, see} = await setUp();
		await writeFile(path.join(root, 'real.txt'), 'old');
		await symlink('real.txt', path.join(root, 'link.txt'));
		await write('link.txt', 'new');
		expect(await see('real.txt')).toBe('new');
		expect(await see('link.txt')).toBe('new');
	});

	it('leaves the other names of a hard-linked file alone', async () => {
		const {root, write} = await setUp();
		const outside = await makeTemporaryFolder();
		await writeFile(path.join(outside, 'precious'), 'old');
		await link(path.join(outside, 'precious'), path.join(root, 'alias'));
		await write('alias', 'new');
		expect(await readFile(path.join(outside, 'precious'), 'utf8')).toBe('old');
	});

	it('refuses folders', async () => {
		const {root, write} = await setUp();
		await mkdir(path.join(root, 'docs'));
		for (const folder of ['docs', '.', root, 'docs/', 'new/']) {
			expect(errorOf(await write(folder, 'x')).message).toContain('is a folder; name a file in it.');
		}
		expect(await readdir(root)).toEqual(['docs']);
	});

	it('refuses to go through a file as if it were a folder', async () => {
		const {root, write} = await setUp();
		await writeFile(path.join(root, 'a.txt'), 'x');
		for (const name of ['a.txt/b', 'a.txt/b/c']) {
			expect(errorOf(await write(name, 'x')).message).toContain('as if it were a folder');
		}
	});

	it('changes nothing when it is aborted', async () => {
		const {root, write} = await setUp();
		await writeFile(path.join(root, 'a.txt'), 'old');
		expect(errorOf(await write('a.txt', 'new', AbortSignal.abort())).message).toContain('cancelled');
		expect(await readFile(path.join(root, 'a.txt'), 'utf8')).toBe('old');
		expect(await readdir(root)).toEqual(['a.txt']);
	});

	it('removes its half-written file when it is aborted in the middle', async () => {
		const {root, folders} = await setUp();
		const controller = new AbortController();
		const interrupted: GrantedFolders = {
			...folders,
			openFile: async (...parameters) => {
				const handle = await folders.openFile(...parameters);
				controller.abort();
				return handle;
			},
		};
		const params = {path: 'a.txt', content: 'x'};
		const outcome = await writeFileMcpToolHandler({params, folders: interrupted}, controller.signal);
		expect(errorOf(outcome).message).toContain('cancelled');
		expect(await readdir(root)).toEqual([]);
	});
});
