import {describe, expect, it} from 'vitest';
import type {OpenModels} from '../../../source/core/models/open-model.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import {createLoopbackModels} from '../../helpers/loopback-models.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {sendStatus} from '../../servers/http-host.ts';
import {refuseWith, saysNothing, startProviderLists} from '../../servers/models/provider-lists.ts';

const signal = new AbortController().signal;

const namesOf = async (models: OpenModels, provider: string) => {
	const list = await models.list(provider, signal);
	if (list.type === 'failed') throw new Error(`${list.failure.message} ${list.failure.hint}`);
	return list.models;
};

const apiKey = createSecret('sk-canary-123');

describe('the models of Anthropic', () => {
	it('come page by page, with what fits into them', async () => {
		const host = await startProviderLists({
			'GET /v1/models': ({path}, response) => {
				const isSecond = path.includes('after_id=claude-b');
				sendStatus(
					response,
					200,
					JSON.stringify(
						isSecond
							? {data: [{id: 'claude-c', lifecycle: 'retired'}, {id: 'claude-d'}], has_more: false}
							: {
									data: [
										{id: 'claude-a', display_name: 'Claude A', max_input_tokens: 1000},
										{id: 7},
										{id: 'claude-b', display_name: null, max_input_tokens: null},
									],
									has_more: true,
									last_id: 'claude-b',
								},
					),
				);
			},
		});
		const {models} = createLoopbackModels({
			anthropic: {baseUrl: host.url, apiKey, headers: {'x-team': 'blue'}},
		});
		await expect(namesOf(models, 'anthropic')).resolves.toEqual([
			{id: 'anthropic/claude-a', title: 'Claude A', contextTokens: 1000},
			{id: 'anthropic/claude-b'},
			{id: 'anthropic/claude-d'},
		]);
		expect(host.seen).toHaveLength(2);
		expect(host.seen[0]?.headers).toMatchObject({
			'x-api-key': 'sk-canary-123',
			'anthropic-version': '2023-06-01',
			'x-team': 'blue',
		});
	});

	it('end where a server hands out the same page for ever', async () => {
		const host = await startProviderLists({
			'GET /v1/models': {data: [{id: 'a'}], has_more: true, last_id: 'a'},
		});
		const {models} = createLoopbackModels({anthropic: {baseUrl: host.url, apiKey}});
		await expect(namesOf(models, 'anthropic')).resolves.toHaveLength(2);
		expect(host.seen).toHaveLength(2);
	});
});

describe('the models of a provider that speaks the protocol of OpenAI', () => {
	it('are those one can chat with, the newest first', async () => {
		const host = await startProviderLists({
			'GET /v1/models': {
				data: [
					{id: 'gpt-old', created: 1},
					{id: 'gpt-5', created: 3},
					{id: 'text-embedding-3-large', created: 9},
					{id: 'whisper-1', created: 9},
					{id: 'tts-1-hd', created: 9},
					{id: 'gpt-4o-mini-tts', created: 9},
					{id: 'dall-e-3', created: 9},
					{id: 'gpt-image-1', created: 9},
					{id: 'omni-moderation-latest', created: 9},
					{id: 'gpt-realtime', created: 9},
					{id: 'sora-2', created: 9},
					'nonsense',
					null,
				],
			},
		});
		const {models} = createLoopbackModels({openai: {baseUrl: `${host.url}/v1`, apiKey}});
		await expect(namesOf(models, 'openai')).resolves.toEqual([
			{id: 'openai/gpt-5', contextTokens: 400_000},
			{id: 'openai/gpt-old'},
		]);
		expect(host.seen[0]?.headers.authorization).toBe('Bearer sk-canary-123');
	});

	it('say what fits into them, however they call it', async () => {
		const host = await startProviderLists({
			'GET /models': {
				data: [
					{id: 'vendor/a', name: 'A', context_length: 1},
					{id: 'b', context_window: 2},
					{id: 'c', max_context_length: 3, capabilities: {completion_chat: true}},
					{id: 'd', context_length: 'many', created: 'yesterday'},
					{id: 'ocr', capabilities: {completion_chat: false}},
				],
			},
		});
		const {models} = createLoopbackModels({work: {baseUrl: host.url}});
		await expect(namesOf(models, 'work')).resolves.toEqual([
			{id: 'work/vendor/a', title: 'A', contextTokens: 1},
			{id: 'work/b', contextTokens: 2},
			{id: 'work/c', contextTokens: 3},
			{id: 'work/d'},
		]);
		expect(host.seen[0]?.headers).not.toHaveProperty('authorization');
	});

	it('of Gemini are named as they are asked for', async () => {
		const host = await startProviderLists({'GET /models': {data: [{id: 'models/gemini-x'}]}});
		const {models} = createLoopbackModels({gemini: {baseUrl: host.url, apiKey}});
		await expect(namesOf(models, 'gemini')).resolves.toEqual([{id: 'gemini/gemini-x'}]);
	});
});

