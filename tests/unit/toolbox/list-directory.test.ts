import {mkdir, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {listDirectoryMcpToolHandler} from '../../../source/core/toolbox/list-directory/internal/listDirectoryMcpToolHandler.ts';
import {createGrantedFolders} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {makePipe} from './make-pipe.ts';
import {errorOf, jsonOf, signal, textsOf} from './read-outcome.ts';
import {makeTemporaryFolder} from './temporary-folder.ts';

const setUp = async () => {
	const root = await makeTemporaryFolder();
	const folders = createGrantedFolders({roots: [root]});
	const list = (folder?: string) => listDirectoryMcpToolHandler({params: {path: folder}, folders}, signal);
	return {root, list};
};

describe('list-directory', () => {
	it('lists folders first, then files with their sizes, links and the rest', async () => {
		const {root, list} = await setUp();
		await writeFile(path.join(root, 'b.txt'), 'four');
		await mkdir(path.join(root, 'z-folder'));
		await symlink('/etc/passwd', path.join(root, 'a-link'));
		makePipe(path.join(root, 'pipe'));
		const outcome = await list();
		expect(textsOf(outcome)).toEqual(['z-folder/\na-link (link)\nb.txt (4 bytes)\npipe (other)']);
		expect(jsonOf(outcome)).toEqual({
			path: '.',
			entries: [
				{name: 'z-folder', type: 'directory'},
				{name: 'a-link', type: 'link'},
				{name: 'b.txt', type: 'file', size: 4},
				{name: 'pipe', type: 'other'},
			],
			truncated: false,
		});
	});

	it('says that a folder is empty', async () => {
		const {root, list} = await setUp();
		await mkdir(path.join(root, 'void'));
		expect(textsOf(await list('void'))).toEqual(['void is empty.']);
	});

	it('lists a bounded number of entries and says so', async () => {
		const {root, list} = await setUp();
		await Promise.all(
			Array.from({length: 1003}, (_, index) => mkdir(path.join(root, `d${String(index).padStart(4, '0')}`))),
		);
		const outcome = await list();
		const {entries, truncated} = jsonOf(outcome);
		expect([entries.length, entries[999]?.name, truncated]).toEqual([1000, 'd0999', true]);
		expect(textsOf(outcome)[0]).toMatch(/… and more: only the first 1000 are listed\.$/);
	});

	it('does not let a name forge a line or act on a terminal', async () => {
		const {root, list} = await setUp();
		await writeFile(path.join(root, 'a\nfake.txt (1 bytes)'), 'x');
		await writeFile(path.join(root, 'b\u001b[2J\u202E'), 'x');
		const outcome = await list();
		const [text = ''] = textsOf(outcome);
		expect(text.split('\n')).toHaveLength(2);
		expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
		expect(jsonOf(outcome).entries.map(({name}) => name)).toContain('b\u001b[2J\u202E');
	});

	it('points to read-file for a file and offers names for what is missing', async () => {
		const {root, list} = await setUp();
		await writeFile(path.join(root, 'a.txt'), 'x');
		await mkdir(path.join(root, 'source'));
		expect(errorOf(await list('a.txt')).message).toBe(
			'a.txt is a file, not a folder; use read-file to see it.',
		);
		expect(errorOf(await list('sorce')).message).toBe('sorce not found; did you mean source/?');
	});

	it('says that the granted folder is gone', async () => {
		const folders = createGrantedFolders({roots: ['/nowhere/at/all']});
		const outcome = await listDirectoryMcpToolHandler({params: {}, folders}, signal);
		expect(errorOf(outcome).message).toContain('is outside of the granted folders');
	});

	it('grants nothing when no folder is granted', async () => {
		const folders = createGrantedFolders({roots: []});
		const outcome = await listDirectoryMcpToolHandler({params: {path: '/tmp'}, folders}, signal);
		expect(errorOf(outcome).message).toBe('/tmp is outside of the granted folders; no folder is granted.');
	});
});
