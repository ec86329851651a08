import {mkdir, symlink, truncate, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readFileMcpToolHandler} from '../../../source/core/toolbox/read-file/internal/readFileMcpToolHandler.ts';
import {createGrantedFolders} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {makePipe} from './make-pipe.ts';
import {errorOf, signal, textsOf} from './read-outcome.ts';
import {makeTemporaryFolder} from './temporary-folder.ts';

const setUp = async () => {
	const root = await makeTemporaryFolder();
	const folders = createGrantedFolders({roots: [root]});
	const read = (file: string, range: {offset?: number; limit?: number} = {}) =>
		readFileMcpToolHandler({params: {path: file, ...range}, folders}, signal);
	const write = (name: string, content: string | Uint8Array) => writeFile(path.join(root, name), content);
	return {root, read, write};
};

describe('read-file', () => {
	it('gives the text of a file exactly', async () => {
		const {root, read, write} = await setUp();
		await write('a.txt', 'one\r\ntwo\n\nfour');
		expect(textsOf(await read('a.txt'))).toEqual(['one\r\ntwo\n\nfour']);
		expect(textsOf(await read(path.join(root, 'a.txt')))).toEqual(['one\r\ntwo\n\nfour']);
		expect(textsOf(await read('./x/../a.txt'))).toEqual(['one\r\ntwo\n\nfour']);
	});

	it('gives some lines and says how to read on', async () => {
		const {read, write} = await setUp();
		await write('a.txt', '1\n2\n3\n4\n5\n');
		expect(textsOf(await read('a.txt', {limit: 2}))).toEqual([
			'1\n2\n',
			'[These are lines 1 to 2 of 5. Read on with offset 3.]',
		]);
		expect(textsOf(await read('a.txt', {offset: 5}))).toEqual(['5\n', '[These are lines 5 to 5 of 5.]']);
		expect(textsOf(await read('a.txt', {offset: 1, limit: 5}))).toEqual(['1\n2\n3\n4\n5\n']);
	});

	it('says that an offset is past the end', async () => {
		const {read, write} = await setUp();
		await write('a.txt', '1\n2\n');
		const error = errorOf(await read('a.txt', {offset: 3}));
		expect(error.message).toBe('a.txt has 2 lines; line 3 is past its end.');
		expect(error.field).toBe('offset');
	});

	it('bounds what one call gives', async () => {
		const {read, write} = await setUp();
		await write('lines.txt', `${'x'.repeat(999)}\n`.repeat(300));
		expect(textsOf(await read('lines.txt'))).toEqual([
			`${'x'.repeat(999)}\n`.repeat(100),
			'[These are lines 1 to 100 of 300. Read on with offset 101.]',
		]);
		await write('one-line.txt', '👍'.repeat(100_000));
		const [body, note] = textsOf(await read('one-line.txt'));
		expect(body).toBe('👍'.repeat(50_000));
		expect(note).toBe('[Line 1 is cut after 100000 characters.]');
	});

	it('says that a file is empty', async () => {
		const {read, write} = await setUp();
		await write('a.txt', '');
		expect(textsOf(await read('a.txt'))).toEqual(['a.txt is empty.']);
	});

	it('refuses what is not text', async () => {
		const {read, write} = await setUp();
		await write('image.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1));
		await write('latin1.txt', Uint8Array.of(0x66, 0xfc, 0x72));
		for (const name of ['image.png', 'latin1.txt']) {
			expect(errorOf(await read(name)).message).toMatch(new RegExp(`^${name} is not a text file`));
		}
	});

	it('drops a byte order mark', async () => {
		const {read, write} = await setUp();
		await write('a.txt', '\uFEFFhello');
		expect(textsOf(await read('a.txt'))).toEqual(['hello']);
	});

	it('refuses files that are too large without reading them', async () => {
		const {root, read, write} = await setUp();
		await write('huge.log', '');
		await truncate(path.join(root, 'huge.log'), 2 ** 40);
		expect(errorOf(await read('huge.log')).message).toBe(
			'huge.log is larger than 10 MiB, which is the most that read-file reads.',
		);
	});

	it('points to list-directory for folders', async () => {
		const {root, read} = await setUp();
		await mkdir(path.join(root, 'docs'));
		for (const folder of ['docs', '.', root]) {
			expect(errorOf(await read(folder)).message).toContain('is a folder; use list-directory');
		}
	});

	it('refuses a pipe instead of waiting for it', async () => {
		const {root, read} = await setUp();
		makePipe(path.join(root, 'pipe'));
		expect(errorOf(await read('pipe')).message).toBe('pipe is not an ordinary file.');
	});

	it('offers the nearest names for a file that is missing', async () => {
		const {root, read, write} = await setUp();
		await mkdir(path.join(root, 'reports'));
		await write('reports/budget.csv', 'x');
		await write('reports/notes.md', 'x');
		const missing = errorOf(await read('reports/budgt.csv'));
		expect(missing.message).toBe('reports/budgt.csv not found; did you mean budget.csv?');
		expect(missing.field).toBe('path');
		expect(errorOf(await read('report/budget.csv')).message).toBe(
			'report/budget.csv not found, because report does not exist; did you mean reports/?',
		);
		expect(errorOf(await read('reports/zzzzzzzz')).message).toBe(
			'reports/zzzzzzzz not found; the folder contains budget.csv, notes.md.',
		);
		expect(errorOf(await read('reports/notes.md/deeper')).message).toContain('as if it were a folder');
		await mkdir(path.join(root, 'void'));
		expect(errorOf(await read('void/a')).message).toBe('void/a not found; the folder is empty.');
	});

	it('follows links that stay inside', async () => {
		const {root, read, write} = await setUp();
		await write('a.txt', 'text');
		await symlink('a.txt', path.join(root, 'link.txt'));
		expect(textsOf(await read('link.txt'))).toEqual(['text']);
	});

	it('stops when it is aborted', async () => {
		const {root, write} = await setUp();
		await write('a.txt', 'text');
		const folders = createGrantedFolders({roots: [root]});
		const outcome = await readFileMcpToolHandler({params: {path: 'a.txt'}, folders}, AbortSignal.abort());
		expect(errorOf(outcome).message).toContain('cancelled');
	});
});
