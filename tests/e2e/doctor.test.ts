import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findByEnvironment, waitUntilGone} from '../helpers/processes.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';
import {unwritableFolder} from '../helpers/unwritable-folder.ts';

describe('mcp-tui mcp doctor', () => {
	it('walks the way to a good server and ends with 0', async () => {
		const home = useHome({echo: entryOf('echo')});
		const {code, stdout} = await runProgram(home, ['mcp', 'doctor', 'echo']);
		expect(code).toBe(0);
		for (const name of ['configuration', 'folder', 'command', 'start', 'output', 'handshake', 'lists'])
			expect(stdout).toContain(`✔ ${name}: `);
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('names the step that fails with its fix and ends with 1', async () => {
		const home = useHome({lost: {command: 'nowhere-to-be-found'}});
		const {code, stdout} = await runProgram(home, ['mcp', 'doctor', 'lost']);
		expect(code).toBe(1);
		expect(stdout).toContain('✘ command: "nowhere-to-be-found" is not on PATH');
		expect(stdout).toContain('- not tried: start, output, handshake, lists, close');
	});

	it('gives scripts every server with every step', async () => {
		const home = useHome({
			echo: entryOf('echo'),
			web: {url: 'http://127.0.0.1:1/mcp'},
			wrong: {command: 7},
		});
		const {code, stdout} = await runProgram(home, ['mcp', 'doctor', '--json']);
		expect(code).toBe(1);
		const diagnoses: {server: string; ok: boolean; steps: {name: string; outcome: string}[]}[] =
			JSON.parse(stdout);
		expect(diagnoses.map(({server, ok}) => [server, ok])).toEqual([
			['echo', true],
			['web', false],
			['wrong', false],
		]);
		expect(diagnoses[1]?.steps.find(({outcome}) => outcome === 'failed')?.name).toBe('TCP');
	});
});

/** Without the spaces that align it, and the line breaks that make it fit. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

type Report = {
	readonly ok: boolean;
	readonly version: string;
	readonly steps: readonly {readonly name: string; readonly outcome: string; readonly detail: string}[];
	readonly servers: readonly {readonly server: string; readonly ok: boolean}[];
};

const outcomeOf = ({steps}: Report, name: string): string | undefined =>
	steps.find(step => step.name === name)?.outcome;

describe('mcp-tui doctor', () => {
	it('looks at the program, its files and every server, and tells no secret', async () => {
		const home = useHome({echo: entryOf('echo')});
		const secret = 'sk-ant-canary-7361';
		const env = {ANTHROPIC_API_KEY: secret};
		const text = await runProgram(home, ['doctor'], {env});
		expect(text.code).toBe(0);
		expect(flat(text.stdout)).toContain(`✔ Node ${process.versions.node}`);
		expect(flat(text.stdout)).toContain('! terminal stdin or stdout is not a terminal');
		expect(flat(text.stdout)).toContain('✔ keys Anthropic (ANTHROPIC_API_KEY); none for OpenAI');
		expect(flat(text.stdout)).toMatch(/servers ✔ echo .*tools/);
		expect(text.stdout.split('\n').filter(line => line.length > 80 && line.includes(' '))).toEqual([]);
		const {code, stdout} = await runProgram(home, ['doctor', '--json'], {env});
		expect(code).toBe(0);
		const report: Report = JSON.parse(stdout);
		expect(report).toMatchObject({ok: true, servers: [{server: 'echo', ok: true}]});
		// The first run has left compiled code where the launcher keeps it, which is where the doctor looks.
		expect(report.steps.find(({name}) => name === 'cache')?.detail).toContain(`${home.settings}/cache, 700`);
		expect(outcomeOf(report, 'native part')).toBe('ok');
		expect(text.stdout + text.stderr + stdout).not.toContain(secret);
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('works where nothing else does, and starts nothing when told so', async () => {
		const home = useHome();
		const broken = join(home.folder, 'broken.json');
		writeFileSync(
			broken,
			'{"mcpServers": {"lost": {"command": "nowhere-to-be-found"}, "bad": {"command": 7}}}',
		);
		mkdirSync(join(home.settings, 'sessions'), {recursive: true, mode: 0o700});
		writeFileSync(join(home.settings, 'config.json'), '{"mcpServers": {');
		writeFileSync(join(home.settings, 'sessions', '20261117-093012-4f2a9c.jsonl'), 'not a record\n');
		const {code, stdout, stderr} = await runProgram(home, ['doctor', '--no-connect', '--mcp-config', broken]);
		expect(stderr).toBe('');
		expect(code).toBe(1);
		const text = flat(stdout);
		expect(text).toMatch(/✘ configuration \S+config\.json:1:\d+ /);
		expect(text).toMatch(/! sessions 1 session, .*1 damaged: 20261117-093012-4f2a9c/);
		expect(text).toContain('✘ lost command: "nowhere-to-be-found" is not on PATH');
		expect(text).toMatch(/✘ bad configuration: \S+broken\.json:1:\d+/);
		expect(text).toContain('lines with ✘ say what is wrong.');
	});

	it('tells of a home that cannot be written, and of a file that cannot be opened', async () => {
		const home = useHome();
		const settings = unwritableFolder(home.folder);
		const missing = join(home.folder, 'missing.json');
		const {code, stdout} = await runProgram(home, ['doctor', '--json', '--mcp-config', missing], {
			env: {MCP_TUI_HOME: settings},
		});
		expect(code).toBe(1);
		const report: Report = JSON.parse(stdout);
		expect(outcomeOf(report, 'settings')).toBe('failed');
		expect(outcomeOf(report, 'cache')).toBe('warning');
		expect(report.steps.find(({name}) => name === 'configuration')).toMatchObject({
			outcome: 'failed',
			detail: `There is no file ${missing}.`,
		});
		expect(existsSync(settings)).toBe(false);
	});
});
