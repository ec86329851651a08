// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {existsSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';

const read = (text: string, env = {}) => readConfig('config.json', text, env);

describe('a good configuration', () => {
	it('may be empty', () => {
		expect(read('{}')).toEqual({servers: [], trustedTools: [], problems: []});
	});

	it('fills in what an entry leaves out', () => {
		expect(read('{"mcpServers": {"files": {"command": "npx"}}}')).toEqual({
			servers: [
				{
					name: 'files',
					type: 'stdio',
					command: 'npx',
					args: [],
					env: {},
					connectTimeout: 30_000,
					requestTimeout: 60_000,
					disabled: false,
				},
			],
			trustedTools: [],
			problems: [],
		});
	});

	it('keeps everything an entry says, with variables filled in', () => {
		const text = `{
			"toolApproval": "trusted-only",
			"trustedTools": ["files__*"],
			"mcpServers": {
				"files": {
					"type": "stdio",
					"command": "\${BIN:-node}",
					"args": ["server.mjs", "\${FOLDER}"],
					"env": {"TOKEN": "\${env:SECRET}", "PLAIN": "yes"},
					"cwd": "\${FOLDER}/work",
					"description": "files",
					"timeout": 5,
					"requestTimeout": 120000,
					"disabled": true
				}
			}
		}`;
		expect(read(text, {FOLDER: '/data', SECRET: 's3cret'})).toEqual({
			toolApproval: 'trusted-only',
			trustedTools: ['files__*'],
			problems: [],
			servers: [
				{
					name: 'files',
					type: 'stdio',
					command: 'node',
					args: ['server.mjs', '/data'],
					env: {TOKEN: 's3cret', PLAIN: 'yes'},
					cwd: '/data/work',
					connectTimeout: 5000,
					requestTimeout: 120_000,
					disabled: true,
				},
			],
		});
	});

	it('may have comments, trailing commas and a byte order mark', () => {
		const config = read(`\ufeff{
			// a comment
			"trustedTools": ["a", "b",], /* another */
		}`);
		expect(config).toMatchObject({trustedTools: ['a', 'b'], problems: []});
	});

	it.each([
		[1, 1000],
		[1.5, 1500],
		[300, 300_000],
		[1000, 1000],
		[300_000, 300_000],
	])('understands a timeout of %d as %d milliseconds', (timeout, milliseconds) => {
		const {servers, problems} = read(JSON.stringify({mcpServers: {a: {command: 'x', timeout}}}));
		expect(problems).toEqual([]);
		expect(servers[0]?.connectTimeout).toBe(milliseconds);
	});

	const example = new URL('../../../config.example.json', import.meta.url);
	if (existsSync(example)) {
		it('is what the example shows', () => {
			const {problems, servers} = read(readFileSync(example, 'utf8'), {HOME: '/home/mira'});
			expect(problems).toEqual([]);
			expect(servers).not.toEqual([]);
		});
	}
});

describe('a mistake', () => {
	const serverEntry = (entry: string) => `{\n  "mcpServers": {\n    "a": ${entry}\n  }\n}`;

	it.each([
		['', 'config.json:1:1  value expected'],
		['[]', 'config.json:1:1  expected an object'],
		['"text"', 'config.json:1:1  expected an object'],
		['{"trustedTools": "files"}', 'config.json:1:18  trustedTools: expected an array of strings'],
		['{"trustedTools": ["a", 1]}', 'config.json:1:18  trustedTools: expected an array of strings'],
		[
			'{\n\t"toolApproval": "never"\n}',
			'config.json:2:18  toolApproval: expected one of always-ask, trusted-only, auto',
		],
		[
			'{"toolApproval": null}',
			'config.json:1:18  toolApproval: expected one of always-ask, trusted-only, auto',
		],
		['{"mcpServer": {}}', 'config.json:1:15  mcpServer: unknown key; did you mean mcpServers?'],
		['{"colour": 1}', 'config.json:1:12  colour: unknown key'],
		['{"mcpServers": []}', 'config.json:1:16  mcpServers: expected an object'],
		[serverEntry('"npx"'), 'config.json:3:10  mcpServers.a: expected an object'],
		[serverEntry('{}'), 'config.json:3:10  mcpServers.a.command: expected a string'],
		[serverEntry('{"command": 7}'), 'config.json:3:22  mcpServers.a.command: expected a string'],
		[serverEntry('{"command": "x",\n"args": "-y"}'), 'config.json:4:9  mcpServers.a.args: expected an array'],
		[
			serverEntry('{"command": "x", "args": ["a", 2]}'),
			'config.json:3:41  mcpServers.a.args.1: expected a string',
		],
		[
			serverEntry('{"command": "x", "timeout": 500}'),
			'config.json:3:38  mcpServers.a.timeout: expected 1-300 seconds, or 1000-300000 milliseconds',
		],
		[
			serverEntry('{"command": "x", "env": {"KEY": "${NOPE}"}}'),
			'config.json:3:42  mcpServers.a.env.KEY: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
		],
		[
			serverEntry('{"command": "x", "args": ["y", "${NOPE}"]}'),
			'config.json:3:41  mcpServers.a.args.1: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
		],
		[
			serverEntry('{"command": "x", "cwd": "${NOPE}"}'),
			'config.json:3:34  mcpServers.a.cwd: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
		],
		[
			serverEntry('{"url": "https://example.com/mcp"}'),
			'config.json:3:18  mcpServers.a.url: this version of mcp-tui starts servers by command only; url is not supported yet',
		],
	])('in %o is named with its place', (text, problem) => {
		const {problems, servers} = read(text);
		expect(problems).toEqual([problem]);
		expect(servers).toEqual([]);
	});

	it('of the syntax is named with its place, and what could be read is kept', () => {
		const {problems, trustedTools} = read('{\r\n  "trustedTools": ["a"]\r\n  "toolApproval": "auto"\r\n}');
		expect(problems).toEqual(['config.json:3:3  comma expected']);
		expect(trustedTools).toEqual(['a']);
	});

	it('in the kind of transport says what is possible', () => {
		expect(read(serverEntry('{"command": "x", "type": "http"}')).problems).toEqual([
			'config.json:3:35  mcpServers.a.type: invalid option: expected one of "stdio"|"local"',
		]);
	});

	it('in a key of an entry is only a warning where the entry still works', () => {
		const {problems, servers} = read(serverEntry('{"command": "x", "arg": ["y"], "alwaysAllow": []}'));
		expect(problems).toEqual(['config.json:3:34  mcpServers.a.arg: unknown key; did you mean args?']);
		expect(servers).toHaveLength(1);
	});

	it('in the key of the command explains why there is none', () => {
		expect(read(serverEntry('{"comand": "x"}')).problems).toEqual([
			'config.json:3:10  mcpServers.a.command: expected a string',
			'config.json:3:21  mcpServers.a.comand: unknown key; did you mean command?',
		]);
	});

	it('in one entry disables only that entry', () => {
		const {servers, problems} = read(
			'{"mcpServers": {"a": {"command": 1}, "b": {"command": "x"}, "c": {"command": ""}}, "trustedTools": ["t"]}',
		);
		expect(servers.map(({name}) => name)).toEqual(['b']);
		expect(problems).toHaveLength(2);
	});

	it('never shows the value of a variable', () => {
		const {problems} = read(serverEntry('{"command": "${SECRET}${NOPE}"}'), {SECRET: 's3cret'});
		expect(problems.join()).not.toContain('s3cret');
	});
});
