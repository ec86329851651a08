// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {emptyConfig} from '../../../source/core/config/empty-config.ts';
import {type ReadOptions, readConfig} from '../../../source/core/config/read-config.ts';
import {noApprovals} from '../../../source/domain/approval.ts';

const read = (text: string, env = {}, options: ReadOptions = {}) =>
	readConfig('config.json', text, env, options);

describe('a good configuration', () => {
	it.each(['{}', '', ' \n', '\ufeff', '// nothing yet\n/* but soon */'])('may be empty: %j', text => {
		expect(read(text)).toEqual(emptyConfig);
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
			...emptyConfig,
			approvals: {...noApprovals, toolApproval: 'trusted-only', trustedTools: ['files__*']},
			named: [{kind: 'tools', text: 'files__*', at: 'config.json:3:21  trustedTools[0]: '}],
			servers: [
				{
					name: 'files',
					description: 'files',
					type: 'stdio',
					command: 'node',
					args: ['server.mjs', '/data'],
					env: {TOKEN: 's3cret', PLAIN: 'yes'},
					cwd: '/data/work',
					encoding: 'utf-8',
					connectTimeout: 5000,
					requestTimeout: 120_000,
					timesRead: {requestTimeout: '120000 read as milliseconds'},
					retryAttempts: 3,
					loadTools: true,
					loadPrompts: true,
					excludeTools: [],
					disabled: true,
					source: 'config.json',
					shown: {
						command: '$' + '{BIN}',
						args: ['server.mjs', '$' + '{FOLDER}'],
						env: {TOKEN: '$' + '{SECRET}', PLAIN: 'yes'},
						cwd: '$' + '{FOLDER}/work',
					},
					borrowed: [
						{name: 'FOLDER', value: '/data'},
						{name: 'SECRET', value: 's3cret'},
					],
				},
			],
		});
	});

	it('may have comments, trailing commas and a byte order mark', () => {
		const config = read(`\ufeff{
			// a comment
			"trustedTools": ["a", "b",], /* another */
		}`);
		expect(config).toMatchObject({approvals: {trustedTools: ['a', 'b']}, problems: []});
	});

	it('may be one of VS Code', () => {
		const text = `{
			"inputs": [{"type": "promptString", "id": "key", "description": "the key", "password": true}],
			"servers": {
				"one": {"type": "http", "url": "https://example.com", "headers": {"X-Key": "\${input:key}"}},
				"two": {"type": "stdio", "command": "x", "args": ["\${workspaceFolder}"], "env": {"K": "\${keychain:k}"}}
			}
		}`;
		const secrets: ReadOptions['secrets'] = ({type, name}) => `${type}/${name}`;
		expect(read(text, {}, {secrets, cwd: '/home/ada/project'})).toMatchObject({
			problems: [],
			servers: [
				{name: 'one', headers: {'X-Key': 'input/key'}},
				{name: 'two', args: ['/home/ada/project'], env: {K: 'keychain/k'}},
			],
		});
		expect(read(text).problems).toEqual([
			'config.json:4:80  servers.one.headers.X-Key: the input "key" (the key) has no value. It is asked for in the chat; or put a variable such as ${KEY} in its place',
			'config.json:5:91  servers.two.env.K: no secret "k" can be read from the keychain. Keep it there with mcp-tui keys set k, or use a variable such as ${K}',
		]);
	});

	it('may be one of opencode', () => {
		const text = `{
			"$schema": "https://opencode.ai/config.json",
			"mcp": {
				"one": {"type": "local", "command": ["npx", "-y", "a"], "environment": {"A": "{env:KEY}"}, "enabled": true},
				"two": {"type": "remote", "url": "https://example.com", "enabled": false, "oauth": {"clientId": "c"}}
			}
		}`;
		expect(read(text, {KEY: 'k'})).toMatchObject({
			problems: [],
			servers: [
				{name: 'one', type: 'stdio', command: 'npx', args: ['-y', 'a'], env: {A: 'k'}, disabled: false},
				{name: 'two', type: 'http', disabled: true, auth: {type: 'oauth', clientId: 'c'}},
			],
		});
	});
});

