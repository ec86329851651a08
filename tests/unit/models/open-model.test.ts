import {describe, expect, it} from 'vitest';
import type {AdapterOptions, WireProtocol} from '../../../source/core/models/adapter.ts';
import {tour} from '../../../source/core/models/demo/tour.ts';
import {createModels, type ModelsDeps} from '../../../source/core/models/open-model.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';
import {createFakeKeychain} from '../../helpers/provider-sources.ts';

const files: Readonly<Record<string, string>> = {
	'scripts/hello.yaml': 'pace: 0\nturns: [{prompt: Say hello, steps: [{say: Hello.}]}]',
	'bad.yaml': 'turns: 1',
};

const setUp = (change: Partial<ModelsDeps> = {}) => {
	const clock = createFakeClock();
	const keychain = createFakeKeychain({'key:anthropic': 'k'});
	const loaded: WireProtocol[] = [];
	const given: AdapterOptions[] = [];
	const models = createModels({
		providers: new Map(),
		environment: {},
		credentials: keychain,
		newId: createCounterIds(),
		now: clock.now,
		sleep: clock.sleep,
		loadAdapter: async api => {
			loaded.push(api);
			return options => {
				given.push(options);
				return {id: options.id, facts: () => options.facts, async *stream() {}};
			};
		},
		async readTextFile(path) {
			const text = files[path];
			if (text === undefined) {
				throw new Error(`ENOENT: ${path}`);
			}
			return text;
		},
		...change,
	});
	const open = (id: string) => models.open(id, new AbortController().signal);
	const idOf = async (id: string) => {
		const opened = await open(id);
		return opened.type === 'opened' ? opened.model.id : opened.failure.message;
	};
	return {models, open, idOf, keychain, loaded, given};
};

describe('a scripted model', () => {
	it('may be the tour', async () => {
		const opened = await setUp().open('demo/tour');
		expect(opened.type === 'opened' && [opened.model.id, opened.suggestPrompt([])]).toEqual([
			'demo/tour',
			tour.turns.find(turn => turn.match === undefined)?.prompt,
		]);
	});

	it('may be a script, by its path', async () => {
		const opened = await setUp().open('demo/scripts/hello.yaml');
		if (opened.type !== 'opened') {
			throw new Error(opened.failure.message);
		}
		const texts: string[] = [];
		for await (const event of opened.model.stream(
			{messages: [{role: 'user', text: 'Hi'}], tools: []},
			new AbortController().signal,
		)) {
			texts.push(event.type === 'text' ? event.text : event.type);
		}
		expect(texts.join('')).toBe('Hello.finished');
		expect(opened.suggestPrompt([])).toBe('Say hello');
		expect(opened.model.id).toBe('demo/scripts/hello.yaml');
	});

	it('is listed', async () => {
		const {models} = setUp();
		await expect(models.list('demo', new AbortController().signal)).resolves.toMatchObject({
			type: 'listed',
			models: [{id: 'demo/tour'}],
		});
	});
});

describe('a model of a provider', () => {
	it.each([
		['anthropic/claude-x', 'anthropic', 'claude-x'],
		['openai/gpt-x', 'responses', 'gpt-x'],
		['ollama/qwen3:8b', 'chat', 'qwen3:8b'],
		['openrouter/anthropic/claude-x', 'chat', 'anthropic/claude-x'],
		['work/a/b/c', 'chat', 'a/b/c'],
	])('is opened as %s with the one adapter that it needs', async (id, api, model) => {
		const providers = new Map([['work', {baseUrl: 'https://work.example/v1'}]]);
		const {idOf, loaded, given} = setUp({providers});
		await expect(idOf(id)).resolves.toBe(id);
		expect(loaded).toEqual([api]);
		expect(given).toMatchObject([{id, model, provider: {name: id.split('/')[0]}}]);
	});

	it('is the usual one where only the provider is named', async () => {
		const providers = new Map([['ollama', {model: 'mine'}]]);
		const {idOf} = setUp({providers});
		await expect(idOf('anthropic')).resolves.toMatch(/^anthropic\/claude-sonnet-/);
		await expect(idOf('openai/')).resolves.toMatch(/^openai\/gpt-/);
		await expect(idOf('ollama')).resolves.toBe('ollama/mine');
		await expect(idOf('openrouter')).resolves.toBe('openrouter/openrouter/auto');
	});

	it('gets what is known about it, and the price that the user named', async () => {
		const prices = {'claude-sonnet-4-5': {input: 1, output: 1}};
		const {open, given} = setUp({providers: new Map([['anthropic', {prices}]])});
		await open('anthropic/claude-sonnet-4-5');
		expect(given[0]).toMatchObject({
			facts: {contextTokens: 200_000},
			price: {input: 1, output: 1},
		});
	});

	it('has no price where none is known', async () => {
		const {open, given} = setUp();
		await open('groq/some-model');
		expect(given[0]).not.toHaveProperty('price');
	});

	it('asks nobody for a key until it is used, and then once for all models of the provider', async () => {
		const {open, given, keychain} = setUp();
		await open('anthropic/a');
		await open('anthropic/b');
		expect(keychain.asked).toEqual([]);
		for (const {key} of given) {
			expect(await key(new AbortController().signal)).toBeDefined();
		}
		expect(keychain.asked).toEqual(['key:anthropic']);
	});
});

