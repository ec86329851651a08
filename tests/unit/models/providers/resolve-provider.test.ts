import {describe, expect, it} from 'vitest';
import {providerPresets, withProvider} from '../../../../source/core/models/providers/provider-table.ts';
import {resolveProvider} from '../../../../source/core/models/providers/resolve-provider.ts';
import type {ProviderSettings} from '../../../../source/domain/provider-settings.ts';
import {providerSources} from '../../../helpers/provider-sources.ts';

const resolve = (
	name: string,
	settings?: ProviderSettings,
	environment: Readonly<Record<string, string>> = {},
) => resolveProvider(name, providerSources(settings === undefined ? {} : {[name]: settings}, environment));

const providerOf = (...args: Parameters<typeof resolve>) => {
	const resolved = resolve(...args);
	if (resolved.type === 'refused') throw new Error(resolved.failure.message);
	return resolved.provider;
};

const failureOf = (...args: Parameters<typeof resolve>) => {
	const resolved = resolve(...args);
	if (resolved.type === 'resolved') throw new Error('It was resolved.');
	return resolved.failure;
};

describe('the effort that is chosen in a session', () => {
	it('counts in place of the configured one, for every provider', () => {
		const sources = {...providerSources({openai: {thinking: 'low'}}, {}), effort: () => 'high' as const};
		for (const name of ['openai', 'anthropic', 'ollama']) {
			expect(resolveProvider(name, sources)).toMatchObject({provider: {thinking: 'high'}});
		}
		expect(providerOf('openai', {thinking: 'low'}).thinking).toBe('low');
	});
});

describe('a known provider', () => {
	it('works without any settings', () => {
		expect(resolve('anthropic')).toMatchObject({
			type: 'resolved',
			defaultModel: expect.stringMatching(/^claude-sonnet-/),
			provider: {
				name: 'anthropic',
				title: 'Anthropic',
				api: 'anthropic',
				baseUrl: 'https://api.anthropic.com',
				isLocal: false,
				needsKey: true,
				keyVariable: 'ANTHROPIC_API_KEY',
				headers: {},
				idleLimit: 300_000,
			},
		});
		expect(providerOf('openai')).toMatchObject({api: 'responses', baseUrl: 'https://api.openai.com/v1'});
		expect(providerOf('gemini')).toMatchObject({
			api: 'chat',
			baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
		});
	});

	it.each(providerPresets.map(({name}) => name))('%s has an address that is fit to be used', name => {
		const provider = providerOf(name);
		expect(provider.baseUrl).toBe(providerPresets.find(preset => preset.name === name)?.baseUrl);
		expect(provider.needsKey).toBe(!provider.isLocal);
		expect(provider.idleLimit).toBe(provider.isLocal ? 600_000 : 300_000);
	});

	it('takes what the user says about it', () => {
		const provider = providerOf('openai', {
			api: 'chat',
			headers: {A: 'b'},
			temperature: 1,
			maxTokens: 2,
			thinking: 'low',
			maxTools: 3,
			idleLimit: 4000,
			baseUrl: 'https://gateway.example/openai/v1/',
		});
		expect(provider).toMatchObject({
			api: 'chat',
			headers: {A: 'b'},
			temperature: 1,
			maxTokens: 2,
			thinking: 'low',
			maxTools: 3,
			idleLimit: 4000,
			baseUrl: 'https://gateway.example/openai/v1',
		});
	});

	it('is found where the environment says, before the configuration', () => {
		const environment = {OPENAI_BASE_URL: 'http://127.0.0.1:9/v1/', ANTHROPIC_BASE_URL: ' '};
		expect(providerOf('openai', {baseUrl: 'https://a.example'}, environment)).toMatchObject({
			baseUrl: 'http://127.0.0.1:9/v1',
			isLocal: true,
			needsKey: true,
		});
		expect(providerOf('anthropic', {baseUrl: 'https://a.example'}, environment).baseUrl).toBe(
			'https://a.example',
		);
	});

	it('knows where its address is written', () => {
		const baseUrl = 'https://a.example';
		const environment = {OPENAI_BASE_URL: 'https://b.example', OLLAMA_HOST: '127.0.0.1:9'};
		expect(providerOf('openai', {baseUrl}, environment).addressSetting).toBe('OPENAI_BASE_URL');
		expect(providerOf('ollama', undefined, environment).addressSetting).toBe('OLLAMA_HOST');
		expect(providerOf('openai', {baseUrl}).addressSetting).toBe(
			'"baseUrl" of provider "openai" in the config',
		);
		expect(providerOf('openai')).not.toHaveProperty('addressSetting');
	});

	it('has the model that the user chose for it', () => {
		expect(resolve('openai', {model: 'mine'})).toMatchObject({defaultModel: 'mine'});
		expect(resolve('ollama')).not.toHaveProperty('defaultModel');
	});

	it('of Anthropic may be written with the version that its own paths begin with', () => {
		expect(providerOf('anthropic', {baseUrl: 'https://a.example/proxy/v1/'}).baseUrl).toBe(
			'https://a.example/proxy',
		);
	});
});