describe('a mistake', () => {
	const serverEntry = (entry: string) => `{\n  "mcpServers": {\n    "a": ${entry}\n  }\n}`;

	it.each([
		['[]', 'config.json:1:1  expected an object'],
		['"text"', 'config.json:1:1  expected an object'],
		['{"trustedTools": "files"}', 'config.json:1:18  trustedTools: expected an array of strings'],
		['{"trustedTools": ["a", 1]}', 'config.json:1:24  trustedTools[1]: expected a string'],
		[
			'{\n\t"toolApproval": "never"\n}',
			'config.json:2:18  toolApproval: expected one of always-ask, trusted-only, auto',
		],
		[
			'{"toolApproval": null}',
			'config.json:1:18  toolApproval: expected one of always-ask, trusted-only, auto',
		],
		['{"mcpServer": {}}', 'config.json:1:2  mcpServer: unknown key; did you mean mcpServers?'],
		['{"server": {}}', 'config.json:1:2  server: unknown key; did you mean servers?'],
		['{"colour": 1}', 'config.json:1:2  colour: unknown key'],
		['{"mcpServers": []}', 'config.json:1:16  mcpServers: expected an object'],
		['{"servers": 1}', 'config.json:1:13  servers: expected an object'],
		['{"mcp": "x"}', 'config.json:1:9  mcp: expected an object'],
		[serverEntry('"npx"'), 'config.json:3:10  mcpServers.a: expected an object'],
		[
			serverEntry('{}'),
			'config.json:3:10  mcpServers.a: needs a command that starts the server, or a url that reaches it',
		],
		[
			serverEntry('{"command": 7}'),
			'config.json:3:22  mcpServers.a.command: expected a string or an array of strings',
		],
		[serverEntry('{"command": "x",\n"args": "-y"}'), 'config.json:4:9  mcpServers.a.args: expected an array'],
		[
			serverEntry('{"command": "x", "args": ["a", 2]}'),
			'config.json:3:41  mcpServers.a.args[1]: expected a string',
		],
		[
			serverEntry('{"command": "x", "request-timeout": "500"}'),
			'config.json:3:46  mcpServers.a.request-timeout: expected a number',
		],
		[
			serverEntry('{"url": "https://a.example", "authentication": {"type": "bearer", "token": ""}}'),
			'config.json:3:85  mcpServers.a.authentication.token: must not be empty',
		],
		[
			serverEntry('{"command": "x", "env": {"KEY": "${NOPE}"}}'),
			'config.json:3:42  mcpServers.a.env.KEY: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
		],
	])('in %o is named with its place', (text, problem) => {
		const {problems, servers} = read(text);
		expect(problems).toEqual([problem]);
		expect(servers).toEqual([]);
	});

	it('of the syntax is named with its place, and nothing that is half read is used', () => {
		const {problems, approvals} = read('{\r\n  "trustedTools": ["a"]\r\n  "toolApproval": "auto"\r\n}');
		expect(problems).toEqual(['config.json:3:3  comma expected']);
		expect(approvals.trustedTools).toEqual([]);
	});

	it('in a key of an entry is only a warning where the entry still works', () => {
		const {problems, servers} = read(serverEntry('{"command": "x", "arg": ["y"], "alwaysAllow": []}'));
		expect(problems).toEqual(['config.json:3:27  mcpServers.a.arg: unknown key; did you mean args?']);
		expect(servers).toHaveLength(1);
	});

	it('in the key of the command explains why there is none', () => {
		expect(read(serverEntry('{"comand": "x"}')).problems).toEqual([
			'config.json:3:10  mcpServers.a: needs a command that starts the server, or a url that reaches it',
			'config.json:3:11  mcpServers.a.comand: unknown key; did you mean command?',
		]);
	});

	it('in one entry disables only that entry, which is listed with its problems', () => {
		const {servers, refusedServers, problems} = read(
			'{"mcpServers": {"a": {"command": 1}, "b": {"command": "x"}, "c": {"url": "x"}}, "trustedTools": ["t"]}',
		);
		expect(servers.map(({name}) => name)).toEqual(['b']);
		expect(problems).toHaveLength(2);
		expect(refusedServers).toEqual([
			{name: 'a', file: 'config.json', disabled: false, problems: [problems[0]]},
			{name: 'c', file: 'config.json', disabled: false, problems: [problems[1]]},
		]);
	});

	it.each(['"disabled": true', '"enabled": false'])(
		'that only this machine makes is not reported while the server has %s',
		key => {
			const {problems, refusedServers} = read(serverEntry(`{"command": "\${NOPE}", ${key}}`));
			expect(problems).toEqual([]);
			expect(refusedServers).toMatchObject([
				{name: 'a', disabled: true, problems: [expect.stringContaining('the variable NOPE is not set')]},
			]);
			expect(read(serverEntry(`{"command": 7, ${key}}`)).problems).toHaveLength(1);
		},
	);

	it('is a name in two sections; the first one counts', () => {
		const {servers, problems} = read(
			'{"mcp": {"a": {"command": "two"}, "b": {"command": "three"}}, "mcpServers": {"a": {"command": "one"}}}',
		);
		expect(servers).toMatchObject([
			{name: 'a', command: 'one'},
			{name: 'b', command: 'three'},
		]);
		expect(problems).toEqual([
			'config.json:1:15  mcp.a: another section of this file has a server of this name; this one is left out',
		]);
	});

	it('is a key that is there twice; the first one counts', () => {
		const {servers, problems} = read(
			'{"mcpServers": {"a": {"command": "one", "command": "two"},\n"a": {"command": "three"}}}',
		);
		expect(servers).toMatchObject([{name: 'a', command: 'one'}]);
		expect(problems).toEqual([
			'config.json:1:41  mcpServers.a.command: is there twice; the first one counts',
			'config.json:2:1  mcpServers.a: is there twice; the first one counts',
		]);
	});

	it('cannot be hidden in a prototype', () => {
		const {servers, refusedServers} = read(
			'{"mcpServers": {"__proto__": {"command": "x"}, "b": {"__proto__": {"command": "y"}}}}',
		);
		expect(servers.map(({name}) => name)).toEqual(['__proto__']);
		expect(refusedServers.map(({name}) => name)).toEqual(['b']);
	});

	it('never shows the value of a variable', () => {
		const {problems} = read(serverEntry('{"command": "${SECRET}${NOPE}"}'), {SECRET: 's3cret'});
		expect(problems).toHaveLength(1);
		expect(problems.join()).not.toContain('s3cret');
	});
});

