import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {programNode} from '../helpers/program-node.ts';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {builtProgram, disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {restoredModes} from '../helpers/terminal-modes.ts';
import {startShell} from '../helpers/terminal-shell.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';

afterEach(disposeTerminals);

const sentence = 'every key of this arrives';

const count = (text: string, part: string): number => text.split(part).length - 1;

/** The footer is what the launcher does not draw. */
const isLoaded = (lines: readonly string[]): boolean => lines.some(line => line.startsWith('always-ask '));

const everything = (terminal: Pick<Terminal, 'scrollback'>): string => terminal.scrollback().join('\n');

describe('the frame that stands while the program is loaded', () => {
	it.each([
		{cols: 80, rows: 24},
		{cols: 40, rows: 20},
		{cols: 120, rows: 40},
	])(
		'gives way to the real one without a stale row, and keeps a sentence typed at once, at $cols x $rows',
		async size => {
			const before = ['earlier-1', 'earlier-2'];
			const terminal = startTerminal({args: ['--model', 'demo/tour'], before, ...size});
			await terminal.waitFor('earlier-2');
			terminal.type(sentence);
			await terminal.waitFor(lines => isLoaded(lines) && lines.includes(`› ${sentence}`));
			await terminal.waitForStable();
			const shown = everything(terminal);
			expect(terminal.raw().indexOf('mcp-tui')).toBeLessThan(terminal.raw().indexOf('always-ask'));
			// Drawn twice: by the launcher and by the program.
			expect(count(terminal.raw(), '▲')).toBe(2);
			expect(count(shown, '▲ mcp-tui')).toBe(1);
			expect(count(shown, sentence)).toBe(1);
			expect(terminal.scrollback().filter(line => line.startsWith('›'))).toHaveLength(1);
			expect(terminal.scrollback().filter(line => line.trim() === '~')).toHaveLength(1);
			// The frame is where it was drawn first: nothing moves down.
			const top = terminal.scrollback().findIndex(line => line.startsWith('▲'));
			expect(terminal.scrollback()[top + 7]).toBe(`› ${sentence}`);
			expect(terminal.scrollback().slice(0, top)).toEqual(before);
		},
	);

	it('takes a paste that comes while it stands for a paste, bracketed or not, and sends nothing', async () => {
		const terminal = startTerminal({args: ['demo']});
		terminal.type('one\rtwo\r');
		await waitUntil(() => terminal.modes().bracketedPaste);
		terminal.paste('three\nfour\n');
		await terminal.waitFor(
			lines => isLoaded(lines) && /› one\n {2}two\n[\s\S]*three\n {2}four/.test(lines.join('\n')),
		);
		await terminal.waitForStable();
		expect(terminal.screen().join('\n')).toMatch(/› one\n {2}two\n[\s\S]*three\n {2}four/);
	});

	it('sends nothing for an enter that comes while it stands: nobody has seen what that would send', async () => {
		const terminal = startTerminal({args: ['demo']});
		await waitUntil(() => terminal.modes().bracketedPaste);
		terminal.press('enter');
		await terminal.waitFor(/^› Show me around.*↵$/m);
		await terminal.waitForStable({quiet: 1500});
		expect(terminal.screen().join('\n')).toMatch(/^› Show me around.*↵$/m);
		await sendSuggestion(terminal);
		await terminal.waitFor('wants to run current-time');
	});

	it('makes a draft of its own of lines that come while it stands, and leaves the kept one for later', async () => {
		const home = createTestHome();
		const options = {args: ['--model', 'demo/tour'], home: home.folder};
		const drafts = join(home.settings, 'drafts');
		const keptDrafts = (): string =>
			existsSync(drafts)
				? readdirSync(drafts)
						.map(name => readFileSync(join(drafts, name), 'utf8'))
						.join()
				: '';
		const first = startTerminal(options);
		await first.waitFor(isLoaded);
		first.type('half a thought');
		await waitUntil(() => keptDrafts().includes('half a thought'));
		first.kill('SIGKILL');
		await first.exit;

		const second = startTerminal(options);
		await waitUntil(() => second.modes().bracketedPaste);
		second.type('hello\r');
		await second.waitFor(lines => isLoaded(lines) && lines.includes('› hello'));
		await second.waitForStable();
		expect(everything(second)).not.toContain('half a thought');
		second.press('enter');
		await waitUntil(() => !keptDrafts().includes('hello'));
		await second.waitFor(/› hello\n[\s\S]*› /);
		second.press('ctrl+d');
		await second.exit;

		const third = startTerminal(options);
		await third.waitFor('› half a thought');
		await third.dispose();
		home.remove();
	});

	it('leaves what stood in its row before it where it was', async () => {
		const terminal = await startShell({args: ['demo']});
		terminal.type("printf 'the result is %s' 42; program\r");
		await terminal.waitFor(isLoaded);
		await terminal.waitForStable();
		expect(everything(terminal)).toMatch(/^the result is 42 *\n▲ mcp-tui/m);
	});

	it('keeps what is typed for the draft, although a first start asks for a model', async () => {
		const terminal = startTerminal({args: []});
		terminal.type('hello');
		await terminal.waitFor('The tour');
		terminal.press('escape');
		await terminal.waitFor('› hello');
	});

	it('is gone when the start is refused, and what was there before is not', async () => {
		const terminal = startTerminal({
			args: ['--model', 'demo/tour', '--max-steps', 'many'],
			before: ['earlier'],
		});
		expect(await terminal.exit).toMatchObject({code: 42});
		expect(terminal.raw()).toContain('▲');
		expect(terminal.scrollback().filter(line => line !== '')).toEqual([
			'earlier',
			'--max-steps needs a whole number from 1, not "many".',
		]);
	});

	it('is gone when the program cannot be loaded', async () => {
		const terminal = startTerminal({
			command: ['sh', '-c', `exec "${programNode}" "$HOME/mcp-tui.cjs" demo`],
			prepare({folder}) {
				cpSync(builtProgram, join(folder, 'mcp-tui.cjs'));
				writeFileSync(join(folder, 'main.cjs'), 'throw new Error("the sky fell");');
			},
		});
		expect(await terminal.exit).toMatchObject({code: 1});
		expect(terminal.raw()).toContain('▲');
		expect(terminal.scrollback().join('')).toMatch(/^mcp-tui: it could not be loaded \(the sky fell\)/);
	});

	it('is not drawn where the configuration wants lines to be read aloud', async () => {
		const terminal = startTerminal({
			args: ['demo'],
			prepare({settings}) {
				mkdirSync(settings, {recursive: true});
				writeFileSync(join(settings, 'config.json'), '{"screenReader": true}');
			},
		});
		await terminal.waitFor('mcp-tui');
		await terminal.waitForStable();
		expect(terminal.raw()).not.toContain('▲');
	});
});

describe('a start that hangs', () => {
	it.each(['ctrl+c', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
		'leaves the terminal as it was after %s',
		async end => {
			// Nobody ever writes into this file, so reading it does not end.
			const terminal = await startShell({
				args: ['--model', 'demo/tour', '--mcp-config', 'endless'],
				prepare: home => execFileSync('mkfifo', [join(home.folder, 'endless')]),
			});
			terminal.run();
			await terminal.waitFor('▲');
			if (end === 'ctrl+c') terminal.press(end);
			else await terminal.killProgram(end);
			await terminal.waitForPrompt();
			expect(terminal.modes()).toEqual(restoredModes);
			expect(everything(terminal)).not.toMatch(/[▲›~]/);
		},
	);
});
