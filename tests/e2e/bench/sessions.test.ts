import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {writeDemoScript} from '../../helpers/demo-script-file.ts';
import {sendSuggestion} from '../../helpers/send-suggestion.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';

afterEach(disposeTerminals);

const script = () =>
	writeDemoScript(createTemporaryFolder(), {
		pace: 0,
		turns: [
			{prompt: 'the first question', steps: [{say: 'A zebra has stripes.'}]},
			{prompt: 'the second question', steps: [{say: 'A walrus has tusks.'}]},
		],
	});

const start = () => startTerminal({args: ['--model', script()], cols: 100, rows: 30});

const logsOf = (folder: string): readonly string[] =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(
		name => name.endsWith('.jsonl') && name.includes('sessions'),
	);

it('goes on with a session from the list in the running program, and takes the draft along', async () => {
	const terminal = start();
	await sendSuggestion(terminal, '› the first question');
	await terminal.waitFor('A zebra has stripes.');
	await terminal.submit('/new');
	await terminal.waitFor('A new session');
	await terminal.waitFor('› the first question');
	terminal.type('half a thought');
	await terminal.waitFor('› half a thought');
	terminal.press('f5');
	await terminal.waitFor('the first question');
	await terminal.waitFor('1 message, 1 answer');
	await terminal.waitForStable();
	terminal.press('enter');
	await terminal.waitFor(/Session \d{8}-\d{6}-[0-9a-f]{6}/);
	await terminal.waitFor('› half a thought');
	// What was there before stays in the scrollback, and what is resumed is told again below it.
	const lines = terminal.scrollback().join('\n');
	expect(lines.match(/A zebra has stripes\./g)).toHaveLength(2);
	expect(lines.indexOf('A new session')).toBeLessThan(lines.lastIndexOf('A zebra has stripes.'));
	terminal.press('ctrl+c');
	await sendSuggestion(terminal, '› the second question');
	await terminal.waitFor('A walrus has tusks.');
	terminal.press('ctrl+d');
	expect((await terminal.exit).code).toBe(0);
	const {folder: root} = terminal.home;
	const logs = logsOf(root);
	expect(logs).toHaveLength(1);
	const log = readFileSync(join(root, logs[0] ?? ''), 'utf8');
	expect(log.match(/"type":"message-accepted"/g)).toHaveLength(2);
	expect(log).toContain('"type":"session-resumed"');
});

it('finds a session by what was said in it, and goes on in a copy', async () => {
	const terminal = start();
	await sendSuggestion(terminal, '› the first question');
	await terminal.waitFor('A zebra has stripes.');
	await terminal.submit('/new');
	await terminal.waitFor('A new session');
	terminal.press('f5');
	await terminal.waitFor('1 message, 1 answer');
	terminal.press('s');
	await terminal.waitFor('Search all sessions for');
	terminal.type('STRIPES zebra');
	await terminal.waitFor('STRIPES zebra');
	await terminal.waitForStable();
	terminal.press('enter');
	await terminal.waitFor('1 with "STRIPES zebra"');
	await terminal.waitFor(/zebra has »?stripes|has »stripes«/);
	terminal.press('f');
	await terminal.waitFor(/Session \d{8}-\d{6}-[0-9a-f]{6}/);
	await sendSuggestion(terminal, '› the second question');
	await terminal.waitFor('A walrus has tusks.');
	terminal.press('ctrl+d');
	expect((await terminal.exit).code).toBe(0);
	const {folder: root} = terminal.home;
	const logs = logsOf(root).map(name => readFileSync(join(root, name), 'utf8'));
	expect(logs.map(log => log.match(/"type":"message-accepted"/g)?.length).toSorted()).toEqual([1, 2]);
	expect(logs.filter(log => log.includes('"type":"session-forked"'))).toHaveLength(1);
});
