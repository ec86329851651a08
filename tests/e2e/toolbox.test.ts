import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import type {TestHome} from '../helpers/test-home.ts';
import {answerWith, leave, writeConfig, writeWords} from '../helpers/trust-program.ts';

afterEach(disposeTerminals);

const setUp = () => {
	const home = useHome();
	writeFileSync(join(home.folder, 'list.txt'), 'eggs and flour');
	const model = writeWords(home, {
		read: [{tool: 'toolbox__read-file', arguments: {path: 'list.txt'}}],
		write: [{tool: 'toolbox__write-file', arguments: {path: 'new.txt', content: 'milk'}}],
	});
	return {home, model};
};

const ask = (home: TestHome, model: string, word: string, ...args: readonly string[]) =>
	runProgram(home, ['-p', word, '--model', model, '--approval', 'auto', ...args]);

describe('the built-in tools', () => {
	it('work in the folder of a person who has no server and comes from the tour', async () => {
		const {home, model} = setUp();
		const terminal = startTerminal({home: home.folder, cwd: home.folder, cols: 110, rows: 40});
		await terminal.waitFor('Which model do you want to talk to?');
		await terminal.waitForStable({quiet: 400});
		terminal.press('escape');
		await terminal.waitFor('Nothing has changed');
		terminal.type(`/model ${model}`);
		await terminal.waitFor(`/model ${model}`);
		terminal.press('enter');
		await terminal.waitFor('from the next message on');
		terminal.type('read');
		await terminal.waitFor('› read');
		terminal.press('enter');
		await answerWith(terminal, 'toolbox wants to run read-file', 'y');
		await terminal.waitFor('done: eggs and flour');
		await leave(terminal);
	});

	it('are not for a script that never mentioned them', async () => {
		const {home, model} = setUp();
		const unmentioned = await ask(home, model, 'read');
		expect(unmentioned.stdout).not.toContain('eggs');
		const named = await ask(home, model, 'read', '--server', 'toolbox');
		expect([named.stdout, named.stderr]).toEqual([expect.stringContaining('done: eggs and flour'), '']);
		writeConfig(home, {toolbox: {disabled: false, excludeTools: ['write-file']}});
		expect((await ask(home, model, 'read')).stdout).toContain('done: eggs and flour');
		expect((await ask(home, model, 'write')).stdout).not.toContain('new.txt');
		const strict = await ask(home, model, 'read', '--strict-mcp-config');
		expect(strict.stdout).not.toContain('eggs');
	});
});
