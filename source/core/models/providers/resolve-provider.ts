import type {Failure} from '../../../domain/failure.ts';
import type {ProviderSettings, RefusedProvider, ThinkingEffort} from '../../../domain/provider-settings.ts';
import {suggestion} from '../../../support/nearest.ts';
import type {Provider, WireProtocol} from '../adapter.ts';
import {settingOf} from '../http/provider-advice.ts';
import {normaliseBaseUrl, ollamaAddress} from './base-url.ts';
import {type ProviderPreset, providerPresets} from './provider-table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ProviderSources = {
	/** What the user's configuration says, by the name of the provider. */
	readonly providers: ReadonlyMap<string, ProviderSettings>;
	readonly refusedProviders: readonly RefusedProvider[];
	readonly environment: Environment;
	/** In place of what the settings say. */
	readonly effort?: (() => ThinkingEffort | undefined) | undefined;
};

export type ResolvedProvider = {
	readonly provider: Provider;
	readonly settings: ProviderSettings;
	/** What the provider alone stands for. */
	readonly defaultModel?: string;
	/** The environment variables of its key; the first that is set counts. */
	readonly keyVariables: readonly string[];
};

export type ProviderResolution =
	| ({readonly type: 'resolved'} & ResolvedProvider)
	| {readonly type: 'refused'; readonly failure: Failure};

/** Models that think hard are silent for minutes. */
const usualIdleLimit = 300_000;
/** A model may have to be loaded first, and prompts are read slowly where there is no graphics card. */
const localIdleLimit = 600_000;

/** Every name that may stand before the slash, without the scripted models. */
export const providerNames = ({providers, refusedProviders}: Omit<ProviderSources, 'environment'>) => [
	...new Set([
		...providerPresets.map(({name}) => name),
		...providers.keys(),
		...refusedProviders.map(({name}) => name),
	]),
];

const refuse = (code: string, message: string, hint: string): ProviderResolution => ({
	type: 'refused',
	failure: {code, message, hint},
});

const customPreset = (name: string, baseUrl: string): ProviderPreset => ({
	name,
	title: name,
	api: 'chat',
	baseUrl,
	keyVariables: [`${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_API_KEY`],
	needsKey: false,
});

const findPreset = (name: string, settings: ProviderSettings): ProviderPreset | undefined =>
	providerPresets.find(preset => preset.name === name) ??
	(settings.baseUrl === undefined ? undefined : customPreset(name, settings.baseUrl));

/** The address, and where it was written, for sentences and for hints. */
const findAddress = (
	preset: ProviderPreset,
	settings: ProviderSettings,
	environment: Environment,
): {readonly text: string; readonly place: string; readonly setting?: string} => {
	const variable = preset.baseUrlVariable;
	const fromEnvironment = variable === undefined ? '' : (environment[variable] ?? '').trim();
	if (variable !== undefined && fromEnvironment !== '') {
		const text = preset.name === 'ollama' ? ollamaAddress(fromEnvironment) : fromEnvironment;
		return {
			text,
			place: `The address of ${preset.title} in the variable ${variable}`,
			setting: variable,
		};
	}
	return {
		text: settings.baseUrl ?? preset.baseUrl,
		place: `The address of ${preset.title} in your configuration (providers.${preset.name}.baseUrl)`,
		...(settings.baseUrl === undefined ? {} : {setting: `${settingOf(preset, 'baseUrl')} in the config`}),
	};
};

const wishesOf = ({temperature, maxTokens, thinking, maxTools}: ProviderSettings) => ({
	...(temperature === undefined ? {} : {temperature}),
	...(maxTokens === undefined ? {} : {maxTokens}),
	...(thinking === undefined ? {} : {thinking}),
	...(maxTools === undefined ? {} : {maxTools}),
});

/** Who answers to a name: what is known about it, what the user says about it, what the environment says. */
export const resolveProvider = (name: string, sources: ProviderSources): ProviderResolution => {
	const {providers, refusedProviders, environment, effort} = sources;
	const problems = refusedProviders.find(other => other.name === name)?.problems;
	if (problems !== undefined) {
		return refuse(
			'bad-config',
			`The settings of the provider "${name}" cannot be used: ${problems.join('; ')}`,
			'Correct them in your configuration. Until then nothing is sent to this provider.',
		);
	}
	const configured = providers.get(name) ?? {};
	const thinking = effort?.();
	const settings = thinking === undefined ? configured : {...configured, thinking};
	const preset = findPreset(name, settings);
	if (preset === undefined && providers.has(name)) {
		return refuse(
			'bad-config',
			`The provider "${name}" has no address.`,
			`Say where it is: "providers": {"${name}": {"baseUrl": "https://..."}} in your configuration.`,
		);
	}
	if (preset === undefined) {
		const names = ['demo', ...providerNames(sources)];
		return refuse(
			'unknown-model',
			`No provider is called "${name}"${suggestion(name, names) || '.'}`,
			`A model is written provider/model. There are ${names.join(', ')}. Another one that speaks the OpenAI protocol is added with "providers": {"${name || 'name'}": {"baseUrl": "https://..."}} in your configuration.`,
		);
	}
	const api: WireProtocol = settings.api ?? preset.api;
	const address = findAddress(preset, settings, environment);
	const url = normaliseBaseUrl(address.text, {
		allowInsecure: settings.allowInsecure === true,
		addsVersion: preset.isSelfHosted === true,
		dropsVersion: api === 'anthropic',
	});
	if (url.type === 'refused') {
		return refuse('bad-config', `${address.place} ${url.reason}.`, url.hint);
	}
	const [keyVariable] = preset.keyVariables;
	const defaultModel = settings.model ?? preset.defaultModel;
	const isSlow = url.isLocal || preset.isSelfHosted === true;
	return {
		type: 'resolved',
		settings,
		keyVariables: preset.keyVariables,
		...(defaultModel === undefined ? {} : {defaultModel}),
		provider: {
			name,
			title: preset.title,
			api,
			baseUrl: url.text,
			...(address.setting === undefined ? {} : {addressSetting: address.setting}),
			isLocal: url.isLocal,
			needsKey: preset.needsKey,
			...(keyVariable === undefined ? {} : {keyVariable}),
			headers: settings.headers ?? {},
			...wishesOf(settings),
			idleLimit: settings.idleLimit ?? (isSlow ? localIdleLimit : usualIdleLimit),
		},
	};
};
