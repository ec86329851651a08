import {describe, expect, it} from 'vitest';
import {CredentialError} from '../../../source/core/credentials/credential-error.ts';
import type {KeychainReply, KeychainRequest} from '../../../source/core/credentials/keychain-child.ts';
import {createKeychainCredentials} from '../../../source/core/credentials/keychain-credentials.ts';
import {testKeychain} from '../../../source/core/credentials/self-test.ts';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';

const {signal} = new AbortController();
const canary = 'canary-55';

/** A keychain in a map; `refuse` may answer in its place. */
const createFakeKeychain = () => {
	const kept = new Map<string, string>();
	const fake = {
		kept,
		refuse: (_request: KeychainRequest): KeychainReply | undefined => undefined,
		ask: async (request: KeychainRequest): Promise<KeychainReply> => {
			const refusal = fake.refuse(request);
			if (refusal !== undefined) return refusal;
			await new Promise(setImmediate);
			if (request.action === 'set') kept.set(request.account, request.text);
			if (request.action === 'delete') kept.delete(request.account);
			return {type: 'done', text: request.action === 'get' ? kept.get(request.account) : undefined};
		},
	};
	return fake;
};

const create = () => {
	const keychain = createFakeKeychain();
	const credentials = createKeychainCredentials(keychain.ask);
	const read = async (name: string): Promise<string | undefined> => {
		const secret = await credentials.get(name, signal);
		return secret === undefined ? undefined : revealSecret(secret);
	};
	return {keychain, credentials, read};
};

const failed = (message: string): KeychainReply => ({type: 'failed', stage: 'use', message});

describe('secrets in the keychain', () => {
	it('are found by name, long or short', async () => {
		const {credentials, read} = create();
		await credentials.set('short', createSecret('one'), signal);
		await credentials.set('long', createSecret('two'.repeat(3000)), signal);
		expect(await read('short')).toBe('one');
		expect(await read('long')).toBe('two'.repeat(3000));
		expect(await read('other')).toBeUndefined();
	});

	it('leave nothing behind when they are replaced or deleted', async () => {
		const {credentials, keychain, read} = create();
		await credentials.set('server', createSecret('a'.repeat(5000)), signal);
		await credentials.set('server', createSecret('b'.repeat(2000)), signal);
		expect(await read('server')).toBe('b'.repeat(2000));
		expect(keychain.kept.size).toBe(3);
		await credentials.set('server', createSecret('c'), signal);
		expect([...keychain.kept]).toEqual([['server', 'c']]);
		await credentials.delete('server', signal);
		expect(keychain.kept.size).toBe(0);
	});

	it('stay as they were when a new one cannot be written whole', async () => {
		const {credentials, keychain, read} = create();
		await credentials.set('server', createSecret('a'.repeat(2000)), signal);
		const before = [...keychain.kept];
		let parts = 0;
		keychain.refuse = ({action, account}) => {
			if (action !== 'set' || account === 'server') return undefined;
			parts += 1;
			return parts > 2 ? failed('no space left') : undefined;
		};
		await expect(credentials.set('server', createSecret(canary.repeat(1000)), signal)).rejects.toMatchObject({
			code: 'keychain-refused',
			message: 'The secret "server" could not be kept in the keychain: the keychain refuses: no space left.',
		});
		expect([...keychain.kept]).toEqual(before);
		expect(await read('server')).toBe('a'.repeat(2000));
	});

	it('are read again when another process replaces them meanwhile', async () => {
		const {credentials, keychain, read} = create();
		await credentials.set('server', createSecret('a'.repeat(3000)), signal);
		let isReplaced = false;
		keychain.refuse = ({action, account}) => {
			if (action === 'get' && account.endsWith('2/3]') && !isReplaced) {
				isReplaced = true;
				keychain.kept.clear();
				keychain.kept.set('server', 'new');
			}
			return undefined;
		};
		expect(await read('server')).toBe('new');
	});

	it('are called damaged when a part is lost, and can be replaced and deleted', async () => {
		const {credentials, keychain, read} = create();
		const damage = async (): Promise<void> => {
			await credentials.set('server', createSecret(canary.repeat(500)), signal);
			const part = [...keychain.kept.keys()].find(account => account.endsWith('2/4]')) ?? '';
			expect(keychain.kept.delete(part)).toBe(true);
			await expect(read('server')).rejects.toMatchObject({
				code: 'secret-damaged',
				message: 'The secret "server" in the keychain is damaged.',
				hint: expect.stringContaining('Sign in again'),
			});
		};
		await damage();
		await credentials.set('server', createSecret('new'), signal);
		expect([...keychain.kept]).toEqual([['server', 'new']]);
		await damage();
		await credentials.delete('server', signal);
		expect(keychain.kept.size).toBe(0);
	});

	it('are written one after the other, so that the last one wins whole', async () => {
		const {credentials, keychain, read} = create();
		await Promise.all(
			['a', 'b', 'c'].map(letter => credentials.set('server', createSecret(letter.repeat(3000)), signal)),
		);
		expect(await read('server')).toBe('c'.repeat(3000));
		expect(keychain.kept.size).toBe(4);
	});

	it('are not touched after an abort', async () => {
		const {credentials, keychain} = create();
		const reason = new Error('enough');
		await expect(credentials.set('server', createSecret('x'), AbortSignal.abort(reason))).rejects.toBe(
			reason,
		);
		await credentials.get('server', signal);
		expect(keychain.kept.size).toBe(0);
	});

	it('go on being served after a failure', async () => {
		const {credentials, keychain, read} = create();
		keychain.refuse = () => ({type: 'silent', limit: 2000});
		await expect(read('server')).rejects.toMatchObject({code: 'keychain-silent'});
		keychain.refuse = () => undefined;
		await credentials.set('server', createSecret('x'), signal);
		expect(await read('server')).toBe('x');
	});

	it.each([
		['is too long', canary.repeat(20_000)],
		['is not text', `${canary}\uD800`],
	])('are refused before anything is written when one %s', async (_, text) => {
		const {credentials, keychain} = create();
		const error = await credentials.set('server', createSecret(text), signal).catch(thrown => thrown);
		expect(error).toBeInstanceOf(CredentialError);
		expect(error).toMatchObject({code: 'secret-unfit', hint: expect.any(String)});
		expect(`${error.message}${error.hint}`).not.toContain(canary);
		expect(keychain.kept.size).toBe(0);
	});
});

describe('the self-test of a keychain', () => {
	it('is passed by one that works, and leaves nothing', async () => {
		const keychain = createFakeKeychain();
		expect(await testKeychain(keychain.ask)).toBeUndefined();
		expect(keychain.kept.size).toBe(0);
	});

	it.each(['get', 'delete'] as const)('is failed by one that says done and does not %s', async action => {
		const keychain = createFakeKeychain();
		keychain.refuse = request => (request.action === action ? {type: 'done'} : undefined);
		expect(await testKeychain(keychain.ask)).toMatchObject({
			problem: 'the keychain does not give back what it was given',
		});
	});

	it.each(['set', 'get', 'delete'] as const)('is failed by one that refuses to %s', async action => {
		const keychain = createFakeKeychain();
		keychain.refuse = request => (request.action === action ? failed('is locked') : undefined);
		expect(await testKeychain(keychain.ask)).toMatchObject({code: 'keychain-locked'});
	});
});
