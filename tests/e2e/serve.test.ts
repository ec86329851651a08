import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {describe, expect, it, onTestFinished} from 'vitest';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {createWaitingBody, send} from '../helpers/served-toolbox.ts';
import {builtProgram} from '../helpers/terminal.ts';
import type {TestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';

const token = 'k3Jf0-very-long-token-of-this-test';
const planTools = ['current-time', 'calculate', 'fetch-url', 'list-directory', 'read-file', 'search-files'];
const write = {name: 'write-file', arguments: {path: 'a.txt', content: 'x'}};

type Served = {
	readonly child: ChildProcess;
	readonly stdout: () => string;
	readonly stderr: () => string;
	/** Ends it with a signal and gives its exit code. */
	readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
};

const startServe = (
	home: TestHome,
	args: readonly string[],
	env: Readonly<Record<string, string>> = {},
): Served => {
	const child = spawn(process.execPath, [builtProgram, 'serve', ...args], {
		env: {...home.env, ...env},
		cwd: home.folder,
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	let stdout = '';
	let stderr = '';
	child.stdout.on('data', chunk => {
		stdout += chunk;
	});
	child.stderr.on('data', chunk => {
		stderr += chunk;
	});
	// By then everything that it wrote has been read, too.
	const closed = once(child, 'close');
	return {
		child,
		stdout: () => stdout,
		stderr: () => stderr,
		async end(signal) {
			child.kill(signal);
			const [code] = await closed;
			return code;
		},
	};
};

describe('mcp-tui serve', () => {
	it('serves MCP and REST in plan mode with a token, tells requests and nothing else, and ends well', async () => {
		const home = useHome();
		const root = join(home.folder, 'notes');
		mkdirSync(root);
		writeFileSync(join(root, 'a.md'), 'hello');
		const served = startServe(
			home,
			['--http', '0', '--rest', '0', '--json', '--verbose', '--mode', 'plan', '--root', root],
			{MCP_TUI_SERVE_TOKEN: token},
		);
		await waitUntil(() => served.stderr().includes('Ctrl+C') && served.stdout().split('\n').length > 2, {
			describe: () => served.stdout() + served.stderr(),
		});
		const lines = served
			.stdout()
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line));
		expect(lines).toMatchObject([
			{type: 'listening', service: 'mcp', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)},
			{type: 'listening', service: 'rest', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)},
		]);
		const [mcp, rest] = lines.map(({url}) => new URL(url)) as [URL, URL];
		const authorization = `Bearer ${token}`;

		const client = new Client({name: 'test', version: '1.0.0'}, {versionNegotiation: {mode: 'auto'}});
		await client.connect(new StreamableHTTPClientTransport(mcp, {requestInit: {headers: {authorization}}}));
		expect((await client.listTools()).tools.map(({name}) => name)).toEqual(planTools);
		await expect(client.callTool(write)).rejects.toThrow('write-file');
		const read = await client.callTool({name: 'read-file', arguments: {path: 'a.md'}});
		expect(read).toMatchObject({content: [{type: 'text', text: 'hello'}]});
		await client.close();

		const body = JSON.stringify({expression: '40 + 2'});
		const path = '/tools/calculate';
		const headers = {'content-type': 'application/json', authorization};
		expect((await send(rest, {path, headers, body})).json()).toMatchObject({structuredContent: {result: 42}});
		expect((await send(rest, {path, headers: {...headers, authorization: 'Bearer no'}, body})).status).toBe(
			401,
		);
		expect((await send(rest, {path: `/tools/write-file?${token}`, headers, body})).status).toBe(404);

		expect(await served.end('SIGTERM')).toBe(0);
		expect(existsSync(join(root, 'a.txt'))).toBe(false);
		expect(served.stderr()).toMatch(/^POST \/tools\/calculate calculate 200 \d+ ms$/m);
		expect(served.stderr()).toMatch(/^POST \/mcp tools\/call read-file 200 \d+ ms$/m);
		expect(served.stderr()).toMatch(/^POST \/tools\/calculate 401 \d+ ms$/m);
		expect(served.stderr()).not.toMatch(/40 \+ 2|hello|a\.md/);
		expect(served.stdout() + served.stderr()).not.toContain(token);
		expect(served.stdout().split('\n')).toHaveLength(3);
	});

	it('neither lists nor runs write-file over stdio in plan mode, and is silent otherwise', async () => {
		const home = useHome();
		const client = new Client({name: 'test', version: '1.0.0'});
		const transport = new StdioClientTransport({
			command: process.execPath,
			args: [builtProgram, 'serve', '--mode', 'plan'],
			env: {...home.env},
			cwd: home.folder,
			stderr: 'pipe',
		});
		await client.connect(transport);
		expect((await client.listTools()).tools.map(({name}) => name)).toEqual(planTools);
		await expect(client.callTool(write)).rejects.toThrow('write-file');
		await client.close();
		expect(existsSync(join(home.folder, 'a.txt'))).toBe(false);
	});

	it('leaves out a custom tool that writes in plan mode, whatever its modes say, and tells where that stands', async () => {
		const home = useHome();
		mkdirSync(home.settings, {recursive: true});
		const post = {description: 'Posts', endpoint: {url: 'http://127.0.0.1:9/post', method: 'POST'}};
		const config = {
			customTools: {
				post: {...post, modes: ['plan', 'act']},
				look: {...post, readOnly: true, modes: ['plan', 'act']},
			},
		};
		writeFileSync(join(home.settings, 'config.json'), JSON.stringify(config));
		const client = new Client({name: 'test', version: '1.0.0'});
		const transport = new StdioClientTransport({
			command: process.execPath,
			args: [builtProgram, 'serve', '--mode', 'plan'],
			env: {...home.env},
			cwd: home.folder,
			stderr: 'pipe',
		});
		let said = '';
		transport.stderr?.on('data', chunk => {
			said += String(chunk);
		});
		await client.connect(transport);
		const names = (await client.listTools()).tools.map(({name}) => name);
		await client.close();
		expect(names).toContain('look');
		expect(names).not.toContain('post');
		expect(said).toMatch(/config\.json:1:\d+ {2}customTools\.post\.modes: plan is left out/);
	});

	it('serves no more than the configuration leaves, and says what that is', async () => {
		const home = useHome();
		const root = join(home.folder, 'notes');
		mkdirSync(root);
		mkdirSync(home.settings, {recursive: true});
		writeFileSync(join(root, 'a.md'), 'hello');
		const config = join(home.settings, 'config.json');
		const customTools = {weather: {description: 'Tells the weather', endpoint: 'https://api.example.com/'}};
		const start = async (toolbox: object) => {
			writeFileSync(config, JSON.stringify({customTools, ...toolbox}));
			const served = startServe(home, ['--rest', '0']);
			await waitUntil(() => served.stderr().includes('Ctrl+C'), {describe: served.stderr});
			const rest = new URL(/REST at (\S+)/.exec(served.stderr())?.[1] ?? '');
			const {tools} = (await send(rest, {path: '/tools'})).json() as {
				readonly tools: readonly {name: string}[];
			};
			return {served, rest, names: tools.map(({name}) => name)};
		};
		const entry = {roots: [root], includeTools: ['*-file', 'fetch-url'], excludeTools: ['write-*']};
		const narrow = await start({toolbox: entry});
		expect(narrow.names).toEqual(['fetch-url', 'read-file', 'weather']);
		const headers = {'content-type': 'application/json'};
		const body = JSON.stringify({path: 'a.md'});
		const read = await send(narrow.rest, {path: '/tools/read-file', headers, body});
		expect(read.json()).toMatchObject({content: [{text: 'hello'}]});
		expect(narrow.served.stderr()).toContain(`The tools may read files in ${root}.\n`);
		expect(narrow.served.stderr()).toContain('fetch-url may reach the public web.\n');
		expect(narrow.served.stderr()).toContain('1 custom tool of yours is served, too');

		const misspelt = await start({toolbox: {excludeTool: ['write-*']}});
		expect(misspelt.names).toEqual(['weather']);
		expect(misspelt.served.stderr()).toContain('excludeTool');
		expect(misspelt.served.stderr()).toContain(
			'The built-in tools are not served until that is corrected.\n',
		);
	});

	it('ends well on ctrl+c while a request is on its way', async () => {
		const served = startServe(useHome(), ['--rest', '0']);
		await waitUntil(() => served.stderr().includes('Ctrl+C'), {describe: served.stderr});
		expect(served.stdout()).toBe('');
		const url = new URL(/REST at (\S+)/.exec(served.stderr())?.[1] ?? '');
		const slow = createWaitingBody(url);
		await slow.sent;
		expect(await served.end('SIGINT')).toBe(0);
	});

	it('refuses to be reached by others without a token, and says that a port is in use', async () => {
		const home = useHome();
		const open = await runProgram(home, ['serve', '--http', '0', '--host', '0.0.0.0']);
		expect([open.code, open.stdout]).toEqual([42, '']);
		expect(open.stderr).toContain('it needs a token, and there is none');
		expect(open.stderr).toContain('MCP_TUI_SERVE_TOKEN');

		const other = createServer();
		await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void other.close());
		const address = other.address();
		const port = typeof address === 'object' && address !== null ? address.port : 0;
		const taken = await runProgram(home, ['serve', '--rest', String(port)]);
		expect([taken.code, taken.stdout]).toEqual([1, '']);
		expect(taken.stderr).toBe(
			`Port ${port} is in use at 127.0.0.1.\nChoose another one, or 0 for any that is free.\n`,
		);
	});
});
