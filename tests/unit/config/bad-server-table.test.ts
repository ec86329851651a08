// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';

type Row = {
	readonly name: string;
	readonly text: string;
	/** Without the name of the file. */
	readonly problems: readonly string[];
	/** What still works. */
	readonly servers?: readonly string[];
};

const rows: readonly Row[] = [
	{name: 'a number in the place of everything', text: '5', problems: ['1:1  expected an object']},
	{
		name: 'half a comment',
		text: '{"mcpServers": {} /* never closed',
		problems: ['1:19  unexpected end of comment', '1:34  close brace expected'],
	},
	{
		name: 'single quotes',
		text: "{'mcpServers': {}}",
		problems: [
			'1:2  invalid symbol',
			'1:14  property name expected',
			'1:17  value expected',
			'1:18  end of file expected',
		],
	},
	{name: 'a text after the end', text: '{"mcpServers": {}} }', problems: ['1:20  end of file expected']},
	{
		name: 'a colon that is missing',
		text: '{"mcpServers" {}}',
		problems: ['1:15  colon expected', '1:17  end of file expected'],
	},
	{
		name: 'a backslash that escapes nothing',
		text: '{"mcpServers": {"a": {"command": "C:\\\\dir\\\\x", "cwd": "C:\\dir"}}}',
		problems: ['1:55  invalid escape character'],
	},
	{
		name: 'TOML',
		text: '[mcp_servers.a]\ncommand = "x"\n',
		problems: [
			'1:2  invalid symbol',
			'2:1  invalid symbol',
			'2:9  invalid symbol',
			'2:11  end of file expected',
		],
	},
	{
		name: 'a server that is a text',
		text: '{"mcpServers": {"a": "npx -y x", "b": {"command": "y"}}}',
		problems: ['1:22  mcpServers.a: expected an object'],
		servers: ['b'],
	},
	{
		name: 'a server that is null',
		text: '{"mcpServers": {"a": null}}',
		problems: ['1:22  mcpServers.a: expected an object'],
	},
	{
		name: 'servers that are a text',
		text: '{"mcpServers": "npx"}',
		problems: ['1:16  mcpServers: expected an object'],
	},
	{
		name: 'a server without a way',
		text: '{"mcpServers": {"a": {"args": ["x"]}}}',
		problems: ['1:22  mcpServers.a: needs a command that starts the server, or a url that reaches it'],
	},
	{
		name: 'a server with an empty command',
		text: '{"mcpServers": {"a": {"command": "", "args": ["x"]}}}',
		problems: [
			'1:34  mcpServers.a.command: is empty; give a command that starts the server, or a url that reaches it',
		],
	},
	{
		name: 'a command that is a number',
		text: '{"mcpServers": {"a": {"command": 5}}}',
		problems: ['1:34  mcpServers.a.command: expected a string or an array of strings'],
	},
	{
		name: 'a command that is an object',
		text: '{"mcpServers": {"a": {"command": {"run": "x"}}}}',
		problems: ['1:34  mcpServers.a.command: expected a string or an array of strings'],
	},
	{
		name: 'a command line in which a quote is not closed',
		text: '{"mcpServers": {"a": {"command": "npx \\"x y"}}}',
		problems: [
			'1:34  mcpServers.a.command: is a command line in which a quote is not closed, so it is not split. Write the program in "command" and its words in "args"',
		],
		servers: ['a'],
	},
	{
		name: 'a command line that needs a shell',
		text: '{"mcpServers": {"a": {"command": "x && y"}}}',
		problems: [
			'1:34  mcpServers.a.command: is a command line that needs a shell, so it is not split. Write "command": "sh", "args": ["-c", "..."]',
		],
		servers: ['a'],
	},
	{
		name: 'variables that are a list',
		text: '{"mcpServers": {"a": {"command": "x", "env": ["A=1"]}}}',
		problems: ['1:46  mcpServers.a.env: expected an object'],
	},
	{
		name: 'a variable that is an object',
		text: '{"mcpServers": {"a": {"command": "x", "env": {"A": {}}}}}',
		problems: ['1:52  mcpServers.a.env.A: expected a string'],
	},
	{
		name: 'headers that are a list',
		text: '{"mcpServers": {"a": {"url": "https://a.example", "headers": ["A: b"]}}}',
		problems: ['1:62  mcpServers.a.headers: expected an object'],
	},
	{
		name: 'a header that is a number',
		text: '{"mcpServers": {"a": {"url": "https://a.example", "headers": {"A": 1}}}}',
		problems: ['1:68  mcpServers.a.headers.A: expected a string'],
	},
	{
		name: 'an address without a scheme',
		text: '{"mcpServers": {"a": {"url": "a.example/mcp"}}}',
		problems: ['1:30  mcpServers.a.url: is not a URL. Write it in full, such as https://example.com/mcp'],
	},
	{
		name: 'an address of another scheme',
		text: '{"mcpServers": {"a": {"url": "ftp://a.example"}}}',
		problems: ['1:30  mcpServers.a.url: expected a URL that begins with https://, http://, wss:// or ws://'],
	},
	{
		name: 'a transport that does not fit',
		text: '{"mcpServers": {"a": {"type": "stdio", "url": "https://a.example"}}}',
		problems: [
			'1:31  mcpServers.a.type: does not fit: url reaches a server. Leave it out, or give a command',
		],
	},
	{
		name: 'a transport that does not fit a command',
		text: '{"mcpServers": {"a": {"type": "http", "command": "x"}}}',
		problems: [
			'1:31  mcpServers.a.type: does not fit: command starts a local server. Leave it out, or give a url',
		],
	},
	{
		name: 'a key in two spellings in one server',
		text: '{"mcpServers": {"a": {"url": "https://a.example", "serverUrl": "https://b.example"}}}',
		problems: ['1:64  mcpServers.a.serverUrl: says the same as url; keep one of them'],
	},
	{
		name: 'a switch that contradicts itself',
		text: '{"mcpServers": {"a": {"command": "x", "enabled": true, "disabled": true}}}',
		problems: ['1:50  mcpServers.a.enabled: contradicts disabled; keep one of them'],
	},
	{
		name: 'a switch that is a text',
		text: '{"mcpServers": {"a": {"command": "x", "disabled": "yes"}}}',
		problems: ['1:51  mcpServers.a.disabled: expected a boolean'],
	},
	{
		name: 'a server without a name',
		text: '{"mcpServers": {"": {"command": "x"}}}',
		problems: ['1:21  mcpServers."": a server needs a name'],
	},
	{
		name: 'a time that is a text',
		text: '{"mcpServers": {"a": {"command": "x", "timeout": "30s"}}}',
		problems: ['1:50  mcpServers.a.timeout: expected a number'],
	},
	{
		name: 'two servers of one name in two sections',
		text: '{"mcpServers": {"a": {"command": "x"}}, "servers": {"a": {"command": "y"}}}',
		problems: [
			'1:58  servers.a: another section of this file has a server of this name; this one is left out',
		],
		servers: ['a'],
	},
	{
		name: 'a reference that is not closed',
		text: '{"mcpServers": {"a": {"command": "x", "args": ["${A"]}}}',
		problems: [
			'1:48  mcpServers.a.args[0]: a "${" here is never closed. Known are ${VAR}, ${VAR:-default}, ${env:VAR}, ${workspaceFolder}, ${keychain:name}, ${input:id}, ${file:path}, ${command:line}; $${ stands for ${ itself',
		],
	},
	{
		name: 'tools that are a text',
		text: '{"mcpServers": {"a": {"command": "x", "disabledTools": "b"}}}',
		problems: ['1:56  mcpServers.a.disabledTools: expected an array'],
	},
];

describe('a file with malformed servers', () => {
	it.each(rows)('is told exactly what is wrong, and where: $name', ({text, problems, servers = []}) => {
		const config = readConfig('config.json', text, {});
		expect(config.problems).toEqual(problems.map(problem => `config.json:${problem}`));
		expect(config.servers.map(({name}) => name)).toEqual(servers);
	});
});
