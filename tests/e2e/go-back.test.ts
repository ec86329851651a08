import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {serverFile} from '../helpers/mcp-servers.ts';
import {runProgram} from '../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {writeConfig} from '../helpers/trust-program.ts';

afterEach(disposeTerminals);

it('goes back to before a message, also after a resume, and shows what took the time', async () => {
	const home = createTestHome();
	writeConfig(home, {mcpServers: {echo: {command: process.execPath, args: [serverFile('echo')]}}});
	const model = writeDemoScript(join(home.folder, 'model'), {
		pace: 0,
		turns: [
			{match: 'one', steps: [{say: 'Answer one.'}]},
			{
				match: 'two',
				steps: [{calls: [{tool: 'echo__echo', arguments: {text: 'x'}}]}, {say: 'Answer two.'}],
			},
			{match: 'three', steps: [{say: 'Answer three.'}]},
		],
	});
	const args = ['--model', model, '--approval', 'auto'];
	const first = startTerminal({home: home.folder, cols: 100, rows: 30, args});
	await first.waitFor('› message');
	await first.submit('say one');
	await first.waitFor('Answer one.');
	await first.submit('say two');
	await first.waitFor('Answer two.');
	await first.submit('/stats turn');
	await first.waitFor(/tool +echo echo/);
	expect(first.screen().some(line => /^tool +echo echo .*▓/.test(line))).toBe(true);
	first.press('q');
	await first.waitFor('› message');
	first.press('escape');
	await first.waitFor('press esc again');
	first.press('escape');
	await first.waitFor('go back to before a message');
	expect(first.screen().findLast(line => line.includes('say two'))).toContain('1 call, only reading');
	first.press('enter');
	await first.waitFor('Back to before "say two"');
	await first.waitFor('These ran: echo echo.');
	await first.waitFor('› say two');
	first.press('ctrl+c');
	await first.submit('say three');
	await first.waitFor('Answer three.');
	first.press('ctrl+d');
	expect((await first.exit).code).toBe(0);

	const again = startTerminal({home: home.folder, cols: 100, rows: 30, args: [...args, '--continue']});
	await again.waitFor('Answer three.');
	expect(again.scrollback().filter(line => line.includes('Back to before "say two"'))).toHaveLength(1);
	await again.waitForStable();
	await again.submit('/rewind undo');
	await again.waitFor('cannot be undone any more');
	await again.submit('/rewind 2');
	await again.waitFor('Back to before "say one"');
	await again.waitFor('› say one');
	again.press('ctrl+c');
	await again.submit('/rewind');
	await again.waitFor('You have sent no message yet.');
	again.press('ctrl+d');
	expect((await again.exit).code).toBe(0);

	const [name = ''] = readdirSync(join(home.settings, 'sessions')).filter(each => each.endsWith('.jsonl'));
	const shown = await runProgram(home, ['sessions', 'show', name.replace('.jsonl', '')]);
	expect(shown.stdout).toContain('[Went back to before "say two": the model no longer saw what came since.');
	expect(shown.stdout).toContain('Answer two.');
	home.remove();
});
