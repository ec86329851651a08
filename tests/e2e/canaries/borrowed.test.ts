import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../../helpers/demo-script-file.ts';
import {
	neutralEnvironment,
	neutralServersAt,
	setUpHunt,
	startLeakyHost,
	writeConfig,
} from '../../helpers/leaky-servers.ts';
import {useHome} from '../../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';

afterEach(disposeTerminals);

const setUp = async () => {
	const host = await startLeakyHost();
	const set = setUpHunt(undefined);
	const {hunt} = set;
	const env = neutralEnvironment(hunt);
	const inFile = hunt.hide('variable of a file', 'file-canary-1f2e');
	const envFile = join(useHome().folder, 'plain.env');
	writeFileSync(envFile, `THREE=${inFile}\n`);
	writeConfig(set, {mcpServers: neutralServersAt(host.url, envFile)});
	return {...set, host, env};
};

describe('values from variables, whatever they are called', {timeout: 120_000}, () => {
	it('are seen nowhere when servers repeat them to commands', async () => {
		const {hunt, env, host} = await setUp();
		const run = (...args: readonly string[]) => hunt.run(args, {env});
		for (const args of [['mcp', 'list'], ['mcp', 'doctor'], ['doctor', '--json'], ['tools']]) {
			await run(...args);
		}
		const leaked = await run('call', 'neutral', 'leak');
		expect([leaked.code, leaked.stdout]).toEqual([0, expect.stringMatching(/•••.*production/s)]);
		for (const name of ['neutral', 'web']) {
			for (const tool of ['leak', 'fail', 'refuse', 'die']) await run('call', name, tool);
			await run('mcp', 'get', name, '--json');
		}
		// Proof that the values arrived where they belong.
		const sent = JSON.stringify(host.seen.map(({headers, path}) => [headers, path]));
		for (const text of [env.TEAM, env.PLACE]) expect(sent).toContain(text);
		expect(hunt.hits()).toEqual([]);
	});

	it('are seen nowhere in a conversation, its log and its windows', async () => {
		const set = await setUp();
		const {hunt, home} = set;
		const tools = ['neutral__leak', 'neutral__fail', 'neutral__refuse', 'web__leak', 'web__refuse'];
		const calls = tools.map(tool => ({tool, arguments: {}}));
		const turn = {steps: [{calls}, {say: 'That was all.'}]};
		const model = writeDemoScript(home.folder, {pace: 0, turns: [turn, turn]});
		const args = ['-m', model, '--approval', 'auto'];
		const {env} = set;
		const first = await hunt.run([...args, '-p', 'go', '--output-format', 'stream-json'], {env});
		expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('production')]);
		const terminal = startTerminal({home: home.folder, env, args: [...args, '--continue']});
		await terminal.waitFor('message, or /');
		await terminal.submit('again');
		await terminal.waitFor('That was all.');
		terminal.press('f2');
		await terminal.waitFor('neutral');
		hunt.look('the terminal', terminal.raw());
		terminal.kill('SIGTERM');
		await terminal.exit;
		expect(hunt.hits()).toEqual([]);
	});
});
