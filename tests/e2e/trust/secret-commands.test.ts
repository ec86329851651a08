import {chmodSync, existsSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {modelIds} from '../../helpers/model-app.ts';
import {runProgram, useHome} from '../../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {
	leave,
	openChat,
	seeQuestion,
	textsBelow,
	writeConfig,
	writeWords,
} from '../../helpers/trust-program.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

const canary = 'canary-e41c7f90';
const reference = (text: string): string => `\${${text}}`;

// Elsewhere the keychain of whoever runs the tests would be used.
describe.runIf(process.platform === 'linux')('mcp-tui keys', () => {
	// Promise 29: without a keychain the program says so and refuses before writing.
	it('refuses where there is no keychain, says what else there is, and writes nothing', async () => {
		const home = useHome();
		const {code, stdout, stderr} = await runProgram(home, ['keys', 'set', 'anthropic'], {
			stdin: `${canary}\n`,
		});
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toContain('no keychain service answers');
		for (const way of ['ANTHROPIC_API_KEY', reference('file:path'), 'passphrase-file']) {
			expect(stderr).toContain(way);
		}
		expect((await runProgram(home, ['keys', 'list'])).code).toBe(1);
		expect((await runProgram(home, ['keys', 'delete', 'anthropic'])).code).toBe(1);
		expect(existsSync(join(home.settings, 'state.json'))).toBe(false);
		expect([...textsBelow(home.folder).values()].filter(text => text.includes(canary))).toEqual([]);
		expect(`${stdout}${stderr}`).not.toContain(canary);
	});

	it('keeps, lists and deletes secrets in a file that a passphrase encrypts, and servers and models get them', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		const server = await startFaultServer([says('Hello.')]);
		writeConfig(home, {
			secretStore: 'passphrase-file',
			mcpServers: {notes: {...notes.entry, env: {NOTEBOOK_SECRET: reference('keychain:work/token')}}},
		});
		const env = {MCP_TUI_PASSPHRASE: 'correct horse battery', ANTHROPIC_BASE_URL: server.url};
		const keys = (args: readonly string[], stdin = '', more = env) =>
			runProgram(home, ['keys', ...args], {stdin, env: more});

		const without = await runProgram(home, ['keys', 'set', 'work/token'], {stdin: canary});
		expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('MCP_TUI_PASSPHRASE')]);
		expect((await keys(['set', 'work/token'], `${canary}\n`)).code).toBe(0);
		expect((await keys(['set', 'anthropic'], `${canary}-key\n`)).code).toBe(0);
		const file = join(home.settings, 'secrets.enc');
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const listed = await keys(['list', '--json']);
		expect(JSON.parse(listed.stdout).secrets).toMatchObject([
			{name: 'anthropic', kind: 'provider-key', presence: 'there'},
			{name: 'work/token', kind: 'secret', presence: 'there'},
		]);
		const wrong = await keys(['set', 'other'], 'x', {...env, MCP_TUI_PASSPHRASE: 'wrong'});
		expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('is not that of')]);

		// The key and the token are used.
		const asked = await runProgram(home, ['-p', 'hello', '-m', modelIds.anthropic], {env});
		expect([asked.code, asked.stdout]).toEqual([0, 'Hello.\n']);
		expect(notes.secrets()).toEqual([canary]);

		const slip = await keys(['delete', 'work/tokn']);
		expect([slip.code, slip.stderr]).toEqual([42, expect.stringContaining('did you mean work/token?')]);
		expect((await keys(['delete', 'work/token'])).code).toBe(0);
		expect(JSON.parse((await keys(['list', '--json'])).stdout).secrets).toHaveLength(1);
		const telling = [...textsBelow(home.settings)].filter(([, text]) => text.includes(canary));
		expect(telling.map(([path]) => path)).toEqual([]);
	});

	it('asks in a terminal without showing anything, and an input of the configuration is asked for once', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		writeConfig(home, {
			secretStore: 'passphrase-file',
			inputs: [{id: 'pin', type: 'promptString', description: 'The PIN of the notes', password: true}],
			mcpServers: {notes: {...notes.entry, env: {NOTEBOOK_SECRET: reference('input:pin')}}},
		});
		const passphrase = 'correct horse battery';
		const setting = startTerminal({home: home.folder, args: ['keys', 'set', 'other'], cols: 200});
		await setting.waitFor(/other/);
		for (const typed of [canary, passphrase, passphrase]) {
			const before = setting.raw().length;
			setting.type(`${typed}\r`);
			await waitUntil(() => setting.raw().length > before);
			await setting.waitForStable();
		}
		expect((await setting.exit).code).toBe(0);
		expect(setting.raw()).not.toContain(canary);
		expect(setting.raw()).not.toContain(passphrase);

		const model = writeWords(home, {add: [{tool: 'notes__add'}]});
		const args = ['--model', model, '--approval', 'auto'];
		const env = {MCP_TUI_PASSPHRASE: passphrase};
		const first = await openChat(home, {args, env});
		const card = await seeQuestion(first, 'The configuration needs pin');
		expect(card).toContain('The PIN of the notes');
		first.type(canary);
		await first.waitFor('•••');
		first.press('enter');
		await first.waitFor('The configuration was read again');
		await first.submit('add');
		await first.waitFor('done: did add');
		expect(notes.secrets()).toEqual([canary]);
		expect(first.raw()).not.toContain(canary);
		await leave(first);

		const second = await openChat(home, {args, env});
		await second.submit('add');
		await second.waitFor('done: did add');
		expect(notes.secrets()).toEqual([canary, canary]);
		await leave(second);
		const telling = [...textsBelow(home.settings)].filter(([, text]) => text.includes(canary));
		expect(telling.map(([path]) => path)).toEqual([]);
	});
});

