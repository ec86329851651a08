import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {builtProgram, disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';

const home = createTestHome();
afterAll(home.remove);
afterAll(disposeTerminals);

const run = (...args: readonly string[]) =>
	spawnSync(process.execPath, [builtProgram, ...args], {
		env: home.env,
		cwd: home.folder,
		encoding: 'utf8',
		input: '',
	});

const sentences: readonly (readonly [string, readonly string[], string])[] = [
	['an unknown option', ['--modle', 'x'], 'There is no option --modle; did you mean --model?'],
	['an unknown short option', ['-q'], 'There is no option -q.'],
	['an unknown command', ['dmeo'], 'There is no command "dmeo"; did you mean demo?'],
	['an unknown provider', ['-p', 'x', '-m', 'opnai/gpt'], 'There is no model "opnai/gpt"'],
	['an unknown demo', ['-p', 'x', '-m', 'demo/tuor'], 'There is no demo called "tuor"; did you mean tour?'],
	['no model at all', ['-p', 'x'], 'No model is set up.'],
	['a missing key', ['-p', 'x', '-m', 'openai/gpt-5'], 'key for OpenAI'],
	['a missing value', ['--model'], '--model needs a value'],
	['a wrong choice', ['--approval', 'atuo'], '--approval cannot be "atuo"; did you mean auto?'],
	['a wrong number', ['-p', 'x', '--max-steps', '0'], '--max-steps needs a whole number from 1, not "0".'],
	['a missing config file', ['-p', 'x', '--mcp-config', 'none.json'], 'There is no file none.json.'],
	['a missing script', ['-p', 'x', '-m', 'demo/./none.yaml'], 'Cannot read the demo script ./none.yaml'],
	[
		'an unknown session',
		['-p', 'x', '-r', '../etc'],
		'There is no session "../etc".\nmcp-tui sessions list shows them.',
	],
	['a stray word', ['demo', 'now'], '"now" is not expected here.'],
];

describe('bad input', () => {
	it.each(sentences)('%s is named in one sentence and ends with 42', (_, args, sentence) => {
		const {status, stdout, stderr} = run(...args);
		expect(stderr).toContain(sentence);
		expect(stderr).not.toMatch(/\n\s+at /);
		expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
		expect(stdout).toBe('');
		expect(status).toBe(42);
	});

	it('gives scripts that read JSON their object, too', () => {
		const {status, stdout} = run('-p', 'x', '-m', 'nonsense', '--output-format', 'json');
		expect(status).toBe(42);
		expect(JSON.parse(stdout)).toMatchObject({ok: false, model: 'nonsense', error: {code: 'unknown-model'}});
	});

	it('gives them their object for a number that is wrong, too', () => {
		const {status, stdout} = run('-p', 'x', '--max-steps', '0', '--output-format', 'json');
		expect(status).toBe(42);
		expect(JSON.parse(stdout)).toMatchObject({ok: false, error: {code: 'bad-input'}});
	});

	it('of names that fit nothing is told with its place, and so is why an assistant cannot be chosen', () => {
		const other = createTestHome();
		afterAll(other.remove);
		mkdirSync(other.settings, {recursive: true});
		const config = {
			mcpServers: {s: {command: 'node', disabled: true}},
			trustedTools: ['s.echo'],
			assistants: {a: {servers: ['nosuch']}, bad: {toolApproval: 'sometimes'}},
		};
		writeFileSync(join(other.settings, 'config.json'), JSON.stringify(config));
		const runThere = (...args: readonly string[]) =>
			spawnSync(process.execPath, [builtProgram, ...args], {
				env: other.env,
				cwd: other.folder,
				encoding: 'utf8',
				input: '',
			});
		const {stderr} = runThere('-p', 'x', '-m', 'demo/tour');
		expect(stderr).toMatch(
			/config\.json:1:\d+ {2}trustedTools\[0\]: names no tool.*did you mean "s__echo"\?/,
		);
		expect(stderr).toMatch(/config\.json:1:\d+ {2}assistants\.a\.servers\[0\]: there is no server "nosuch"/);
		for (const args of [
			['-p', 'x', '-m', 'demo/tour', '--assistant', 'bad'],
			['assistants', 'show', 'bad'],
			['policy', 'test', 's', 'echo', '--no-connect', '--assistant', 'bad'],
		]) {
			const refused = runThere(...args);
			expect(refused.status).toBe(42);
			expect(refused.stderr).toContain('The assistant "bad" cannot be used:');
			expect(refused.stderr).toMatch(/config\.json:1:\d+ {2}assistants\.bad\.toolApproval: expected one of/);
		}
	});

	it('in your own config sends no key anywhere, because the address may be in it', () => {
		const other = createTestHome();
		mkdirSync(other.settings, {recursive: true});
		const broken = '{"providers": {"openai": {"baseUrl": "https://work.example"}';
		writeFileSync(join(other.settings, 'config.json'), broken);
		const {status, stderr} = spawnSync(process.execPath, [builtProgram, '-p', 'x', '-m', 'openai/gpt-5'], {
			env: {...other.env, OPENAI_API_KEY: 'sk-test'},
			cwd: other.folder,
			encoding: 'utf8',
			input: '',
		});
		other.remove();
		expect(stderr).toMatch(/config\.json:1:\d+/);
		expect(stderr).toContain('Correct it first');
		expect(status).toBe(42);
	});

	it('without a terminal gets the hint to use -p', () => {
		const {status, stderr} = run();
		expect(stderr).toBe(
			'The chat needs a terminal, and this is not one.\n' +
				'To use mcp-tui in a script, give the prompt on the command line: mcp-tui -p "your question"\n',
		);
		expect(status).toBe(42);
	});

	it('in a config file is told with its place, and the rest of the file works', () => {
		writeFileSync(
			join(home.folder, 'servers.json'),
			'{\n  // two servers\n  "mcpServers": {\n    "bad": {"command": "x", "args": "y"},\n    "good": {"command": "nowhere-to-be-found"},\n  },\n}\n',
		);
		writeFileSync(join(home.folder, 'hi.yaml'), 'turns: [{steps: [{say: "hi"}]}]\n');
		const {status, stdout, stderr} = run('-p', 'x', '-m', 'demo/./hi.yaml', '--mcp-config', 'servers.json');
		expect(stderr).toContain('servers.json:4:37  mcpServers.bad.args: expected an array');
		expect(stderr).toContain('nowhere-to-be-found');
		expect(stdout).toBe('hi\n');
		expect(status).toBe(0);
	});

	it('of a server that does not start is told by /mcp while the chat goes on', async () => {
		const terminal = startTerminal({
			args: ['--model', 'demo/./hi.yaml', '--mcp-config', 'servers.json'],
			prepare: ({folder}) => {
				writeFileSync(join(folder, 'hi.yaml'), 'turns: [{steps: [{say: "hi there"}]}]\n');
				writeFileSync(
					join(folder, 'servers.json'),
					'{"mcpServers": {"lost": {"command": "nowhere-to-be-found"}}}',
				);
			},
		});
		await terminal.waitFor('message, or /');
		terminal.type('hello');
		await terminal.waitFor('› hello');
		terminal.press('enter');
		await terminal.waitFor('hi there');
		await terminal.waitFor('1 failed, /mcp says why');
		terminal.type('/mcp');
		await terminal.waitFor('› /mcp');
		terminal.press('enter');
		await terminal.waitFor(/nowhere-to-be-found/);
	});
});
