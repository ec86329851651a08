import {execFileSync, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {programNode} from '../helpers/program-node.ts';
import {builtProgram, disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {restoredModes} from '../helpers/terminal-modes.ts';
import {startShell} from '../helpers/terminal-shell.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';

afterEach(disposeTerminals);

describe('a start that hangs', () => {
	it('can be ended with ctrl+c', async () => {
		// Nobody ever writes into this file, so reading it does not end.
		const terminal = await startShell({
			args: ['--mcp-config', 'endless'],
			prepare: home => execFileSync('mkfifo', [join(home.folder, 'endless')]),
		});
		terminal.run();
		await waitUntil(() => terminal.modes().tty?.signals === false);
		// The screen may be behind the terminal's modes, and show the prompt before it.
		await terminal.waitFor(lines => lines.some(line => line.startsWith('shell> program')));
		terminal.press('ctrl+c');
		await terminal.waitForPrompt();
		expect(terminal.modes().tty).toEqual(restoredModes.tty);
	});
});

describe('a start', () => {
	it('keeps what is typed before there is a screen', async () => {
		const terminal = startTerminal({args: ['demo']});
		await waitUntil(() => terminal.modes().tty?.signals === false);
		terminal.type('early');
		await terminal.waitFor('› early');
		expect(terminal.scrollback().join('\n').split('early')).toHaveLength(2);
	});
});

describe('a resumed session', () => {
	it('looks as it did, and goes on', async () => {
		const answer = '# A heading\n\nSome **bold** words and `code`.\n';
		const options = {
			args: ['--model', 'demo/./script.yaml', '-c'],
			prepare: ({folder}: {readonly folder: string}) =>
				writeFileSync(
					join(folder, 'script.yaml'),
					`pace: 0\nturns:\n  - steps: [{say: ${JSON.stringify(answer)}}]\n  - steps: [{say: second answer}]\n`,
				),
		};
		const home = createTestHome();
		options.prepare(home);
		const first = spawnSync(programNode, [builtProgram, '-p', 'hi', '--model', 'demo/./script.yaml'], {
			env: home.env,
			cwd: home.folder,
			input: '',
		});
		expect(first.status).toBe(0);
		const terminal = startTerminal({...options, home: home.folder});
		await terminal.waitFor('Some bold words and code.');
		expect(terminal.screen().join('\n')).not.toContain('**');
		await terminal.submit('next');
		await terminal.waitFor('second answer');
		await terminal.dispose();
		home.remove();
	});
});

describe('a reader that goes away', () => {
	it('ends the program without a stack trace', () => {
		const home = createTestHome();
		const {stderr} = spawnSync(
			'sh',
			[
				'-c',
				'"$0" "$1" -p long --model demo/tour --output-format stream-json < /dev/null | head -1',
				programNode,
				builtProgram,
			],
			{env: home.env, cwd: home.folder, encoding: 'utf8'},
		);
		expect(stderr).not.toMatch(/EPIPE|\n\s+at /);
		home.remove();
	});
});
