import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';

afterEach(disposeTerminals);

const slow = {pace: 20, turns: [{steps: [{say: 'word '.repeat(2000)}]}]};

const startSlow = (): Terminal =>
	startTerminal({
		prepare: home => writeDemoScript(home.folder, slow),
		args: ['--model', 'demo/./script.yaml'],
	});

const say = async (terminal: Terminal, text: string): Promise<void> => {
	terminal.type(text);
	await terminal.waitFor(`› ${text}`);
	terminal.press('enter');
};

describe('the keys of the chat', () => {
	it('interrupts the model with esc and keeps the draft', async () => {
		const terminal = startSlow();
		await terminal.waitFor('message, or /');
		await say(terminal, 'go');
		await terminal.waitFor('word word');
		terminal.type('my draft');
		await terminal.waitFor('› my draft');
		terminal.press('escape');
		await terminal.waitFor('■ interrupted');
		expect(terminal.screen().join('\n')).toContain('› my draft');
	});

	it('queues what is sent while the model works, and gives it back with esc', async () => {
		const terminal = startSlow();
		await terminal.waitFor('message, or /');
		await say(terminal, 'go');
		await terminal.waitFor('word word');
		await say(terminal, 'and then this');
		await terminal.waitFor('1 queued');
		terminal.press('escape');
		await terminal.waitFor('■ interrupted');
		await terminal.waitFor('› and then this');
	});

	it('cycles the approval modes with shift+tab', async () => {
		const terminal = startTerminal({args: ['demo']});
		await terminal.waitFor('always-ask');
		for (const mode of ['trusted-only', 'auto', 'plan', 'always-ask']) {
			terminal.press('shift+tab');
			await terminal.waitFor(mode);
		}
	});

	it('does not quit on one ctrl+c, and brings the cleared draft back with up', async () => {
		const terminal = startTerminal({args: ['demo']});
		await terminal.waitFor('Show me around');
		terminal.type('precious');
		await terminal.waitFor('› precious');
		terminal.press('ctrl+c');
		await terminal.waitFor('press ctrl+c again to quit');
		await terminal.waitFor('always-ask');
		terminal.press('up');
		await terminal.waitFor('› precious');
	});

	it('shows every key with ?', async () => {
		const terminal = startTerminal({args: ['demo'], rows: 40});
		await terminal.waitFor('Show me around');
		terminal.press('?');
		await terminal.waitFor('shift+tab');
		await terminal.waitFor('any other key closes this');
		terminal.press('escape');
		await terminal.waitFor(screen => !screen.join('\n').includes('key closes'));
	});

	it('never sends a paste, bracketed or not', async () => {
		const terminal = startTerminal({args: ['demo']});
		await terminal.waitFor('Show me around');
		terminal.paste('first\nsecond');
		await terminal.waitFor('second');
		terminal.type('third\rfourth\r');
		await terminal.waitFor('fourth');
		await terminal.waitForStable();
		expect(terminal.screen().join('\n')).toMatch(/› first\n {2}secondthird\n {2}fourth/);
	});

	it('explains an unknown command and does not send it', async () => {
		const terminal = startTerminal({args: ['demo'], rows: 50});
		await terminal.waitFor('Show me around');
		await say(terminal, '/hlep');
		await terminal.waitFor('There is no command /hlep. Did you mean /help?');
		await terminal.waitFor(/^› \/hlep$/m);
		terminal.press('ctrl+u');
		await terminal.waitFor('Show me around');
		await say(terminal, '/help');
		await terminal.waitFor('/approvals [mode|revoke n]');
	});
});
