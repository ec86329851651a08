import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {describe, expect, it} from 'vitest';
import {textOf} from '../../../helpers/mcp-servers.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';
import {publishedServer} from './published-server.ts';
import {useMcpServers} from './use-mcp-servers.ts';

const filesystem = (folder: string, roots: readonly {readonly uri: string}[] = []) =>
	useMcpServers([publishedServer('files', '@modelcontextprotocol/server-filesystem', [folder])], {roots});

describe('the published server "filesystem"', () => {
	it('offers fourteen tools with output schemas', async () => {
		const {start, servers} = filesystem(createTemporaryFolder());
		expect(await start('files')).toMatchObject({type: 'ready', toolCount: 14});
		const write = servers.tools().find(({definition}) => definition.tool === 'write_file')?.definition;
		expect(write).toMatchObject({outputSchema: {type: 'object'}, annotations: {destructiveHint: true}});
	});

	it('writes, edits and reads a file, and what it returns keeps its schema', async () => {
		const folder = createTemporaryFolder();
		const {call} = filesystem(folder);
		const path = join(folder, 'poem.txt');
		const written = await call('files', 'write_file', {path, content: 'roses are red\n'});
		expect(written).toMatchObject({type: 'succeeded'});
		expect(written).not.toHaveProperty('warning');
		const edits = [{oldText: 'red', newText: 'blue'}];
		expect(await call('files', 'edit_file', {path, edits})).toMatchObject({type: 'succeeded'});
		expect(textOf(await call('files', 'read_text_file', {path}))).toBe('roses are blue\n');
		expect(readFileSync(path, 'utf8')).toBe('roses are blue\n');
	});

	it('lists, searches and describes what is in a folder', async () => {
		const folder = createTemporaryFolder();
		mkdirSync(join(folder, 'inner'));
		writeFileSync(join(folder, 'inner', 'needle.md'), '# hay');
		const {call} = filesystem(folder);
		expect(textOf(await call('files', 'list_directory', {path: folder}))).toContain('[DIR] inner');
		expect(textOf(await call('files', 'directory_tree', {path: folder}))).toContain('needle.md');
		const found = await call('files', 'search_files', {path: folder, pattern: '**/*.md'});
		expect(textOf(found)).toContain('needle.md');
		expect(textOf(await call('files', 'get_file_info', {path: join(folder, 'inner')}))).toContain(
			'isDirectory: true',
		);
	});

	it('returns a picture as a picture', async () => {
		const folder = createTemporaryFolder();
		const path = join(folder, 'dot.gif');
		writeFileSync(path, Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));
		expect(await filesystem(folder).call('files', 'read_media_file', {path})).toMatchObject({
			type: 'succeeded',
			result: {content: [{type: 'image', mimeType: 'image/gif'}]},
		});
	});

	it('says what it refuses, as a failed call and not as an exception', async () => {
		const report = await filesystem(createTemporaryFolder()).call('files', 'read_text_file', {
			path: '/etc/hostname',
		});
		expect(report).toMatchObject({type: 'failed'});
		expect(textOf(report)).toContain('outside allowed directories');
	});

	it('works in the folders that the user works in', async () => {
		const folder = createTemporaryFolder();
		const other = createTemporaryFolder();
		const {call} = filesystem(folder, [{uri: pathToFileURL(other).href}]);
		await expect.poll(async () => textOf(await call('files', 'list_allowed_directories'))).toContain(other);
	});

	it('answers many calls at the same time', async () => {
		const folder = createTemporaryFolder();
		const {call} = filesystem(folder);
		const names = Array.from({length: 20}, (_, index) => join(folder, `${index}.txt`));
		await Promise.all(names.map(path => call('files', 'write_file', {path, content: path})));
		const texts = await Promise.all(
			names.map(async path => textOf(await call('files', 'read_text_file', {path}))),
		);
		expect(texts).toEqual(names);
	});
});
