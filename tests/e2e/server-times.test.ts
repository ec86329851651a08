import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import type {JsonObject} from '../../source/domain/json.ts';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {serverFile} from '../helpers/mcp-servers.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import type {TestHome} from '../helpers/test-home.ts';

afterEach(disposeTerminals);

const stateOf = (home: TestHome): string => join(home.settings, 'server-times.json');
const configOf = (home: TestHome): string => join(home.settings, 'config.json');

const listed = async (home: TestHome): Promise<Readonly<Record<string, JsonObject>>> => {
	const {stdout} = await runProgram(home, ['mcp', 'list', '--no-connect', '--json']);
	const servers: readonly (JsonObject & {readonly name: string})[] = JSON.parse(stdout);
	return Object.fromEntries(servers.map(server => [server.name, server]));
};

const timesOf = async (home: TestHome, name: string): Promise<JsonObject> => {
	const {createdAt, updatedAt, lastConnectedAt} = (await listed(home))[name] ?? {};
	return JSON.parse(JSON.stringify({createdAt, updatedAt, lastConnectedAt}));
};

/** As if everything had happened this much earlier. */
const age = (home: TestHome, milliseconds: number): void => {
	const content = readFileSync(stateOf(home), 'utf8');
	const earlier = content.replaceAll(
		/("\w+At": )(\d+)/g,
		(_, field: string, at: string) => `${field}${Number(at) - milliseconds}`,
	);
	writeFileSync(stateOf(home), earlier);
};

describe('the times of servers', () => {
	it('are kept by the commands, from the first sight of a server to its end', async () => {
		const home = useHome();
		await runProgram(home, ['mcp', 'add', 'echo', process.execPath, serverFile('echo')]);
		const added = await timesOf(home, 'echo');
		expect(added).toEqual({createdAt: added.updatedAt, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/)});
		expect(statSync(stateOf(home)).mode & 0o777).toBe(0o600);
		expect(readFileSync(configOf(home), 'utf8')).not.toContain('createdAt');
		age(home, 3 * 86_400_000);

		for (const command of [
			['mcp', 'test', 'echo'],
			['call', 'echo', 'echo', 'text=hello'],
			['mcp', 'doctor', 'echo'],
			['tools'],
		]) {
			const {lastConnectedAt: before = ''} = await timesOf(home, 'echo');
			expect((await runProgram(home, command)).code).toBe(0);
			const {createdAt, updatedAt, lastConnectedAt = ''} = await timesOf(home, 'echo');
			expect(String(lastConnectedAt) > String(before)).toBe(true);
			expect(updatedAt).toBe(createdAt);
		}
		const shown = await runProgram(home, ['mcp', 'get', 'echo', '--no-connect']);
		expect(shown.stdout).toMatch(/\n {2}created +3 days ago\n {2}connected +just now\n/);

		await runProgram(home, ['mcp', 'disable', 'echo']);
		const changed = await timesOf(home, 'echo');
		expect(String(changed.updatedAt) > String(changed.createdAt)).toBe(true);
		const json = await runProgram(home, ['mcp', 'get', 'echo', '--json']);
		expect(JSON.parse(json.stdout)).toMatchObject({status: 'disabled', ...changed});

		await runProgram(home, ['mcp', 'remove', 'echo']);
		expect(JSON.parse(readFileSync(stateOf(home), 'utf8')).servers).toEqual([]);
	});

	it('begin at the first sight of what was written by hand, and nothing of a folder is started for that', async () => {
		const home = useHome({mine: entryOf('echo'), wrong: {command: 7}});
		const mark = join(home.folder, 'started');
		const code = `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`;
		const theirs = {command: process.execPath, args: ['-e', code]};
		writeFileSync(join(home.folder, '.mcp.json'), JSON.stringify({mcpServers: {theirs}}));
		// A command about something else sees them, too.
		await runProgram(home, ['tools', '--server', 'mine']);
		const seen = JSON.parse(readFileSync(stateOf(home), 'utf8')).servers;
		expect(seen).toMatchObject([{name: 'mine'}, {name: 'wrong'}, {name: 'theirs'}]);
		age(home, 60_000);
		const servers = await listed(home);
		expect(servers.theirs).toMatchObject({status: 'untrusted', createdAt: expect.any(String)});
		expect(servers.wrong).toMatchObject({status: 'invalid', createdAt: expect.any(String)});
		expect(() => statSync(mark)).toThrow('ENOENT');
		writeFileSync(configOf(home), JSON.stringify({mcpServers: {renamed: entryOf('echo')}}));
		const renamed = await timesOf(home, 'renamed');
		expect(renamed).toMatchObject({createdAt: servers.mine?.createdAt});
		expect(String(renamed.updatedAt) > String(renamed.createdAt)).toBe(true);
	});

	it('are shown in the workbench, and a connection of the chat counts', async () => {
		const home = useHome({echo: entryOf('echo', {retryAttempts: 0})});
		await listed(home);
		age(home, 2 * 3_600_000);
		const model = writeDemoScript(join(home.folder, 'model'), {
			pace: 0,
			turns: [{prompt: 'hello', steps: [{say: 'Hello.'}]}],
		});
		const args = ['--model', model];
		const terminal = startTerminal({home: home.folder, cols: 80, rows: 24, args});
		await terminal.waitFor('always-ask');
		terminal.press('f2');
		await terminal.waitFor('created     2 hours ago');
		expect(terminal.screen().some(line => line.includes('connected   '))).toBe(false);
		terminal.press('s');
		await terminal.waitFor('connected   just now');
		terminal.press('q');
		await terminal.waitFor('always-ask');
		terminal.press('ctrl+d');
		await terminal.exit;
		expect(await timesOf(home, 'echo')).toHaveProperty('lastConnectedAt');
	});
});
