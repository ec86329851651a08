import {spawn} from 'node:child_process';
import {existsSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {findForbidden} from '../helpers/forbidden-bytes.ts';
import {descendantsOf, findByEnvironment, isAlive, waitUntilGone} from '../helpers/processes.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {keyBytes} from '../helpers/terminal-keys.ts';
import {restoredModes} from '../helpers/terminal-modes.ts';
import {startShell} from '../helpers/terminal-shell.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';

// Shows each key it gets as bytes, in raw mode, until q.
const keyReader = [
	"process.stdin.setRawMode(true); process.stdout.write('ready\\r\\n');",
	"process.stdin.on('data', data => {",
	"  process.stdout.write(JSON.stringify(data.toString()) + '\\r\\n');",
	"  if (data.toString() === 'q') process.exit(7);",
	'});',
].join('\n');

// Turns on everything a program can turn on, and waits.
const modeSetter = [
	'process.stdin.setRawMode(true);',
	"process.stdout.write('\\u001b[?1049h\\u001b[?2004h\\u001b[?25l\\u001b[?1000h\\u001b[?1004h\\u001b[>1ureadymodes');",
	'setInterval(() => {}, 1000);',
].join('\n');

const node = (script: string): [string, ...string[]] => [process.execPath, '-e', script];
const sh = (script: string): [string, ...string[]] => ['sh', '-c', script];

afterEach(disposeTerminals);

describe('the terminal harness', () => {
	it('shows what a program writes and how it ends', async () => {
		const terminal = startTerminal({command: sh('printf "one\\ntwo"; exit 3')});
		expect(await terminal.exit).toEqual({code: 3, signal: undefined});
		expect(terminal.screen().slice(0, 3)).toEqual(['one', 'two', '']);
		expect(terminal.raw()).toBe('one\r\ntwo');
	});

	it('names the signal that ended the program', async () => {
		const terminal = startTerminal({command: sh('echo ready; exec sleep 100')});
		await terminal.waitFor('ready');
		terminal.kill('SIGTERM');
		expect((await terminal.exit).signal).toBe('SIGTERM');
	});

	it('hangs up as a closed window does', async () => {
		const script =
			"process.on('SIGHUP', () => { require('fs').writeFileSync('gone', ''); process.exit(0); });";
		const home = createTestHome();
		const terminal = startTerminal({
			home: home.folder,
			command: node(`${script}console.log('ready');setInterval(() => {}, 1000)`),
		});
		await terminal.waitFor('ready');
		terminal.hangUp();
		await terminal.exit;
		await waitUntil(() => existsSync(path.join(home.folder, 'gone')));
		await waitUntil(() => !isAlive(terminal.pid));
		home.remove();
	});

	it('types and presses keys', async () => {
		const terminal = startTerminal({command: node(keyReader)});
		await terminal.waitFor('ready');
		for (const [key, shown] of [
			['enter', '"\\r"'],
			['escape', '"\\u001b"'],
			['ctrl+c', '"\\u0003"'],
			['shift+tab', '"\\u001b[Z"'],
			['up', '"\\u001b[A"'],
			['alt+b', '"\\u001bb"'],
			['ctrl+right', '"\\u001b[1;5C"'],
		] as const) {
			terminal.press(key);
			await terminal.waitFor(shown);
		}
		terminal.type('hello');
		await terminal.waitFor('"hello"');
		terminal.press('q');
		expect((await terminal.exit).code).toBe(7);
	});

	it('refuses keys that do not exist', () => {
		expect(() => keyBytes('hyper+x')).toThrow('hyper+x');
		expect(() => keyBytes('enterr')).toThrow('enterr');
	});

	it('brackets a paste only when the program asked for it', async () => {
		const terminal = startTerminal({command: node(keyReader)});
		await terminal.waitFor('ready');
		terminal.paste('a\nb');
		await terminal.waitFor('"a\\rb"');
		const asking = startTerminal({command: node(`process.stdout.write('\\u001b[?2004h');${keyReader}`)});
		await asking.waitFor('ready');
		asking.paste('a\nb');
		await asking.waitFor('"\\u001b[200~a\\rb\\u001b[201~"');
	});

	it('says what is on the screen when a wait is in vain', async () => {
		const terminal = startTerminal({command: sh('echo something else; sleep 100')});
		await terminal.waitFor('something');
		await expect(terminal.waitFor('never', {timeout: 50})).rejects.toThrow(
			/never.*\n[\s\S]*\|something else/,
		);
	});

	it('stops waiting when the program has ended', async () => {
		const terminal = startTerminal({command: sh('echo bye; exit 4')});
		await expect(terminal.waitFor('never')).rejects.toThrow(/ended with code 4[\s\S]*bye/);
	});

	it('answers the questions a program asks its terminal', async () => {
		const script = `process.stdout.write('\\u001b[6n');${keyReader}`;
		const terminal = startTerminal({command: node(script)});
		await terminal.waitFor('"\\u001b[1;1R"');
	});

	it('keeps the scrollback, and the lines before the program', async () => {
		const before = Array.from({length: 5}, (_, index) => `before ${index}`);
		const terminal = startTerminal({before, command: sh('seq 1 100'), rows: 10});
		await terminal.exit;
		const lines = terminal.scrollback();
		expect(lines.slice(0, 5)).toEqual(before);
		expect(lines.slice(5, 105)).toEqual(Array.from({length: 100}, (_, index) => String(index + 1)));
		expect(terminal.screen()).toHaveLength(10);
		expect(terminal.screen()).toContain('100');
		expect(terminal.screen()).not.toContain('1');
	});

	it('joins the lines that the terminal has wrapped', async () => {
		const long = 'x'.repeat(50);
		const terminal = startTerminal({command: ['printf', `${long}\nend`], cols: 20});
		await terminal.exit;
		expect(terminal.screen()[0]).toBe('x'.repeat(20));
		expect(terminal.emulator.logicalLines().slice(0, 2)).toEqual([long, 'end']);
	});

	it('resizes the program and the screen together', async () => {
		const script =
			"process.stdout.on('resize', () => console.log(process.stdout.columns, process.stdout.rows));";
		const terminal = startTerminal({
			command: node(`${script}console.log('ready');setInterval(() => {}, 1000)`),
		});
		await terminal.waitFor('ready');
		terminal.resize(100, 30);
		await terminal.waitFor('100 30');
		expect(terminal.screen()).toHaveLength(30);
	});

	it('gives the program a clean environment and a home of its own', async () => {
		const terminal = startTerminal({command: ['env'], env: {EXTRA: 'yes', TZ: undefined}, rows: 60});
		await terminal.exit;
		const names = terminal
			.screen()
			.filter(Boolean)
			.map(line => line.split('=')[0]);
		expect(names).toEqual(expect.arrayContaining(['HOME', 'MCP_TUI_HOME', 'TERM', 'MARKER', 'EXTRA']));
		expect(names).not.toContain('CI');
		expect(names).not.toContain('TZ');
		expect(terminal.screen()).toContain(`HOME=${terminal.home.folder}`);
		await terminal.dispose();
		expect(existsSync(terminal.home.folder)).toBe(false);
	});

	it('prepares files in the home before the start', async () => {
		const terminal = startTerminal({
			command: sh('cat "$HOME/note"'),
			prepare: home => writeFileSync(path.join(home.folder, 'note'), 'prepared'),
		});
		await terminal.waitFor('prepared');
	});

	it('waits until the output stops', async () => {
		const terminal = startTerminal({
			command: sh('for i in 1 2 3; do echo line $i; sleep 0.05; done; sleep 100'),
		});
		await terminal.waitFor('line 1');
		await terminal.waitForStable();
		expect(terminal.screen()).toContain('line 3');
	});
});

describe('the modes of a terminal', () => {
	it('reports what a program has turned on', async () => {
		const terminal = startTerminal({command: node(modeSetter)});
		await terminal.waitFor('readymodes');
		expect(terminal.modes()).toEqual({
			bracketedPaste: true,
			alternateScreen: true,
			cursorVisible: false,
			mouse: true,
			focusReports: true,
			synchronizedOutput: false,
			kittyKeyboard: true,
			applicationCursorKeys: false,
			tty: {canonical: false, echo: false, signals: false},
		});
	});

	it('shows a shell what a killed program has left behind', async () => {
		const shell = await startShell({before: ['an earlier line'], command: node(modeSetter)});
		expect(shell.modes()).toEqual(restoredModes);
		shell.run();
		await shell.waitFor('readymodes');
		await shell.killProgram('SIGKILL');
		await shell.waitFor('shell>');
		expect(shell.modes()).toMatchObject({alternateScreen: true, cursorVisible: false});
		// Node's own last handler does not run either, so the tty stays raw.
		expect(shell.modes().tty).toMatchObject({canonical: false, echo: false});
	});

	it('comes back to the prompt under the earlier lines after a normal end', async () => {
		const shell = await startShell({
			before: ['an earlier line'],
			command: sh('echo "argument: $1"'),
			args: ['sh'],
		});
		shell.run('two words');
		await shell.waitFor('argument: two words');
		await shell.waitForPrompt();
		expect(shell.modes()).toEqual(restoredModes);
		expect(shell.scrollback()[0]).toBe('an earlier line');
	});
});

describe('the process list', () => {
	it('finds descendants, and orphans by their environment', async () => {
		// macOS has no setsid; there it is enough not to listen when the terminal goes away.
		const alone = process.platform === 'linux' ? 'setsid' : 'nohup';
		const terminal = startTerminal({
			command: sh(`sh -c "sleep 1000; true" & (${alone} sleep 1001 &) ; echo ready; wait`),
		});
		await terminal.waitFor('ready');
		const found = () => findByEnvironment('HOME', terminal.home.folder);
		const runs = (entries: readonly {command: string}[], wanted: string) =>
			entries.some(({command}) => command === wanted);
		await waitUntil(() => runs(descendantsOf(terminal.pid), 'sleep 1000'));
		await waitUntil(() => runs(found(), 'sleep 1000') && runs(found(), 'sleep 1001'));
		expect(findByEnvironment('MARKER', terminal.home.marker)).toHaveLength(found().length);
		terminal.kill('SIGKILL');
		await terminal.exit;
		await expect(waitUntilGone(found, {timeout: 300})).rejects.toThrow('sleep 1001');
		for (const {pid} of found()) process.kill(pid, 'SIGKILL');
		await waitUntilGone(found);
	});

	it('does not count a process that has ended', async () => {
		const child = spawn('true');
		await new Promise(resolve => child.on('exit', resolve));
		expect(isAlive(child.pid ?? 0)).toBe(false);
		expect(isAlive(process.pid)).toBe(true);
	});
});

describe('the search for forbidden bytes', () => {
	it('finds every way to wipe a terminal', () => {
		const names = (output: string) => findForbidden(output).map(({name}) => name);
		expect(names('text\u001b[2J')).toEqual(['erases the screen (CSI 2 J)']);
		expect(names('\u001b[3J')).toEqual(['erases the scrollback (CSI 3 J)']);
		expect(names('\u009b3J')).toEqual(['erases the scrollback (CSI 3 J)']);
		expect(names('\u001b[H\u001b[0;3J')).toEqual(['erases the scrollback (CSI 3 J)']);
		expect(names('\u001bc')).toEqual(['resets the terminal (ESC c)']);
		expect(names('\u001b]52;c;aGk=\u0007')).toEqual(['touches the clipboard (OSC 52)']);
	});

	it('lets ordinary drawing pass', () => {
		expect(findForbidden('\u001b[J\u001b[0J\u001b[2K\u001b[32mcJ 2J\u001b[?25h\u001b[?2026h')).toEqual([]);
	});

	it('can look away while the alternate screen is shown', () => {
		const output = '\u001b[?1049h\u001b[2J\u001b[?1049l\u001b[2J';
		expect(findForbidden(output)).toHaveLength(2);
		expect(findForbidden(output, {ignoreAlternateScreen: true})).toHaveLength(1);
	});
});