describe('a server of one’s own', () => {
	it.each([
		['127.0.0.1:4000', 'http://127.0.0.1:4000/v1'],
		['127.0.0.1', 'http://127.0.0.1:11434/v1'],
		['localhost', 'http://localhost:11434/v1'],
		[':4000', 'http://127.0.0.1:4000/v1'],
		['0.0.0.0', 'http://127.0.0.1:11434/v1'],
		['0.0.0.0:4000', 'http://127.0.0.1:4000/v1'],
		['[::1]', 'http://[::1]:11434/v1'],
		['127.0.0.1:80', 'http://127.0.0.1/v1'],
		['http://127.0.0.1:4000', 'http://127.0.0.1:4000/v1'],
		['http://127.0.0.1:4000/v1/', 'http://127.0.0.1:4000/v1'],
		['https://ollama.example', 'https://ollama.example/v1'],
		['https://ollama.example/path/', 'https://ollama.example/path'],
	])('is found at OLLAMA_HOST=%s', (OLLAMA_HOST, baseUrl) => {
		expect(providerOf('ollama', undefined, {OLLAMA_HOST}).baseUrl).toBe(baseUrl);
	});

	it('gets the /v1 that people leave out', () => {
		expect(providerOf('lmstudio', {baseUrl: 'http://localhost:5000'}).baseUrl).toBe(
			'http://localhost:5000/v1',
		);
		expect(providerOf('llamacpp', {baseUrl: 'http://localhost:5000/api'}).baseUrl).toBe(
			'http://localhost:5000/api',
		);
	});

	it('on another machine is patient, too, and not local', () => {
		expect(providerOf('ollama', {allowInsecure: true}, {OLLAMA_HOST: '10.0.0.7'})).toMatchObject({
			baseUrl: 'http://10.0.0.7:11434/v1',
			isLocal: false,
			idleLimit: 600_000,
		});
	});
});

describe('a provider of the user’s own', () => {
	it('needs only an address', () => {
		expect(resolve('my-ai', {baseUrl: 'https://ai.example/v1', model: 'm'})).toMatchObject({
			type: 'resolved',
			defaultModel: 'm',
			keyVariables: ['MY_AI_API_KEY'],
			provider: {
				name: 'my-ai',
				title: 'my-ai',
				api: 'chat',
				baseUrl: 'https://ai.example/v1',
				needsKey: false,
			},
		});
	});

	it('may speak another protocol', () => {
		expect(providerOf('a', {baseUrl: 'https://ai.example/v1', api: 'anthropic'})).toMatchObject({
			api: 'anthropic',
			baseUrl: 'https://ai.example',
		});
	});

	it('is refused without an address', () => {
		expect(failureOf('my-ai', {model: 'm'})).toMatchObject({
			code: 'bad-config',
			message: 'The provider "my-ai" has no address.',
			hint: expect.stringContaining('"baseUrl"'),
		});
	});
});

describe('an address', () => {
	it.each([
		['not a url', 'is not a URL'],
		['ftp://a.example', 'does not begin with https:// or http://'],
		['https://canary:pass@a.example', 'holds a user name or password'],
		['http://a.example', 'uses plain http to another machine'],
		['https://a.example/v1?key=canary', 'has a query'],
	])('%s is refused, named and not repeated', (OPENAI_BASE_URL, reason) => {
		const {code, message, hint} = failureOf('openai', undefined, {OPENAI_BASE_URL});
		expect(code).toBe('bad-config');
		expect(message).toContain('The address of OpenAI in the variable OPENAI_BASE_URL');
		expect(message).toContain(reason);
		expect(message).not.toContain('canary');
		expect(hint).toMatch(/\.$/);
	});

	it('of the configuration is named by its key', () => {
		expect(failureOf('openai', {baseUrl: 'http://a.example'}).message).toContain('providers.openai.baseUrl');
	});

	it('may be plain http where the user allows it', () => {
		expect(providerOf('openai', {baseUrl: 'http://a.example/v1', allowInsecure: true})).toMatchObject({
			baseUrl: 'http://a.example/v1',
			isLocal: false,
		});
	});
});

describe('settings that cannot be used', () => {
	it('keep everything from being sent, even to a known provider', () => {
		const refusedProviders = [{name: 'openai', problems: ['config.json:1:2  providers.openai.api: no']}];
		const resolved = resolveProvider('openai', {...providerSources(), refusedProviders});
		expect(resolved).toMatchObject({
			type: 'refused',
			failure: {
				code: 'bad-config',
				message: expect.stringContaining('config.json:1:2  providers.openai.api'),
			},
		});
	});
});

describe('an unknown provider', () => {
	it('is answered with the nearest name, all names, and how to add one', () => {
		const {code, message, hint} = failureOf('opnai');
		expect(code).toBe('unknown-model');
		expect(message).toBe('No provider is called "opnai"; did you mean openai?');
		expect(hint).toContain('anthropic, openai, ollama');
		expect(hint).toContain('"providers": {"opnai": {"baseUrl"');
	});

	it('may be near to one of the user’s own', () => {
		const sources = providerSources({'company-ai': {baseUrl: 'https://a.example'}});
		const resolved = resolveProvider('company-a', sources);
		expect(resolved.type === 'refused' && resolved.failure.message).toContain('did you mean company-ai?');
	});
});

describe('the name of a model without its provider', () => {
	it.each([
		['claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
		['gpt-5', 'openai/gpt-5'],
		['o3', 'openai/o3'],
		['o4-mini', 'openai/o4-mini'],
		['gemini-flash-latest', 'gemini/gemini-flash-latest'],
		['mistral-small', 'mistral/mistral-small'],
		['grok-4', 'xai/grok-4'],
		['qwen3:8b', 'ollama/qwen3:8b'],
		['olive', undefined],
		['nonsense', undefined],
	])('%s is %s', (model, id) => {
		expect(withProvider(model)).toBe(id);
	});
});
