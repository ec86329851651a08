import {afterEach, describe, expect, it} from 'vitest';
import {findForbidden} from '../helpers/forbidden-bytes.ts';
import {disposeTerminals} from '../helpers/terminal.ts';
import {restoredModes} from '../helpers/terminal-modes.ts';
import {startShell} from '../helpers/terminal-shell.ts';

afterEach(disposeTerminals);

describe('ctrl+z', () => {
	it('gives the terminal to the shell, and fg brings the draft and the keyboard back', async () => {
		const terminal = await startShell({args: ['demo']});
		terminal.run();
		await terminal.waitFor('Show me around');
		terminal.type('a draft');
		await terminal.waitFor('› a draft');
		const before = {...terminal.modes()};
		terminal.press('ctrl+z');
		await terminal.waitForPrompt();
		expect(terminal.modes()).toEqual(restoredModes);
		expect(terminal.screen().join('\n')).not.toContain('a draft');
		terminal.type('echo in-between\r');
		await terminal.waitFor('\nin-between');
		terminal.type('fg\r');
		await terminal.waitFor('› a draft');
		terminal.type('!');
		await terminal.waitFor('› a draft!');
		expect(terminal.modes()).toEqual(before);
		terminal.press('ctrl+l');
		await terminal.waitForStable();
		const shown = terminal.scrollback();
		expect(shown.filter(line => line.includes('› a draft'))).toHaveLength(1);
		expect(shown.filter(line => line === 'in-between')).toHaveLength(1);
		expect(findForbidden(terminal.raw())).toEqual([]);
	});

	it('comes back from a stop that nobody announced', async () => {
		const terminal = await startShell({args: ['demo']});
		terminal.run();
		await terminal.waitFor('Show me around');
		terminal.type('a draft');
		await terminal.waitFor('› a draft');
		const before = {...terminal.modes()};
		await terminal.killProgram('SIGSTOP');
		await terminal.waitForPrompt();
		// Nobody has told the terminal that enter ends a line.
		terminal.type('stty sane; fg\n');
		await terminal.waitFor(screen => screen.filter(line => line.includes('› a draft')).length === 2);
		terminal.type('!');
		await terminal.waitFor('› a draft!');
		expect(terminal.modes()).toEqual(before);
	});
});
