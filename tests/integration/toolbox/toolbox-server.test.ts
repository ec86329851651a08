import {mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {type CallToolResult, Client, InMemoryTransport} from '@modelcontextprotocol/client';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createResultStore} from '../../../source/core/sessions/result-store.ts';
import {
	createToolboxServer,
	type ToolboxOptions,
} from '../../../source/core/toolbox/create-toolbox-server.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {offerTool} from '../../helpers/fake-servers.ts';
import {samplePage, sends, servePages} from '../../helpers/page-server.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

const connect = async (mode: 'act' | 'plan') => {
	const root = await makeTemporaryFolder();
	const now = () => Date.UTC(2026, 10, 16, 5, 9, 26);
	const server = createToolboxServer({roots: [root], mode, version: '1.2.3', now});
	const client = new Client({name: 'test', version: '1.0.0'});
	const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
	await Promise.all([server.connect(serverTransport), client.connect(clientTransport)]);
	onTestFinished(() => client.close());
	const call = (name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
		client.callTool({name, arguments: args});
	return {root, client, call};
};

const failure = (text: string) => ({content: [{type: 'text', text}], isError: true});

describe('the helpers for large things, seen by an MCP client', () => {
	const readResult = {server: 'toolbox', tool: 'read-result'};
	const offered = offerTool('github', 'create_issue', {description: 'Creates an issue.'});

	const connectHelpers = async (options: Partial<ToolboxOptions>) => {
		const server = createToolboxServer({mode: 'act', version: '1', now: () => 0, ...options});
		const client = new Client({name: 'test', version: '1.0.0'});
		const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
		await Promise.all([server.connect(serverTransport), client.connect(clientTransport)]);
		onTestFinished(() => client.close());
		const {tools} = await client.listTools();
		return {client, tools, names: tools.map(({name}) => name)};
	};

	it.each(['act', 'plan'] as const)('can be all that is offered, in mode %s', async mode => {
		const {client, tools, names} = await connectHelpers({
			mode,
			results: createResultStore({}),
			findTools: () => [offered],
			only: [readResult.tool, 'search-tools', 'no-such-tool'],
		});
		expect(names).toEqual(['read-result', 'search-tools']);
		for (const {annotations} of tools) {
			expect(annotations).toMatchObject({readOnlyHint: true, idempotentHint: true, openWorldHint: false});
		}
		expect(client.getInstructions()).toBeUndefined();
	});

	it('are offered only with what they need', async () => {
		expect((await connectHelpers({})).names).not.toContain('read-result');
		expect((await connectHelpers({})).names).not.toContain('search-sessions');
		expect((await connectHelpers({only: ['read-result', 'search-tools']})).names).toEqual([]);
		expect((await connectHelpers({findTools: () => []})).names).toContain('search-tools');
	});

	it('page through a result that was cut', async () => {
		const results = createResultStore({});
		const whole = Array.from({length: 10_000}, (_, index) => `line ${index}`).join('\n');
		const {content, stored} = await results.keep('call', {content: [{type: 'text', text: whole}]});
		const {client} = await connectHelpers({results});
		const told = /\{"id":.*?\}/.exec(JSON.stringify(content).replaceAll('\\"', '"'))?.[0] ?? '';
		const {id, offset} = JSON.parse(told);
		expect(id).toBe(stored?.id);
		const page = await client.callTool({name: 'read-result', arguments: {id, offset, limit: 100}});
		expect(page.content).toEqual([
			{type: 'text', text: whole.slice(offset, offset + 100)},
			{type: 'text', text: expect.stringContaining(`Read on with offset ${offset + 100}.`)},
		]);
	});

	it('search the sessions that are kept', async () => {
		const {shelf, put} = createShelf(await makeTemporaryFolder());
		put('earlier', turnOf('Where is the key?', 'x', 'Under the mat.'));
		const {client, names, tools} = await connectHelpers({mode: 'plan', sessions: shelf});
		expect(names).toContain('search-sessions');
		expect(tools.find(({name}) => name === 'search-sessions')?.annotations).toMatchObject({
			readOnlyHint: true,
			openWorldHint: false,
		});
		expect(await client.callTool({name: 'search-sessions', arguments: {query: 'mat'}})).toMatchObject({
			content: [
				{type: 'text', text: expect.stringContaining('answer, 1970-01-01 00:00 UTC: Under the mat.')},
			],
			structuredContent: {sessions: [{sessionId: 'earlier', title: 'Where is the key?'}], searched: 1},
		});
	});

	it('search what the other servers offer at that moment', async () => {
		let tools: readonly OfferedTool[] = [];
		const {client} = await connectHelpers({findTools: () => tools});
		const find = () => client.callTool({name: 'search-tools', arguments: {query: 'issue'}});
		expect(await find()).toMatchObject({structuredContent: {tools: []}});
		tools = [offered];
		expect(await find()).toMatchObject({
			structuredContent: {tools: [{name: 'github__create_issue', server: 'github', tool: 'create_issue'}]},
		});
	});
});

describe('the tool that fetches pages, seen by an MCP client', () => {
	const connectNetwork = async (mode: 'act' | 'plan', allowedHosts: readonly string[]) => {
		const network = {environment: {}, allowedHosts};
		const server = createToolboxServer({mode, version: '1', now: () => 0, network, only: ['fetch-url']});
		const client = new Client({name: 'test', version: '1.0.0'});
		const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
		await Promise.all([server.connect(serverTransport), client.connect(clientTransport)]);
		onTestFinished(() => client.close());
		const {tools} = await client.listTools();
		return {client, tools};
	};

	it.each(['act', 'plan'] as const)('is said to read the open world, in mode %s', async mode => {
		const {client, tools} = await connectNetwork(mode, []);
		expect(tools).toMatchObject([
			{
				name: 'fetch-url',
				annotations: {
					readOnlyHint: true,
					destructiveHint: false,
					idempotentHint: true,
					openWorldHint: true,
				},
				inputSchema: {type: 'object', additionalProperties: false, required: ['url']},
			},
		]);
		expect(await client.callTool({name: 'fetch-url', arguments: {url: 'http://127.1/'}})).toMatchObject(
			failure(
				'127.0.0.1 is a loopback address, and fetch-url gets public pages only. The user can allow hosts on purpose. (argument: url)',
			),
		);
		const odd = await client.callTool({
			name: 'fetch-url',
			arguments: {url: 'http://a.example', method: 'PUT'},
		});
		expect(odd.isError).toBe(true);
	});

	it('gives text, and structured content that fits the announced schema', async () => {
		const host = await servePages(sends(samplePage));
		const {client} = await connectNetwork('act', [host]);
		const result = await client.callTool({name: 'fetch-url', arguments: {url: `http://${host}/`, limit: 7}});
		expect(result).toMatchObject({
			content: [{text: '# Hello'}, {text: expect.stringContaining('Read on with offset 7.')}],
			structuredContent: {url: `http://${host}/`, status: 200, title: 'A page', nextOffset: 7},
		});
	});

	it('is not there where no network is given', async () => {
		const {client} = await connect('act');
		const {tools} = await client.listTools();
		expect(tools.map(({name}) => name)).not.toContain('fetch-url');
	});
});

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
		const server = createToolboxServer({mode: 'plan', version: '1', now: () => 0});
		const client = new Client({name: 'test', version: '1.0.0'});
		const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
		await Promise.all([server.connect(serverTransport), client.connect(clientTransport)]);
		onTestFinished(() => client.close());
		expect(await client.callTool({name: 'list-directory', arguments: {}})).toMatchObject({
			content: [{text: expect.stringContaining('package.json')}],
		});
	});
});
