// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readAgentFile} from '../../../../source/core/config/agent/read-agent.ts';
import {readSmallText} from '../../../../source/core/config/agent/read-small-text.ts';
import type {Environment} from '../../../../source/core/config/expand-variables.ts';
import type {ServerConfig} from '../../../../source/domain/server.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';
import {readGood, warningsOf} from './read-text.ts';

/** The server of an agent whose only tool has these lines. */
const serverOf = async (
	lines: readonly string[],
	env: Environment = {},
): Promise<ServerConfig | undefined> => {
	const text = ['tools:', '  - type: mcp', '    name: it', ...lines.map(line => `    ${line}`)].join('\n');
	return (await readGood(text, env)).servers[0];
};

describe('operations US1: standard servers', () => {
	it('US1.1 starts a package with npx, also without quotes around its name', async () => {
		for (const name of [
			'"@modelcontextprotocol/server-filesystem"',
			'@modelcontextprotocol/server-filesystem',
		]) {
			const server = await serverOf([`server: ${name}`, 'args: [/data]']);
			expect(server).toMatchObject({
				type: 'stdio',
				command: 'npx',
				args: ['-y', '@modelcontextprotocol/server-filesystem', '/data'],
			});
		}
		const text = 'tools:\n  - type: mcp\n    server: @modelcontextprotocol/server-filesystem\n';
		expect((await readGood(text)).servers).toMatchObject([{name: 'server-filesystem'}]);
		expect(await warningsOf(text)).toEqual(['3:13  YAML reserves the character @; put the text in quotes']);
	});

	it('US1.2 starts a command with its arguments', async () => {
		expect(
			await serverOf(['command: npx', 'args: ["-y", "@modelcontextprotocol/server-memory"]']),
		).toMatchObject({
			type: 'stdio',
			command: 'npx',
			args: ['-y', '@modelcontextprotocol/server-memory'],
		});
	});

	it('takes server beside a command or a url for a label, whatever it says', async () => {
		const command = ['command: npx', 'args: ["-y", "@modelcontextprotocol/server-memory"]'];
		const url = ['url: https://example.com/mcp', 'transport: http'];
		for (const label of ['"@modelcontextprotocol/server-memory"', 'my notes, second try', '"${NOPE}"', '7']) {
			expect(await serverOf([`server: ${label}`, ...command])).toMatchObject({
				type: 'stdio',
				command: 'npx',
				args: ['-y', '@modelcontextprotocol/server-memory'],
			});
			expect(await serverOf([...url, `server: ${label}`])).toMatchObject({
				type: 'http',
				url: 'https://example.com/mcp',
			});
		}
		const text = 'tools: [{type: mcp, server: "@a/server-notes", command: x}]\n';
		expect((await readGood(text)).servers).toMatchObject([{name: 'server-notes', command: 'x', args: []}]);
		expect(await warningsOf(text)).toEqual([]);
	});

	it('edge case: takes the same server several times under different names', async () => {
		const {servers} = await readGood(
			'tools: [{type: mcp, name: a, server: memory}, {type: mcp, name: b, server: memory}]',
		);
		expect(servers.map(({name}) => name)).toEqual(['a', 'b']);
	});
});

