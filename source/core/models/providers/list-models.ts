import {z} from 'zod';
import type {ModelOffer} from '../../../domain/model-ports.ts';
import {askProvider, type ProviderCall, serverRoot} from './ask-provider.ts';
import {factsOf} from './model-facts.ts';

/** No provider has so many, and nobody looks through more. */
const maxModels = 2000;
const maxPages = 20;
const maxText = 200;

const name = z.string().min(1).max(maxText);
const tokens = z.number().int().positive();

/** One strange entry costs only itself. */
const entries = <Entry>(schema: z.ZodType<Entry>, list: unknown): readonly Entry[] =>
	(Array.isArray(list) ? list.slice(0, maxModels) : []).flatMap((entry: unknown) => {
		const parsed = schema.safeParse(entry);
		return parsed.success ? [parsed.data] : [];
	});

/** An answer that is no list of models at all. */
export class NoListError extends Error {
	override readonly name = 'NoListError';
}

const listSchema = z.object({data: z.array(z.unknown())});

const listOf = (answer: unknown): readonly unknown[] => {
	const parsed = listSchema.safeParse(answer);
	if (!parsed.success) throw new NoListError('The answer is not a list of models.');
	return parsed.data.data;
};

/** Whether something at this address speaks the protocol, and not just any program on the same port. */
export const isModelList = (answer: unknown): boolean => listSchema.safeParse(answer).success;

const offer = (
	{provider}: ProviderCall,
	model: string,
	contextTokens: number | undefined,
	title?: string,
): ModelOffer => {
	const context = contextTokens ?? factsOf(provider.name, model, {}).contextTokens;
	return {
		id: `${provider.name}/${model}`,
		...(title === undefined || title === model ? {} : {title}),
		...(context === undefined ? {} : {contextTokens: context}),
	};
};

const anthropicModel = z.object({
	id: name,
	display_name: name.optional().catch(undefined),
	max_input_tokens: tokens.optional().catch(undefined),
	lifecycle: z.string().optional().catch(undefined),
});

const listAnthropic = async (call: ProviderCall, signal: AbortSignal): Promise<readonly ModelOffer[]> => {
	const offers: ModelOffer[] = [];
	let after: string | undefined;
	for (let page = 0; page < maxPages && offers.length < maxModels; page += 1) {
		const query = new URLSearchParams({limit: '1000', ...(after === undefined ? {} : {after_id: after})});
		const answer = await askProvider(call, `${call.provider.baseUrl}/v1/models?${query}`, signal);
		const models = entries(anthropicModel, listOf(answer)).filter(({lifecycle}) => lifecycle !== 'retired');
		offers.push(
			...models.map(({id, display_name, max_input_tokens}) =>
				offer(call, id, max_input_tokens, display_name),
			),
		);
		const next = z.object({has_more: z.literal(true), last_id: name}).safeParse(answer);
		if (!next.success || next.data.last_id === after) break;
		after = next.data.last_id;
	}
	return offers;
};

const compatibleModel = z.object({
	id: name,
	name: name.optional().catch(undefined),
	created: z.number().optional().catch(undefined),
	// As OpenRouter, Groq and Mistral call it.
	context_length: tokens.optional().catch(undefined),
	context_window: tokens.optional().catch(undefined),
	max_context_length: tokens.optional().catch(undefined),
	capabilities: z.object({completion_chat: z.boolean().optional()}).optional().catch(undefined),
});

const notForChat = /embed|whisper|rerank|(?:^|[-/])tts(?:-|$)|moderation/i;
const notForChatAtOpenai =
	/dall-e|realtime|audio|transcribe|image|sora|babbage|davinci|gpt-3\.5-turbo-instruct|search-(?:preview|api)|computer-use/i;

const listCompatible = async (
	call: ProviderCall,
	contextTokens: number | undefined,
	signal: AbortSignal,
): Promise<readonly ModelOffer[]> => {
	const {provider} = call;
	const answer = await askProvider(call, `${provider.baseUrl}/models`, signal);
	return entries(compatibleModel, listOf(answer))
		.filter(
			({id, capabilities}) =>
				!notForChat.test(id) &&
				!(provider.name === 'openai' && notForChatAtOpenai.test(id)) &&
				capabilities?.completion_chat !== false,
		)
		.sort((one, other) => (other.created ?? 0) - (one.created ?? 0))
		.map(model =>
			offer(
				call,
				// Gemini lists its models under a path, and takes them without.
				provider.name === 'gemini' ? model.id.replace(/^models\//, '') : model.id,
				contextTokens ?? model.context_length ?? model.context_window ?? model.max_context_length,
				model.name,
			),
		);
};

const studioModel = z.object({
	id: name,
	type: z.string().optional().catch(undefined),
	state: z.string().optional().catch(undefined),
	max_context_length: tokens.optional().catch(undefined),
	loaded_context_length: tokens.optional().catch(undefined),
});

/** LM Studio's own list says more than the one of the protocol. */
export const readStudioModels = async (call: ProviderCall, signal: AbortSignal) =>
	entries(studioModel, listOf(await askProvider(call, `${serverRoot(call.provider)}/api/v0/models`, signal)));

const listStudio = async (call: ProviderCall, signal: AbortSignal): Promise<readonly ModelOffer[]> => {
	const models = await readStudioModels(call, signal).catch(() => undefined);
	// Older versions have only the list of the protocol.
	if (models === undefined) return listCompatible(call, undefined, signal);
	return models
		.filter(({type}) => type !== 'embeddings')
		.toSorted((one, other) => Number(other.state === 'loaded') - Number(one.state === 'loaded'))
		.map(({id, loaded_context_length, max_context_length}) =>
			offer(call, id, loaded_context_length ?? max_context_length),
		);
};

const llamaProps = z.object({
	default_generation_settings: z.object({n_ctx: tokens}).optional().catch(undefined),
	modalities: z.object({vision: z.boolean()}).optional().catch(undefined),
});

/** What a llama.cpp server says about the model that it runs. */
export const readLlamaProps = async (call: ProviderCall, signal: AbortSignal) => {
	const props = llamaProps.parse(await askProvider(call, `${serverRoot(call.provider)}/props`, signal));
	return {
		contextTokens: props.default_generation_settings?.n_ctx,
		seesImages: props.modalities?.vision,
	};
};

const listLlama = async (call: ProviderCall, signal: AbortSignal): Promise<readonly ModelOffer[]> => {
	const props = await readLlamaProps(call, signal).catch(() => undefined);
	return listCompatible(call, props?.contextTokens, signal);
};

/** The models of a provider as it lists them itself, the newest first. Throws what `describeTrouble` understands. */
export const readModels = (call: ProviderCall, signal: AbortSignal): Promise<readonly ModelOffer[]> => {
	if (call.provider.api === 'anthropic') return listAnthropic(call, signal);
	switch (call.provider.name) {
		case 'lmstudio':
			return listStudio(call, signal);
		case 'llamacpp':
			return listLlama(call, signal);
		default:
			return listCompatible(call, undefined, signal);
	}
};
