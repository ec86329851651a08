import {describe, expect, it} from 'vitest';
import {createKeySource, findKey} from '../../../../source/core/models/providers/provider-key.ts';
import {resolveProvider} from '../../../../source/core/models/providers/resolve-provider.ts';
import type {ProviderSettings} from '../../../../source/domain/provider-settings.ts';
import {createSecret, revealSecret, type Secret} from '../../../../source/domain/secret.ts';
import {createFakeKeychain, providerSources} from '../../../helpers/provider-sources.ts';

const signal = new AbortController().signal;

const setUp = (
	name: string,
	settings: ProviderSettings = {},
	environment: Readonly<Record<string, string>> = {},
	keychain = createFakeKeychain(),
) => {
	const resolved = resolveProvider(name, providerSources({[name]: settings}, environment));
	if (resolved.type === 'refused') throw new Error(resolved.failure.message);
	const deps = {environment, credentials: keychain};
	const {find: key, whyMissing} = createKeySource(resolved, deps);
	return {resolved, deps, keychain, key, whyMissing};
};

const reveal = (secret: Secret | undefined) => (secret === undefined ? undefined : revealSecret(secret));

const sourceOf = async (...args: Parameters<typeof setUp>) => {
	const {resolved, deps, keychain} = setUp(...args);
	const found = await findKey(resolved, deps, signal);
	return [reveal(found?.key), found?.source, keychain.asked];
};

describe('the key of a provider', () => {
	const everywhere = {'key:openai': 'from-keychain'};

	it('comes from the configuration, the environment, the keychain, in this order', async () => {
		const environment = {OPENAI_API_KEY: ' from-environment\n'};
		const keychain = () => createFakeKeychain(everywhere);
		const settings = {apiKey: createSecret('from-config')};
		await expect(sourceOf('openai', settings, environment, keychain())).resolves.toEqual([
			'from-config',
			'your configuration',
			[],
		]);
		await expect(sourceOf('openai', {}, environment, keychain())).resolves.toEqual([
			'from-environment',
			'OPENAI_API_KEY',
			[],
		]);
		await expect(sourceOf('openai', {}, {OPENAI_API_KEY: ''}, keychain())).resolves.toEqual([
			'from-keychain',
			'the keychain',
			['key:openai'],
		]);
	});

	it('is the one of the keychain that the configuration names, whatever the environment says', async () => {
		const keychain = createFakeKeychain({'key:other': 'x'});
		await expect(
			sourceOf('openai', {keychainEntry: 'other'}, {OPENAI_API_KEY: 'y'}, keychain),
		).resolves.toEqual(['x', 'the keychain', ['key:other']]);
	});

	it('of the keychain loses the blanks and line breaks around it, and is none without anything else', async () => {
		const keychain = () => createFakeKeychain({'key:openai': ' corp_key.abc\r\n', 'key:blank': ' \n'});
		await expect(sourceOf('openai', {}, {}, keychain())).resolves.toEqual([
			'corp_key.abc',
			'the keychain',
			['key:openai'],
		]);
		await expect(sourceOf('openai', {keychainEntry: 'blank'}, {}, keychain())).resolves.toEqual([
			undefined,
			undefined,
			['key:blank'],
		]);
	});

	it('may be in the second of two variables', async () => {
		await expect(sourceOf('gemini', {}, {GOOGLE_API_KEY: 'g'})).resolves.toEqual(['g', 'GOOGLE_API_KEY', []]);
		const both = {GOOGLE_API_KEY: 'g', GEMINI_API_KEY: 'first'};
		await expect(sourceOf('gemini', {}, both)).resolves.toEqual(['first', 'GEMINI_API_KEY', []]);
	});

	it('of a server on this machine is not looked for in the keychain', async () => {
		await expect(sourceOf('ollama')).resolves.toEqual([undefined, undefined, []]);
		await expect(sourceOf('own', {baseUrl: 'https://a.example'})).resolves.toEqual([
			undefined,
			undefined,
			['key:own'],
		]);
	});

	it('is missing where the keychain fails', async () => {
		const keychain = createFakeKeychain({'key:openai': 'locked'});
		await expect(sourceOf('openai', {}, {}, keychain)).resolves.toEqual([
			undefined,
			undefined,
			['key:openai'],
		]);
	});

	it('is missing for a reason where the keychain fails, until it works', async () => {
		const entries: Record<string, string> = {'key:openai': 'locked'};
		const {key, whyMissing} = setUp('openai', {}, {}, createFakeKeychain(entries));
		await key(signal);
		expect(whyMissing()).toEqual({problem: 'the keychain is locked'});
		entries['key:openai'] = 'open now';
		expect(reveal(await key(signal))).toBe('open now');
		expect(whyMissing()).toBeUndefined();
	});

	it('is missing for the reason that the store of secrets has, and with its advice', async () => {
		const {resolved} = setUp('openai');
		const trouble = {problem: 'no keychain service answers on D-Bus', hint: 'Start one.'};
		const credentials = {get: async () => undefined, open: async () => trouble};
		const source = createKeySource(resolved, {environment: {}, credentials});
		await source.find(signal);
		expect(source.whyMissing()).toEqual(trouble);
	});

	it('is said to come from the place where it was found', async () => {
		const {resolved} = setUp('openai');
		const credentials = {get: async () => createSecret('k'), place: 'the encrypted file /x'};
		await expect(findKey(resolved, {environment: {}, credentials}, signal)).resolves.toMatchObject({
			source: 'the encrypted file /x',
		});
	});

	it('is asked for once and remembered', async () => {
		const {key, keychain} = setUp('openai', {}, {}, createFakeKeychain(everywhere));
		expect(keychain.asked).toEqual([]);
		const both = await Promise.all([key(signal), key(signal)]);
		expect([...both, await key(signal)].map(reveal)).toEqual(Array(3).fill('from-keychain'));
		expect(keychain.asked).toEqual(['key:openai']);
	});

	it('is looked for again where it is missing and needed', async () => {
		const {key, keychain} = setUp('openai');
		expect([await key(signal), await key(signal)]).toEqual([undefined, undefined]);
		expect(keychain.asked).toHaveLength(2);
		const optional = setUp('own', {baseUrl: 'https://a.example'});
		await optional.key(signal);
		await optional.key(signal);
		expect(optional.keychain.asked).toHaveLength(1);
	});

	it('is found although somebody else gave up waiting for it', async () => {
		const first = new AbortController();
		let release = (): void => undefined;
		let calls = 0;
		const credentials = {
			get: async (_: string, asking: AbortSignal): Promise<Secret | undefined> => {
				calls += 1;
				if (calls > 1) return createSecret('found');
				await new Promise<void>(resolve => {
					release = resolve;
					asking.addEventListener('abort', () => resolve());
				});
				throw new Error('aborted');
			},
		};
		const {resolved} = setUp('openai');
		const {find: key} = createKeySource(resolved, {environment: {}, credentials});
		const given = key(first.signal);
		const wanted = key(signal);
		first.abort();
		release();
		expect(await given).toBeUndefined();
		expect(reveal(await wanted)).toBe('found');
	});
});
