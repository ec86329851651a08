import {describe, expect, it} from 'vitest';
import {keepInputIn} from '../../../source/compose-asks.ts';
import {CredentialError} from '../../../source/core/credentials/credential-error.ts';
import {createLazyCredentials} from '../../../source/core/credentials/lazy-credentials.ts';
import {openCredentials} from '../../../source/core/credentials/open-credentials.ts';
import {revealSecret} from '../../../source/domain/secret.ts';

const {signal} = new AbortController();

describe('the value of an input', () => {
	it('is not said to be in a keychain that is not there', async () => {
		const credentials = createLazyCredentials(() =>
			openCredentials({environment: {}, findModule: () => undefined}),
		);
		await expect(keepInputIn({credentials})('pk', 'value', signal)).resolves.toEqual({
			type: 'kept',
			place: 'memory until the program ends',
			problem: 'the native module @napi-rs/keyring is not installed',
			hint: expect.stringContaining('"secretStore": "passphrase-file"'),
		});
		const found = await credentials.get('input:pk', signal);
		expect(found && revealSecret(found)).toBe('value');
	});

	it('is not kept where the store refuses it, and its advice is passed on', async () => {
		const credentials = createLazyCredentials(async () => ({
			kind: 'passphrase-file',
			place: 'the encrypted file /x',
			get: async () => undefined,
			set: async () => {
				throw new CredentialError('passphrase-missing', 'No passphrase was given.', 'Set it.');
			},
			delete: async () => undefined,
			close: () => undefined,
		}));
		await expect(keepInputIn({credentials})('pk', 'value', signal)).resolves.toEqual({
			type: 'failed',
			failure: {code: 'no-keychain', message: 'No passphrase was given.', hint: 'Set it.'},
		});
	});
});
