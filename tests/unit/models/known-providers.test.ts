import {describe, expect, it} from 'vitest';
import {loadAdapter} from '../../../source/core/models/load-adapter.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import {createLoopbackModels} from '../../helpers/loopback-models.ts';
import {createFakeKeychain} from '../../helpers/provider-sources.ts';

const setUp = (...[providers = {}, change = {}]: Partial<Parameters<typeof createLoopbackModels>>) =>
	createLoopbackModels(providers, {credentials: createFakeKeychain({'key:anthropic': 'k'}), ...change})
		.models;

describe('the key of a provider', () => {
	const {signal} = new AbortController();

	it.each([
		['demo', {}],
		['ollama', {}],
		['nonsense', {}],
		['anthropic', {}],
		['openai', {OPENAI_API_KEY: 'sk-test'}],
	])('is fine where there is one, or none is needed: %s', async (name, environment) => {
		await expect(setUp({}, {environment}).checkKey(name, signal)).resolves.toEqual({type: 'fine'});
	});

	it('is missing where nobody has it, and the failure says where it goes', async () => {
		await expect(setUp().checkKey('openai', signal)).resolves.toMatchObject({
			type: 'missing',
			failure: {
				code: 'no-key',
				message: 'There is no key for OpenAI.',
				hint: expect.stringContaining('export OPENAI_API_KEY=... and start again'),
			},
		});
	});

	it('may be in a keychain that does not answer', async () => {
		const models = setUp({}, {credentials: createFakeKeychain({'key:openai': 'locked'})});
		await expect(models.checkKey('openai', signal)).resolves.toMatchObject({
			type: 'unsure',
			failure: {
				message: 'No key for OpenAI is set, and none can be looked up: the keychain is locked.',
				hint: 'In your shell: export OPENAI_API_KEY=... and start again.',
			},
		});
	});

	it('is not to be put where secrets cannot be kept', async () => {
		const credentials = {
			get: async () => undefined,
			open: async () => ({problem: 'no keychain service answers on D-Bus', hint: 'Start one.'}),
		};
		const models = setUp({}, {credentials});
		const failure = {
			code: 'no-key',
			message: 'No key for OpenAI is set, and none can be looked up: no keychain service answers on D-Bus.',
			hint: 'Start one. Or export OPENAI_API_KEY=... and start again.',
		};
		await expect(models.checkKey('openai', signal)).resolves.toEqual({type: 'missing', failure});
		await expect(models.list('openai', signal)).resolves.toEqual({type: 'failed', failure});
	});

	it.each(['openai', 'anthropic'])(
		'is missing for a reason that the first request to %s tells',
		async name => {
			const problem = 'the passphrase in MCP_TUI_PASSPHRASE is not that of /x';
			const credentials = {
				get: async (): Promise<undefined> => {
					throw new Error(`${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`);
				},
			};
			const opened = await setUp({}, {credentials, loadAdapter}).open(`${name}/some-model`, signal);
			const events: ModelEvent[] = [];
			if (opened.type === 'opened') {
				for await (const event of opened.model.stream({messages: [], tools: []}, signal)) events.push(event);
			}
			expect(events).toMatchObject([
				{type: 'failed', trouble: {kind: 'no-key', failure: {message: expect.stringContaining(problem)}}},
			]);
		},
	);
});

describe('the providers that can be named', () => {
	it('are all of them, those of the user too', () => {
		const providers = {work: {baseUrl: 'https://work.example/v1'}};
		const refusedProviders = [{name: 'broken', problems: ['no']}];
		const known = setUp(providers, {refusedProviders}).known();
		expect(known).toEqual(
			expect.arrayContaining([
				{name: 'demo', title: 'The demo'},
				{name: 'anthropic', title: 'Anthropic'},
				{name: 'work', title: 'work'},
				{name: 'broken', title: 'broken'},
			]),
		);
	});
});