describe('operations US2: configuration of servers', () => {
	it('US2.1 fills in variables', async () => {
		const server = await serverOf(['command: x', 'env: {API_KEY: "${MY_API_KEY}", B: "${NO:-b}"}'], {
			MY_API_KEY: 'k-1',
		});
		expect(server).toMatchObject({env: {API_KEY: 'k-1', B: 'b'}, shown: {env: {API_KEY: '${MY_API_KEY}'}}});
	});

	it('US2.1 passes numbers and words as they are written', async () => {
		const server = await serverOf([
			'command: x',
			'env: {VERSION: 1.10, CODE: 0123, DEBUG: yes, ON: true, DAY: 2026-01-01}',
		]);
		expect(server).toMatchObject({
			env: {VERSION: '1.10', CODE: '0123', DEBUG: 'yes', ON: 'true', DAY: '2026-01-01'},
		});
	});

	it('US2.2 passes the configuration on', async () => {
		const config = [
			'command: x',
			'config:',
			'  allowed_directories: ["/workspace/data"]',
			'  deep: {a: [1, null]}',
		];
		expect(await serverOf(config)).toMatchObject({
			metadata: {allowed_directories: ['/workspace/data'], deep: {a: [1, null]}},
		});
	});

	it('US2.3 loads variables from a file beside the agent, in both spellings', async () => {
		const folder = createTemporaryFolder();
		writeFileSync(join(folder, '.env'), 'TOKEN=from-file\nB=file\n');
		for (const key of ['envFile', 'env_file']) {
			const file = join(folder, `${key}.yaml`);
			writeFileSync(file, `tools: [{type: mcp, name: a, command: x, ${key}: ".env", env: {B: own}}]`);
			const read = await readAgentFile(file, {env: {}, readText: readSmallText});
			expect(read).toMatchObject({
				servers: [{env: {TOKEN: 'from-file', B: 'own'}, shown: {env: {B: 'own'}}}],
			});
		}
	});

	it('US2.4 takes the encoding', async () => {
		expect(await serverOf(['command: x', 'encoding: "utf-8"'])).toMatchObject({encoding: 'utf-8'});
		expect(await serverOf(['command: x', 'encoding: latin1'])).toMatchObject({encoding: 'windows-1252'});
	});

	it('FR-012 gives requests a minute unless the file says otherwise', async () => {
		expect(await serverOf(['command: x'])).toMatchObject({requestTimeout: 60_000});
		expect(await serverOf(['command: x', 'request_timeout: 5'])).toMatchObject({requestTimeout: 5000});
	});
});

describe('operations US4: discovery', () => {
	it('US4.1, US4.2 loads tools and prompts unless the file says otherwise', async () => {
		expect(await serverOf(['command: x'])).toMatchObject({loadTools: true, loadPrompts: true});
		expect(await serverOf(['command: x', 'load_tools: false', 'loadPrompts: false'])).toMatchObject({
			loadTools: false,
			loadPrompts: false,
		});
	});

	it('restricts the tools of a server', async () => {
		expect(
			await serverOf(['command: x', 'include_tools: [read_*]', 'excludeTools: [read_secret]']),
		).toMatchObject({
			includeTools: ['read_*'],
			excludeTools: ['read_secret'],
		});
	});
});

describe('operations US6, US7, US8: remote servers', () => {
	it('US6.1 speaks SSE', async () => {
		expect(await serverOf(['transport: sse', 'url: "https://mcp.example.com"'])).toMatchObject({
			type: 'sse',
			url: 'https://mcp.example.com',
		});
	});

	it('US6.2 sends headers, and shows no values', async () => {
		const server = await serverOf(
			['transport: sse', 'url: "https://mcp.example.com"', 'headers: {Authorization: "Bearer ${TOKEN}"}'],
			{TOKEN: 't-1'},
		);
		expect(server).toMatchObject({headers: {Authorization: 'Bearer t-1'}});
	});

	it('US6.3 takes both timeouts', async () => {
		expect(
			await serverOf(['transport: sse', 'url: "https://a.example"', 'timeout: 5', 'sse_read_timeout: 120']),
		).toMatchObject({connectTimeout: 5000, sseReadTimeout: 120_000});
	});

	it('US7.1 speaks WebSocket', async () => {
		expect(await serverOf(['transport: websocket', 'url: "wss://mcp.example.com"'])).toMatchObject({
			type: 'ws',
			url: 'wss://mcp.example.com',
		});
	});

	it('US8.1, US8.2 speaks streamable HTTP and ends its sessions', async () => {
		expect(
			await serverOf(['transport: http', 'url: "https://a.example"', 'terminate_on_close: true']),
		).toMatchObject({type: 'http', terminateOnClose: true});
		expect(
			await serverOf(['transport: http', 'url: "https://a.example"', 'terminateOnClose: false']),
		).toMatchObject({terminateOnClose: false});
	});
});
