import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {descendantsOf} from '../../helpers/processes.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../../helpers/terminal.ts';
import {restoredModes} from '../../helpers/terminal-modes.ts';

afterEach(disposeTerminals);

const source = fileURLToPath(new URL('../../helpers/secret-prompt.ts', import.meta.url));
const program = join(mkdtempSync(join(tmpdir(), 'mcp-tui-secret-')), 'prompt.mjs');

beforeAll(async () => {
	await build({entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm'});
});
afterAll(() => rmSync(dirname(program), {recursive: true, force: true}));

/** The shell outlives the program, so that the terminal can be looked at afterwards. */
const script = '"$@"; printf "left with %s\\n" "$?"; read -r wait';

const start = async (): Promise<Terminal> => {
	const command = ['sh', '-c', script, 'sh', process.execPath, program] as const;
	const terminal = startTerminal({command, cols: 200});
	await terminal.waitFor('Secret:');
	return terminal;
};

/** What the program got; it says so in hexadecimal digits, so that what was typed is not on the screen. */
const result = async (terminal: Terminal): Promise<unknown> => {
	await terminal.waitFor(/got [0-9a-f]+ end/);
	const [, hex = ''] = /got ([0-9a-f]+) end/.exec(terminal.screen().join('')) ?? [];
	return JSON.parse(Buffer.from(hex, 'hex').toString());
};

const signalProgram = (terminal: Terminal, name: NodeJS.Signals): void => {
	for (const {pid} of descendantsOf(terminal.pid)) {
		process.kill(pid, name);
	}
};

describe('a secret that is typed', () => {
	it('is shown nowhere', async () => {
		const terminal = await start();
		terminal.type('hunter2 ü€😀');
		terminal.press('enter');
		expect(await result(terminal)).toEqual({type: 'typed', text: 'hunter2 ü€😀'});
		expect(terminal.raw()).not.toContain('hunter');
		expect(terminal.raw()).not.toContain('•');
		await terminal.waitFor('left with 0');
		expect(terminal.modes()).toEqual(restoredModes);
	});

	it('can be corrected', async () => {
		const terminal = await start();
		for (const piece of [
			'wrong',
			'\u0015',
			'a',
			'b😀',
			'\u007F',
			'\u007F',
			'c',
			'\u001B[D',
			'\u001B',
			'd',
			'\t',
			'\r',
		]) {
			terminal.type(piece);
		}
		expect(await result(terminal)).toEqual({type: 'typed', text: 'acd'});
	});

	it('may be pasted, with the line breaks of a key', async () => {
		const terminal = await start();
		terminal.paste('first\nsecond\n');
		terminal.press('enter');
		expect(await result(terminal)).toEqual({type: 'typed', text: 'first\nsecond\n'});
		expect(terminal.raw()).not.toContain('second');
	});

	it('is not taken when ctrl+c is pressed', async () => {
		const terminal = await start();
		terminal.type('hunter2\u0003');
		expect(await result(terminal)).toEqual({type: 'cancelled'});
	});

	it('is not there when ctrl+d is pressed on an empty line', async () => {
		const terminal = await start();
		terminal.press('ctrl+d');
		expect(await result(terminal)).toEqual({type: 'ended'});
	});

	it('is not waited for after an abort', async () => {
		const terminal = await start();
		terminal.type('hunter2');
		signalProgram(terminal, 'SIGUSR2');
		expect(await result(terminal)).toEqual({type: 'cancelled'});
	});

	it.each([
		['SIGTERM', 143],
		['SIGQUIT', 131],
		['SIGHUP', 129],
	] as const)('leaves the terminal as it was after %s', async (name, code) => {
		const terminal = await start();
		expect(terminal.modes().tty).toEqual({canonical: false, echo: false, signals: false});
		signalProgram(terminal, name);
		await terminal.waitFor(`left with ${code}`);
		expect(terminal.modes()).toEqual(restoredModes);
	});
});
