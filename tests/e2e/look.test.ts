import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {colourCode} from '../../source/ui/theme/colour-codes.ts';
import {palettes} from '../../source/ui/theme/palettes.ts';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {seeQuestion, writeConfig} from '../helpers/trust-program.ts';

afterEach(disposeTerminals);

const colours = /\u001b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m/;

/** The cells at which a character stands on the lines of the screen that have it. */
const cellsOf = ({emulator}: Terminal, character: string): readonly number[] => {
	const {active} = emulator.terminal.buffer;
	return emulator.screen().flatMap((_, row) => {
		const line = active.getLine(active.baseY + row);
		const cells = Array.from({length: emulator.terminal.cols}, (__, x) => line?.getCell(x)?.getChars());
		const at = cells.indexOf(character);
		return at === -1 ? [] : [at];
	});
};

const draftOf = (terminal: Terminal): string | undefined =>
	terminal.screen().findLast(line => line.startsWith('› '));

describe('the screen', () => {
	it('has no colour with NO_COLOR, and ASCII marks where the locale is not UTF-8', async () => {
		const terminal = startTerminal({args: ['demo'], env: {NO_COLOR: '1', LC_ALL: 'C'}});
		await sendSuggestion(terminal, '> Show me around');
		await seeQuestion(terminal, 'wants to run current-time');
		terminal.press('y');
		await terminal.waitFor('+ toolbox current-time');
		await terminal.waitFor('What is in the folder');
		expect(terminal.raw()).not.toMatch(colours);
		expect(terminal.raw()).toContain('\u001b[1m');
		expect(terminal.scrollback().join('\n')).not.toMatch(/[✔›·┃▲]/);
	});

	it('takes theme and keys from the configuration, and keeps wide characters in their columns', async () => {
		const home = createTestHome();
		writeConfig(home, {theme: 'light', keys: {'delete-to-start': ['ctrl+g']}});
		const table = '| 都市 | n |\n|---|---|\n| 東京 | 1 |\n| Bern | 2 |';
		const model = writeDemoScript(join(home.folder, 'model'), {
			pace: 0,
			turns: [{match: '日本', steps: [{say: `${table}\n\n終わり`}]}],
		});
		const terminal = startTerminal({home: home.folder, args: ['--model', model]});
		await terminal.waitFor('? keys');
		expect(terminal.raw()).toContain(`\u001b[${colourCode(palettes.usual.light.accent, '256')}m`);

		terminal.type('\u001b]11;rgb:ffff/ffff/ffff\u001b\\');
		terminal.type('abc');
		await terminal.waitFor('› abc');
		terminal.type('\u001b]11;rgb:0000/0000/0000\u0007');
		terminal.type('d');
		await terminal.waitFor('› abcd');
		expect(draftOf(terminal)).toBe('› abcd');
		terminal.press('ctrl+g');
		await terminal.waitFor(() => !draftOf(terminal)?.includes('abc'));

		terminal.type('日本語x');
		await terminal.waitFor('› 日本語x');
		await terminal.waitForStable();
		expect(terminal.emulator.terminal.buffer.active.cursorX).toBe(2 + 3 * 2 + 1);
		terminal.press('enter');
		await terminal.waitFor('終わり');
		const cells = cellsOf(terminal, '│');
		expect(cells).toHaveLength(3);
		expect(new Set(cells).size).toBe(1);
	});
});
