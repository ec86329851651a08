import {afterEach, describe, expect, it} from 'vitest';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';

afterEach(disposeTerminals);

describe('a question behind another window', () => {
	it('rings once and shows in the title, and reports of the window are never typed', async () => {
		const terminal = startTerminal({args: ['demo']});
		const {terminal: model} = terminal.emulator;
		const titles: string[] = [];
		let bells = 0;
		model.onTitleChange(title => titles.push(title));
		model.onBell(() => {
			bells += 1;
		});
		await terminal.waitFor('Show me around');
		expect(terminal.modes().focusReports).toBe(true);
		terminal.type('\u001b[O');
		await sendSuggestion(terminal);
		await terminal.waitFor('wants to run');
		await terminal.waitForStable();
		terminal.type('\u001b[I\u001b[O\u001b[I');
		// No key that would answer the question, however late it comes.
		terminal.type('z');
		await terminal.waitFor('› z');
		await terminal.waitForStable();
		expect(terminal.screen().some(line => /› z$/.test(line))).toBe(true);
		expect(bells).toBe(1);
		expect(titles).toEqual(['mcp-tui', '● mcp-tui', '? mcp-tui']);
		terminal.press('ctrl+c');
		await terminal.waitFor('press ctrl+c again to quit');
		terminal.press('ctrl+c');
		await terminal.exit;
		// The title of the shell, from where the terminal kept it.
		expect(terminal.raw().match(/\u001b\[2[23];0t/g)).toEqual(['\u001b[22;0t', '\u001b[23;0t']);
	});
});
