import {z} from 'zod';
import {askProvider, type ProviderCall, serverRoot} from './ask-provider.ts';
import type {Learned} from './learn-facts.ts';
import {readLlamaProps, readStudioModels} from './list-models.ts';

const tokens = z.number().int().positive();
const optionalTokens = tokens.optional().catch(undefined);

const shown = z.object({
	capabilities: z.array(z.string()).optional().catch(undefined),
	/** Lines such as `num_ctx 8192`. */
	parameters: z.string().max(100_000).optional().catch(undefined),
	model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const running = z.object({
	models: z.array(
		z.object({
			name: z.string(),
			model: z.string().optional().catch(undefined),
			context_length: optionalTokens,
		}),
	),
});

/** `llama3` is `llama3:latest`. */
const isSameModel = (one: string | undefined, other: string): boolean =>
	one?.replace(/:latest$/, '') === other.replace(/:latest$/, '');

/** How much of a model's context Ollama really uses is set when it is loaded, and is mostly far less than the model could. */
const askOllama = async (call: ProviderCall, model: string, signal: AbortSignal): Promise<Learned> => {
	const root = serverRoot(call.provider);
	const [about, loaded] = await Promise.all([
		askProvider(call, `${root}/api/show`, signal, {model}).then(answer => shown.parse(answer)),
		askProvider(call, `${root}/api/ps`, signal)
			.then(answer => running.parse(answer).models)
			// Older versions do not say it.
			.catch(() => []),
	]);
	const inUse = loaded.find(({name, model: id}) => isSameModel(name, model) || isSameModel(id, model));
	const setting = /^num_ctx\s+(\d{2,9})\s*$/m.exec(about.parameters ?? '')?.[1];
	const possible = Object.entries(about.model_info ?? {}).find(([key]) =>
		key.endsWith('.context_length'),
	)?.[1];
	return {
		contextTokens:
			inUse?.context_length ??
			(setting === undefined ? undefined : Number(setting)) ??
			optionalTokens.parse(possible),
		seesImages: about.capabilities?.includes('vision'),
		isPreliminary: inUse === undefined,
	};
};

const askStudio = async (call: ProviderCall, model: string, signal: AbortSignal): Promise<Learned> => {
	const found = (await readStudioModels(call, signal)).find(({id}) => id === model);
	return {
		contextTokens: found?.loaded_context_length ?? found?.max_context_length,
		seesImages: found?.type === undefined ? undefined : found.type === 'vlm',
		isPreliminary: found !== undefined && found.loaded_context_length === undefined,
	};
};

const anthropicModel = z.object({
	max_input_tokens: optionalTokens,
	max_tokens: optionalTokens,
	capabilities: z
		.object({image_input: z.object({supported: z.boolean()})})
		.optional()
		.catch(undefined),
});

const askAnthropic = async (call: ProviderCall, model: string, signal: AbortSignal): Promise<Learned> => {
	const url = `${call.provider.baseUrl}/v1/models/${encodeURIComponent(model)}`;
	const about = anthropicModel.parse(await askProvider(call, url, signal));
	return {
		contextTokens: about.max_input_tokens,
		outputTokens: about.max_tokens,
		seesImages: about.capabilities?.image_input.supported,
	};
};

/** Asks the one that runs a model what it knows about it. */
export const askFacts = async (call: ProviderCall, model: string, signal: AbortSignal): Promise<Learned> => {
	switch (call.provider.name) {
		case 'anthropic':
			return askAnthropic(call, model, signal);
		case 'ollama':
			return askOllama(call, model, signal);
		case 'lmstudio':
			return askStudio(call, model, signal);
		case 'llamacpp':
			return readLlamaProps(call, signal);
		default:
			return {};
	}
};
