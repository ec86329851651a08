import type {ModelFacts} from '../../../domain/model.ts';
import type {ProviderSettings} from '../../../domain/provider-settings.ts';
import type {Price, Provider} from '../adapter.ts';

type KnownModel = ModelFacts & {readonly price?: Price};

/** Anthropic's usual relation: a tenth for what is read from the cache, a quarter more for what is written. */
const claude = (input: number, output: number, cached = input / 10, cacheWrite = input * 1.25): Price => ({
	input,
	output,
	cached,
	cacheWrite,
});

const gpt = (input: number, output: number, cached: number): Price => ({input, output, cached});

const seeing = (contextTokens: number, outputTokens: number, price?: Price): KnownModel => ({
	contextTokens,
	outputTokens,
	seesImages: true,
	...(price === undefined ? {} : {price}),
});

/** What is left out is not known for certain. A context size that is missing can be asked of Anthropic. */
const priced = (price: Price): KnownModel => ({seesImages: true, price});

/**
 * By the name without the date. A price is here only if we know it from the provider's own list; for the others none is shown,
 * and the user can say it.
 */
const anthropicModels: Readonly<Record<string, KnownModel>> = {
	'claude-3-haiku': seeing(200_000, 4096, claude(0.25, 1.25, 0.03, 0.3)),
	'claude-3-opus': seeing(200_000, 4096, claude(15, 75)),
	'claude-3-5-haiku': seeing(200_000, 8192, claude(0.8, 4)),
	'claude-3-5-sonnet': seeing(200_000, 8192, claude(3, 15)),
	'claude-3-7-sonnet': seeing(200_000, 64_000, claude(3, 15)),
	'claude-sonnet-4': seeing(200_000, 64_000, claude(3, 15)),
	'claude-sonnet-4-0': seeing(200_000, 64_000, claude(3, 15)),
	'claude-sonnet-4-5': seeing(200_000, 64_000, claude(3, 15)),
	'claude-sonnet-4-6': priced(claude(3, 15)),
	'claude-sonnet-5': seeing(1_000_000, 128_000, claude(2, 10)),
	'claude-sonnet-5-5': seeing(1_000_000, 128_000, claude(2, 10)),
	'claude-opus-4': seeing(200_000, 32_000, claude(15, 75)),
	'claude-opus-4-0': seeing(200_000, 32_000, claude(15, 75)),
	'claude-opus-4-1': seeing(200_000, 32_000, claude(15, 75)),
	'claude-opus-4-5': seeing(200_000, 64_000, claude(5, 25)),
	'claude-opus-4-6': priced(claude(5, 25)),
	'claude-opus-4-7': priced(claude(5, 25)),
	'claude-opus-4-8': priced(claude(5, 25)),
	'claude-opus-5': seeing(1_000_000, 128_000, claude(5, 25)),
	'claude-opus-5-5': seeing(1_000_000, 128_000),
	'claude-haiku-4-5': seeing(200_000, 64_000, claude(1, 5)),
	'claude-haiku-5-5': seeing(1_000_000, 128_000),
};

const openaiModels: Readonly<Record<string, KnownModel>> = {
	'gpt-4o': seeing(128_000, 16_384, gpt(2.5, 10, 1.25)),
	// The first one costs twice as much, and nothing of it is cached.
	'gpt-4o-2024-05-13': seeing(128_000, 4096, {input: 5, output: 15}),
	'gpt-4o-mini': seeing(128_000, 16_384, gpt(0.15, 0.6, 0.075)),
	'gpt-4.1': seeing(1_047_576, 32_768, gpt(2, 8, 0.5)),
	'gpt-4.1-mini': seeing(1_047_576, 32_768, gpt(0.4, 1.6, 0.1)),
	'gpt-4.1-nano': seeing(1_047_576, 32_768, gpt(0.1, 0.4, 0.025)),
	o1: seeing(200_000, 100_000, gpt(15, 60, 7.5)),
	o3: seeing(200_000, 100_000, gpt(2, 8, 0.5)),
	'o3-mini': {
		contextTokens: 200_000,
		outputTokens: 100_000,
		seesImages: false,
		price: gpt(1.1, 4.4, 0.55),
	},
	'o4-mini': seeing(200_000, 100_000, gpt(1.1, 4.4, 0.275)),
	'gpt-5': seeing(400_000, 128_000, gpt(1.25, 10, 0.125)),
	'gpt-5-mini': seeing(400_000, 128_000, gpt(0.25, 2, 0.025)),
	'gpt-5-nano': seeing(400_000, 128_000, gpt(0.05, 0.4, 0.005)),
	'gpt-5.1': seeing(400_000, 128_000, gpt(1.25, 10, 0.125)),
	'gpt-5.2': seeing(400_000, 128_000, gpt(1.75, 14, 0.175)),
};

/** A date or `latest` at the end is another name of the same model; anything else is another model. */
const alias = /(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-latest)$/;

export const withoutDate = (model: string): string => model.replace(alias, '');

const findIn = (table: Readonly<Record<string, KnownModel>>, model: string): KnownModel | undefined => {
	const name = [model, withoutDate(model)].find(candidate => Object.hasOwn(table, candidate));
	return name === undefined ? undefined : table[name];
};

const tables: Readonly<Record<string, Readonly<Record<string, KnownModel>>>> = {
	anthropic: anthropicModels,
	openai: openaiModels,
};

/** The models of a provider that this program has facts about; there may be others. */
export const knownModelNames = (provider: string): readonly string[] => Object.keys(tables[provider] ?? {});

export const isKnownModel = (provider: string, model: string): boolean =>
	findIn(tables[provider] ?? {}, model) !== undefined;

/** `anthropic/claude-sonnet-4.5:beta`, as routers write it. */
const routedName = (model: string): string => (model.split('/').at(-1) ?? '').replace(/:.*$/, '');

const findAnywhere = (model: string): KnownModel | undefined => {
	const name = routedName(model);
	return findIn(openaiModels, name) ?? findIn(anthropicModels, name.replaceAll('.', '-'));
};

const knownModel = (provider: string, model: string): KnownModel => {
	switch (provider) {
		case 'anthropic':
			return findIn(anthropicModels, model) ?? {seesImages: true};
		case 'openai':
			return findIn(openaiModels, model) ?? {};
		default: {
			// Others ask prices of their own for the same model.
			const {price: _, ...facts} = findAnywhere(model) ?? {};
			return facts;
		}
	}
};

/** What is known about a model before it is asked anything. What the user says counts. */
export const factsOf = (provider: string, model: string, settings: ProviderSettings): ModelFacts => {
	const {price: _, ...facts} = knownModel(provider, model);
	const {contextTokens} = settings;
	return {...facts, ...(contextTokens === undefined ? {} : {contextTokens})};
};

const free: Price = {input: 0, output: 0};

/** US dollars for a million tokens, if that is known. A server on this machine asks nothing, unless it wants a key. */
export const priceOf = (
	{name, isLocal, needsKey}: Pick<Provider, 'name' | 'isLocal' | 'needsKey'>,
	model: string,
	{prices = {}}: ProviderSettings,
): Price | undefined => {
	if (Object.hasOwn(prices, model)) return prices[model];
	return isLocal && !needsKey ? free : knownModel(name, model).price;
};
