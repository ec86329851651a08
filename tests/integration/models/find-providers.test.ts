import {describe, expect, it} from 'vitest';
import type {ProviderSettings} from '../../../source/domain/provider-settings.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import {createLoopbackModels} from '../../helpers/loopback-models.ts';
import {createFakeKeychain} from '../../helpers/provider-sources.ts';
import {listen} from '../../servers/http-host.ts';
import {saysNothing, startProviderLists} from '../../servers/models/provider-lists.ts';

const signal = new AbortController().signal;

const apiKey = createSecret('sk-canary-123');

describe('the providers that can be used', () => {
	/** Addresses at which nobody is, so that what runs on this machine does not count. */
	const nobody = async (): Promise<Record<string, ProviderSettings>> => {
		const host = await startProviderLists({});
		await host.stop();
		const baseUrl = host.url;
		return {ollama: {baseUrl}, lmstudio: {baseUrl}, llamacpp: {baseUrl}};
	};

	it('are those with a key, and servers on this machine that answer', async () => {
		const list = await startProviderLists({'GET /v1/models': {data: []}});
		const other = await startProviderLists({'GET /v1/models': {hello: 'I am another program'}});
		const keychain = createFakeKeychain({'key:groq': 'g', 'key:xai': 'locked'});
		const {models} = createLoopbackModels(
			{
				ollama: {baseUrl: list.url},
				llamacpp: {baseUrl: other.url},
				lmstudio: (await nobody()).lmstudio ?? {},
				openai: {apiKey},
				bare: {model: 'has no address'},
				remote: {baseUrl: 'https://models.example.com/v1'},
			},
			{environment: {ANTHROPIC_API_KEY: 'a'}, credentials: keychain, localPatience: 20_000},
		);
		await expect(models.providers(signal)).resolves.toEqual([
			{
				name: 'anthropic',
				title: 'Anthropic',
				baseUrl: 'https://api.anthropic.com',
				isLocal: false,
				keySource: 'ANTHROPIC_API_KEY',
			},
			{
				name: 'openai',
				title: 'OpenAI',
				baseUrl: 'https://api.openai.com/v1',
				isLocal: false,
				keySource: 'your configuration',
			},
			{name: 'ollama', title: 'Ollama', baseUrl: `${list.url}/v1`, isLocal: true},
			{
				name: 'groq',
				title: 'Groq',
				baseUrl: 'https://api.groq.com/openai/v1',
				isLocal: false,
				keySource: 'the keychain',
			},
			{name: 'remote', title: 'remote', baseUrl: 'https://models.example.com/v1', isLocal: false},
		]);
	});

	it('are not those that accept a request and say nothing', async () => {
		const silent = await startProviderLists({'GET /v1/models': saysNothing});
		const {models} = createLoopbackModels(
			{...(await nobody()), lmstudio: {baseUrl: silent.url}},
			{localPatience: 500},
		);
		await expect(models.providers(signal)).resolves.toEqual([]);
	});

	it('are not asked over the network whether they are there', async () => {
		const keychain = createFakeKeychain();
		const proxy = await listen(() => undefined);
		let tunnels = 0;
		proxy.server.on('connect', (_, socket) => {
			tunnels += 1;
			socket.destroy();
		});
		const environment = {HTTPS_PROXY: proxy.url, ANTHROPIC_API_KEY: 'a'};
		const {models} = createLoopbackModels(await nobody(), {environment, credentials: keychain});
		const offers = await models.providers(signal);
		expect(offers.map(({name}) => name)).toEqual(['anthropic']);
		expect(tunnels).toBe(0);
		expect(keychain.asked).toContain('key:openai');
		expect(keychain.asked).not.toContain('key:ollama');
		// Whoever does go there goes through the proxy, so the count above means something.
		await expect(models.list('anthropic', signal)).resolves.toMatchObject({type: 'failed'});
		expect(tunnels).toBe(1);
	});

	it('are found although the keychain never answers', async () => {
		const {models} = createLoopbackModels(await nobody(), {
			environment: {OPENAI_API_KEY: 'o'},
			credentials: {
				get: (_, wait) =>
					new Promise((__, reject) => {
						wait.addEventListener('abort', () => reject(wait.reason));
					}),
			},
		});
		const offers = await models.providers(signal);
		expect(offers.map(({name}) => name)).toEqual(['openai']);
	});
});
