import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {descendantsOf, isAlive} from '../helpers/processes.ts';
import {disposeTerminals} from '../helpers/terminal.ts';
import {restoredModes} from '../helpers/terminal-modes.ts';
import {startShell} from '../helpers/terminal-shell.ts';
import {waitUntil} from '../helpers/wait-until.ts';

afterEach(disposeTerminals);

/** Adds a line that is typed to it. A person's editor has the keyboard, and so has this one. */
const editor = 'echo "editing with $1"; read -r line; printf "%s\\n" "$line" >> "$2"\n';

const openEditor = async () => {
	const terminal = await startShell({
		args: ['demo'],
		env: {VISUAL: 'sh "./my editor.sh" --wait', EDITOR: 'false'},
		prepare: home => writeFileSync(join(home.folder, 'my editor.sh'), editor),
	});
	terminal.run();
	await terminal.waitFor('Show me around');
	terminal.type('a draft');
	await terminal.waitFor('› a draft');
	terminal.press('ctrl+g');
	await terminal.waitFor('editing with --wait');
	return terminal;
};

describe('ctrl+g', () => {
	it('lends the terminal to the editor and takes back what was written there', async () => {
		const terminal = await openEditor();
		expect(terminal.modes()).toEqual(restoredModes);
		expect(terminal.screen().join('\n')).not.toContain('a draft');
		terminal.type('and more\r');
		await terminal.waitFor('› a draft');
		terminal.type('!');
		await terminal.waitFor(/› a draft\s*and more!/);
		expect(terminal.modes()).toMatchObject({bracketedPaste: true, tty: {canonical: false, echo: false}});
	});

	it('leaves neither editor nor a changed terminal behind when the program is told to end', async () => {
		const terminal = await openEditor();
		const family = descendantsOf(await terminal.programPid()).map(({pid}) => pid);
		await terminal.killProgram('SIGTERM');
		await terminal.waitForPrompt({timeout: 60_000});
		await waitUntil(() => !family.some(isAlive));
		expect(terminal.modes()).toEqual(restoredModes);
	});
});
