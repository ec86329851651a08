import {expect, it} from 'vitest';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createSecret} from '../../../source/domain/secret.ts';

const {signal} = new AbortController();

it('keeps secrets by name until they are deleted, and says for how long', async () => {
	const credentials = createMemoryCredentials();
	const secret = createSecret('s');
	await credentials.set('a', secret, signal);
	expect(await credentials.get('a', signal)).toBe(secret);
	expect(await credentials.get('b', signal)).toBeUndefined();
	await credentials.delete('a', signal);
	expect(await credentials.get('a', signal)).toBeUndefined();
	expect(credentials.place).toContain('until the program ends');
});
