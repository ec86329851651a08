// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readAgentFile} from '../../../source/core/config/agent/read-agent.ts';
import {readSmallText} from '../../../source/core/config/agent/read-small-text.ts';
import type {Environment} from '../../../source/core/config/expand-variables.ts';
import {textOf, useServers} from '../../helpers/mcp-servers.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {oldSseServer} from '../../servers/http-generations.ts';
import {listen, startHttpHost} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {startWsHost} from '../../servers/ws-host.ts';

const everything = join(
	dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
	'dist',
	'index.js',
);

const filesystem = join(
	dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json')),
	'dist',
	'index.js',
);

/** Writes an agent file, reads it and has its servers ready to start, as the program does. */
const useAgent = async (
	tools: readonly string[],
	env: Environment = {},
	folder = createTemporaryFolder(),
) => {
	const file = join(folder, 'agent.yaml');
	writeFileSync(
		file,
		['name: test', 'tools:', '  - type: mcp', ...tools.map(line => `    ${line}`)].join('\n'),
	);
	const read = await readAgentFile(file, {env, readText: readSmallText});
	if (read.type === 'refused') throw new Error(read.problems.join('\n'));
	return useServers(read.servers);
};

const local = [
	`command: ${JSON.stringify(process.execPath)}`,
	`args: [${JSON.stringify(everything)}, stdio]`,
];

// Numbers are those of the operations specification.
describe('the servers of an agent file', () => {
	it('US1.1, US1.3 start from a package and answer', async () => {
		const folder = createTemporaryFolder();
		writeFileSync(join(folder, 'report.txt'), 'all is well');
		// npx finds the package of the project itself, so that nothing is fetched.
		const agent = await useAgent(
			[
				'server: "@modelcontextprotocol/server-filesystem"',
				`args: [${JSON.stringify(folder)}]`,
				`cwd: ${JSON.stringify(process.cwd())}`,
				'env: {npm_config_offline: "true"}',
			],
			{},
			folder,
		);
		await agent.connect();
		expect(agent.status('server-filesystem')).toMatchObject({type: 'ready'});
		const report = await agent.call('server-filesystem', 'read_text_file', {
			path: join(folder, 'report.txt'),
		});
		expect(textOf(report)).toBe('all is well');
	});

	it('US1.2, US4.1, US4.2 start from a command, and offer their tools and prompts', async () => {
		const agent = await useAgent(['name: all', ...local]);
		await agent.connect();
		expect(agent.status('all')).toMatchObject({type: 'ready', transport: 'stdio', promptCount: 4});
		expect(textOf(await agent.call('all', 'echo', {message: 'hello'}))).toContain('hello');
	});

	it('offer only the tools that the file includes, and no prompts where it says so', async () => {
		const agent = await useAgent([
			'name: all',
			...local,
			'include_tools: [get-*]',
			'exclude_tools: [get-env]',
			'load_prompts: false',
		]);
		await agent.connect();
		const names = agent.servers.tools().map(({definition}) => definition.tool);
		expect(names).toContain('get-sum');
		expect(names.filter(name => !name.startsWith('get-') || name === 'get-env')).toEqual([]);
		expect(agent.status('all')).toMatchObject({promptCount: 0});
	});

	it('are each their own where one is named twice, with settings of their own', async () => {
		const folder = createTemporaryFolder();
		const file = join(folder, 'agent.yaml');
		const tool = (name: string): string =>
			`  - {type: mcp, name: ${name}, ${local.join(', ')}, env: {WHO: ${name}}}`;
		writeFileSync(file, ['tools:', tool('first'), tool('second')].join('\n'));
		const read = await readAgentFile(file, {env: {}, readText: readSmallText});
		if (read.type === 'refused') throw new Error(read.problems.join('\n'));
		const {connect, call, servers} = useServers(read.servers);
		await connect();
		const names = servers.tools().map(({modelName}) => modelName);
		expect(names).toEqual(expect.arrayContaining(['first__echo', 'second__echo']));
		for (const name of ['first', 'second'])
			expect(JSON.parse(textOf(await call(name, 'get-env')))).toMatchObject({WHO: name});
	});

	it('SC-002 answer typical calls within ten seconds, although they may not take longer', async () => {
		const folder = createTemporaryFolder();
		writeFileSync(join(folder, 'report.txt'), 'all is well');
		const agent = await useAgent([
			'name: files',
			`command: ${JSON.stringify(process.execPath)}`,
			`args: [${JSON.stringify(filesystem)}, ${JSON.stringify(folder)}]`,
			'request_timeout: 10',
		]);
		await agent.connect();
		const path = join(folder, 'report.txt');
		expect(textOf(await agent.call('files', 'read_text_file', {path}))).toBe('all is well');
		expect(textOf(await agent.call('files', 'list_directory', {path: folder}))).toContain('report.txt');
		expect(textOf(await agent.call('files', 'search_files', {path: folder, pattern: '*.txt'}))).toBe(path);
	});

	it('US2.1, US2.3 get the variables of the file, of files beside it and of the environment', async () => {
		const folder = createTemporaryFolder();
		writeFileSync(join(folder, 'more.env'), 'FROM_FILE=two\n');
		const agent = await useAgent(
			['name: all', ...local, 'env_file: more.env', 'env: {API_KEY: "${MY_API_KEY}", VERSION: 1.10}'],
			{MY_API_KEY: 'one'},
			folder,
		);
		await agent.connect();
		const env: unknown = JSON.parse(textOf(await agent.call('all', 'get-env')));
		expect(env).toMatchObject({API_KEY: 'one', FROM_FILE: 'two', VERSION: '1.10'});
		expect(env).not.toHaveProperty('MY_API_KEY');
	});

	it('US2.2, US6.2, US8.1, US8.2 get configuration and headers over HTTP, and are told the end', async () => {
		const host = await startHttpHost(legacyServer({session: () => 'session-1'}));
		const agent = await useAgent(
			[
				'name: web',
				'transport: http',
				`url: ${host.url}`,
				'headers: {Authorization: "Bearer ${TOKEN}"}',
				'config: {allowed_directories: ["/workspace/data"]}',
				'terminate_on_close: true',
			],
			{TOKEN: 't-1'},
		);
		await agent.connect();
		expect(textOf(await agent.call('web', 'echo'))).toBe('echo');
		await agent.servers.close();
		const initialize = host.seen.find(({message}) => message.method === 'initialize');
		expect(initialize?.body).toContain('"allowed_directories":["/workspace/data"]');
		expect(new Set(host.seen.map(({headers}) => headers.authorization))).toEqual(new Set(['Bearer t-1']));
		expect(host.seen.at(-1)?.method).toBe('DELETE');
	});

	it('US6.1 are reached over SSE', async () => {
		const {url} = await listen(oldSseServer());
		const agent = await useAgent(['name: old', 'transport: sse', `url: ${url}/sse`, 'sse_read_timeout: 60']);
		await agent.connect();
		expect(agent.status('old')).toMatchObject({type: 'ready', transport: 'sse'});
	});

	it('US7.1, US7.2 are reached over one WebSocket', async () => {
		const host = await startWsHost();
		const agent = await useAgent(['name: ws', 'transport: websocket', `url: ${host.url}`]);
		await agent.connect();
		await agent.call('ws', 'echo');
		expect(textOf(await agent.call('ws', 'echo'))).toBe('echo');
		expect(host.sockets).toHaveLength(1);
	});
});
