import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {parseCommandLine} from '../../../../source/command-line/parse-command-line.ts';
import {readSettings} from '../../../../source/core/config/read-settings.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

const read = async (path: string) => {
	const settings = await readSettings([{path, isOwn: false, withServers: true}], {KEY: 'k'});
	if (settings.type === 'refused') throw new Error(settings.failure.message);
	return settings.settings;
};

const startsOf = async (path: string) =>
	Object.fromEntries(
		(await read(path)).servers.map(server => [
			server.name,
			server.type === 'stdio'
				? [server.command, ...server.args].join(' ')
				: server.type === 'in-memory'
					? ''
					: server.url,
		]),
	);

const fileWith = (name: string, text: string): string => {
	const folder = createTemporaryFolder();
	mkdirSync(join(folder, 'in'));
	const path = join(folder, 'in', name);
	writeFileSync(path, text);
	return path;
};

describe('a configuration given on the command line', () => {
	it.each([
		['a.toml', '[mcp_servers.a]\ncommand = "npx -y a"\n', {a: 'npx -y a'}],
		['config.yaml', 'extensions:\n  a:\n    type: stdio\n    cmd: uvx\n    args: [a]\n', {a: 'uvx a'}],
		['librechat.yaml', 'mcpServers:\n  a:\n    url: https://a.example/mcp\n', {a: 'https://a.example/mcp'}],
		['continue.yaml', 'mcpServers:\n  - name: a\n    command: uvx\n    args: [a]\n', {a: 'uvx a'}],
		['servers', '[mcp_servers.a]\ncommand = "a"\n', {a: 'a'}],
		['servers', 'mcpServers:\n  a:\n    command: a\n', {a: 'a'}],
		[
			'settings.json',
			'// Zed\n{"theme": "One", "context_servers": {"a": {"command": {"path": "a", "args": ["b"]}}}}',
			{a: 'a b'},
		],
		['mcp.json', '{"servers": {"a": {"type": "stdio", "command": "a"}}}', {a: 'a'}],
		['settings.json', '{"mcp": {"servers": {"a": {"command": "a"}}}, "window.zoomLevel": 1}', {a: 'a'}],
		['amp.json', '{"amp.mcpServers": {"a": {"command": "a"}}}', {a: 'a'}],
		['crush.json', '{"mcp": {"a": {"type": "stdio", "command": "a"}}}', {a: 'a'}],
		['one.json', '{"command": "npx -y a-mcp"}', {a: 'npx -y a-mcp'}],
	])('is read from %s: %j', async (name, text, servers) => {
		const path = fileWith(name, text);
		expect(await startsOf(path)).toEqual(servers);
		expect((await read(path)).problems).toEqual([]);
	});

	it('may be the JSON itself', async () => {
		expect(await startsOf('{"mcpServers": {"a": {"command": "a b"}}}')).toEqual({a: 'a b'});
		expect((await read('{"mcpServers": {"a": {"comand": "a"}}}')).problems).toEqual([
			'--mcp-config:1:22  mcpServers.a: needs a command that starts the server, or a url that reaches it',
			'--mcp-config:1:23  mcpServers.a.comand: unknown key; did you mean command?',
		]);
	});

	it('may be the manifest of an unpacked bundle, whose files are beside it', async () => {
		const manifest = {
			name: 'b',
			author: {url: 'https://ada.example'},
			server: {mcp_config: {command: 'node', args: ['$' + '{__dirname}/server.js']}},
		};
		const path = fileWith('manifest.json', JSON.stringify(manifest));
		expect(await startsOf(path)).toEqual({b: `node ${join(path, '..', 'server.js')}`});
	});

	it('may be piped in', () => {
		const parsed = parseCommandLine(['mcp', 'list', '--mcp-config', '-']);
		expect(parsed).toMatchObject({type: 'parsed', line: {values: new Map([['mcp-config', ['-']]])}});
	});

	it.each([
		[
			'a.toml',
			'[mcp_servers.good]\ncommand = "x"\n\n[mcp_servers.bad]\ncommand = "x"\nargs = "y"\n',
			['4:14  mcp_servers.bad.args: expected an array'],
			['good'],
		],
		['a.toml', '[mcp_servers.a\n', ['1:15  illegal character in key'], []],
		[
			'a.yaml',
			'mcpServers:\n  a: [\n',
			['3:1  Flow sequence in block collection must be sufficiently indented and end with a ]'],
			[],
		],
		[
			'a.yaml',
			'mcpServers:\n  a:\n    command: x\n    env:\n      T: $' + '{NOPE}\n',
			['2:3  mcpServers.a.env.T: the variable NOPE is not set. Set it, or write $' + '{NOPE:-default}'],
			[],
		],
		[
			'a.yaml',
			'colour: red\n',
			['1:1  names no server: it has neither "mcpServers" nor an entry with "command" or "url"'],
			[],
		],
		[
			'a.json',
			'{"mcpServers": {"a": {"command": "x"}',
			['1:38  close brace expected', '1:38  close brace expected'],
			[],
		],
		[
			'a.json',
			'{"context_servers": {"a": {"command": "x", "args": [1]}}}',
			['1:23  context_servers.a.args[0]: expected a string'],
			[],
		],
	])('is told what is wrong and where: %s with %j', async (name, text, problems, servers) => {
		const path = fileWith(name, text);
		const settings = await read(path);
		expect(settings.problems).toEqual(problems.map(problem => `${path}:${problem}`));
		expect(settings.servers.map(server => server.name)).toEqual(servers);
	});

	it('is refused where there is no such file', async () => {
		await expect(read('/nowhere/a.toml')).rejects.toThrow('There is no file /nowhere/a.toml.');
	});
});
