import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {descendantsOf} from '../../helpers/processes.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../../helpers/terminal.ts';
import {restoredModes} from '../../helpers/terminal-modes.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

afterEach(disposeTerminals);

const source = fileURLToPath(new URL('../../helpers/person-prompt.ts', import.meta.url));
const program = join(mkdtempSync(join(tmpdir(), 'mcp-tui-person-')), 'prompt.mjs');

beforeAll(async () => {
	await build({entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm'});
});
afterAll(() => rmSync(dirname(program), {recursive: true, force: true}));

/** The shell outlives the program, also ctrl+c, so that the terminal can be looked at afterwards. */
const script = 'trap : INT; "$@"; printf "left with %s\\n" "$?"; read -r wait';

const start = async (): Promise<Terminal> => {
	const command = ['sh', '-c', script, 'sh', process.execPath, program] as const;
	const terminal = startTerminal({command});
	await terminal.waitFor('working');
	return terminal;
};

const ask = async (terminal: Terminal): Promise<void> => {
	for (const {pid} of descendantsOf(terminal.pid)) {
		process.kill(pid, 'SIGUSR1');
	}
	await terminal.waitFor('Sure?');
};

/** Answers until the program takes it: in the first moment it does not. */
const answer = async (terminal: Terminal, text: string): Promise<void> => {
	await waitUntil(() => {
		terminal.type(`${text}\r`);
		return terminal.screen().some(line => line.startsWith('answer:'));
	});
};

describe('a question to a person', () => {
	it.each([
		['a whole line', 'y\r'],
		['a line without its end', 'y'],
	])('is not answered by %s that was typed before it', async (_, typed) => {
		const terminal = await start();
		terminal.type(typed);
		await terminal.waitFor(/^y$/m);
		await ask(terminal);
		await answer(terminal, '');
		await terminal.waitFor('answer: false');
	});

	it('is answered by what is typed after it', async () => {
		const terminal = await start();
		await ask(terminal);
		await answer(terminal, 'yes');
		await terminal.waitFor('answer: true');
		await terminal.waitFor('left with 0');
		expect(terminal.modes()).toEqual(restoredModes);
	});

	it('ends with ctrl+c from its first moment on, and leaves the terminal as it was', async () => {
		const terminal = await start();
		await ask(terminal);
		terminal.press('ctrl+c');
		await terminal.waitFor('answer: interrupted');
		await terminal.waitFor('left with 0');
		expect(terminal.modes()).toEqual(restoredModes);
	});
});
