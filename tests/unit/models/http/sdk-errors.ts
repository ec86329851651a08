import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type {Provider} from '../../../../source/core/models/adapter.ts';
import {describeTrouble} from '../../../../source/core/models/http/describe-trouble.ts';
import type {TroubleContext} from '../../../../source/core/models/http/trouble-context.ts';

export const testProvider = (changes: Partial<Provider> = {}): Provider => ({
	name: 'acme',
	title: 'Acme',
	api: 'chat',
	baseUrl: 'https://api.acme.example/v1',
	isLocal: false,
	needsKey: true,
	keyVariable: 'ACME_API_KEY',
	headers: {},
	idleLimit: 90_000,
	...changes,
});

const local = (name: string, title: string, port: number): Provider => {
	const {keyVariable: _none, ...others} = testProvider({
		name,
		title,
		isLocal: true,
		needsKey: false,
		baseUrl: `http://127.0.0.1:${port}/v1`,
	});
	return others;
};

export const providers = {
	anthropic: testProvider({
		name: 'anthropic',
		title: 'Anthropic',
		api: 'anthropic',
		baseUrl: 'https://api.anthropic.com',
		keyVariable: 'ANTHROPIC_API_KEY',
	}),
	openai: testProvider({name: 'openai', title: 'OpenAI', api: 'responses', keyVariable: 'OPENAI_API_KEY'}),
	groq: testProvider({name: 'groq', title: 'Groq', keyVariable: 'GROQ_API_KEY'}),
	gemini: testProvider({name: 'gemini', title: 'Gemini', keyVariable: 'GEMINI_API_KEY'}),
	openrouter: testProvider({name: 'openrouter', title: 'OpenRouter', keyVariable: 'OPENROUTER_API_KEY'}),
	mistral: testProvider({name: 'mistral', title: 'Mistral', keyVariable: 'MISTRAL_API_KEY'}),
	deepseek: testProvider({name: 'deepseek', title: 'DeepSeek', keyVariable: 'DEEPSEEK_API_KEY'}),
	azure: testProvider({
		name: 'azure',
		title: 'Azure',
		baseUrl: 'https://acme.openai.azure.com/openai/v1',
		keyVariable: 'AZURE_OPENAI_API_KEY',
	}),
	xai: testProvider({name: 'xai', title: 'xAI', keyVariable: 'XAI_API_KEY'}),
	ollama: local('ollama', 'Ollama', 11434),
	lmstudio: local('lmstudio', 'LM Studio', 1234),
	llamacpp: local('llamacpp', 'llama.cpp', 8080),
	vllm: local('vllm', 'vLLM', 8000),
} as const;

export type ProviderName = keyof typeof providers;

type Fetch = () => Promise<Response>;

const baseURL = 'http://127.0.0.1:9/v1';

/** What an SDK throws over an answer, at once or in the middle of its stream. */
export const thrownBy = async (api: Provider['api'], fetch: Fetch): Promise<unknown> => {
	const shared = {apiKey: 'test-key', baseURL, maxRetries: 0, logLevel: 'off', fetch} as const;
	const messages = [{role: 'user', content: 'hi'}] as const;
	try {
		const stream =
			api === 'anthropic'
				? await new Anthropic(shared).messages.create({
						model: 'm',
						max_tokens: 10,
						messages: [...messages],
						stream: true,
					})
				: api === 'responses'
					? await new OpenAI(shared).responses.create({model: 'm', input: 'hi', stream: true})
					: await new OpenAI(shared).chat.completions.create({
							model: 'm',
							messages: [...messages],
							stream: true,
						});
		for await (const _event of stream);
		return undefined;
	} catch (error) {
		return error;
	}
};

type Answer = {readonly status: number; readonly body: unknown; readonly headers?: Record<string, string>};

/** The trouble that comes of an answer, through the SDK that this provider is asked with. */
export const troubleOf = async (
	name: ProviderName,
	{status, body, headers = {}}: Answer,
	context: Partial<TroubleContext> = {},
) => {
	const provider = providers[name];
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const error = await thrownBy(provider.api, async () => new Response(text, {status, headers}));
	return describeTrouble(error, {provider, model: 'the-model', tools: [], secrets: [], ...context});
};
