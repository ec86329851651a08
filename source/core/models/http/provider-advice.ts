import type {AddressWords} from '../../../support/network/unreachable.ts';
import type {Provider} from '../adapter.ts';

type LocalProgram = {
	readonly start: string;
	readonly getModel: (model: string) => string;
	/** For a server without any model. */
	readonly firstModel: string;
	readonly moreContext: string;
};

/** The programs that people run models with, by their names. */
const programs: readonly (readonly [name: RegExp, LocalProgram])[] = [
	[
		/ollama/i,
		{
			start: 'Start Ollama: ollama serve',
			getModel: model => `To fetch "${model}": ollama pull ${model}`,
			firstModel: 'Fetch one, for example: ollama pull qwen3',
			moreContext: 'OLLAMA_CONTEXT_LENGTH gives the model more room',
		},
	],
	[
		/lm.?studio/i,
		{
			start: 'Start LM Studio and its server: lms server start',
			getModel: model => `To load "${model}" in LM Studio: lms load ${model}`,
			firstModel: 'Fetch one in LM Studio: lms get',
			moreContext: 'loading it with a larger context length in LM Studio gives it more room',
		},
	],
	[
		/llama.?cpp|llama.?server/i,
		{
			start: 'Start it: llama-server -m model.gguf',
			getModel: () => 'Start llama-server with it: llama-server -m model.gguf',
			firstModel: 'Start llama-server with one: llama-server -m model.gguf',
			moreContext: 'starting llama-server with a larger -c gives it more room',
		},
	],
];

const programOf = ({name, title}: Provider): LocalProgram | undefined =>
	programs.find(([pattern]) => pattern.test(name) || pattern.test(title))?.[1];

/** How the user would name a setting of it. */
export const settingOf = ({name}: Pick<Provider, 'name'>, key: string): string =>
	`"${key}" of provider "${name}"`;

/** What the user would change to have it somewhere else. */
export const addressSettingOf = (provider: Provider): string =>
	provider.addressSetting ?? `${settingOf(provider, 'baseUrl')} in the config`;

/** How hints speak of its address. */
export const addressWords = (provider: Provider): AddressWords => {
	const setting = addressSettingOf(provider);
	if (!provider.isLocal)
		return {setting, whenRefused: `Check ${setting}, and any firewall or VPN on the way.`};
	const start = programOf(provider)?.start ?? 'Start the server';
	return {setting, whenRefused: `${start}; or correct the port in ${setting}.`};
};

export const keyAdvice = (provider: Provider): string => {
	const inKeychain = `mcp-tui keys set ${provider.name}`;
	return provider.keyVariable === undefined
		? `Keep one in the keychain: ${inKeychain}`
		: `Keep it in the keychain (${inKeychain}), or export ${provider.keyVariable}=... and start again.`;
};

/** Where secrets cannot be looked up none can be kept either. */
export const keyAdviceWithoutStore = (
	{keyVariable}: Pick<Provider, 'keyVariable'>,
	hint: string | undefined,
): string => {
	if (keyVariable === undefined) return hint ?? 'Try again with /retry.';
	const exporting = `export ${keyVariable}=... and start again.`;
	return hint === undefined ? `In your shell: ${exporting}` : `${hint} Or ${exporting}`;
};

/** Azure takes the names that its users gave their deployments, and lists other names. */
export const takesDeployments = ({baseUrl}: Pick<Provider, 'baseUrl'>): boolean =>
	URL.canParse(baseUrl) && new URL(baseUrl).hostname.endsWith('.azure.com');

export const modelAdvice = (provider: Provider, model: string): string => {
	if (takesDeployments(provider))
		return `On Azure the name after "${provider.name}/" is that of your deployment: look it up in the Azure portal, and choose it with /model.`;
	const fetch = programOf(provider)?.getModel(model);
	return fetch === undefined
		? '/model lists the models there are.'
		: `${fetch}. /model lists those there are.`;
};

export const firstModelAdvice = (provider: Provider): string =>
	`${programOf(provider)?.firstModel ?? 'Give it one first'}.`;

export const contextAdvice = (provider: Provider): string => {
	const room = programOf(provider)?.moreContext;
	return `/compact sums the conversation up${room === undefined ? '.' : `; ${room}.`}`;
};
