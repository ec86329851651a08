import {describe, expect, it} from 'vitest';
import {createMemoryCredentials} from '../../../../source/core/credentials/memory-credentials.ts';
import {createAccessStore, secretNameOf} from '../../../../source/core/mcp/auth/access-store.ts';
import {createSecret, revealSecret} from '../../../../source/domain/secret.ts';

const {signal} = new AbortController();
const access = {
	issuer: 'https://a.example',
	tokens: {accessToken: 'a', tokenType: 'Bearer', refreshToken: 'r'},
};

describe('the access store', () => {
	it('keeps everything in one secret that another store reads back', async () => {
		const credentials = createMemoryCredentials();
		await createAccessStore(credentials, 'x').save(access, signal);
		expect(await createAccessStore(credentials, 'x').current(signal)).toEqual(access);
		expect(await createAccessStore(credentials, 'y').current(signal)).toEqual({});
	});

	it('sees what another process saved only when it reads again', async () => {
		const credentials = createMemoryCredentials();
		const store = createAccessStore(credentials, 'x');
		expect(await store.current(signal)).toEqual({});
		await createAccessStore(credentials, 'x').save(access, signal);
		expect(await store.current(signal)).toEqual({});
		expect(await store.reload(signal)).toEqual(access);
	});

	it.each(['', '{', '{"version":2,"tokens":{}}', '{"version":1,"tokens":{"accessToken":5}}'])(
		'takes %j for nothing',
		async text => {
			const credentials = createMemoryCredentials();
			await credentials.set('x', createSecret(text), signal);
			expect(await createAccessStore(credentials, 'x').current(signal)).toEqual({});
		},
	);

	it('holds what cannot be saved until it is', async () => {
		const credentials = createMemoryCredentials();
		const store = createAccessStore(credentials, 'x');
		store.hold(access);
		expect(await store.reload(signal)).toEqual(access);
		await store.clear(signal);
		expect(await store.reload(signal)).toEqual({});
	});

	it('does not keep what could not be saved', async () => {
		const store = createAccessStore(
			{...createMemoryCredentials(), set: () => Promise.reject(new Error('no'))},
			'x',
		);
		await expect(store.save(access, signal)).rejects.toThrow('no');
		expect(await store.current(signal)).toEqual({});
	});

	it('names the secret after the server and its address', () => {
		const name = secretNameOf('vault', 'https://mcp.example/a');
		expect(name).toMatch(/^mcp-oauth:vault:[0-9a-f]{16}$/);
		expect(secretNameOf('vault', 'https://mcp.example/b')).not.toBe(name);
		expect(secretNameOf('vault', 'HTTPS://MCP.example:443/a')).toBe(name);
	});

	it('writes no secret into what is printed', async () => {
		const credentials = createMemoryCredentials();
		await createAccessStore(credentials, 'x').save(access, signal);
		const secret = await credentials.get('x', signal);
		expect(String(secret)).toBe('••••');
		expect(secret === undefined ? '' : revealSecret(secret)).toContain('"r"');
	});
});
