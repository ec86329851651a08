import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {useHome} from '../../helpers/run-program.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../../helpers/terminal.ts';
import type {TestHome} from '../../helpers/test-home.ts';
import {configFile, seeQuestion, shownIn} from '../../helpers/trust-program.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {type FaultServer, startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

/** Somebody who looks for each key: about 130 of them take three quarters of a minute. */
const keysPerSecond = 3;
const twoMinutes = 120;

const packageName = '@modelcontextprotocol/server-filesystem';

/** Stands in for npx where there is no network: notes its arguments and runs the installed package. */
const writeNpx = ({folder}: TestHome): {readonly path: string; readonly runs: () => readonly string[]} => {
	const [program] = publishedServer('filesystem', packageName).args;
	const log = join(folder, 'npx.log');
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	writeFileSync(
		join(bin, 'npx'),
		`#!/bin/sh\necho "$*" >> '${log}'\nshift 2\nexec '${process.execPath}' '${program}' "$@"\n`,
		{mode: 0o755},
	);
	return {
		path: `${bin}:${process.env.PATH}`,
		runs: () => readFileSync(log, 'utf8').trimEnd().split('\n'),
	};
};

/** A model on this machine that reads a file before it answers, and says what is in it. */
const startModel = (file: string): Promise<FaultServer> =>
	startFaultServer(
		({body}) => {
			const {role, content} = body.messages.at(-1) ?? {role: 'user'};
			return role === 'tool'
				? says(`It says: ${JSON.stringify(content).match(/two pears/)?.[0] ?? 'nothing'}.`)
				: calls(callOf('call_1', 'filesystem__read_text_file', {path: file}));
		},
		{models: ['qwen3']},
	);

/** Presses one key after the other, each when the one before has had its effect, and counts them. */
const createTypist = (terminal: Terminal) => {
	let count = 0;
	const strike = async (send: () => void): Promise<void> => {
		count += 1;
		const seen = new Promise<void>(resolve => {
			const stop = terminal.onOutput(() => {
				stop();
				resolve();
			});
		});
		send();
		await seen;
	};
	return {
		count: () => count,
		press: (key: string) => strike(() => terminal.press(key)),
		async type(text: string): Promise<void> {
			for (const letter of text) await strike(() => terminal.type(letter));
		},
	};
};

describe('a person who has never seen the program', () => {
	it('adds server-filesystem with a typed command line, tests it, saves it and asks a question that uses it, in under two minutes of key presses', async () => {
		const home = useHome();
		const notes = join(home.folder, 'notes');
		mkdirSync(notes);
		writeFileSync(join(notes, 'ledger.txt'), 'three apples, two pears\n');
		const npx = writeNpx(home);
		const model = await startModel(join(notes, 'ledger.txt'));
		const env = {PATH: npx.path, OLLAMA_HOST: new URL(model.url).host};
		const terminal = startTerminal({home: home.folder, env});
		const {press, type, count} = createTypist(terminal);

		await seeQuestion(terminal, /Ollama +runs on this machine/);
		await press('down');
		await terminal.waitFor(/› +Ollama/);
		await press('enter');
		await seeQuestion(terminal, 'Which MCP servers may it use?');
		await press('escape');
		await terminal.waitFor('message, or / for commands');

		await press('f2');
		await terminal.waitFor(/n add/);
		await press('n');
		await terminal.waitFor('paste or type');
		const commandLine = `npx -y ${packageName} ${notes}`;
		await type(commandLine);
		await press('enter');
		await terminal.waitFor('ctrl+t tests it, ctrl+s saves it');
		await terminal.waitFor(/name \* +filesystem\n/);
		await terminal.waitFor(/transport +stdio/);
		await terminal.waitFor(/command \* +npx -y @modelcontextprotocol\/server-filesystem/);
		await press('ctrl+t');
		await terminal.waitFor(/✔ works in .*: 14 tools/);
		await terminal.waitFor('read_text_file');
		await press('ctrl+s');
		await terminal.waitFor(/✔ filesystem .*14 tools/);
		await press('q');
		await terminal.waitFor('message, or / for commands');

		await type('what is in notes/ledger.txt?');
		await press('enter');
		const card = await seeQuestion(terminal, 'filesystem wants to run read_text_file');
		expect(card).toContain('ledger.txt');
		await press('y');
		await terminal.waitFor('It says: two pears.');
		expect(shownIn(terminal)).toMatch(/✔ filesystem read_text_file .*three apples, two pears/);

		const args = ['-y', packageName, notes];
		expect(new Set(npx.runs())).toEqual(new Set([args.join(' ')]));
		expect(JSON.parse(readFileSync(configFile(home), 'utf8'))).toEqual({
			model: 'ollama/qwen3',
			mcpServers: {filesystem: {command: 'npx', args}},
		});
		// And `mcp-tui` with enter, to start it.
		const pressed = 'mcp-tui'.length + 1 + count();
		expect(pressed).toBeGreaterThan(commandLine.length);
		expect(pressed / keysPerSecond).toBeLessThan(twoMinutes);
	});
});
