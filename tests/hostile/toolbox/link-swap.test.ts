import {constants} from 'node:fs';
import {mkdir, readdir, readFile, rename, rm, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readFileMcpToolHandler} from '../../../source/core/toolbox/read-file/internal/readFileMcpToolHandler.ts';
import {createLineFinder} from '../../../source/core/toolbox/search-files/internal/createLineFinder.ts';
import {searchFilesMcpToolHandler} from '../../../source/core/toolbox/search-files/internal/searchFilesMcpToolHandler.ts';
import {createGrantedFolders} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {writeFileMcpToolHandler} from '../../../source/core/toolbox/write-file/internal/writeFileMcpToolHandler.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

const {signal} = new AbortController();
const finder = createLineFinder();

const setUp = async (deps: {descriptors?: undefined} = {}) => {
	const home = await makeTemporaryFolder();
	const root = path.join(home, 'granted');
	const outside = path.join(home, 'outside');
	await mkdir(path.join(root, 'a', 'b'), {recursive: true});
	await mkdir(path.join(outside, 'b'), {recursive: true});
	await writeFile(path.join(root, 'a', 'b', 'file.txt'), 'inside');
	await writeFile(path.join(outside, 'b', 'file.txt'), 'secret');
	await writeFile(path.join(outside, 'file.txt'), 'secret');
	const folders = createGrantedFolders({roots: [root], ...deps});
	return {home, root, outside, folders};
};

/** Puts a link to `target` in the place of `victim`, which lives on as `victim.old`. */
const swap = async (victim: string, target: string): Promise<void> => {
	await rename(victim, `${victim}.old`);
	await symlink(target, victim);
};

describe.each([
	['with open files shown as links', {}],
	['without', {descriptors: undefined}],
])('a link swapped in after the check, %s', (_, deps) => {
	it('is not followed when it replaces the file', async () => {
		const {root, outside, folders} = await setUp(deps);
		const file = path.join(root, 'a/b/file.txt');
		const place = await folders.locate('a/b/file.txt');
		await swap(file, path.join(outside, 'file.txt'));
		await expect(folders.openFile(place, file, constants.O_RDONLY)).rejects.toThrow('is a link');
	});

	it('is not followed when it replaces a folder on the way', async () => {
		const {root, outside, folders} = await setUp(deps);
		const place = await folders.locate('a/b/file.txt');
		await swap(path.join(root, 'a'), outside);
		await expect(folders.openFile(place, place.real, constants.O_RDONLY)).rejects.toThrow('outside');
		await expect(folders.withFolder(place, path.dirname(place.real), async () => 'entered')).rejects.toThrow(
			'outside',
		);
	});
});

describe('an opened folder', () => {
	it('stays the folder that was checked, whatever takes its name', async () => {
		const {root, outside, folders} = await setUp();
		const place = await folders.locate('a/b/file.txt');
		await folders.withFolder(place, path.dirname(place.real), async anchor => {
			await swap(path.join(root, 'a'), outside);
			const handle = await folders.openFile(
				place,
				`${anchor}/new.txt`,
				constants.O_WRONLY | constants.O_CREAT,
			);
			await handle.close();
		});
		expect(await readdir(path.join(root, 'a.old/b'))).toContain('new.txt');
		expect(await readdir(path.join(outside, 'b'))).toEqual(['file.txt']);
	});

	it('is refused once it has been moved out of the granted folder', async () => {
		const {home, root, folders} = await setUp();
		const place = await folders.locate('a/b/file.txt');
		await folders.withFolder(place, path.dirname(place.real), async anchor => {
			await rename(path.join(root, 'a'), path.join(home, 'gone'));
			await expect(folders.openFile(place, `${anchor}/file.txt`, constants.O_RDONLY)).rejects.toThrow(
				'outside',
			);
		});
	});
});

describe('file tools in a race with somebody who swaps links', () => {
	it('never show, find or change what is outside', async () => {
		const {root, outside, folders} = await setUp();
		const victim = path.join(root, 'a');
		let isOver = false;
		const attack = async (): Promise<void> => {
			while (!isOver) {
				await rename(victim, `${victim}.old`);
				// Whoever writes may have made the folder anew in between; then there is nothing to swap this time.
				await symlink(outside, victim).catch(() => undefined);
				await rename(`${victim}.old`, path.join(root, 'spare'));
				// A rename onto the link puts the real folder back in one step.
				await rename(victim, path.join(root, 'link'));
				await rename(path.join(root, 'spare'), victim);
				await rm(path.join(root, 'link'), {recursive: true, force: true});
			}
		};
		const attacker = attack();
		const seen = new Set<string>();
		const search = (folder: string) =>
			searchFilesMcpToolHandler({params: {path: folder, query: 'e'}, folders, finder}, signal);
		const play = async (): Promise<void> => {
			for (let round = 0; round < 400; round++) {
				const params = {path: 'a/b/file.txt', content: 'inside'};
				const outcomes = await Promise.all([
					readFileMcpToolHandler({params, folders}, signal),
					writeFileMcpToolHandler({params, folders}, signal),
					search('.'),
					search('a'),
				]);
				for (const outcome of outcomes) seen.add(JSON.stringify(outcome));
			}
		};
		await finder.use(play);
		isOver = true;
		await attacker;
		expect([...seen].join()).not.toContain('secret');
		expect([...seen].join()).toContain('1: inside');
		expect(await readFile(path.join(outside, 'b/file.txt'), 'utf8')).toBe('secret');
		expect(await readdir(path.join(outside, 'b'))).toEqual(['file.txt']);
		expect(await readdir(outside)).toEqual(['b', 'file.txt']);
	});
});
