import type {WireProtocol} from '../adapter.ts';

/** What is known about a provider before the user says anything about it. */
export type ProviderPreset = {
	readonly name: string;
	/** For sentences. */
	readonly title: string;
	readonly api: WireProtocol;
	readonly baseUrl: string;
	/** The environment variable that replaces the address, as in the provider's own programs. */
	readonly baseUrlVariable?: string;
	/** Environment variables of the key; the first that is set counts. */
	readonly keyVariables: readonly string[];
	readonly needsKey: boolean;
	/** What the provider alone stands for, without a model. */
	readonly defaultModel?: string;
	/** A program that people run on their own machine. Its address may be written without the `/v1` at its end. */
	readonly isSelfHosted?: true;
};

/** Balanced ones, from the model lists of the providers' own SDKs. */
const defaultAnthropicModel = 'claude-sonnet-5-5';
const defaultOpenaiModel = 'gpt-6.1-terra';

export const providerPresets: readonly ProviderPreset[] = [
	{
		name: 'anthropic',
		title: 'Anthropic',
		api: 'anthropic',
		baseUrl: 'https://api.anthropic.com',
		baseUrlVariable: 'ANTHROPIC_BASE_URL',
		keyVariables: ['ANTHROPIC_API_KEY'],
		needsKey: true,
		defaultModel: defaultAnthropicModel,
	},
	{
		name: 'openai',
		title: 'OpenAI',
		api: 'responses',
		baseUrl: 'https://api.openai.com/v1',
		baseUrlVariable: 'OPENAI_BASE_URL',
		keyVariables: ['OPENAI_API_KEY'],
		needsKey: true,
		defaultModel: defaultOpenaiModel,
	},
	{
		name: 'ollama',
		title: 'Ollama',
		api: 'chat',
		baseUrl: 'http://127.0.0.1:11434/v1',
		baseUrlVariable: 'OLLAMA_HOST',
		keyVariables: [],
		needsKey: false,
		isSelfHosted: true,
	},
	{
		name: 'lmstudio',
		title: 'LM Studio',
		api: 'chat',
		baseUrl: 'http://127.0.0.1:1234/v1',
		keyVariables: [],
		needsKey: false,
		isSelfHosted: true,
	},
	{
		name: 'llamacpp',
		title: 'llama.cpp',
		api: 'chat',
		baseUrl: 'http://127.0.0.1:8080/v1',
		keyVariables: [],
		needsKey: false,
		isSelfHosted: true,
	},
	{
		name: 'openrouter',
		title: 'OpenRouter',
		api: 'chat',
		baseUrl: 'https://openrouter.ai/api/v1',
		keyVariables: ['OPENROUTER_API_KEY'],
		needsKey: true,
		defaultModel: 'openrouter/auto',
	},
	{
		name: 'groq',
		title: 'Groq',
		api: 'chat',
		baseUrl: 'https://api.groq.com/openai/v1',
		keyVariables: ['GROQ_API_KEY'],
		needsKey: true,
	},
	{
		name: 'gemini',
		title: 'Gemini',
		api: 'chat',
		baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
		keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
		needsKey: true,
		defaultModel: 'gemini-flash-latest',
	},
	{
		name: 'mistral',
		title: 'Mistral',
		api: 'chat',
		baseUrl: 'https://api.mistral.ai/v1',
		keyVariables: ['MISTRAL_API_KEY'],
		needsKey: true,
		defaultModel: 'mistral-medium-latest',
	},
	{
		name: 'deepseek',
		title: 'DeepSeek',
		api: 'chat',
		baseUrl: 'https://api.deepseek.com/v1',
		keyVariables: ['DEEPSEEK_API_KEY'],
		needsKey: true,
	},
	{
		name: 'xai',
		title: 'xAI',
		api: 'chat',
		baseUrl: 'https://api.x.ai/v1',
		keyVariables: ['XAI_API_KEY'],
		needsKey: true,
	},
];

/** Whose models are called like this, for names that come without a provider. */
const families: readonly (readonly [pattern: RegExp, provider: string])[] = [
	[/^claude-/, 'anthropic'],
	[/^(?:gpt-|chatgpt-|codex-|o\d(?:$|-))/, 'openai'],
	[/^gemini-/, 'gemini'],
	[/^(?:mistral|codestral|ministral|magistral|devstral)-/, 'mistral'],
	[/^deepseek-/, 'deepseek'],
	[/^grok-/, 'xai'],
	// Only Ollama writes the size behind a colon.
	[/^[\w.-]+:[\w.-]+$/, 'ollama'],
];

/** `anthropic/claude-x` for `claude-x`. */
export const withProvider = (model: string): string | undefined => {
	const provider = families.find(([pattern]) => pattern.test(model.toLowerCase()))?.[1];
	return provider === undefined ? undefined : `${provider}/${model}`;
};
