import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {PassThrough} from 'node:stream';
import {text} from 'node:stream/consumers';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {build} from 'esbuild';
import {describe, expect, it, onTestFinished} from 'vitest';
import {serveToolboxOverStdio} from '../../../source/core/toolbox/serve-stdio.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

const source = path.resolve(import.meta.dirname, '../../../source/core/toolbox/serve-stdio.ts');

/** A program that serves the folder it is built in, then says on stderr that it came to its end. */
const buildProgram = async (): Promise<{readonly root: string; readonly program: string}> => {
	const root = await makeTemporaryFolder();
	const program = path.join(root, 'serve.mjs');
	await build({
		stdin: {
			contents: `
				import {serveToolboxOverStdio} from ${JSON.stringify(source)};
				await serveToolboxOverStdio({roots: [${JSON.stringify(root)}], mode: 'act', version: '1.0.0'});
				process.stderr.write('served');
			`,
			resolveDir: path.dirname(source),
		},
		outfile: program,
		bundle: true,
		platform: 'node',
		format: 'esm',
		logLevel: 'silent',
	});
	return {root, program};
};

const start = (program: string): ChildProcessWithoutNullStreams & {readonly exited: Promise<unknown[]>} => {
	const child = spawn(process.execPath, [program]);
	onTestFinished(() => void child.kill('SIGKILL'));
	return Object.assign(child, {exited: once(child, 'exit')});
};

const request = (id: number, method: string, params: object = {}): string =>
	`${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`;

const initialize = request(1, 'initialize', {
	protocolVersion: '2025-11-25',
	capabilities: {},
	clientInfo: {name: 'test', version: '1.0.0'},
});

describe('the toolbox over stdio', () => {
	it('serves a client in another process, old protocol or new', async () => {
		const {root, program} = await buildProgram();
		await writeFile(path.join(root, 'a.txt'), 'hello');
		for (const mode of ['legacy', 'auto'] as const) {
			const client = new Client({name: 'test', version: '1.0.0'}, {versionNegotiation: {mode}});
			await client.connect(
				new StdioClientTransport({command: process.execPath, args: [program], stderr: 'ignore'}),
			);
			const result = await client.callTool({name: 'read-file', arguments: {path: 'a.txt'}});
			expect(result).toMatchObject({content: [{type: 'text', text: 'hello'}]});
			await client.close();
		}
	});

	it('ends by itself, with success, when its input ends', async () => {
		const {program} = await buildProgram();
		const child = start(program);
		const written = Promise.all([text(child.stdout), text(child.stderr)]);
		child.stdin.end();
		expect(await child.exited).toEqual([0, null]);
		expect(await written).toEqual(['', 'served']);
	});

	it('writes nothing but protocol to its output', async () => {
		const {program} = await buildProgram();
		const child = start(program);
		child.stdin.write(`${initialize}this is not JSON\n${request(2, 'tools/list')}`);
		let output = '';
		for await (const chunk of child.stdout) {
			output += chunk;
			if (output.includes('"id":2')) child.stdin.end();
		}
		expect(await child.exited).toEqual([0, null]);
		const messages = output
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line));
		expect(messages.map(({jsonrpc, id}) => [jsonrpc, id])).toEqual([
			['2.0', 1],
			['2.0', 2],
		]);
	});

	it('ends when nobody reads its output any more', async () => {
		const {program} = await buildProgram();
		const child = start(program);
		child.stdin.on('error', () => undefined);
		child.stdout.destroy();
		child.stdin.write(initialize);
		expect(await child.exited).toEqual([0, null]);
	});

	it('stops when it is aborted', async () => {
		const controller = new AbortController();
		const stdin = new PassThrough();
		const stdout = new PassThrough();
		const options = {roots: [], mode: 'act', version: '1.0.0', stdin, stdout} as const;
		const serving = serveToolboxOverStdio(options, controller.signal);
		stdin.write(initialize);
		const [answer] = await once(stdout, 'data');
		expect(JSON.parse(String(answer))).toMatchObject({
			id: 1,
			result: {serverInfo: {name: 'mcp-tui-toolbox'}},
		});
		controller.abort();
		await serving;
		await serveToolboxOverStdio(options, controller.signal);
	});
});
