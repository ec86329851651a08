import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {serverFile} from '../helpers/mcp-servers.ts';
import {findByEnvironment, waitUntilGone} from '../helpers/processes.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';
import type {TestHome} from '../helpers/test-home.ts';

const configOf = (home: TestHome) => JSON.parse(readFileSync(join(home.settings, 'config.json'), 'utf8'));

describe('mcp-tui mcp', () => {
	it('adds, shows, disables, enables, tests and removes a server', async () => {
		const home = useHome();
		const echo = serverFile('echo');
		const added = await runProgram(home, ['mcp', 'add', 'echo', process.execPath, echo, '-e', 'MODE=x']);
		expect([added.code, added.stdout]).toEqual([
			0,
			`Added server "echo" to ${join(home.settings, 'config.json')}.\n`,
		]);
		expect(configOf(home).mcpServers.echo).toEqual({
			type: 'stdio',
			command: process.execPath,
			args: [echo],
			env: {MODE: 'x'},
		});
		const tested = await runProgram(home, ['mcp', 'test', 'echo']);
		expect(tested.code).toBe(0);
		expect(tested.stdout).toContain('✔ echo works: 5 tools');
		expect((await runProgram(home, ['mcp', 'disable', 'echo'])).code).toBe(0);
		expect(configOf(home).mcpServers.echo.disabled).toBe(true);
		const listed = await runProgram(home, ['mcp', 'list', '--json']);
		expect(JSON.parse(listed.stdout)).toMatchObject([{name: 'echo', status: 'disabled'}]);
		expect((await runProgram(home, ['mcp', 'enable', 'echo'])).code).toBe(0);
		const shown = await runProgram(home, ['mcp', 'get', 'echo', '--json']);
		expect(JSON.parse(shown.stdout)).toMatchObject({
			name: 'echo',
			status: 'ready',
			toolCount: 5,
			settings: {env: {MODE: 'x'}},
		});
		expect((await runProgram(home, ['mcp', 'remove', 'echo'])).code).toBe(0);
		expect(configOf(home).mcpServers).toEqual({});
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('keeps a server of the project in the file of the project', async () => {
		const home = useHome();
		const args = ['mcp', 'add', 'echo', '-s', 'project', '--', 'node', 'echo.mjs', '-s', 'x'];
		const added = await runProgram(home, args);
		expect(added.code).toBe(0);
		expect(added.stderr).toContain('mcp-tui mcp test echo --mcp-config .mcp.json');
		const project = () => JSON.parse(readFileSync(join(home.folder, '.mcp.json'), 'utf8'));
		expect(project().mcpServers.echo.args).toEqual(['echo.mjs', '-s', 'x']);
		expect((await runProgram(home, ['mcp', 'remove', 'echo'])).code).toBe(0);
		expect(project().mcpServers).toEqual({});
	});

	it('refuses to put a server in the place of another unless it is told to', async () => {
		const home = useHome({echo: entryOf('echo')});
		const refused = await runProgram(home, ['mcp', 'add', 'echo', 'other']);
		expect(refused.code).toBe(42);
		expect(refused.stderr).toContain('echo');
		expect(configOf(home).mcpServers.echo.command).toBe(process.execPath);
		expect((await runProgram(home, ['mcp', 'add', 'echo', 'other', '--replace'])).code).toBe(0);
		expect(configOf(home).mcpServers.echo.command).toBe('other');
	});

	it('takes a snippet of another client from stdin', async () => {
		const home = useHome();
		const stdin = JSON.stringify({mcpServers: {echo: entryOf('echo'), other: {url: 'https://a.example'}}});
		expect((await runProgram(home, ['mcp', 'add-json', 'echo', '-'], {stdin})).code).toBe(0);
		expect(Object.keys(configOf(home).mcpServers)).toEqual(['echo']);
		expect((await runProgram(home, ['mcp', 'test', 'echo'])).code).toBe(0);
	});

	it('lists good, bad and wrong servers side by side, and ends with 0', async () => {
		const home = useHome({
			echo: entryOf('echo'),
			lost: {command: 'nowhere-to-be-found', retryAttempts: 0},
			wrong: {command: 7},
		});
		const {code, stdout} = await runProgram(home, ['mcp', 'list']);
		expect(code).toBe(0);
		expect(stdout).toContain(`${join(home.settings, 'config.json')}\n`);
		expect(stdout).toMatch(/✔ echo .*\(5 tools\)/);
		expect(stdout).toMatch(/✘ lost .*\(failed\)/);
		expect(stdout).toContain('is not on PATH');
		expect(stdout).toMatch(/✘ wrong .*\(cannot be used\)/);
		expect(stdout).toContain('mcpServers.wrong.command');
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('says which lists a server could not give, and counts none of them as empty', async () => {
		const offers = (mode: string) => ({command: process.execPath, args: [serverFile('offers'), mode]});
		const home = useHome({
			half: offers('failing'),
			toolless: offers('tools-failing'),
			whole: offers('pages'),
		});
		const run = (...args: readonly string[]) => runProgram(home, args);
		const reason = 'with MCP error -32603: the index is broken';

		const toolless = await run('mcp', 'test', 'toolless');
		expect(toolless.code).toBe(1);
		expect(toolless.stdout).toContain(
			'✘ toolless answers, but: tools unreadable, 3 prompts, 3 resources, 3 templates',
		);
		expect(toolless.stdout).not.toContain('0 tools');
		expect(toolless.stderr).toContain(`the list of its tools ${reason}`);

		const half = await run('mcp', 'test', 'half');
		expect(half.code).toBe(1);
		expect(half.stdout).toContain(
			'✘ half answers, but: 6 tools, prompts unreadable, resources unreadable, templates unreadable',
		);
		expect(half.stderr).toContain(`the list of its prompts ${reason}`);
		expect(half.stderr).toContain(`the list of its resource templates ${reason}`);
		const asJson = JSON.parse((await run('mcp', 'test', 'half', '--json')).stdout);
		expect(asJson).toMatchObject({
			ok: false,
			toolCount: 6,
			unreadable: {prompts: {code: 'protocol-error'}, resources: {}, templates: {}},
		});
		expect(asJson).not.toHaveProperty('promptCount');

		const whole = await run('mcp', 'test', 'whole');
		expect([whole.code, whole.stdout]).toEqual([
			0,
			expect.stringContaining('✔ whole works: 6 tools, 3 prompts, 3 resources, 3 templates'),
		]);
		expect(whole.stdout).toContain('test://0/{id}');

		const listed = await run('mcp', 'list');
		expect(listed.stdout).toMatch(/! half .*\(6 tools, prompts unreadable/);
		expect(listed.stdout).toMatch(/! toolless .*\(tools unreadable, 3 prompts/);
		expect(listed.stdout).toContain(`the list of its prompts ${reason}`);

		const doctor = await run('mcp', 'doctor', 'half');
		expect(doctor.code).toBe(1);
		expect(doctor.stdout).toContain('✘ lists: 6 tools, prompts unreadable');
		expect(doctor.stdout).toContain(`the list of its prompts ${reason}`);

		const prompts = await run('prompts', '--server', 'half');
		expect(prompts.code).toBe(1);
		expect(prompts.stderr).toContain(`the list of its prompts ${reason}`);
		expect(prompts.stderr).not.toContain('has no prompts');
	});

	it('starts nothing with --no-connect', async () => {
		const home = useHome();
		const mark = join(home.folder, 'started');
		const code = `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`;
		await runProgram(home, ['mcp', 'add', 'marker', '--', process.execPath, '-e', code]);
		const {stdout} = await runProgram(home, ['mcp', 'list', '--no-connect', '--json']);
		expect(JSON.parse(stdout)).toMatchObject([{name: 'marker', status: 'idle'}]);
		expect(() => readFileSync(mark)).toThrow('ENOENT');
	});

	it('uses only the given file with --strict-mcp-config', async () => {
		const home = useHome({own: entryOf('echo')});
		const file = join(home.folder, 'more.json');
		writeFileSync(file, JSON.stringify({mcpServers: {given: entryOf('echo')}}));
		const names = async (...args: readonly string[]) => {
			const {stdout} = await runProgram(home, ['mcp', 'list', '--no-connect', '--json', ...args]);
			return JSON.parse(stdout).map(({name}: {name: string}) => name);
		};
		expect(await names('--mcp-config', file)).toEqual(['own', 'given']);
		expect(await names('--mcp-config', file, '--strict-mcp-config')).toEqual(['given']);
	});

	it.each([
		[['mcp', 'test', 'ehco'], 42, 'There is no server "ehco"; did you mean echo?'],
		[['mcp', 'remove', 'ehco'], 42, 'There is no server "ehco"; did you mean echo?'],
		[['mcp', 'lsit'], 42, 'There is no command "mcp lsit"; did you mean list?'],
		[['mcp', 'list', '--mcp-config', 'none.json'], 42, 'none.json'],
		[['mcp', 'login', 'echo'], 42, 'nothing to sign in to'],
		[['mcp', 'add-json', 'x', '{'], 42, 'not given as a JSON object'],
	])('%o ends with %i and says what was meant', async (args, code, sentence) => {
		const run = await runProgram(useHome({echo: entryOf('echo')}), args);
		expect(run.code).toBe(code);
		expect(run.stderr).toContain(sentence);
		expect(run.stderr).not.toMatch(/\n\s+at /);
		expect(run.stdout).toBe('');
	});

	it('tells how each command is typed', async () => {
		const {code, stdout} = await runProgram(useHome(), ['mcp', 'add', '--help']);
		expect(code).toBe(0);
		expect(stdout).toContain('mcp-tui mcp add <name> <command|url> [<args>...]');
		expect(stdout).toContain('-H, --header');
	});
});

describe('a configuration that is no JSON', () => {
	it('is told with its place by every command, and nothing of it is used', async () => {
		const home = useHome();
		mkdirSync(home.settings, {recursive: true});
		writeFileSync(
			join(home.settings, 'config.json'),
			'{"mcpServers": {"a": {"command": "node" "args": ["x"]}}}',
		);
		for (const command of [['mcp', 'list'], ['tools'], ['call', 'a', 'b']]) {
			const {code, stderr} = await runProgram(home, command);
			expect([code, stderr]).toEqual([42, expect.stringContaining('config.json:1:41  comma expected')]);
		}
		const {stdout} = await runProgram(home, ['doctor']);
		expect(stdout).toContain('✘ configuration');
	});
});
