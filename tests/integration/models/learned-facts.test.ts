import {describe, expect, it} from 'vitest';
import type {OpenModels} from '../../../source/core/models/open-model.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import {createLoopbackModels} from '../../helpers/loopback-models.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {sendStatus} from '../../servers/http-host.ts';
import {startProviderLists} from '../../servers/models/provider-lists.ts';

const signal = new AbortController().signal;

const apiKey = createSecret('sk-canary-123');

describe('what a server says about the model in use', () => {
	const factsAfterUse = async (models: OpenModels, id: string, isThere: (facts: object) => boolean) => {
		const result = await models.open(id, signal);
		if (result.type === 'refused') throw new Error(result.failure.message);
		const {model} = result;
		for await (const _ of model.stream({messages: [], tools: []}, signal));
		await waitUntil(() => isThere(model.facts?.() ?? {}));
		return {facts: model.facts?.(), model};
	};
	const hasContext = (facts: object) => 'contextTokens' in facts;

	it('is learned from Ollama: the context that is in use, and whether it sees', async () => {
		const host = await startProviderLists({
			'POST /api/show': {
				capabilities: ['completion', 'vision'],
				model_info: {'qwen.context_length': 40_960},
			},
			'GET /api/ps': {models: [{name: 'qwen3:latest', context_length: 4096}]},
		});
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url}});
		const {facts} = await factsAfterUse(models, 'ollama/qwen3', hasContext);
		expect(facts).toEqual({contextTokens: 4096, seesImages: true});
		expect(host.seen.find(({method}) => method === 'POST')?.body).toBe('{"model":"qwen3"}');
	});

	it('is what the model could take until Ollama has loaded it', async () => {
		let loaded: object[] = [];
		const host = await startProviderLists({
			'POST /api/show': {capabilities: [], model_info: {'x.context_length': 40_960}},
			'GET /api/ps': (_, response) => sendStatus(response, 200, JSON.stringify({models: loaded})),
		});
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url}});
		const {facts, model} = await factsAfterUse(models, 'ollama/x', hasContext);
		expect(facts).toEqual({contextTokens: 40_960, seesImages: false});
		loaded = [{name: 'x:latest', context_length: 8192}];
		for await (const _ of model.stream({messages: [], tools: []}, signal));
		await waitUntil(() => model.facts?.().contextTokens === 8192);
	});

	it('is the setting of the model where an older Ollama says nothing else', async () => {
		const host = await startProviderLists({
			'POST /api/show': {
				parameters: 'stop "x"\nnum_ctx                        16384\n',
				model_info: {'x.context_length': 40_960},
			},
		});
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url}});
		const {facts} = await factsAfterUse(models, 'ollama/x', hasContext);
		expect(facts).toMatchObject({contextTokens: 16_384});
	});

	it('is learned from LM Studio', async () => {
		const host = await startProviderLists({
			'GET /api/v0/models': {
				data: [{id: 'a/b', type: 'vlm', max_context_length: 9000, loaded_context_length: 4096}],
			},
		});
		const {models} = createLoopbackModels({lmstudio: {baseUrl: host.url}});
		const {facts} = await factsAfterUse(models, 'lmstudio/a/b', hasContext);
		expect(facts).toEqual({contextTokens: 4096, seesImages: true});
	});

	it('is learned from llama.cpp', async () => {
		const host = await startProviderLists({
			'GET /props': {default_generation_settings: {n_ctx: 2048}, modalities: {vision: false}},
		});
		const {models} = createLoopbackModels({llamacpp: {baseUrl: host.url}});
		const {facts} = await factsAfterUse(models, 'llamacpp/any', hasContext);
		expect(facts).toEqual({contextTokens: 2048, seesImages: false});
	});

	it('is learned from Anthropic for a model that is not known', async () => {
		const host = await startProviderLists({
			'GET /v1/models/claude-next': {
				id: 'claude-next',
				max_input_tokens: 2_000_000,
				max_tokens: 99_000,
				capabilities: {image_input: {supported: true}},
			},
		});
		const {models} = createLoopbackModels({anthropic: {baseUrl: host.url, apiKey}});
		const {facts} = await factsAfterUse(models, 'anthropic/claude-next', hasContext);
		expect(facts).toEqual({contextTokens: 2_000_000, outputTokens: 99_000, seesImages: true});
		const known = await models.open('anthropic/claude-sonnet-4-5', signal);
		if (known.type === 'refused') throw new Error(known.failure.message);
		for await (const _ of known.model.stream({messages: [], tools: []}, signal));
		expect(host.seen).toHaveLength(1);
	});

	it('changes nothing where a server answers with nonsense', async () => {
		const host = await startProviderLists({
			'POST /api/show': {capabilities: 7, parameters: [], model_info: {'x.context_length': 'much'}},
			'GET /api/ps': {models: 'none'},
		});
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url, contextTokens: 77}});
		const {facts} = await factsAfterUse(models, 'ollama/x', () => host.seen.length === 2);
		expect(facts).toEqual({contextTokens: 77});
	});
});
