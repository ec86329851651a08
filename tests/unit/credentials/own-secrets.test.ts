import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {CredentialError} from '../../../source/core/credentials/credential-error.ts';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createOwnSecrets} from '../../../source/core/credentials/own-secrets.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();

describe('the secrets that the configuration names', () => {
	it('are found anywhere in the file', async () => {
		const file = join(createTemporaryFolder(), 'config.json');
		writeFileSync(file, '{"a": "Bearer $' + '{keychain:a/b}", // $' + '{keychain:c}\n "d": "$' + '{VAR}"}');
		const secrets = createOwnSecrets({file, credentials: createMemoryCredentials()});
		expect([...(await secrets.named())]).toEqual(['a/b', 'c']);
	});

	it('are none where there is no file', async () => {
		const file = join(createTemporaryFolder(), 'config.json');
		const secrets = createOwnSecrets({file, credentials: createMemoryCredentials()});
		expect([...(await secrets.named())]).toEqual([]);
	});

	it('are forgotten under the name by which they are kept', async () => {
		const credentials = createMemoryCredentials();
		await credentials.set('key:a/b', createSecret('x'), signal);
		const secrets = createOwnSecrets({file: '/nowhere', credentials});
		expect(await secrets.forget('a/b', signal)).toBeUndefined();
		expect(await credentials.get('key:a/b', signal)).toBeUndefined();
	});

	it('are not forgotten without a word when the keychain refuses', async () => {
		const refusal = new CredentialError('keychain-locked', 'The keychain is locked.', 'Unlock it.');
		const secrets = createOwnSecrets({
			file: '/nowhere',
			credentials: {delete: () => Promise.reject(refusal)},
		});
		expect(await secrets.forget('a/b', signal)).toEqual({
			code: 'keychain-locked',
			message: 'The keychain is locked.',
			hint: 'Unlock it.',
		});
	});
});