describe('the models of a server on this machine', () => {
	it('come from LM Studio’s own list, those in memory first', async () => {
		const host = await startProviderLists({
			'GET /api/v0/models': {
				data: [
					{id: 'cold', type: 'llm', state: 'not-loaded', max_context_length: 8000},
					{id: 'vectors', type: 'embeddings'},
					{id: 'warm', type: 'vlm', state: 'loaded', max_context_length: 9000, loaded_context_length: 4096},
				],
			},
		});
		const {models} = createLoopbackModels({lmstudio: {baseUrl: host.url}});
		await expect(namesOf(models, 'lmstudio')).resolves.toEqual([
			{id: 'lmstudio/warm', contextTokens: 4096},
			{id: 'lmstudio/cold', contextTokens: 8000},
		]);
	});

	it('come from the usual list of an older LM Studio', async () => {
		const host = await startProviderLists({'GET /v1/models': {data: [{id: 'a'}]}});
		const {models} = createLoopbackModels({lmstudio: {baseUrl: host.url}});
		await expect(namesOf(models, 'lmstudio')).resolves.toEqual([{id: 'lmstudio/a'}]);
	});

	it('of llama.cpp have the context that the server was started with', async () => {
		const host = await startProviderLists({
			'GET /v1/models': {data: [{id: 'm.gguf'}]},
			'GET /props': {default_generation_settings: {n_ctx: 4096}},
		});
		const {models} = createLoopbackModels({llamacpp: {baseUrl: host.url}});
		await expect(namesOf(models, 'llamacpp')).resolves.toEqual([
			{id: 'llamacpp/m.gguf', contextTokens: 4096},
		]);
	});
});

describe('a list that does not come', () => {
	const failureOf = async (models: OpenModels, provider: string, wait = signal) => {
		const list = await models.list(provider, wait);
		if (list.type === 'listed') throw new Error('It was listed.');
		return list.failure;
	};

	it('is explained where the key is wrong, without showing it', async () => {
		const host = await startProviderLists({
			'GET /v1/models': refuseWith(401, {error: {message: 'Incorrect API key provided: sk-canary-123'}}),
		});
		const {models} = createLoopbackModels({openai: {baseUrl: `${host.url}/v1`, apiKey}});
		const failure = await failureOf(models, 'openai');
		expect(failure.code).toBe('wrong-key');
		expect(JSON.stringify(failure)).not.toContain('canary');
	});

	it('is explained where nobody answers', async () => {
		const host = await startProviderLists({});
		await host.stop();
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url}});
		const failure = await failureOf(models, 'ollama');
		expect(failure).toMatchObject({code: 'unreachable', message: expect.stringContaining('Ollama')});
		expect(failure.hint).toMatch(/\S/);
	});

	it.each([
		['there is none', 404, '{}'],
		['a web page answers', 200, '<html>hello</html>'],
		['something else answers', 200, '{"ok":true}'],
	])('is explained where %s', async (_, status, body) => {
		const host = await startProviderLists({
			'GET /models': (__, response) => sendStatus(response, status, body),
		});
		const {models} = createLoopbackModels({work: {baseUrl: host.url}});
		await expect(failureOf(models, 'work')).resolves.toMatchObject({
			code: 'no-list',
			message: 'work has no list of models at its address.',
			hint: expect.stringContaining('"baseUrl" of provider "work"'),
		});
	});

	it('is given up when nobody wants it any more', async () => {
		const host = await startProviderLists({'GET /models': saysNothing});
		const {models} = createLoopbackModels({work: {baseUrl: host.url}});
		const controller = new AbortController();
		const failure = failureOf(models, 'work', controller.signal);
		await waitUntil(() => host.seen.length === 1);
		controller.abort();
		await expect(failure).resolves.toMatchObject({code: 'stalled'});
	});

	it('is not sent for without a key that is needed', async () => {
		const host = await startProviderLists({});
		const {models, keychain} = createLoopbackModels({openai: {baseUrl: host.url}});
		await expect(failureOf(models, 'openai')).resolves.toMatchObject({code: 'no-key'});
		expect(keychain.asked).toEqual(['key:openai']);
		expect(host.seen).toEqual([]);
	});
});