describe('a model that cannot be opened', () => {
	it.each([
		['demo/missing.yaml', 'Cannot read the demo script missing.yaml: ENOENT: missing.yaml', 'YAML'],
		['demo/bad.yaml', 'Cannot read the demo script bad.yaml: turns: ', 'YAML'],
		[
			'demo/tuor',
			'There is no demo called "tuor"; did you mean tour?',
			'Use demo/tour, or demo/ and the path',
		],
		['demo/other', 'There is no demo called "other".', 'Use demo/tour, or demo/ and the path'],
		['demo', 'There is no demo called "".', 'Use demo/tour'],
		['demo/', 'There is no demo called "".', 'Use demo/tour'],
		[
			'opnai/gpt',
			'There is no model "opnai/gpt": no provider is called "opnai"; did you mean openai?',
			'A model is written provider/model',
		],
		['dmo/tour', 'There is no model "dmo/tour": no provider is called "dmo"; did you mean demo?', 'demo'],
		['claude-x', 'There is no model "claude-x"; did you mean anthropic/claude-x?', 'provider/model'],
		['o3', 'There is no model "o3"; did you mean openai/o3?', 'provider/model'],
		[
			'nonsense',
			'There is no model "nonsense": no provider is called "nonsense".',
			'"providers": {"nonsense"',
		],
		['', 'There is no model "": no provider is called "".', 'A model is written provider/model'],
		['groq', 'Which model of Groq? "groq" names only the provider.', '-m groq/<model>'],
	])('%o is refused with a sentence and what to do', async (id, message, hint) => {
		const {open, loaded} = setUp();
		const opened = await open(id);
		if (opened.type !== 'refused') {
			throw new Error('It opened.');
		}
		expect(opened.failure.code).toBe('unknown-model');
		expect(opened.failure.message.startsWith(message)).toBe(true);
		expect(opened.failure.message).toMatch(/[.?]$|: /);
		expect(opened.failure.hint).toContain(hint);
		expect(loaded).toEqual([]);
	});

	it('is told why where the settings of its provider are bad', async () => {
		const refusedProviders = [{name: 'openai', problems: ['config.json:3:4  providers.openai.api: no']}];
		await expect(setUp({refusedProviders}).open('openai/gpt-x')).resolves.toMatchObject({
			type: 'refused',
			failure: {code: 'bad-config', message: expect.stringContaining('config.json:3:4')},
		});
	});

	it('is told when its adapter cannot be loaded', async () => {
		const loadAdapter = () => Promise.reject(new Error('Cannot find module'));
		await expect(setUp({loadAdapter}).open('openai/x')).resolves.toMatchObject({
			type: 'refused',
			failure: {code: 'no-adapter', message: 'Cannot find module'},
		});
	});

	it('is not listed', async () => {
		const {models} = setUp();
		const {signal} = new AbortController();
		await expect(models.list('opnai', signal)).resolves.toMatchObject({
			type: 'failed',
			failure: {code: 'unknown-model'},
		});
		await expect(models.list('openai', signal)).resolves.toMatchObject({
			type: 'failed',
			failure: {code: 'no-key', hint: expect.stringContaining('OPENAI_API_KEY')},
		});
	});
});

describe('an obstacle', () => {
	const obstacle = {
		code: 'bad-config',
		message: 'config.json:1:3  invalid symbol',
		hint: 'Correct it first.',
	};
	const {signal} = new AbortController();
	const asked: string[] = [];
	const setUpBehind = () =>
		setUp({
			obstacle,
			environment: {OPENAI_API_KEY: 'sk-test'},
			credentials: {
				async get(account) {
					asked.push(account);
					return undefined;
				},
			},
		});

	it('keeps every model away but those that are scripted, and looks for no key', async () => {
		const {models, open, loaded} = setUpBehind();
		for (const id of ['openai/gpt-x', 'ollama/x', 'nonsense']) {
			await expect(open(id)).resolves.toEqual({type: 'refused', failure: obstacle});
		}
		await expect(models.list('openai', signal)).resolves.toEqual({type: 'failed', failure: obstacle});
		await expect(models.providers(signal)).resolves.toEqual([]);
		await expect(models.localProviders(signal)).resolves.toEqual([]);
		expect([loaded, asked, models.obstacle]).toEqual([[], [], obstacle]);
	});

	it('is none for scripted models', async () => {
		const {models, idOf} = setUpBehind();
		await expect(idOf('demo/tour')).resolves.toBe('demo/tour');
		await expect(models.list('demo', signal)).resolves.toMatchObject({models: [{id: 'demo/tour'}]});
	});
});

describe('the adapters', () => {
	it.each(['anthropic/claude-x', 'openai/gpt-x', 'ollama/x'])(
		'open %s without being asked anything',
		async id => {
			const models = createModels({
				providers: new Map(),
				environment: {},
				credentials: {get: () => Promise.reject(new Error('nobody may ask'))},
				newId: createCounterIds(),
				now: () => 0,
				sleep: async () => undefined,
				readTextFile: async () => '',
			});
			const opened = await models.open(id, new AbortController().signal);
			expect(opened.type === 'opened' && opened.model.id).toBe(id);
			await models.close();
		},
	);
});