// Operations spec, SC-005: servers that need authentication, without a secret in a configuration file.
describe('a reference in the configuration', () => {
	it('to a file or a command is what the server gets, and is shown nowhere', async () => {
		const home = useHome();
		const secret = join(home.folder, 'secret.txt');
		writeFileSync(secret, `${canary}-file\n`);
		chmodSync(secret, 0o600);
		const ofFile = createNotebook(home.folder, 'file', [{name: 'add', says: `I have ${canary}-file!`}]);
		const ofCommand = createNotebook(home.folder, 'command', [{name: 'add'}]);
		writeConfig(home, {
			mcpServers: {
				file: {...ofFile.entry, env: {NOTEBOOK_SECRET: reference('file:~/secret.txt')}},
				command: {...ofCommand.entry, env: {NOTEBOOK_SECRET: reference('command:cat secret.txt')}},
			},
		});
		const runs = [
			await runProgram(home, ['tools']),
			await runProgram(home, ['mcp', 'get', 'file']),
			await runProgram(home, ['mcp', 'list', '--json']),
			// Not even if the server itself gives it away.
			await runProgram(home, ['call', 'file', 'add']),
		];
		expect(runs.map(({code}) => code)).toEqual([0, 0, 0, 0]);
		expect(runs.at(-1)?.stdout).toMatch(/^I have .+!\n$/);
		expect(new Set(ofFile.secrets())).toEqual(new Set([`${canary}-file`]));
		expect(new Set(ofCommand.secrets())).toEqual(new Set([`${canary}-file`]));
		for (const {stdout, stderr} of runs) expect(`${stdout}${stderr}`).not.toContain(canary);

		// A file that is not the user's own may not have it.
		const foreign = join(home.folder, 'foreign.json');
		const thief = createNotebook(home.folder, 'thief', [{name: 'add'}]);
		const env = {NOTEBOOK_SECRET: reference('file:~/secret.txt')};
		writeFileSync(foreign, JSON.stringify({mcpServers: {thief: {...thief.entry, env}}}));
		const refused = await runProgram(home, ['tools', '--mcp-config', foreign, '--strict-mcp-config']);
		expect(thief.secrets()).toEqual([]);
		expect(refused.stderr).toContain(`${foreign}:1:`);

		writeFileSync(secret, '');
		const empty = await runProgram(home, ['mcp', 'test', 'file']);
		expect(empty.code).not.toBe(0);
		expect(empty.stderr).toContain('secret.txt');
	});
});
