// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {describeStart} from '../../../source/core/config/project/describe-start.ts';
import {readConfig} from '../../../source/core/config/read-config.ts';
import {readServerEntry} from '../../../source/core/config/server-entry.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const context = {file: 'config.json', env: {PACKAGE: 'a b'}, workspaceFolder: '/work'};

const startOf = (entry: object): readonly string[] => {
	const read = readServerEntry('a', entry, context);
	if (read.type === 'refused' || read.server.type !== 'stdio') throw new Error(JSON.stringify(read));
	return [read.server.command, ...read.server.args];
};

describe('a command line in "command"', () => {
	it.each([
		[{command: 'npx -y @scope/package@latest'}, ['npx', '-y', '@scope/package@latest']],
		[{command: 'npx @playwright/mcp@latest', args: []}, ['npx', '@playwright/mcp@latest']],
		[{command: 'npx @playwright/mcp@latest', args: null}, ['npx', '@playwright/mcp@latest']],
		[{command: 'uv run', args: ['server.py']}, ['uv', 'run', 'server.py']],
		[{command: 'uvx x --dir "/my files"'}, ['uvx', 'x', '--dir', '/my files']],
		[{command: "node -e 'a b'"}, ['node', '-e', 'a b']],
		[{command: 'node server\\ one.js'}, ['node', 'server one.js']],
		[{command: 'npx ${PACKAGE} x'}, ['npx', 'a b', 'x']],
		[{command: 'npx ${NOPE:-a b} x'}, ['npx', 'a b', 'x']],
		[{command: 'npx -y x C:\\Users\\ada'}, ['npx', '-y', 'x', 'C:\\Users\\ada']],
		[{command: '"C:\\Program Files\\nodejs\\npx.cmd" -y x'}, ['"C:\\Program Files\\nodejs\\npx.cmd" -y x']],
		[{command: '  npx  '}, ['  npx  ']],
	])('%j is split as a shell would', (entry, words) => {
		expect(startOf(entry)).toEqual(words);
		expect(startOf({...entry, env: {A: 'x'}})).toEqual(words);
	});

	it('is one program where there is a file of that name', () => {
		const folder = createTemporaryFolder();
		mkdirSync(join(folder, 'my tools'));
		writeFileSync(join(folder, 'my tools', 'serve it'), '');
		const command = join(folder, 'my tools', 'serve it');
		expect(startOf({command})).toEqual([command]);
		expect(startOf({command: './my tools/serve it', cwd: folder})).toEqual(['./my tools/serve it']);
		writeFileSync(join(folder, 'serve'), '');
		expect(startOf({command: `${join(folder, 'serve')} --fast`})).toEqual([join(folder, 'serve'), '--fast']);
	});

	it('is shown whole where the path of its program does not exist, or is only filled in later', () => {
		expect(startOf({command: '/nowhere/my tools/serve'})).toEqual(['/nowhere/my tools/serve']);
		expect(startOf({command: '${PACKAGE}/serve it'})).toEqual(['a b/serve it']);
	});

	it('is shown as it is run where it is to be trusted', () => {
		expect(describeStart({command: 'npx -y "a b"'}, undefined)).toBe("npx -y 'a b'");
	});

	it.each([
		[
			'npx -y "x',
			'1:33  mcpServers.a.command: is a command line in which a quote is not closed, so it is not split. Write the program in "command" and its words in "args"',
		],
		[
			'npx x | tee log',
			'1:33  mcpServers.a.command: is a command line that needs a shell, so it is not split. Write "command": "sh", "args": ["-c", "..."]',
		],
	])('%j is named where it cannot be split', (command, problem) => {
		const {servers, problems} = readConfig(
			'config.json',
			`{"mcpServers": {"a": {"command":${JSON.stringify(command)}}}}`,
			{},
		);
		expect(problems).toEqual([`config.json:${problem}`]);
		expect(servers).toMatchObject([{command, args: []}]);
	});

	it('has its mistakes told at the place where it is written', () => {
		const text = '{"mcpServers": {"a": {"command": "npx ${NOPE} x"}}}';
		expect(readConfig('config.json', text, {}).problems).toEqual([
			'config.json:1:34  mcpServers.a.command: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
		]);
	});
});

describe('a key of an entry that says nothing', () => {
	it.each([
		{command: 'x', env: null, cwd: null, url: '', args: null},
		{command: 'x', cwd: '', url: null, headers: null, type: '', description: null},
		{command: 'x', timeout: null, includeTools: null, oauth: null, auth: ''},
	])('counts as absent: %j', entry => {
		expect(readServerEntry('a', entry, context)).toEqual(readServerEntry('a', {command: 'x'}, context));
	});

	it('counts as absent beside a url', () => {
		const url = 'https://a.example/mcp';
		expect(readServerEntry('a', {url, command: '', args: [], env: null}, context)).toEqual(
			readServerEntry('a', {url}, context),
		);
	});
});
