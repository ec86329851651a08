import {describe, expect, it} from 'vitest';
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
		await expect(models.checkKey('openai', signal)).resolves.toMatchObject({type: 'unsure'});
	});
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
