import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {textOf} from '../../../helpers/mcp-servers.ts';
import {type PublishedProcess, publishedServer, remoteServer, startPublished} from './published-server.ts';
import {never, useMcpServers} from './use-mcp-servers.ts';

const portOf = (server: Server): number => {
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
};

describe('the published server "context7", which speaks 2026-07-28', () => {
	let library: Server;
	let context7: PublishedProcess;
	// What it looks up in the internet, it looks up here.
	beforeAll(async () => {
		library = createServer((_request, response) => response.end('use pipes')).listen(0, '127.0.0.1');
		await once(library, 'listening');
		context7 = await startPublished('@upstash/context7-mcp', port => ({
			args: ['--transport', 'http', '--port', String(port)],
			env: {CONTEXT7_API_URL: `http://127.0.0.1:${portOf(library)}`},
		}));
	});
	afterAll(async () => {
		await context7.end();
		library.close();
	});

	it('is spoken to in its own generation of the protocol over HTTP', async () => {
		const {start, servers} = useMcpServers([
			remoteServer('context7', 'http', `http://127.0.0.1:${context7.port}/mcp`),
		]);
		expect(await start('context7')).toMatchObject({
			type: 'ready',
			protocolVersion: '2026-07-28',
			transport: 'http',
		});
		expect(servers.tools().map(({modelName}) => modelName)).toContain('context7__query-docs');
	});

	it('answers calls in that generation', async () => {
		const {call} = useMcpServers([remoteServer('context7', 'http', `http://127.0.0.1:${context7.port}/mcp`)]);
		const report = await call('context7', 'query-docs', {libraryId: '/ink/ink', query: 'how do I pipe?'});
		expect(textOf(report), JSON.stringify(report)).toContain('use pipes');
	});

	it('is spoken to over stdio as well', async () => {
		const {start, call} = useMcpServers([
			publishedServer('context7', '@upstash/context7-mcp', [], {
				env: {CONTEXT7_API_URL: `http://127.0.0.1:${portOf(library)}`},
			}),
		]);
		expect(await start('context7')).toMatchObject({type: 'ready', transport: 'stdio'});
		const report = await call('context7', 'query-docs', {libraryId: '/ink/ink', query: 'how do I pipe?'});
		expect(textOf(report), JSON.stringify(report)).toContain('use pipes');
	});
});

describe('the published server "commands", which speaks 2024-11-05', () => {
	const commands = () => useMcpServers([publishedServer('commands', 'mcp-server-commands')]);

	it('is spoken to in its own version of the protocol', async () => {
		const {start} = commands();
		expect(await start('commands')).toMatchObject({
			type: 'ready',
			protocolVersion: '2024-11-05',
			toolCount: 1,
		});
	});

	it('runs a command', async () => {
		const {call} = commands();
		expect(textOf(await call('commands', 'run_command', {command: 'echo from the past'}))).toContain(
			'from the past',
		);
	});

	it('says that a command failed', async () => {
		const {call} = commands();
		expect(await call('commands', 'run_command', {command: 'exit 3'})).toMatchObject({type: 'failed'});
	});

	it('fills in a prompt', async () => {
		const {start, servers} = commands();
		await start('commands');
		expect(servers.prompts()).toMatchObject([
			{prompt: 'run_command', arguments: [{name: 'command', required: true}]},
		]);
		const ref = {server: 'commands', prompt: 'run_command'};
		const filled = await servers.getPrompt(ref, {command: 'echo hello'}, never);
		expect(JSON.stringify(filled)).toContain('hello');
	});
});
