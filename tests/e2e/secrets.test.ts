import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {hasKeychainPackages} from '../helpers/keychain-packages.ts';
import {startKeychainSession} from '../helpers/keychain-session.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';
import {startHttpHost} from '../servers/http-host.ts';
import {legacyServer} from '../servers/http-legacy.ts';

const canary = 'canary-5b1f07';
const header = `Authorization: Bearer ${canary}`;

describe('a secret given to mcp add', () => {
	// Elsewhere the keychain of whoever runs the tests would be used.
	it.runIf(process.platform === 'linux')('is not written where there is no keychain', async () => {
		const home = useHome();
		const config = join(home.settings, 'config.json');
		const args = ['mcp', 'add', 'vault', 'https://vault.example/mcp', '-H', header];
		const refused = await runProgram(home, args);
		expect([refused.code, refused.stdout, existsSync(config)]).toEqual([42, '', false]);
		expect(refused.stderr).toContain('--plain-text');
		expect(refused.stderr).not.toContain(canary);
		const snippet = JSON.stringify({command: 'x', env: {API_KEY: canary}});
		expect((await runProgram(home, ['mcp', 'add-json', 'x', '-'], {stdin: snippet})).code).toBe(42);
		expect(existsSync(config)).toBe(false);
		expect((await runProgram(home, [...args, '--plain-text'])).code).toBe(0);
		expect(readFileSync(config, 'utf8')).toContain(canary);
	});

	it.runIf(hasKeychainPackages())('is kept in the keychain and sent from there', async () => {
		const session = await startKeychainSession();
		await session.startKeyring('a password');
		const home = useHome();
		const env = session.environment;
		const host = await startHttpHost(legacyServer());
		const args = ['mcp', 'add', 'vault', `${host.url}/mcp`, '-H', header];
		const added = await runProgram(home, args, {env: {...env, HOME: home.folder}});
		expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('kept in the keychain')]);
		expect(await session.lookUp('key:vault/Authorization')).toBe(canary);
		const file = readFileSync(join(home.settings, 'config.json'), 'utf8');
		expect(JSON.parse(file).mcpServers.vault.headers).toEqual({
			Authorization: 'Bearer $' + '{keychain:vault/Authorization}',
		});
		expect((await runProgram(home, ['mcp', 'test', 'vault'], {env})).code).toBe(0);
		expect(host.seen.map(({headers}) => headers.authorization)).toContain(`Bearer ${canary}`);
		// Another file may not ask for it.
		const given = join(home.folder, 'given.json');
		writeFileSync(given, file);
		const strict = ['mcp', 'test', 'vault', '--strict-mcp-config', '--mcp-config', given];
		const refused = await runProgram(home, strict, {env});
		expect(refused.code).toBe(42);
		expect(refused.stderr).toContain('only for your own configuration');
	});
});

describe('a value that comes from the environment', () => {
	it('is shown by no command that lists servers', async () => {
		const args = ['mcp-remote', 'word-$' + '{KEY}', '$' + '{KEY}', '--header', 'X-Team: $' + '{KEY}'];
		const home = useHome({
			local: {command: 'nowhere-to-be-found', args, env: {NAME: '$' + '{KEY}'}, retryAttempts: 0},
			remote: {url: 'https://vault.invalid/s/$' + '{KEY}/mcp?k=$' + '{KEY}'},
		});
		for (const command of [
			['list', '--no-connect'],
			['get', 'local', '--no-connect'],
			['get', 'remote', '--no-connect', '--json'],
		]) {
			const {code, stdout, stderr} = await runProgram(home, ['mcp', ...command], {env: {KEY: 'canary'}});
			expect(code).toBe(0);
			expect(stdout).toContain('$' + '{KEY}');
			expect(stdout + stderr).not.toContain('canary');
		}
	});
});

describe('a secret that is not text', () => {
	it('is not repeated where it keeps a server from being started', async () => {
		const home = useHome();
		mkdirSync(home.settings, {recursive: true});
		const file = join(home.folder, 'utf-16');
		writeFileSync(file, Buffer.from(canary, 'utf16le'), {mode: 0o600});
		const mcpServers = {
			kept: entryOf('echo', {env: {API_KEY: `\${file:${file}}`}}),
			literal: entryOf('echo', {env: {API_KEY: `${canary}\0`}}),
			whole: entryOf('echo'),
		};
		writeFileSync(join(home.settings, 'config.json'), JSON.stringify({mcpServers}));
		for (const name of ['kept', 'literal']) {
			const called = await runProgram(home, ['call', name, 'echo']);
			const asked = await runProgram(home, ['-p', 'hello', '--server', name, '--model', 'demo/tour']);
			for (const {stdout, stderr} of [called, asked]) {
				expect(stderr).toContain(`mcpServers.${name}.env.API_KEY: holds a NUL character`);
				for (const part of [canary.slice(0, 6), [...canary.slice(0, 6)].join('\\x00'), 'Received']) {
					expect(stdout + stderr).not.toContain(part);
				}
			}
			expect(called.code).toBe(42);
		}
		expect((await runProgram(home, ['call', 'whole', 'echo', 'text=hi'])).code).toBe(0);
	});
});

describe('a server of a given file', () => {
	it('does not inherit what is trusted in the place of another', async () => {
		const home = useHome();
		mkdirSync(home.settings, {recursive: true});
		const own = {
			toolApproval: 'trusted-only',
			trustedTools: ['echo__*'],
			mcpServers: {echo: entryOf('echo')},
		};
		writeFileSync(join(home.settings, 'config.json'), JSON.stringify(own));
		const given = join(home.folder, 'given.json');
		writeFileSync(given, JSON.stringify({mcpServers: {echo: entryOf('echo')}}));
		const steps = [{calls: [{tool: 'echo__echo', arguments: {text: 'hi'}}]}, {say: 'done'}];
		const model = writeDemoScript(home.folder, {pace: 0, turns: [{steps}]});
		const ask = (...more: readonly string[]) => runProgram(home, ['-p', 'go', '--model', model, ...more]);
		expect(await ask()).toMatchObject({code: 0, stdout: 'done\n'});
		const replaced = await ask('--mcp-config', given);
		expect(replaced.code).toBe(2);
		expect(replaced.stderr).toContain('The server "echo" of this file takes the place of the one in');
		expect(await ask('--mcp-config', given, '--allowed-tools', 'echo__*')).toMatchObject({code: 0});
	});
});
