import {mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {connectToolbox} from '../../helpers/toolbox-client.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

const connect = async (mode: 'act' | 'plan') => {
	const root = await makeTemporaryFolder();
	const now = () => Date.UTC(2026, 10, 16, 5, 9, 26);
	return {root, ...(await connectToolbox({roots: [root], mode, now}))};
};

const failure = (text: string) => ({content: [{type: 'text', text}], isError: true});

describe('the toolbox, seen by an MCP client', () => {
	it('says what it is and where its file tools work', async () => {
		const {root, client} = await connect('act');
		expect(client.getServerVersion()).toMatchObject({name: 'mcp-tui-toolbox', version: '1.2.3'});
		expect(client.getInstructions()).toContain(root);
	});

	it('lists its tools with honest annotations and complete schemas', async () => {
		const {client} = await connect('act');
		const {tools} = await client.listTools();
		expect(
			tools.map(({name, annotations}) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
		).toEqual([
			['current-time', true, false],
			['calculate', true, false],
			['list-directory', true, false],
			['read-file', true, false],
			['search-files', true, false],
			['write-file', false, true],
		]);
		for (const tool of tools) {
			expect(tool.title).not.toBe('');
			expect(tool.annotations?.openWorldHint).toBe(false);
			expect(tool.inputSchema).toMatchObject({type: 'object', additionalProperties: false});
			for (const property of Object.values(tool.inputSchema.properties ?? {})) {
				expect(property).toHaveProperty('description');
			}
			expect(tool.outputSchema === undefined).toBe(tool.name === 'read-file');
		}
	});

	it('gives text and structured content that fits the announced schema', async () => {
		const {client, call} = await connect('act');
		// The client checks structured content against the schemas it has listed.
		await client.listTools();
		expect(await call('current-time', {timeZone: 'UTC'})).toMatchObject({
			content: [{type: 'text', text: 'Monday, 2026-11-16 05:09:26 in UTC (UTC+00:00)'}],
			structuredContent: {iso: '2026-11-16T05:09:26+00:00'},
		});
		expect(await call('calculate', {expression: '6 * 7'})).toMatchObject({
			content: [{type: 'text', text: '42'}],
			structuredContent: {expression: '6 * 7', result: 42},
		});
	});

	it('writes, lists and reads files', async () => {
		const {root, client, call} = await connect('act');
		await client.listTools();
		expect(await call('write-file', {path: 'notes/a.md', content: '# Hello\n'})).toMatchObject({
			content: [{type: 'text', text: 'Created notes/a.md (8 bytes).'}],
			structuredContent: {path: 'notes/a.md', bytes: 8, created: true},
		});
		expect(await readFile(path.join(root, 'notes/a.md'), 'utf8')).toBe('# Hello\n');
		expect(await call('list-directory', {path: 'notes'})).toMatchObject({
			content: [{type: 'text', text: 'a.md (8 bytes)'}],
			structuredContent: {entries: [{name: 'a.md', type: 'file', size: 8}]},
		});
		const read = await call('read-file', {path: 'notes/a.md'});
		expect(read).toMatchObject({content: [{type: 'text', text: '# Hello\n'}]});
		expect(read.structuredContent).toBeUndefined();
	});

	it('searches files by content and by name', async () => {
		const {root, client, call} = await connect('plan');
		await client.listTools();
		await mkdir(path.join(root, 'notes'));
		await writeFile(path.join(root, 'notes', 'a.md'), '# Hello\n\nHello, world\n');
		expect(await call('search-files', {query: 'hello,', contextLines: 1})).toMatchObject({
			content: [{type: 'text', text: '1 match in 1 file of 1:\nnotes/a.md\n  2- \n  3: Hello, world'}],
			structuredContent: {matches: [{path: 'notes/a.md', line: 3, before: [''], after: []}], searched: 1},
		});
		expect(await call('search-files', {glob: '*.md'})).toMatchObject({
			structuredContent: {matches: [{path: 'notes/a.md'}]},
		});
		expect(await call('search-files', {query: '(', isRegex: true})).toMatchObject({
			content: [{text: expect.stringMatching(/Unterminated group.*\(argument: query\)$/)}],
			isError: true,
		});
	});

	it('turns a tool error into a result that names the argument', async () => {
		const {root, call} = await connect('act');
		await mkdir(path.join(root, 'data'));
		await writeFile(path.join(root, 'data', 'budget.csv'), 'x');
		expect(await call('read-file', {path: 'data/budgets.csv'})).toMatchObject(
			failure('data/budgets.csv not found; did you mean budget.csv? (argument: path)'),
		);
		expect(await call('calculate', {expression: '1 / 0'})).toMatchObject(
			failure('Division by zero: change the divisor. (argument: expression)'),
		);
	});

	it.each([
		['read-file', {}, 'path'],
		['read-file', {file: 'a.txt'}, 'file'],
		['read-file', {path: 'a.txt', offset: 0}, 'offset'],
		['read-file', {path: 'a.txt', limit: 1e9}, 'limit'],
		['read-file', {path: ['a.txt']}, 'path'],
		['write-file', {path: 'a.txt', content: 'x'.repeat(1_000_001)}, 'content'],
		['calculate', {expression: '1+'.repeat(2000)}, 'expression'],
		['current-time', {timeZone: 7}, 'timeZone'],
		['search-files', {query: ''}, 'query'],
		['search-files', {query: 'x', regex: true}, 'regex'],
		['search-files', {query: 'x', limit: 501}, 'limit'],
		['search-files', {glob: 'x'.repeat(201)}, 'glob'],
		['search-files', {query: 'x', contextLines: -1}, 'contextLines'],
	])('turns arguments of %s that do not fit into a result that names them', async (name, args, field) => {
		const {call} = await connect('act');
		const result = await call(name, args);
		expect(result.isError).toBe(true);
		expect(result.content).toMatchObject([{type: 'text', text: expect.stringContaining(field)}]);
	});

	it('neither lists nor runs write-file in plan mode', async () => {
		const {root, client, call} = await connect('plan');
		const {tools} = await client.listTools();
		expect(tools.map(({name}) => name)).toEqual([
			'current-time',
			'calculate',
			'list-directory',
			'read-file',
			'search-files',
		]);
		await expect(call('write-file', {path: 'a.txt', content: 'x'})).rejects.toThrow('write-file');
		await expect(readFile(path.join(root, 'a.txt'))).rejects.toThrow('ENOENT');
	});

	it('refuses names that are no tools', async () => {
		const {call} = await connect('act');
		for (const name of ['constructor', '__proto__', 'toString', '']) {
			await expect(call(name)).rejects.toThrow();
		}
	});

	it('works in the current folder when none is given', async () => {
		const {call} = await connectToolbox({mode: 'plan'});
		expect(await call('list-directory')).toMatchObject({
			content: [{text: expect.stringContaining('package.json')}],
		});
	});
});
