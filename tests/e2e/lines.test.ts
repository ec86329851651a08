import {afterEach, describe, expect, it} from 'vitest';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {seeQuestion, writeConfig} from '../helpers/trust-program.ts';

afterEach(disposeTerminals);

const rows = 50;
const everything = (terminal: Terminal): string => terminal.scrollback().join('\n');

describe('a terminal that can only write', () => {
	it('gets the tour as lines, in which nothing but an answer answers', async () => {
		const terminal = startTerminal({args: ['demo'], rows, env: {TERM: 'dumb'}});
		await terminal.waitFor(/Enter alone sends: Show me around\n> /);
		terminal.press('enter');
		await terminal.waitFor('Welcome');
		// Begun while the model speaks, and never sent: it would be the answer if its end came later.
		terminal.type('y');
		await terminal.waitFor(/answers nothing and is kept: y\nYour answer:/);
		terminal.press('enter');
		await terminal.waitFor('Tool toolbox current-time was not run: denied by the user.');

		await terminal.waitFor('Your draft: y');
		await terminal.waitFor(/\n> $/m);
		terminal.press('ctrl+c');
		await terminal.waitFor('The draft is forgotten.');
		await terminal.waitFor(/Enter alone sends: .+\n> /);
		terminal.press('enter');
		await seeQuestion(terminal, /wants to run list-directory[\s\S]+Your answer:/);
		terminal.type('y\r');
		await terminal.waitFor(/Tool toolbox list-directory finished/);

		await seeQuestion(terminal, /wants to run read-file[\s\S]+Your answer:/);
		terminal.press('ctrl+c');
		await terminal.waitFor('Interrupted.');
		terminal.press('ctrl+c');
		expect((await terminal.exit).code).toBe(0);
		expect(terminal.raw()).not.toContain('\u001b');
		expect(terminal.raw()).not.toContain('\u0007');
	});
});

describe('somebody who listens', () => {
	it('hears every line once, and the cursor never moves back', async () => {
		const terminal = startTerminal({
			args: ['demo'],
			rows,
			prepare: home => writeConfig(home, {screenReader: true, notify: 'bell'}),
		});
		await terminal.waitFor(/Enter alone sends: Show me around\n> /);
		terminal.press('enter');
		await seeQuestion(terminal, /Question: toolbox wants to run current-time[\s\S]+Your answer:/);
		terminal.type('y\r');
		await terminal.waitFor(/Tool toolbox current-time finished/);
		await terminal.waitFor(/Enter alone sends: What is in the folder.+\n> /);
		terminal.type('/mode plan\r');
		await terminal.waitFor('Note: Mode plan');
		terminal.press('ctrl+d');
		expect((await terminal.exit).code).toBe(0);
		expect(terminal.raw()).not.toContain('\u001b');
		expect(terminal.raw().match(/\u0007/g)).toHaveLength(1);
		expect(terminal.raw()).not.toMatch(/\r(?!\r?\n)/);
		expect(everything(terminal).match(/wants to run/g)).toHaveLength(1);
	});
});
