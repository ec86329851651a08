import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {seeQuestion, writeConfig} from '../helpers/trust-program.ts';

afterEach(disposeTerminals);

const echo = fileURLToPath(new URL('../servers/echo.mjs', import.meta.url));
const rows = Array.from({length: 150}, (_, index) => `row-${String(index).padStart(3, '0')}-end`);
const needle = 'a needle, and more of it';

/** A model that calls a tool and then has a lot to say. */
const start = (size: {readonly cols: number; readonly rows: number} = {cols: 80, rows: 24}): Terminal => {
	const home = createTestHome();
	writeConfig(home, {mcpServers: {echo: {command: process.execPath, args: [echo]}}});
	const model = writeDemoScript(join(home.folder, 'model'), {
		pace: 100,
		turns: [
			{
				steps: [
					{calls: [{tool: 'echo__echo', arguments: {text: needle}}]},
					{say: `${rows.join('\n\n')}\n\nthe-last-row`},
				],
			},
		],
	});
	return startTerminal({home: home.folder, ...size, args: ['--model', model]});
};

const ask = async (terminal: Terminal): Promise<void> => {
	await terminal.waitFor('always-ask');
	await terminal.submit('go');
	await seeQuestion(terminal, 'wants to run');
};

/** Asks the emulator alone: all modes of a terminal take so long to find out that a key would come too late. */
const isFull = ({emulator}: Terminal): boolean => emulator.terminal.buffer.active.type === 'alternate';

const copies = (terminal: Terminal): readonly string[] =>
	[...terminal.raw().matchAll(/\u001b\]52;c;([^\u0007]*)\u0007/g)].map(([, text = '']) =>
		Buffer.from(text, 'base64').toString(),
	);

describe('the details of a call', () => {
	it('are read, searched and copied while an answer arrives, of which nothing is lost or doubled', async () => {
		const terminal = start();
		await ask(terminal);
		terminal.press('y');
		await terminal.waitFor('row-0');
		terminal.press('ctrl+o');
		await terminal.waitFor('call 1 of 1');
		expect(isFull(terminal)).toBe(true);
		terminal.press('3');
		await terminal.waitFor(needle);
		terminal.press('/');
		await terminal.waitFor(screen => screen.at(-2)?.startsWith('/') === true);
		terminal.type('NEEDLE');
		await terminal.waitFor('not found');
		terminal.press('ctrl+u');
		await terminal.waitFor(screen => screen.at(-2)?.trim() === '/');
		terminal.type('needle');
		await terminal.waitFor('1 found');
		terminal.press('enter');
		await terminal.waitFor('1 of 1 found');
		terminal.resize(60, 20);
		await terminal.waitFor(screen => screen.length === 20 && screen.at(-1)?.startsWith('q close') === true);
		terminal.press('y');
		await terminal.waitFor('the result: Copied');
		expect(copies(terminal)).toEqual([needle]);
		terminal.resize(80, 24);
		await terminal.waitFor(screen => screen.length === 24 && screen.join('\n').includes('call 1 of 1'));
		terminal.press('q');
		await terminal.waitFor('the-last-row', {timeout: 60_000});
		await terminal.waitForStable();
		expect(isFull(terminal)).toBe(false);
		const all = terminal.scrollback();
		expect(all.flatMap(line => /row-\d+-end/.exec(line)?.[0] ?? [])).toEqual(rows);
		expect(all.filter(line => line.includes('always-ask'))).toHaveLength(1);
		expect(all.join('\n')).not.toContain('q close');
	});

	/** Closes what is over a question. The first key afterwards may have been meant for what is gone. */
	const closeWith = async (terminal: Terminal, key: string): Promise<void> => {
		terminal.press(key);
		await terminal.waitFor(() => !isFull(terminal));
		terminal.press('y');
		await terminal.waitForStable({quiet: 400});
		expect(terminal.screen().join('\n')).toContain('wants to run');
		// Neither is it taken for a text.
		expect(terminal.screen().join('\n')).not.toContain('› y');
		terminal.press('y');
		await terminal.waitFor(() => terminal.raw().includes('row-000'));
	};

	it('open over a question with ctrl+o, and no key that is typed there or right afterwards answers it', async () => {
		const terminal = start();
		await ask(terminal);
		terminal.press('ctrl+o');
		await terminal.waitFor('waits for your answer');
		terminal.type('y');
		await terminal.waitFor('Copied');
		terminal.press('enter');
		terminal.type('ns');
		await terminal.waitForStable();
		expect(isFull(terminal)).toBe(true);
		await closeWith(terminal, 'q');
	});

	it('lead to the tool with x and the same arguments, and no key that is typed there answers the question', async () => {
		const terminal = start();
		await ask(terminal);
		terminal.press('x');
		await terminal.waitFor('Try echo echo');
		await terminal.waitFor(`› ${needle}`);
		terminal.type('y');
		await terminal.waitFor(`› ${needle}y`);
		expect(isFull(terminal)).toBe(true);
		terminal.press('escape');
		await terminal.waitFor('q chat');
		terminal.press('q');
		await terminal.waitFor(() => !isFull(terminal));
		// What was typed in the explorer answered nothing: the question is there, and still open.
		await seeQuestion(terminal, 'wants to run');
		terminal.press('y');
		await terminal.waitFor(() => terminal.raw().includes('row-000'));
	});
});
