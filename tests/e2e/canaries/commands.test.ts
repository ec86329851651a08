import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createCanaryHunt} from '../../helpers/canary-hunt.ts';
import {hasKeychainPackages} from '../../helpers/keychain-packages.ts';
import {
	environmentFor,
	keepKeys,
	leakyNames,
	reference,
	serversAt,
	setUpHunt,
	startLeakyHost,
	startUnlocked,
	writeConfig,
} from '../../helpers/leaky-servers.ts';
import {entryOf, useHome} from '../../helpers/run-program.ts';
import {visitWhatIsShown} from '../../helpers/visit-page.ts';
import {createWorld} from '../../servers/oauth-world.ts';

// Elsewhere the keychain of whoever runs the tests would be used.
describe.skipIf(!hasKeychainPackages())('secrets', {timeout: 240_000}, () => {
	it('of servers are seen nowhere when commands work on them', async () => {
		const host = await startLeakyHost();
		const set = setUpHunt(await startUnlocked());
		const {hunt} = set;
		const env = environmentFor(hunt);
		writeConfig(set, {mcpServers: serversAt(host.url)});
		await keepKeys(hunt);
		const run = (...args: readonly string[]) => hunt.run(args, {env});
		for (const args of [
			['mcp', 'list'],
			['mcp', 'doctor'],
			['doctor', '--json'],
			['tools'],
			['keys', 'list'],
		]) {
			await run(...args);
		}
		await Promise.all(
			leakyNames.map(async name => {
				await run('mcp', 'get', name, '--json');
				await run('mcp', 'test', name);
				await run('call', name, 'leak');
				await run('call', name, 'fail', '--json');
				await run('call', name, 'refuse');
			}),
		);
		// Proof that the secrets arrived where they belong.
		const sent = JSON.stringify(host.seen.map(({headers}) => headers));
		for (const text of [env.BEARER, env.API_KEY_VALUE, env.HEADER_SECRET]) expect(sent).toContain(text);
		await run('call', 'stdio', 'die');
		await run('call', 'stdio', 'long');
		expect((await run('keys', 'delete', 'shared')).code).toBe(0);
		expect(hunt.hits()).toEqual([]);
	});

	it('that are given to mcp add are in the keychain alone', async () => {
		const session = await startUnlocked();
		const set = setUpHunt(session);
		const {hunt} = set;
		const typed = hunt.hide('variable of mcp add', 'ghp_canary0123456789abcd');
		const pasted = hunt.hide('header of mcp add-json', 'canary-9b1d-pasted');
		const {args, command} = entryOf('leaky') as {args: readonly string[]; command: string};
		const add = [
			'mcp',
			'add',
			'added',
			'-e',
			`ADDED_TOKEN=${typed}`,
			'-e',
			'LEAKS=ADDED_TOKEN',
			'--',
			command,
			...args,
		];
		expect((await hunt.run(add)).code).toBe(0);
		const snippet = {url: 'https://vault.invalid/mcp', headers: {Authorization: `Bearer ${pasted}`}};
		const stdin = JSON.stringify(snippet);
		expect((await hunt.run(['mcp', 'add-json', 'vault', '-'], {stdin})).code).toBe(0);
		expect(await session.lookUp('key:added/ADDED_TOKEN')).toBe(typed);
		expect(await session.lookUp('key:vault/Authorization')).toBe(pasted);
		for (const tool of ['leak', 'fail', 'die']) await hunt.run(['call', 'added', tool]);
		await hunt.run(['mcp', 'test', 'vault']);
		const removed = await hunt.run(['mcp', 'remove', 'added']);
		expect([removed.code, removed.stderr]).toEqual([0, expect.stringContaining('is deleted too')]);
		expect(await session.accounts()).toEqual(['key:vault/Authorization']);
		expect(hunt.hits()).toEqual([]);
	});

	it('of a sign-in are seen nowhere', async () => {
		const set = setUpHunt(await startUnlocked());
		const {hunt} = set;
		const secret = hunt.hide('client secret', 'client canary/c3d4');
		let tokens = 0;
		const world = await createWorld({
			authorization: {
				clients: {someone: {secret}},
				expiresIn: 1,
				rotate: 'lenient',
				changeToken: token => {
					tokens += 1;
					hunt.hide(`access token ${tokens}`, String(token.access_token));
					if (token.refresh_token !== undefined)
						hunt.hide(`refresh token ${tokens}`, String(token.refresh_token));
					return token;
				},
			},
		});
		onTestFinished(world.close);
		const auth = {type: 'oauth', clientId: 'someone', clientSecret: reference('CLIENT_SECRET')};
		writeConfig(set, {
			mcpServers: {
				vault: {url: world.server.url, auth, retryAttempts: 0},
				machine: {url: world.server.url, auth: {...auth, grant: 'client-credentials'}, retryAttempts: 0},
				wrong: {
					url: world.server.url,
					auth: {...auth, clientId: 'nobody', grant: 'client-credentials'},
					retryAttempts: 0,
				},
			},
		});
		const env = {CLIENT_SECRET: secret};
		const login = await hunt.run(['mcp', 'login', 'vault'], {env, onStart: visitWhatIsShown});
		expect([login.code, login.stderr]).toEqual([0, expect.any(String)]);
		for (const name of ['vault', 'machine', 'wrong']) {
			await hunt.run(['mcp', 'test', name], {env});
			await hunt.run(['mcp', 'doctor', name], {env});
		}
		expect(tokens).toBeGreaterThan(1);
		await hunt.run(['keys', 'list'], {env});
		await hunt.run(['mcp', 'logout', 'vault'], {env});
		expect(hunt.hits()).toEqual([]);
	});

	it('in the encrypted file, and its passphrase, are seen nowhere', async () => {
		const set = setUpHunt(undefined);
		const {hunt} = set;
		const passphrase = hunt.hide('passphrase', 'passphrase canary d4e5');
		const shared = hunt.hide('secret in the file', 'file-canary-e5f6');
		writeConfig(set, {
			secretStore: 'passphrase-file',
			mcpServers: {
				stdio: entryOf('leaky', {env: {LEAKS: 'SHARED_TOKEN', SHARED_TOKEN: reference('keychain:shared')}}),
			},
		});
		const env = {MCP_TUI_PASSPHRASE: passphrase};
		const kept = await hunt.run(['keys', 'set', 'shared'], {env, stdin: shared});
		expect([kept.code, kept.stdout]).toEqual([0, expect.stringContaining('secrets.enc')]);
		expect((await hunt.run(['call', 'stdio', 'leak'], {env})).stdout).toContain('•••');
		for (const args of [['mcp', 'list'], ['keys', 'list'], ['call', 'stdio', 'die'], ['doctor']]) {
			await hunt.run(args, {env});
		}
		const wrong = hunt.hide('wrong passphrase', 'wrong canary f607');
		const refused = await hunt.run(['keys', 'set', 'other'], {env: {MCP_TUI_PASSPHRASE: wrong}, stdin: 'x'});
		expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is not that of')]);
		expect(hunt.hits()).toEqual([]);
	});

	it('that files and commands hold are seen nowhere', async () => {
		const set = setUpHunt(undefined);
		const {hunt} = set;
		const elsewhere = useHome();
		const file = join(elsewhere.folder, 'token');
		writeFileSync(file, `${hunt.hide('secret in a file', 'file canary 0718')}\n`, {mode: 0o600});
		const other = join(elsewhere.folder, 'other');
		writeFileSync(other, hunt.hide('secret of a command', 'command-canary-1829'), {mode: 0o600});
		writeConfig(set, {
			mcpServers: {
				stdio: entryOf('leaky', {
					env: {
						LEAKS: 'ONE_TOKEN,TWO_TOKEN',
						ONE_TOKEN: reference(`file:${file}`),
						TWO_TOKEN: reference(`command:cat ${other}`),
					},
				}),
			},
		});
		expect((await hunt.run(['call', 'stdio', 'leak'])).stdout).toContain('•••');
		for (const args of [
			['mcp', 'get', 'stdio'],
			['call', 'stdio', 'die'],
			['mcp', 'doctor', 'stdio'],
		]) {
			await hunt.run(args);
		}
		expect(hunt.hits()).toEqual([]);
	});
});

describe('a hunt for canaries', () => {
	it('finds what there is to find', async () => {
		const home = useHome();
		const hunt = createCanaryHunt(home, {});
		const text = hunt.hide('planted', 'planted-canary');
		writeFileSync(join(home.folder, 'somewhere'), `x ${Buffer.from(`someone:${text}`).toString('base64')} y`);
		hunt.look('a place', encodeURIComponent(text));
		expect(hunt.hits()).toEqual(['planted in a place', 'planted in file /somewhere']);
	});
});
