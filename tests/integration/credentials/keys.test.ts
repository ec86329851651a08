import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {createLazyCredentials} from '../../../source/core/credentials/lazy-credentials.ts';
import {type CredentialDeps, openCredentials} from '../../../source/core/credentials/open-credentials.ts';
import {createSecretIndex} from '../../../source/core/credentials/secret-index.ts';
import {createCommandOutput} from '../../../source/headless/command-output.ts';
import {deleteKey} from '../../../source/headless/keys/delete-key.ts';
import type {KeyRun} from '../../../source/headless/keys/key-run.ts';
import {listKeys} from '../../../source/headless/keys/list-keys.ts';
import {setKey} from '../../../source/headless/keys/set-key.ts';
import {hasKeychainPackages} from '../../helpers/keychain-packages.ts';
import {type KeychainSession, startKeychainSession} from '../../helpers/keychain-session.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();
const canary = 'canary-c0ffee';

/** Each command is a program of its own, as for a user. */
const useKeys = (session: KeychainSession) => {
	const folder = createTemporaryFolder();
	const run = async (
		command: (run: KeyRun, output: ReturnType<typeof createCommandOutput>) => Promise<number>,
		more: Partial<CredentialDeps> = {},
	) => {
		const written = {out: '', err: ''};
		const stream = (key: keyof typeof written) => ({
			isTTY: false,
			write: (text: string | Uint8Array) => {
				written[key] += String(text);
				return true;
			},
		});
		const index = createSecretIndex(createOpenState({folder})('state'));
		const credentials = createLazyCredentials(() =>
			openCredentials({environment: session.environment, index, ...more}),
		);
		onTestFinished(credentials.close);
		const output = createCommandOutput({stdout: stream('out'), stderr: stream('err')}, false);
		const code = await command(
			{
				credentials,
				keptNames: index.names,
				forgetName: index.remove,
				providers: [{name: 'openai', title: 'OpenAI', keyVariables: ['OPENAI_API_KEY'], needsKey: true}],
				environment: {},
			},
			output,
		);
		return {code, ...written};
	};
	let questions = 0;
	const set = (name: string, text = canary, more: Partial<CredentialDeps> = {}) =>
		run(
			(keys, output) =>
				setKey(
					{
						run: keys,
						output,
						name,
						readSecret: async () => {
							questions += 1;
							return {type: 'typed', text};
						},
					},
					signal,
				),
			more,
		);
	return {
		stateFile: join(folder, 'state.json'),
		questions: () => questions,
		set,
		list: () => run((keys, output) => listKeys({run: keys, output}, signal)),
		remove: (name: string) => run((keys, output) => deleteKey({run: keys, output, name}, signal)),
	};
};

describe.skipIf(!hasKeychainPackages())('the commands on keys', () => {
	it('keep, list and delete what another program sees', async () => {
		const session = await startKeychainSession();
		await session.startKeyring('a password');
		const keys = useKeys(session);
		expect((await keys.set('openai')).out).toBe('The key for OpenAI is kept in the keychain.\n');
		expect((await keys.set('github/token', `${canary} two`)).code).toBe(0);
		expect(await session.lookUp('key:openai')).toBe(canary);
		expect(await session.lookUp('key:github/token')).toBe(`${canary} two`);
		expect((await keys.list()).out).toContain('openai        provider key, in the keychain');
		expect(readFileSync(keys.stateFile, 'utf8')).toContain('key:github/token');
		expect(readFileSync(keys.stateFile, 'utf8')).not.toContain(canary);
		expect((await keys.remove('openai')).code).toBe(0);
		expect(await session.accounts()).toEqual(['key:github/token']);
		expect((await keys.list()).out).toBe('github/token  secret, in the keychain\n');
	});

	it('tell the truth about what somebody else has deleted', async () => {
		const session = await startKeychainSession();
		await session.startKeyring('a password');
		const keys = useKeys(session);
		await keys.set('a/b');
		await session.clear('key:a/b');
		expect((await keys.list()).out).toBe('a/b  secret, MISSING: it is not in the keychain any more\n');
	});

	const states: readonly (readonly [string, (session: KeychainSession) => Promise<void>, string])[] = [
		['there is none', async () => undefined, 'no keychain service answers on D-Bus'],
		[
			'it is locked',
			async session => {
				await session.startKeyring('a password');
				await session.endKeyring();
				await session.startKeyring();
			},
			'the keychain is locked',
		],
		[
			'it has no keyring',
			session => session.startKeyring(),
			'the keychain service has no default keyring to keep secrets in',
		],
		['it hangs', session => session.startHungService(), 'the keychain service on D-Bus does not answer'],
	];

	it.each(states)('refuse to take a secret when %s', async (_, prepare, problem) => {
		const session = await startKeychainSession();
		await prepare(session);
		const keys = useKeys(session);
		const refused = await keys.set('openai');
		expect(refused.code).toBe(1);
		expect(refused.err).toContain(`Secrets cannot be kept: ${problem}. Nothing was read`);
		expect(refused.err).toContain('Or set OPENAI_API_KEY in your environment');
		expect([keys.questions(), existsSync(keys.stateFile)]).toEqual([0, false]);
		expect(session.filesWith(canary)).toEqual([]);
		expect((await keys.list()).err).toContain(`Secrets cannot be looked up: ${problem}.`);
		expect((await keys.remove('openai')).err).toContain(`was not deleted: ${problem}.`);
	});

	it('keep it in the encrypted file where that was chosen', async () => {
		const session = await startKeychainSession();
		const keys = useKeys(session);
		const file = join(createTemporaryFolder(), 'secrets.enc');
		const environment = {...session.environment, MCP_TUI_PASSPHRASE: 'a long passphrase'};
		const kept = await keys.set('openai', canary, {store: 'passphrase-file', file, environment});
		expect(kept.out).toBe(`The key for OpenAI is kept in the encrypted file ${file}.\n`);
		expect(readFileSync(file, 'utf8')).not.toContain(canary);
	});
});