describe('where secrets are kept', () => {
	it.each([
		['a value that nobody knows', '{"secretStore": "passphrase"}', '1:17  secretStore: expected one of'],
		['a key with a slip in it', '{"secretStor": "passphrase-file"}', '1:2  secretStor: unknown key'],
		['a file that is no JSON', '{"secretStore": "passphrase-file"', '1:34  '],
	])('is not known with %s, and the place is told', (_, text, place) => {
		const {secretStore, secretStoreProblem, problems} = read(text);
		expect(secretStore).toBeUndefined();
		expect(secretStoreProblem).toContain(`config.json:${place}`);
		expect(problems).toContain(secretStoreProblem);
	});

	it.each(['{}', '{"secretStore": "keychain"}', '{"secret_store": "passphrase-file"}'])(
		'is known from %s',
		text => {
			expect(read(text).secretStoreProblem).toBeUndefined();
		},
	);

	it('is nothing that the file of somebody else could make unknown', () => {
		expect(read('{"secretStore": "x"', {}, {isForeign: true}).secretStoreProblem).toBeUndefined();
		expect(read('{"secretStor": "x"}', {}, {isForeign: true}).secretStoreProblem).toBeUndefined();
	});
});

describe('where servers are searched for', () => {
	it('is what the user says', () => {
		const {registry, problems} = read('{"registry": " https://registry.example.com/team "}');
		expect([registry, problems]).toEqual(['https://registry.example.com/team', []]);
	});

	it('is nothing that the file of a project says', () => {
		const {registry, problems} = read('{"registry": "https://registry.example.com"}', {}, {isForeign: true});
		expect(registry).toBeUndefined();
		expect(problems).toEqual([expect.stringContaining('registry: counts only in your own configuration')]);
	});

	it.each(['https://a.example/?x=1', 'https://a.example/#x', 'http://10.0.0.1', 'http://127.example.com'])(
		'is not %s',
		address => {
			const {registry, problems} = read(JSON.stringify({registry: address}));
			expect(registry).toBeUndefined();
			expect(problems).toHaveLength(1);
		},
	);
});
