import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {writeDemoScript} from '../../helpers/demo-script-file.ts';
import {findForbidden} from '../../helpers/forbidden-bytes.ts';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {sendSuggestion} from '../../helpers/send-suggestion.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';

afterEach(disposeTerminals);

const secret = 'correct-horse-battery-7719';

const programArguments = (): readonly string[] => {
	const folder = createTemporaryFolder();
	const servers = join(folder, 'servers.json');
	// A short path, so that what it says of its variables fits into the window on every machine.
	const env = {PATH: '/usr/bin', API_TOKEN: secret};
	const echo = {command: process.execPath, args: [serverFile('echo')], env};
	const broken = {command: process.execPath, args: [serverFile('crash-before-handshake')]};
	writeFileSync(servers, JSON.stringify({mcpServers: {echo, broken}}));
	const model = writeDemoScript(folder, {
		pace: 0,
		turns: [
			{prompt: 'hello', steps: [{say: 'Hello.'}]},
			{
				prompt: 'go',
				steps: [
					{
						calls: [
							{tool: 'echo__echo', arguments: {text: 'over the wire'}},
							{tool: 'echo__environment', arguments: {}},
							{tool: 'echo__fail', arguments: {}},
						],
					},
					{say: 'All done.'},
				],
			},
		],
	});
	return ['--model', model, '--mcp-config', servers, '--approval', 'auto'];
};

it('shows every message of every server with its other half, also of one that failed, and no secret', async () => {
	const terminal = startTerminal({args: programArguments(), cols: 120, rows: 40});
	await sendSuggestion(terminal, '› hello');
	await terminal.waitFor(/2\/3 servers[\s\S]*\n› go/, {timeout: 60_000});
	terminal.press('enter');
	await terminal.waitFor('All done.', {timeout: 30_000});

	terminal.press('f4');
	await terminal.waitFor(/\d+ messages, \d+ errors/);
	await terminal.waitFor(/→ .*echo #\d+ tools\/call echo +\d+ B/);
	await terminal.waitFor(/← .*echo #\d+ tools\/call echo +\d+ B [\d.]+ m?s/);
	await terminal.waitFor(/broken The server exited/);

	terminal.press('/');
	terminal.type('tools/call environment response');
	await terminal.waitFor(/1 of \d+ \(\d+ in all\)/);
	terminal.press('enter');
	// The keys of the list are named once they count.
	await terminal.waitFor('m its other half');
	await terminal.waitFor(/API_TOKEN[\s\S]*•••/);
	terminal.press('m');
	await terminal.waitFor(/› → .*tools\/call environment/);

	terminal.press('e');
	await terminal.waitFor('only errors');
	await terminal.waitFor(/← .*tools\/call fail/);
	terminal.press('tab');
	await terminal.waitFor(/name: "fail"/);
	terminal.press('q');
	await terminal.waitFor(/All done\.[\s\S]*\n› /);
	expect(terminal.raw()).not.toContain(secret);
	expect(findForbidden(terminal.raw())).toEqual([]);
});
