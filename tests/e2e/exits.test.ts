import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it, onTestFinished} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {serverFile} from '../helpers/mcp-servers.ts';
import {descendantsOf, findByEnvironment, isAlive, waitUntilGone} from '../helpers/processes.ts';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {restoredModes} from '../helpers/terminal-modes.ts';
import {type ShellTerminal, startShell} from '../helpers/terminal-shell.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {writeConfig} from '../helpers/trust-program.ts';
import {waitUntil} from '../helpers/wait-until.ts';
import {sizeOfTurn} from '../helpers/window-sizes.ts';

afterEach(disposeTerminals);

/** Plants defects from outside: the program has no switch for them. */
const defects = `
process.on('SIGUSR2', () => { throw new Error('planted defect'); });
process.on('SIGWINCH', () => {});
process.on('SIGCONT', () => { Promise.reject(new Error('planted rejection')); });
process.on('SIGALRM', () => { const hog = []; for (;;) hog.push(new Array(1e6).fill(hog.length)); });
`;

const signal = (name: NodeJS.Signals) => (terminal: ShellTerminal) => terminal.killProgram(name);

const waysOut: readonly (readonly [string, (terminal: ShellTerminal) => void | Promise<void>])[] = [
	['ctrl+d', terminal => terminal.press('ctrl+d')],
	[
		'ctrl+c twice',
		async terminal => {
			terminal.press('ctrl+c');
			await terminal.waitFor('press ctrl+c again to quit');
			terminal.press('ctrl+c');
		},
	],
	[
		'/exit',
		async terminal => {
			terminal.type('/exit');
			await terminal.waitFor('› /exit');
			terminal.press('enter');
		},
	],
	['SIGINT', signal('SIGINT')],
	['SIGTERM', signal('SIGTERM')],
	['SIGHUP', signal('SIGHUP')],
	['SIGQUIT', signal('SIGQUIT')],
	['SIGKILL', signal('SIGKILL')],
	['a thrown error', signal('SIGUSR2')],
	['an unhandled rejection', signal('SIGCONT')],
	['running out of memory', signal('SIGALRM')],
];

describe('every way out', () => {
	it.each(waysOut)('by %s leaves the terminal restored and no process behind', async (name, leave) => {
		const terminal = await startShell({
			...sizeOfTurn(waysOut.findIndex(way => way[0] === name)),
			args: ['demo'],
			env: {NODE_OPTIONS: '--require=./defects.cjs --max-old-space-size=128'},
			prepare: home => writeFileSync(join(home.folder, 'defects.cjs'), defects),
		});
		terminal.type('echo before-it\r');
		await terminal.waitFor('\nbefore-it');
		terminal.run();
		await sendSuggestion(terminal);
		await terminal.waitFor('wants to run');
		await waitUntil(() => findByEnvironment('MCP_TUI_HOME', terminal.home.settings).length > 1);
		// No key that would answer the question, however late it comes.
		terminal.type('z');
		await terminal.waitFor('› z');
		terminal.press('backspace');
		await terminal.waitForStable();
		const started = descendantsOf(await terminal.programPid()).map(({pid}) => pid);
		expect(started.length).toBeGreaterThan(0);
		await leave(terminal);
		await terminal.waitForPrompt({timeout: 60_000});
		await waitUntil(() => JSON.stringify(terminal.modes()) === JSON.stringify(restoredModes), {
			describe: () => JSON.stringify(terminal.modes()),
		});
		await waitUntilGone(() =>
			findByEnvironment('HOME', terminal.home.folder).filter(({pid}) => pid !== terminal.pid),
		);
		await waitUntil(() => !started.some(isAlive));
		expect(terminal.scrollback().join('\n')).toContain('before-it');
		terminal.type('echo it-works\r');
		await terminal.waitFor('\nit-works');
	});
});

describe('a way out of a full screen', () => {
	it.each([
		['SIGTERM', 'SIGTERM'],
		['SIGKILL', 'SIGKILL'],
		['a thrown error', 'SIGUSR2'],
	] as const)('by %s leaves the terminal restored, with what was on it', async (_, name) => {
		const terminal = await startShell({
			args: ['demo'],
			env: {NODE_OPTIONS: '--require=./defects.cjs'},
			prepare: home => writeFileSync(join(home.folder, 'defects.cjs'), defects),
		});
		terminal.type('echo before-it\r');
		await terminal.waitFor('\nbefore-it');
		terminal.run();
		await terminal.waitFor('Show me around');
		terminal.press('ctrl+o');
		await terminal.waitFor('No tool has been called yet');
		// The window is drawn before its reader has the keyboard.
		await expect.poll(() => terminal.modes()).toMatchObject({alternateScreen: true, tty: {canonical: false}});
		await terminal.killProgram(name);
		if (name === 'SIGKILL') {
			// The prompt of the shell went to the screen that is gone.
			await terminal.waitFor('mcp-tui was killed. Press enter for the prompt.', {timeout: 60_000});
			terminal.press('enter');
		}
		await terminal.waitForPrompt({timeout: 60_000});
		await waitUntil(() => JSON.stringify(terminal.modes()) === JSON.stringify(restoredModes), {
			describe: () => JSON.stringify(terminal.modes()),
		});
		expect(terminal.scrollback().filter(line => line === 'before-it')).toHaveLength(1);
		expect(terminal.screen().join('\n')).not.toContain('No tool has been called yet');
		await waitUntilGone(() =>
			findByEnvironment('HOME', terminal.home.folder).filter(({pid}) => pid !== terminal.pid),
		);
		terminal.type('echo it-works\r');
		await terminal.waitFor('\nit-works');
	});
});

describe('a server whose processes left its group', () => {
	it.each(['ctrl+d', 'SIGTERM', 'SIGKILL'] as const)('leaves none of them behind after %s', async way => {
		const home = createTestHome();
		const file = join(home.folder, 'pids.json');
		const escaping = {command: process.execPath, args: [serverFile('escaping'), file], eager: true};
		writeConfig(home, {mcpServers: {escaping}});
		const model = writeDemoScript(join(home.folder, 'model'), {
			pace: 0,
			turns: [{prompt: 'hello', steps: [{say: 'Hello.'}]}],
		});
		const terminal = startTerminal({home: home.folder, args: ['--model', model]});
		await terminal.waitFor('always-ask');
		await waitUntil(() => existsSync(file));
		const pids: readonly number[] = JSON.parse(readFileSync(file, 'utf8'));
		onTestFinished(() => {
			for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
		});
		expect(pids.filter(isAlive)).toEqual(pids);
		if (way === 'ctrl+d') terminal.press('ctrl+d');
		else process.kill(terminal.pid, way);
		await waitUntil(() => !pids.some(isAlive));
	});
});

describe('closing the terminal window', () => {
	it('leaves no process behind', async () => {
		const terminal = startTerminal({args: ['demo']});
		await sendSuggestion(terminal);
		await terminal.waitFor('wants to run');
		const family = [terminal.pid, ...descendantsOf(terminal.pid).map(({pid}) => pid)];
		expect(family.length).toBeGreaterThan(1);
		terminal.hangUp();
		await waitUntilGone(() => findByEnvironment('HOME', terminal.home.folder));
		await waitUntil(() => !family.some(isAlive));
	});
});
