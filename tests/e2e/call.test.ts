import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {serverFile} from '../helpers/mcp-servers.ts';
import {findByEnvironment, waitUntilGone} from '../helpers/processes.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';
import {waitUntil} from '../helpers/wait-until.ts';

const everything = () => ({
	command: process.execPath,
	args: [
		createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js'),
		'stdio',
	],
});

describe('mcp-tui call', () => {
	it('prints the text of a result and leaves no process', async () => {
		const home = useHome({echo: entryOf('echo'), other: {command: 'nowhere-to-be-found'}});
		const {code, stdout, stderr} = await runProgram(home, ['call', 'echo', 'echo', 'text=hello there']);
		expect([code, stdout, stderr]).toEqual([0, 'hello there\n', '']);
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it.each([
		['words', ['text=a'], ''],
		['raw JSON', ['text:="a"'], ''],
		['an object', ['{"text": "a"}'], ''],
		['stdin', ['-'], '{"text": "a"}'],
	])('takes arguments as %s', async (_, words, stdin) => {
		const run = await runProgram(useHome({echo: entryOf('echo')}), ['call', 'echo', 'echo', ...words], {
			stdin,
		});
		expect([run.code, run.stdout]).toEqual([0, 'a\n']);
	});

	it('prints the raw result with --json', async () => {
		const home = useHome({content: entryOf('content')});
		const {stdout} = await runProgram(home, ['call', 'content', 'image', '--json']);
		expect(JSON.parse(stdout)).toEqual({content: [{type: 'image', data: 'aW1n', mimeType: 'image/png'}]});
	});

	it('describes what is not text, and writes it to a file when asked', async () => {
		const home = useHome({content: entryOf('content')});
		const shown = await runProgram(home, ['call', 'content', 'image']);
		expect(shown.stdout).toBe('[image, image/png, 3 bytes]\n');
		const written = await runProgram(home, ['call', 'content', 'image', '-o', 'out.png']);
		expect([written.code, written.stdout]).toEqual([0, '']);
		expect(readFileSync(join(home.folder, 'out.png'), 'utf8')).toBe('img');
	});

	it('keeps stdout empty and ends with 1 when the tool reports an error', async () => {
		const run = await runProgram(useHome({echo: entryOf('echo')}), ['call', 'echo', 'fail']);
		expect([run.code, run.stdout, run.stderr]).toEqual([1, '', 'the disk is full\n']);
	});

	it('says on stderr what the server logs meanwhile, from warnings on', async () => {
		const home = useHome({s: entryOf('asking')});
		const log = (level: string) => runProgram(home, ['call', 's', 'log', `level=${level}`, 'count:=2']);
		expect(await log('emergency')).toMatchObject({
			code: 0,
			stdout: 'logged\n',
			stderr: 's (asking): emergency: line 0\ns (asking): emergency: line 1\n',
		});
		expect((await log('info')).stderr).toBe('');
	});

	it('prints the code and the data of an error that the server answers with', async () => {
		const home = useHome({s: entryOf('protocol-errors')});
		const {code, stdout, stderr} = await runProgram(home, ['call', 's', 'fail', '--json']);
		expect(code).toBe(1);
		expect(stderr).toContain('with MCP error -32050: custom rpc (data: {"why":"x"})');
		expect(JSON.parse(stdout)).toMatchObject({
			error: {code: 'protocol-error', rpc: {code: -32050, data: {why: 'x'}}},
		});
	});

	it('checks arguments by schemas of other times, and says what it could not check', async () => {
		const home = useHome();
		const n = {type: 'integer'};
		const schemas = [
			{$schema: 'http://json-schema.org/draft-04/schema#', properties: {n}},
			{$schema: 'https://example.org/none', properties: {n}},
			{properties: {n, more: {nullable: true, items: [n]}}},
			{properties: {n, more: {$ref: '#/nowhere'}}},
		].map((schema, index) => ({name: `t${index}`, schema: {type: 'object', ...schema}}));
		writeFileSync(join(home.folder, 'schemas.json'), JSON.stringify(schemas));
		const entry = {command: process.execPath, args: [serverFile('evil-schemas'), 'schemas.json']};
		writeFileSync(join(home.folder, 'servers.json'), JSON.stringify({mcpServers: {s: entry}}));
		const call = (tool: string, json: string) =>
			runProgram(home, ['call', 's', tool, json, '--mcp-config', 'servers.json']);
		const wrong = await Promise.all(schemas.map(({name}) => call(name, '{"n":"x"}')));
		for (const {code, stdout, stderr} of wrong) {
			expect([code, stdout]).toEqual([42, '']);
			expect(stderr).toContain('/n: must be integer');
			expect(stderr).not.toMatch(/ajv/i);
		}
		const right = await Promise.all(schemas.map(({name}) => call(name, '{"n":1}')));
		expect(right.map(({stdout}) => stdout)).toEqual(schemas.map(() => '{"n":1}\n'));
		expect(right.map(({stderr}) => stderr)).toEqual([
			'',
			'',
			'',
			'The arguments were not checked: a part of the schema cannot be used (`$ref` of more points nowhere).\n',
		]);
	});

	it('refuses arguments that do not fit before they are sent', async () => {
		const run = await runProgram(useHome({echo: entryOf('echo')}), ['call', 'echo', 'echo', 'text:=5']);
		expect(run.code).not.toBe(0);
		expect(run.stdout).toBe('');
		expect(run.stderr).toContain('text');
	});

	it.each([
		[['call', 'ehco', 'echo'], 'There is no server "ehco"; did you mean echo?'],
		[['call', 'echo', 'ecoh'], 'Server "echo" has no tool "ecoh"; did you mean echo?'],
		[['call', 'echo'], 'call needs <tool>'],
		[['call', 'echo', 'echo', 'oops'], '"oops" is not an argument.'],
	])('%o ends with 42 and says what was meant', async (args, sentence) => {
		const run = await runProgram(useHome({echo: entryOf('echo')}), args);
		expect(run.code).toBe(42);
		expect(run.stderr).toContain(sentence);
	});

	it('tells the server to stop when it is interrupted', async () => {
		const home = useHome({witness: entryOf('witness')});
		const file = join(home.folder, 'events');
		const events = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
		const run = await runProgram(home, ['call', 'witness', 'wait', `file=${file}`], {
			onStart: child => void waitUntil(() => events() === 'called\n').then(() => child.kill('SIGINT')),
		});
		expect(run.code).toBe(1);
		expect(run.stdout).toBe('');
		expect(run.stderr).toContain('"witness" was told to stop wait');
		expect(events()).toBe('called\ncancelled\n');
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('turns words into numbers where the schema of a published server says so', async () => {
		const run = await runProgram(useHome({all: everything()}), ['call', 'all', 'get-sum', 'a=2', 'b=40']);
		expect([run.code, run.stdout]).toEqual([0, 'The sum of 2 and 40 is 42.\n']);
	});
});

describe('mcp-tui tools, prompts and resources', () => {
	it('list what a published server offers', async () => {
		const home = useHome({all: everything()});
		const tools = await runProgram(home, ['tools', '--json']);
		const sum = JSON.parse(tools.stdout).find(({name}: {name: string}) => name === 'get-sum');
		expect(sum).toMatchObject({server: 'all', inputSchema: {required: ['a', 'b']}});
		const prompts = await runProgram(home, ['prompts']);
		expect(prompts.stdout).toMatch(/^all\n {2}simple-prompt /);
		const resources = await runProgram(home, ['resources', '--server', 'all', '--json']);
		const [{uri}] = JSON.parse(resources.stdout);
		const read = await runProgram(home, ['resources', 'read', 'all', uri]);
		expect(read.code).toBe(0);
		expect(read.stdout.length).toBeGreaterThan(10);
		const filled = await runProgram(home, ['prompts', 'get', 'all', 'args-prompt', 'city=Rome']);
		expect(filled.stdout).toContain('Rome');
	});

	it('name a failing server on stderr and still show the others', async () => {
		const home = useHome({echo: entryOf('echo'), lost: {command: 'nowhere-to-be-found'}});
		const all = await runProgram(home, ['tools']);
		expect(all.code).toBe(0);
		expect(all.stdout).toMatch(/^echo\n/);
		expect(all.stderr).toContain('nowhere-to-be-found');
		expect((await runProgram(home, ['tools', '--server', 'lost'])).code).toBe(1);
	});
});
