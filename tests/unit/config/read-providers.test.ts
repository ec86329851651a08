// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {type ReadOptions, readConfig} from '../../../source/core/config/read-config.ts';
import {revealSecret, type Secret} from '../../../source/domain/secret.ts';

const read = (providers: unknown, env = {}, options: ReadOptions = {}) =>
	readConfig('config.json', JSON.stringify({providers}), env, options);

const reveal = (secret: Secret | undefined) => (secret === undefined ? undefined : revealSecret(secret));

describe('the providers of the configuration', () => {
	it('keep everything that an entry says', () => {
		const entry = {
			baseUrl: 'https://models.example.com/v1',
			apiKey: '${KEY}',
			model: 'large',
			api: 'chat',
			headers: {'X-Team': '${TEAM:-blue}'},
			temperature: 0.5,
			maxTokens: 1000,
			thinking: 'high',
			maxTools: 64,
			idleTimeout: 90,
			allowInsecure: false,
			contextTokens: 32_000,
			prices: {large: {input: 1, output: 2, cached: 0.1, cacheWrite: 1.5}},
		};
		const {providers, problems} = read({work: entry}, {KEY: ' k-1\n'});
		const {idleTimeout: _, apiKey: __, ...others} = entry;
		expect(problems).toEqual([]);
		expect(providers.get('work')).toEqual({
			...others,
			headers: {'X-Team': 'blue'},
			idleLimit: 90_000,
			apiKey: expect.anything(),
		});
		expect(reveal(providers.get('work')?.apiKey)).toBe('k-1');
	});

	it('may be written in snake_case and with the names of other programs', () => {
		const {providers, problems} = read({
			a: {base_url: 'https://a.example/v1', max_tokens: 5},
			b: {baseURL: 'https://b.example', key: '${KEY:-x}'},
		});
		expect(problems).toEqual([]);
		expect(providers.get('a')).toEqual({baseUrl: 'https://a.example/v1', maxTokens: 5});
		expect(providers.get('b')?.baseUrl).toBe('https://b.example');
		expect(reveal(providers.get('b')?.apiKey)).toBe('x');
	});

	it('never show a key', () => {
		const {providers, problems} = read({openai: {apiKey: '${KEY}'}}, {KEY: 'canary'});
		expect(JSON.stringify([...providers]) + problems.join()).not.toContain('canary');
	});

	it('leave a key in the keychain until it is needed', () => {
		const asked: string[] = [];
		const {providers, problems} = read(
			{openai: {apiKey: '${keychain:mine}', headers: {X: '${keychain:other}'}}},
			{},
			{
				providerSecrets: ({name}) => {
					asked.push(name);
					return 'value';
				},
			},
		);
		expect(problems).toEqual([]);
		expect(providers.get('openai')).toEqual({keychainEntry: 'mine', headers: {X: 'value'}});
		expect(asked).toEqual(['other']);
	});

	it('warn about a key that is written into the file, and use it', () => {
		const {providers, problems} = read({'my-ai': {baseUrl: 'https://a.example', apiKey: 'sk-canary'}});
		expect(problems).toEqual([
			'config.json:1:63  providers.my-ai.apiKey: a key does not belong in this file. Write ${MY_AI_API_KEY} or ${keychain:my-ai} in its place',
		]);
		expect(reveal(providers.get('my-ai')?.apiKey)).toBe('sk-canary');
	});

	it.each([
		[
			{openai: {api: 'completions'}},
			'1:31  providers.openai.api: expected one of responses, chat, anthropic',
		],
		[{openai: {thinking: 'much'}}, '1:36  providers.openai.thinking: expected one of off, low, medium, high'],
		[{openai: {temperature: 3}}, '1:39  providers.openai.temperature: expected 0 to 2'],
		[{openai: {maxTokens: 0}}, '1:37  providers.openai.maxTokens: expected at least 1'],
		[{openai: {maxTools: 1.5}}, '1:36  providers.openai.maxTools: expected a whole number'],
		[{openai: {idleTimeout: 0}}, '1:39  providers.openai.idleTimeout: expected 1 to 3600 seconds'],
		[{openai: {headers: {'a b': 'x'}}}, '1:42  providers.openai.headers.a b: is not a name for a header'],
		[{openai: {apiKey: ''}}, '1:34  providers.openai.apiKey: must not be empty'],
		[
			{openai: {prices: {m: {input: -1, output: 1}}}},
			'1:48  providers.openai.prices.m.input: expected US dollars for a million tokens',
		],
		[{openai: {prices: {m: {input: 1}}}}, '1:39  providers.openai.prices.m.output: expected a number'],
		[
			{openai: {baseUrl: 'api.example.com'}},
			'1:35  providers.openai.baseUrl: is not a URL. Write it in full, such as https://example.com/v1',
		],
		[
			{openai: {baseUrl: 'wss://a.example'}},
			'1:35  providers.openai.baseUrl: expected a URL that begins with https:// or http://',
		],
		[
			{openai: {baseUrl: 'http://10.0.0.1/v1'}},
			'1:35  providers.openai.baseUrl: plain http to another machine can be read and changed on the way. Use https://, or say "allowInsecure": true',
		],
		[{openai: 'x'}, '1:24  providers.openai: expected an object'],
		[{demo: {}}, '1:22  providers.demo: is the name of the scripted models; choose another'],
	])('refuse %j with its place', (providers, problem) => {
		const config = read({...providers, groq: {model: 'm'}});
		expect(config.problems).toEqual([`config.json:${problem}`]);
		expect([...config.providers.keys()]).toEqual(['groq']);
		expect(config.refusedProviders).toEqual([
			{name: Object.keys(providers)[0], problems: [`config.json:${problem}`]},
		]);
	});

	it('refuse a name that cannot stand before a slash', () => {
		expect(read({'a/b': {}}).problems).toEqual([
			expect.stringContaining('providers.a/b: is no name for a provider'),
		]);
	});

	it('suggest the nearest key, and work without it', () => {
		const {providers, problems} = read({openai: {modle: 'x'}});
		expect(problems).toEqual(['config.json:1:25  providers.openai.modle: unknown key; did you mean model?']);
		expect(providers.has('openai')).toBe(true);
	});

	it.each([
		['baseURl', 'baseUrl'],
		['base_ur', 'baseUrl'],
		['base', 'baseUrl'],
		['URL', 'url'],
		['urll', 'url'],
	])('refuse an entry in which %s may be the address', (key, near) => {
		const config = read({openai: {[key]: 'https://proxy.example', modle: 'x'}, groq: {}});
		const problem = `config.json:1:25  providers.openai.${key}: unknown key; did you mean ${near}?`;
		expect([...config.providers.keys()]).toEqual(['groq']);
		expect(config.refusedProviders).toEqual([{name: 'openai', problems: [problem]}]);
		expect(config.problems).toEqual([
			problem,
			expect.stringMatching(/modle: unknown key; did you mean model\?$/),
		]);
	});

	it('say nothing about a variable that is not set until the provider is used', () => {
		const {problems, providers, refusedProviders} = read({openai: {apiKey: '${NOPE}'}, groq: {}});
		expect(problems).toEqual([]);
		expect([...providers.keys()]).toEqual(['groq']);
		expect(refusedProviders).toEqual([
			{name: 'openai', problems: [expect.stringContaining('the variable NOPE is not set')]},
		]);
	});

	it.each([
		['[]', '1:15  providers: expected an object'],
		['7', '1:15  providers: expected an object'],
	])('must be an object, not %s', (text, problem) => {
		expect(readConfig('config.json', `{"providers": ${text}}`, {})).toMatchObject({
			problems: [`config.json:${problem}`],
			hidesProviders: true,
		});
	});

	it.each(['provider', 'Providers', 'provders', 'providers_'])(
		'may be what was meant with %s, so that no model may be used',
		key => {
			const text = JSON.stringify({colour: 1, [key]: {openai: {baseUrl: 'https://a.example'}}});
			const {hidesProviders, isBroken, problems} = readConfig('config.json', text, {});
			expect({hidesProviders, isBroken}).toEqual({hidesProviders: true});
			expect(problems[0]).toContain(`${key}: unknown key; did you mean providers?`);
			expect(problems).toHaveLength(2);
		},
	);

	it('stay in the first line where they cannot be read', () => {
		const {problems} = readConfig('config.json', '{"colour": 1, "colour": 2, "providers": []}', {});
		expect(problems[0]).toContain('providers: expected an object');
		expect(problems).toHaveLength(3);
	});

	it.each(['{"colour": 1}', '{"server": {}}', '{"modle": "x/y"}', '{"providers": {"a": 7}}'])(
		'are not hidden by %s',
		text => {
			expect(readConfig('config.json', text, {}).hidesProviders).toBeUndefined();
		},
	);

	it.each(['{"provider": {}}', '{"providers": []}'])('of somebody else hide nothing: %s', text => {
		expect(readConfig('given.json', text, {}, {isForeign: true}).hidesProviders).toBeUndefined();
	});

	it('cannot be hidden in a prototype', () => {
		const config = readConfig('config.json', '{"providers": {"__proto__": {"model": "x"}}}', {});
		expect([...config.providers.keys()]).toEqual([]);
		expect(config.refusedProviders).toHaveLength(1);
	});
});

describe('the model of the configuration', () => {
	it('is the text that is there', () => {
		expect(readConfig('c', '{"model": " openai/gpt-5 "}', {}).model).toBe('openai/gpt-5');
	});

	it.each(['7', '""', 'null', '["a"]'])('is not %s', text => {
		const {model, problems} = readConfig('c', `{"model": ${text}}`, {});
		expect(model).toBeUndefined();
		expect(problems).toEqual([expect.stringMatching(/^c:1:11 {2}model: expected provider\/model/)]);
	});
});

describe('a file that is not the user’s own', () => {
	it('sets neither model nor providers, and says so', () => {
		const text = '{"model": "x/y", "providers": {"openai": {"baseUrl": "https://evil.example"}, "bad": 7}}';
		const config = readConfig('given.json', text, {}, {isForeign: true});
		expect(config.model).toBeUndefined();
		expect(config.providers.size).toBe(0);
		expect(config.refusedProviders).toEqual([]);
		expect(config.problems).toEqual([
			'given.json:1:11  model: counts only in your own configuration; it is left out',
			'given.json:1:31  providers: counts only in your own configuration; it is left out',
		]);
	});
});
