import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {findForbidden} from '../helpers/forbidden-bytes.ts';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';

afterEach(disposeTerminals);

const settledPrompt = /\nalways-ask.*\n› .*↵/;

/** Keys shortly after a question appears are taken for typing, so a person waits, and so do we. */
const answer = async (terminal: Terminal, question: string, key: string): Promise<void> => {
	await terminal.waitFor(`wants to run ${question}`);
	await terminal.waitForStable({quiet: 500});
	terminal.press(key);
};

const everything = (terminal: Terminal): string => terminal.scrollback().join('\n');

describe.each([
	[80, 24],
	[120, 40],
])('the tour at %dx%d', (cols, rows) => {
	it('leads through an approval, a denial, an error and a long answer', async () => {
		const terminal = startTerminal({args: ['demo'], cols, rows});
		await sendSuggestion(terminal);
		await answer(terminal, 'current-time', 'y');
		await terminal.waitFor(/✔ toolbox current-time/);
		await terminal.waitFor('What is in the folder');

		terminal.press('enter');
		await terminal.waitFor('1 of 2');
		await answer(terminal, 'list-directory', 's');
		await answer(terminal, 'read-file', 's');
		await answer(terminal, 'calculate', 'y');
		await terminal.waitFor('Tidy up the budget');
		expect(everything(terminal)).toContain('1720.4');

		terminal.press('enter');
		await terminal.waitFor('destructive');
		await answer(terminal, 'write-file', 'r');
		await terminal.waitFor('why not?');
		terminal.type('I need that file');
		await terminal.waitFor('› I need that file');
		terminal.press('enter');
		await terminal.waitFor('What did we decide');
		expect(everything(terminal)).toContain('denied by the user: I need that file');
		expect(everything(terminal)).toContain('The user says: I need that');
		const budget = join(terminal.home.settings, 'demo', 'budget.csv');
		expect(readFileSync(budget, 'utf8')).toContain('rent,1200');

		terminal.press('enter');
		await terminal.waitFor('Tell me more about MCP');
		expect(everything(terminal)).toMatch(/✘ toolbox read-file {2}path: "meeting.md"/);
		expect(everything(terminal)).toMatch(/✔ toolbox read-file {2}path: "notes\/meeting.md"/);

		terminal.press('enter');
		await terminal.waitFor('What now?', {timeout: 60_000});
		expect(everything(terminal)).toContain('The Model Context Protocol in two minutes');

		terminal.press('enter');
		await terminal.waitFor('That was the tour');
		await terminal.waitFor(settledPrompt);
		terminal.press('ctrl+d');
		expect(await terminal.exit).toEqual({code: 0, signal: undefined});
		expect(findForbidden(terminal.raw())).toEqual([]);
	});
});

describe('a session', () => {
	it('is in a file of its own that only the user can read', async () => {
		const terminal = startTerminal({args: ['demo']});
		await sendSuggestion(terminal);
		await answer(terminal, 'current-time', 'n');
		await terminal.waitFor('You said no');
		await terminal.waitFor(settledPrompt);
		terminal.press('ctrl+d');
		await terminal.exit;
		const folder = join(terminal.home.settings, 'sessions');
		const [file = ''] = readdirSync(folder).filter(name => name.endsWith('.jsonl'));
		expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		const types = readFileSync(join(folder, file), 'utf8')
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line).event.type);
		expect(types[0]).toBe('session-started');
		expect(types).toContain('message-accepted');
		expect(types).toContain('call-denied');
		expect(types.at(-1)).toBe('turn-finished');
	});
});
