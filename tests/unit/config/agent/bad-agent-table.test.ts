// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {problemsOf} from './read-text.ts';

/** An agent with one tool that has these lines. */
const tool = (...lines: readonly string[]): string =>
	['tools:', '  - type: mcp', '    name: files', ...lines.map(line => `    ${line}`), ''].join('\n');

// operations FR-026, SC-004: every malformed file is told, with the place, before anything starts.
const texts: readonly (readonly [string, string, readonly string[]])[] = [
	['an empty file', '', ['1:1  the file is empty']],
	['a file of white space', ' \n\n', ['1:1  the file is empty']],
	['a file of comments', '# later\n', ['1:1  expected an object with name, model, instructions and tools']],
	['a text', 'hello', ['1:1  expected an object with name, model, instructions and tools']],
	['a list', '- type: mcp\n', ['1:1  expected an object with name, model, instructions and tools']],
	['a file in another encoding', 'name: caf\ufffd\n', ['1:10  is not a text in UTF-8; save it as UTF-8']],
	['a binary file', 'name: \0\u0001', ['1:7  is not a text in UTF-8; save it as UTF-8']],
	[
		'a file that is too large',
		`name: ${'x'.repeat(300_000)}`,
		['1:1  is too large: an agent file has at most 256 KiB'],
	],
	[
		'a tab as indentation',
		'tools:\n\t- type: mcp\n',
		['2:1  tabs are not allowed as indentation; use spaces'],
	],
	[
		'a colon in a plain text',
		'name: a\ninstructions: Note: be brief\n',
		[
			'2:15  nested mappings are not allowed in compact mappings; correct the indentation, or put the text in quotes if it holds a colon',
		],
	],
	['a quote that is not closed', 'name: "a\n', ['2:1  a quote that was opened before is not closed']],
	[
		'a list that is not closed',
		tool('command: x', 'args: [a, b'),
		['6:1  flow sequence in block collection must be sufficiently indented and end with a ]'],
	],
	[
		'a backslash in double quotes',
		'name: "C:\\path"\n',
		[
			'1:10  invalid escape sequence \\p; in double quotes a backslash is written twice, in single quotes once',
		],
	],
	[
		'a text that begins with a reserved character',
		'name: %x\n',
		['1:7  plain value cannot start with directive indicator character %; put the text in quotes'],
	],
	['a tag', 'name: !secret x\n', ['1:7  tags are not understood here; remove it']],
	['two documents', 'name: a\n---\nname: b\n', ['2:1  a second document begins here; an agent file has one']],
	['a key twice', 'name: a\ndescription: b\nname: c\n', ['3:1  name: is there twice; keep one of them']],
	[
		'an option twice',
		tool('command: x', 'args: [a]', 'command: y'),
		['6:5  tools[0].command: is there twice; keep one of them'],
	],
	[
		'an option in two spellings',
		tool('command: x', 'env_file: a', 'envFile: b'),
		['6:14  tools[0].envFile: says the same as env_file; keep one of them'],
	],
	[
		'a key that is a number',
		tool('command: x', 'env:', '  1: x'),
		['6:7  tools[0].env: has a key that is no text; put it in quotes'],
	],
	[
		'a template in place of a text',
		tool('command: {{ command }}'),
		['4:15  tools[0].command: has a key that is no text; put it in quotes'],
	],
	['an alias without anchor', 'name: *who\n', ['1:7  name: there is no anchor &who before this']],
	['an alias of itself', 'name: &n [*n]\n', [`1:11  name${'[0]'.repeat(11)}...: is nested too deeply`]],
	[
		'a merge of something else',
		'name: a\n<<: b\n',
		['2:1  <<: expected an object to merge, or an array of them'],
	],
	[
		'a configuration file',
		'{"mcpServers": {"a": {"command": "x"}}}',
		[
			'1:16  mcpServers: belongs to a configuration file: use it with --mcp-config, or list the servers under tools, each with type: mcp',
		],
	],
];

const heads: readonly (readonly [string, string, readonly string[]])[] = [
	['a name that is a number', 'name: 7\n', ['1:7  name: expected a string; put it in quotes: "7"']],
	['a name that is empty', 'name: ""\n', ['1:7  name: must not be empty']],
	['a name without value', 'name:\n', ['1:1  name: expected a string, but nothing is there']],
	['a description that is a list', 'description: [a]\n', ['1:14  description: expected a string']],
	[
		'a model that is a number',
		'model: 4\n',
		['1:8  model: expected provider/model, or an object with provider and name'],
	],
	[
		'a model that is a sentence',
		'model: the best one\n',
		['1:8  model: expected provider/model, or an object with provider and name'],
	],
	[
		'a model without provider',
		'model:\n  name: gpt-4o\n',
		['2:3  model: needs a provider, such as anthropic, openai or ollama'],
	],
	[
		'a provider with a slash',
		'model: {provider: a/b}\n',
		['1:19  model.provider: expected the name of a provider, such as anthropic, openai or ollama'],
	],
	[
		'a temperature that is too high',
		'model:\n  provider: openai\n  temperature: 3\n',
		['3:16  model.temperature: expected 0 to 2'],
	],
	[
		'a temperature in quotes',
		'model: {provider: openai, temperature: "0.5"}\n',
		['1:40  model.temperature: expected a number; remove the quotes'],
	],
	[
		'a broken number of tokens',
		'model: {provider: openai, max_tokens: 1.5}\n',
		['1:39  model.max_tokens: expected a whole number'],
	],
	[
		'a model with an unset variable',
		'model: {provider: openai, name: "${MODEL}"}\n',
		['1:33  model.name: the variable MODEL is not set. Set it, or write ${MODEL:-default}'],
	],
	['instructions that are empty', 'instructions: ""\n', ['1:15  instructions: is empty']],
	[
		'instructions that are a list',
		'instructions: [a]\n',
		['1:15  instructions: expected a text, or an object with inline or file'],
	],
	['instructions without anything', 'instructions: {}\n', ['1:15  instructions: needs inline or file']],
	[
		'instructions twice',
		'instructions:\n  inline: a\n  file: b.md\n',
		['3:9  instructions.file: cannot be combined with inline; keep one of them'],
	],
	[
		'instructions in a file that is not there',
		'instructions:\n  file: who.md\n',
		['2:9  instructions.file: there is no file /agents/who.md. Create it, or correct the path'],
	],
	[
		'an unknown approval',
		'tool_approval: never\n',
		['1:16  tool_approval: expected one of always-ask, trusted-only, auto'],
	],
];

describe('an agent file is refused for its text', () => {
	it.each(texts)('%s', async (_, text, problems) => {
		expect(await problemsOf(text)).toEqual(problems);
	});
});

describe('an agent file is refused for what it says about itself', () => {
	it.each(heads)('%s', async (_, text, problems) => {
		expect(await problemsOf(text)).toEqual(problems);
	});
});
