// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {problemsOf} from './read-text.ts';

/** An agent with one tool that has these lines. */
const tool = (...lines: readonly string[]): string =>
	['tools:', '  - type: mcp', '    name: files', ...lines.map(line => `    ${line}`), ''].join('\n');

const known = 'Known are ${VAR}, ${VAR:-default}, ${env:VAR}, ${workspaceFolder}; $${ stands for ${ itself';

// operations FR-001, FR-026, SC-004: every malformed tool is told, with the place, before anything starts.
const tools: readonly (readonly [string, string, readonly string[]])[] = [
	['tools that are an object', 'tools: {type: mcp}\n', ['1:8  tools: expected an array']],
	['a tool that is a text', 'tools: [mcp]\n', ['1:9  tools[0]: expected an object']],
	[
		'a tool without type',
		'tools:\n  - name: a\n    command: x\n',
		['2:5  tools[0]: needs a type; write type: mcp'],
	],
	[
		'a type that is a number',
		'tools: [{type: 1}]\n',
		['1:16  tools[0].type: expected a string; put it in quotes: "1"'],
	],
	[
		'a type with a slip',
		'tools: [{type: mpc, command: x}]\n',
		['1:16  tools[0].type: is not known; did you mean mcp?'],
	],
	['a tool without name', 'tools: [{type: mcp, command: x}]\n', ['1:9  tools[0]: needs a name']],
	[
		'a name that is a number',
		'tools: [{type: mcp, name: 3, command: x}]\n',
		['1:27  tools[0].name: expected a string; put it in quotes: "3"'],
	],
	[
		'a name of spaces',
		'tools: [{type: mcp, name: " ", command: x}]\n',
		['1:27  tools[0].name: must not be empty'],
	],
	[
		'two tools of one name',
		'tools:\n  - {type: mcp, name: a, command: x}\n  - {type: mcp, name: a, command: y}\n',
		['3:23  tools[1].name: tools[0] is called "a" too; give one of them another name'],
	],
	[
		'a tool that does not say how it is started',
		tool('args: [a]'),
		['2:5  tools[0]: needs a command that starts the server, or a url that reaches it'],
	],
	[
		'a command with a slip in its key',
		tool('comand: x'),
		[
			'2:5  tools[0]: needs a command that starts the server, or a url that reaches it',
			'4:5  tools[0].comand: unknown key; did you mean command?',
		],
	],
	[
		'a command that is a number',
		tool('command: 7'),
		['4:14  tools[0].command: expected a string or an array of strings; put it in quotes: "7"'],
	],
	[
		'a command without value',
		tool('command:'),
		['4:5  tools[0].command: is empty; give a command that starts the server, or a url that reaches it'],
	],
	['arguments that are a text', tool('command: x', 'args: -y'), ['5:11  tools[0].args: expected an array']],
	[
		'arguments that are numbers',
		tool('command: x', 'args: [--port, 8080]'),
		['5:20  tools[0].args[1]: expected a string; put it in quotes: "8080"'],
	],
	['variables that are a list', tool('command: x', 'env: [A=1]'), ['5:10  tools[0].env: expected an object']],
	[
		'a variable without value',
		tool('command: x', 'env:', '  A:'),
		['6:7  tools[0].env.A: expected a string, but nothing is there'],
	],
	[
		'variables whose names are none',
		tool('command: x', 'env:', '  A=B: c', '  "": d', 'cwd: .'),
		[
			'6:12  tools[0].env.A=…: a variable needs a name, without "=" and NUL',
			'7:11  tools[0].env."": a variable needs a name, without "=" and NUL',
		],
	],
	[
		'a variable with a NUL in its value',
		tool('command: x', 'env:', '  A: "s3cret\\0"'),
		[
			'6:10  tools[0].env.A: holds a NUL character, as text in UTF-16 does; no program can be started with it',
		],
	],
	[
		'a switch that is a word',
		tool('command: x', 'load_tools: yes'),
		['5:17  tools[0].load_tools: expected a boolean; write true or false, without quotes'],
	],
	[
		'a timeout that is a text',
		tool('url: https://example.com', 'timeout: 5s'),
		['5:14  tools[0].timeout: expected a number'],
	],
	[
		'a timeout that is too long',
		tool('url: https://example.com', 'timeout: 301', 'request_timeout: 86401'),
		[
			'5:14  tools[0].timeout: expected 1-300 seconds',
			'6:22  tools[0].request_timeout: expected seconds, at most 86400',
		],
	],
	[
		'a configuration that is a text',
		tool('command: x', 'config: x'),
		['5:13  tools[0].config: expected an object'],
	],
	[
		'an unknown encoding',
		tool('command: x', 'encoding: klingon'),
		['5:15  tools[0].encoding: unknown encoding; write utf-8, utf-16le or latin1, for example'],
	],
	[
		'an unknown transport',
		tool('url: https://example.com', 'transport: pigeon'),
		[
			'5:16  tools[0].transport: expected one of stdio, http, sse, ws, streamable-http, websocket, local, remote',
		],
	],
	[
		'a transport that does not fit',
		tool('command: x', 'transport: sse'),
		['5:16  tools[0].transport: does not fit: command starts a local server. Leave it out, or give a url'],
	],
	[
		'a command beside a url',
		tool('command: x', 'url: https://example.com'),
		['5:10  tools[0].url: cannot be combined with command; keep one of them'],
	],
	[
		'a url that is none',
		tool('url: example.com/mcp'),
		['4:10  tools[0].url: is not a URL. Write it in full, such as https://example.com/mcp'],
	],
	[
		'a url for another transport',
		tool('transport: websocket', 'url: https://example.com'),
		['5:10  tools[0].url: expected a URL that begins with wss:// or ws://, since the type is ws'],
	],
	[
		'a header that is a number',
		tool('url: https://example.com', 'headers: {X-Version: 2}'),
		['5:26  tools[0].headers.X-Version: expected a string; put it in quotes: "2"'],
	],
	[
		'a package that is none',
		tool('server: "--evil"'),
		['4:13  tools[0].server: expected the name of an npm package, such as @scope/package'],
	],
	[
		'tools to include that are a text',
		tool('command: x', 'include_tools: read_*'),
		['5:20  tools[0].include_tools: expected an array'],
	],
	// operations FR-010 and the edge case of references that cannot be resolved
	[
		'an unset variable',
		tool('command: x', 'env:', '  API_KEY: ${MY_API_KEY}'),
		[
			'6:16  tools[0].env.API_KEY: tool "files": the variable MY_API_KEY is not set. Set it, or write ${MY_API_KEY:-default}',
		],
	],
	[
		'what only looks like a reference',
		tool(
			'command: sh',
			'args:',
			'  - "${MY-VAR}"',
			'  - "${}"',
			'  - "${UNCLOSED"',
			'  - "${VAR:?must}"',
			'  - "${keychan:foo}"',
			'  - "${env:MY.VAR}"',
			'  - "${envv:HOME}"',
			'  - "${userHome}"',
		),
		[
			`6:9  tools[0].args[0]: tool "files": "MY-VAR" is no name of a variable, which has letters, digits and "_" only. ${known}`,
			`7:9  tools[0].args[1]: tool "files": "\${}" names nothing. ${known}`,
			`8:9  tools[0].args[2]: tool "files": a "\${" here is never closed. ${known}`,
			`9:9  tools[0].args[3]: tool "files": of what shells can do with \${VAR}, only \${VAR:-default} is known. ${known}`,
			`10:9  tools[0].args[4]: tool "files": "\${keychan:" is no kind of reference. ${known}`,
			`11:9  tools[0].args[5]: tool "files": "MY.VAR" is no name of a variable, which has letters, digits and "_" only. ${known}`,
			`12:9  tools[0].args[6]: tool "files": "\${envv:" is no kind of reference; did you mean env? ${known}`,
			'13:9  tools[0].args[7]: tool "files": ${userHome} belongs to other clients; in its place write ${HOME}, or ${USERPROFILE} on Windows',
		],
	],
	// operations FR-009
	[
		'a file of variables that is not there',
		tool('command: x', 'env_file: .env'),
		['5:15  tools[0].env_file: tool "files": there is no file /agents/.env. Create it, or correct the path'],
	],
	[
		'a secret of the keychain',
		tool('command: x', 'env: {A: "${keychain:github}"}'),
		[
			'5:14  tools[0].env.A: tool "files": secrets of the keychain are looked up only for your own configuration. Use a variable such as ${GITHUB}, or move the server there',
		],
	],
	[
		'an input',
		tool('command: x', 'args: ["${input:token}"]'),
		[
			'5:12  tools[0].args[0]: tool "files": inputs are looked up only for your own configuration. Use a variable such as ${TOKEN}, or move the server there',
		],
	],
	[
		'a command that gives a secret',
		tool('command: x', 'env: {A: "${command:pass}"}'),
		[
			'5:14  tools[0].env.A: tool "files": commands are run only for your own configuration. Use a variable such as ${PASS}, or move the server there',
		],
	],
	[
		'a file that holds a secret',
		tool('url: https://example.com', 'headers: {A: "${file:token}"}'),
		[
			'5:18  tools[0].headers.A: tool "files": secrets are read from files only for your own configuration. Use a variable such as ${TOKEN}, or move the server there',
		],
	],
	[
		'everything at once, in the order of the file',
		'name: 1\ntools:\n  - {type: mcp, name: a}\n  - {type: mcp, name: b, command: x, cwd: 1}\nmodel: 2\n',
		[
			'1:7  name: expected a string; put it in quotes: "1"',
			'3:5  tools[0]: needs a command that starts the server, or a url that reaches it',
			'4:43  tools[1].cwd: expected a string; put it in quotes: "1"',
			'5:8  model: expected provider/model, or an object with provider and name',
		],
	],
];

describe('an agent file is refused for its tools', () => {
	it.each(tools)('%s', async (_, text, problems) => {
		expect(await problemsOf(text)).toEqual(problems);
	});
});
