import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {foreignCanary, writeFile, writeForeignFiles} from '../helpers/foreign-clients.ts';
import {hasKeychainPackages} from '../helpers/keychain-packages.ts';
import {startKeychainSession} from '../helpers/keychain-session.ts';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import type {TestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';

afterEach(disposeTerminals);

const useForeignHome = (): TestHome => {
	const home = useHome();
	writeForeignFiles(home.folder);
	return home;
};

const configFile = (home: TestHome): string => join(home.settings, 'config.json');

const serversOf = (home: TestHome): Readonly<Record<string, object>> =>
	JSON.parse(readFileSync(configFile(home), 'utf8')).mcpServers;

describe('mcp-tui mcp import', () => {
	it('shows the servers of every client and changes nothing', async () => {
		const home = useForeignHome();
		const {code, stdout, stderr} = await runProgram(home, ['mcp', 'import']);
		expect(code).toBe(0);
		const titles = [
			'Claude Desktop',
			'Claude Code',
			'VS Code',
			'Cursor',
			'Windsurf',
			'Gemini CLI',
			'opencode',
			'Codex',
			'goose',
			'LM Studio',
			'Zed',
			'Cline',
			'Roo Code',
			'Kiro',
			'Junie',
			'Amazon Q',
			'Amp',
			'Crush',
			'Continue',
			'mcporter',
			'~/.config/mcp',
		];
		for (const title of titles) {
			expect(stdout).toContain(`${title}  ${home.folder}`);
		}
		expect(stdout).toContain('env.API_KEY holds a secret that moves to the keychain');
		expect(stdout).toMatch(/✘ go-code .*\(cannot be used\)/);
		expect(stderr).toContain('mcp-tui mcp import --yes');
		expect(stdout + stderr).not.toContain(foreignCanary);
		expect(existsSync(configFile(home))).toBe(false);
	});

	it('imports what is new, knows it again, and refuses to put it in the place of another', async () => {
		const home = useForeignHome();
		const args = ['mcp', 'import', 'codex', 'lmstudio', '--yes'];
		const {code, stdout} = await runProgram(home, args);
		expect(code).toBe(0);
		expect(stdout).toContain(`Imported server "lm" from LM Studio into ${configFile(home)}.`);
		expect(Object.keys(serversOf(home))).toEqual(['cx-local', 'cx.remote', 'lm']);
		const env = {CX_KEY: 'a', CX_TOKEN: 'b', CX_HEADER: 'c'};
		const listed = await runProgram(home, ['mcp', 'list', '--no-connect', '--json'], {env});
		expect(JSON.parse(listed.stdout)).toMatchObject([
			{name: 'cx-local', status: 'idle'},
			{name: 'cx.remote', status: 'disabled'},
			{name: 'lm', target: 'http://localhost:3000/mcp'},
		]);
		const again = await runProgram(home, args);
		expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('nothing new')]);
		expect(again.stdout.match(/already there/g)).toHaveLength(3);
		writeFile(
			home.folder,
			'.lmstudio/mcp.json',
			'{"mcpServers": {"lm": {"url": "http://localhost:4000/mcp"}}}',
		);
		const other = await runProgram(home, ['mcp', 'import', 'lmstudio', '--server', 'lm', '--yes']);
		expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('another server of this name')]);
		expect((await runProgram(home, ['mcp', 'import', 'lmstudio', '--yes', '--replace'])).code).toBe(0);
		expect(serversOf(home).lm).toEqual({url: 'http://localhost:4000/mcp'});
	});

	it('prints one object for scripts', async () => {
		const home = useForeignHome();
		const {code, stdout} = await runProgram(home, ['mcp', 'import', 'windsurf', '--json']);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			files: [{client: 'windsurf'}],
			servers: [
				{name: 'wind', target: 'https://w.example.com/mcp', state: 'new'},
				{name: 'wind-off', state: 'new'},
			],
		});
	});

	it('names the client that was probably meant', async () => {
		const {code, stderr} = await runProgram(useForeignHome(), ['mcp', 'import', 'coder']);
		expect([code, stderr]).toEqual([
			42,
			expect.stringContaining('There is no client "coder"; did you mean codex?'),
		]);
	});

	// Elsewhere the keychain of whoever runs the tests would be used.
	it.runIf(process.platform === 'linux')('writes no secret where there is no keychain', async () => {
		const home = useForeignHome();
		const refused = await runProgram(home, ['mcp', 'import', 'claude-desktop', '--yes']);
		expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--plain-text')]);
		expect(Object.keys(serversOf(home))).toEqual(['desk-files']);
		expect(readFileSync(configFile(home), 'utf8') + refused.stdout + refused.stderr).not.toContain(
			foreignCanary,
		);
		expect((await runProgram(home, ['mcp', 'import', 'claude-desktop', '--yes', '--plain-text'])).code).toBe(
			0,
		);
		expect(serversOf(home)['desk-keys']).toMatchObject({env: {API_KEY: foreignCanary}});
	});

	it.runIf(hasKeychainPackages())('moves secrets into the keychain, and knows the server again', async () => {
		const session = await startKeychainSession();
		await session.startKeyring('a password');
		const home = useForeignHome();
		const env = {...session.environment, HOME: home.folder};
		const {code, stderr} = await runProgram(home, ['mcp', 'import', 'cursor', 'claude-desktop', '--yes'], {
			env,
		});
		expect([code, stderr]).toEqual([0, expect.stringContaining('kept in the keychain')]);
		expect(await session.lookUp('key:desk-keys/API_KEY')).toBe(foreignCanary);
		expect(await session.lookUp('key:cur-oauth/clientSecret')).toBe(foreignCanary);
		expect(readFileSync(configFile(home), 'utf8')).not.toContain(foreignCanary);
		const again = await runProgram(home, ['mcp', 'import', 'cursor', 'claude-desktop'], {env});
		expect(again.stdout.match(/already there/g)).toHaveLength(4);
	});

	it('asks one question on a terminal, which nothing answers that was typed before it', async () => {
		const home = useForeignHome();
		const question = 'Import 1 server marked with + into your configuration? [y/N]';
		const answer = async (typed: string): Promise<number> => {
			const terminal = startTerminal({home: home.folder, args: ['mcp', 'import', 'lmstudio'], cols: 120});
			terminal.type('y\r');
			await terminal.waitFor(question);
			let code: number | undefined;
			void terminal.exit.then(exit => {
				code = exit.code;
			});
			await waitUntil(() => {
				// In its first moment the question takes no answer either.
				if (code === undefined) terminal.type(`${typed}\r`);
				return code !== undefined;
			});
			return code ?? -1;
		};
		expect(await answer('n')).toBe(0);
		expect(existsSync(configFile(home))).toBe(false);
		expect(await answer('y')).toBe(0);
		expect(Object.keys(serversOf(home))).toEqual(['lm']);
	});

	it('starts nothing, and imports nothing of this folder for somebody who only says yes', async () => {
		const home = useHome();
		const mark = join(home.folder, 'started');
		const servers = {evil: {command: 'touch', args: [mark]}};
		writeFile(home.folder, '.mcp.json', JSON.stringify({mcpServers: servers}));
		const {code, stdout, stderr} = await runProgram(home, ['mcp', 'import', '--yes']);
		expect(code).toBe(0);
		expect(stdout).toContain(`+ evil  touch ${mark}  (new)`);
		expect(stderr).toContain('it comes from a file of this folder');
		expect([existsSync(configFile(home)), existsSync(mark)]).toEqual([false, false]);
		expect((await runProgram(home, ['mcp', 'import', '--server', 'evil', '--yes'])).code).toBe(0);
		expect([Object.keys(serversOf(home)), existsSync(mark)]).toEqual([['evil'], false]);
	});
});

describe('mcp-tui mcp add-json', () => {
	it.each([
		[
			'a link',
			`cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=${Buffer.from('{"command":"npx","args":["-y","foo"]}').toString('base64')}`,
		],
		['TOML', '[mcp_servers.x]\ncommand = "npx"\nargs = ["-y", "foo"]\n'],
		['a command', 'npx -y foo'],
		['a member with a comma', '"x": {"command": "npx", "args": ["-y", "foo"]},'],
	])('understands %s', async (_, stdin) => {
		const home = useHome();
		expect((await runProgram(home, ['mcp', 'add-json', 'x', '-'], {stdin})).code).toBe(0);
		expect(serversOf(home).x).toEqual({command: 'npx', args: ['-y', 'foo']});
	});
});
