import {describe, expect, it} from 'vitest';
import {findByEnvironment, waitUntilGone} from '../helpers/processes.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';

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

describe('mcp-tui doctor', () => {
	it('looks at terminal, Node, configuration and servers', async () => {
		const home = useHome({echo: entryOf('echo')});
		const {code, stdout} = await runProgram(home, ['doctor', '--json']);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ok: true, servers: [{server: 'echo', ok: true}]});
		const text = await runProgram(home, ['doctor']);
		expect(text.stdout).toContain(`✔ Node: ${process.versions.node}`);
		expect(text.stdout).toContain('! terminal: stdin or stdout is not a terminal');
	});
});
