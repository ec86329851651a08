import {describe, expect, it} from 'vitest';
import type {OpenModels} from '../../../source/core/models/open-model.ts';
import {createLoopbackModels} from '../../helpers/loopback-models.ts';
import {saysNothing, startProviderLists} from '../../servers/models/provider-lists.ts';

const open = async (models: OpenModels, id: string) => {
	const opened = await models.open(id, new AbortController().signal);
	return opened.type === 'opened' ? opened.model.id : opened.failure;
};

describe('a server of one’s own that is named without a model', () => {
	it.each(['ollama', 'lmstudio', 'llamacpp', 'work'])(
		'stands for the first that it lists: %s',
		async name => {
			const host = await startProviderLists({
				'GET /v1/models': {data: [{id: 'nomic-embed'}, {id: 'vendor/first'}, {id: 'second'}]},
			});
			const {models} = createLoopbackModels({[name]: {baseUrl: `${host.url}/v1`}});
			await expect(open(models, name)).resolves.toBe(`${name}/vendor/first`);
		},
	);

	it('is not asked where the configuration names its model', async () => {
		const host = await startProviderLists({});
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url, model: 'mine'}});
		await expect(open(models, 'ollama')).resolves.toBe('ollama/mine');
		expect(host.seen).toEqual([]);
	});

	it('is explained where nobody answers, with the variable that says where it is', async () => {
		const host = await startProviderLists({});
		await host.stop();
		const {models} = createLoopbackModels({}, {environment: {OLLAMA_HOST: host.url}});
		await expect(open(models, 'ollama')).resolves.toMatchObject({
			code: 'unreachable',
			message: expect.stringMatching(/^Ollama could not be reached: nothing answers at 127\.0\.0\.1:/),
			hint: 'Start Ollama: ollama serve; or correct the port in OLLAMA_HOST.',
		});
	});

	it('is explained where it has no models', async () => {
		const host = await startProviderLists({'GET /v1/models': {data: []}});
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url}});
		await expect(open(models, 'ollama')).resolves.toMatchObject({
			code: 'unknown-model',
			message: 'Ollama has no models.',
			hint: 'Fetch one, for example: ollama pull qwen3.',
		});
	});

	it('is given up where it says nothing', async () => {
		const host = await startProviderLists({'GET /v1/models': saysNothing});
		const {models} = createLoopbackModels({ollama: {baseUrl: host.url}}, {firstModelPatience: 500});
		await expect(open(models, 'ollama')).resolves.toMatchObject({
			code: 'stalled',
			message: 'Ollama did not list its models in time.',
		});
	});
});
