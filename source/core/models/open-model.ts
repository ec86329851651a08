import {type Failure, toFailure} from '../../domain/failure.ts';
import type {ModelList, ModelOffer, Models, OpenedModel} from '../../domain/model-ports.ts';
import type {ProviderSettings, RefusedProvider, ThinkingEffort} from '../../domain/provider-settings.ts';
import {limitedSignal} from '../../support/limited-signal.ts';
import type {ProviderFetch} from './adapter.ts';
import {type OpenDemoDeps, openDemo} from './demo/open-demo.ts';
import {loadAdapter} from './load-adapter.ts';
import type {FindDeps} from './providers/find-providers.ts';
import {canLearn, type GrowingFacts, withLearnedFacts} from './providers/learn-facts.ts';
import {factsOf, priceOf} from './providers/model-facts.ts';
import {withNearestModels} from './providers/nearest-models.ts';
import {createKeySource, type KeyStore} from './providers/provider-key.ts';
import {withProvider} from './providers/provider-table.ts';
import {
	type Environment,
	type ProviderSources,
	providerNames,
	type ResolvedProvider,
	resolveProvider,
} from './providers/resolve-provider.ts';

export type ModelsDeps = OpenDemoDeps & {
	/** What the user's configuration says, by the name of the provider. */
	readonly providers: ReadonlyMap<string, ProviderSettings>;
	/** Those whose settings cannot be used; nothing is sent to them. */
	readonly refusedProviders?: readonly RefusedProvider[];
	/** Why nothing but scripted models may be used: where the keys belong is not known. Nothing is sent to anyone. */
	readonly obstacle?: Failure;
	readonly environment: Environment;
	/** How much the user wants models to think now, in place of what the settings say. */
	readonly effort?: (() => ThinkingEffort | undefined) | undefined;
	/** Asked at the first request only, and only where no key is known. */
	readonly credentials: KeyStore;
	readonly loadAdapter?: typeof loadAdapter;
	/** Milliseconds that a server on this machine gets to say that it is there. */
	readonly localPatience?: number;
	/** Milliseconds that a server of one's own gets to say what it has, where no model of it is named. */
	readonly firstModelPatience?: number;
};

export type OpenModels = Models & {
	/** Ends the connections to providers, those in use too. */
	readonly close: () => Promise<void>;
};

const listPatience = 20_000;
/** Whoever starts the program waits for it. */
const usualFirstPatience = 3000;
/** Longer than a keychain needs that works, shorter than people wait. */
const keychainPatience = 3000;

const demoModels: readonly ModelOffer[] = [{id: 'demo/tour', title: 'Guided tour, scripted'}];

const refuse = (code: string, message: string, hint: string): OpenedModel => ({
	type: 'refused',
	failure: {code, message, hint},
});

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `provider/model`; what follows the first slash is the model's, slashes and all. */
const splitId = (id: string): {readonly name: string; readonly model: string} => {
	const slash = id.indexOf('/');
	return slash === -1
		? {name: id.trim(), model: ''}
		: {name: id.slice(0, slash).trim(), model: id.slice(slash + 1).trim()};
};

/** One fetch for each patience, made when it is first needed. */
const createFetches = (environment: Environment) => {
	const fetches = new Map<number, Promise<ProviderFetch & {readonly close: () => Promise<void>}>>();
	const open = async (idleLimit: number) => {
		const {createProviderFetch} = await import('./http/provider-fetch.ts');
		return createProviderFetch({environment, idleLimit});
	};
	return {
		get: (idleLimit: number) => {
			const fetch = fetches.get(idleLimit) ?? open(idleLimit);
			fetches.set(idleLimit, fetch);
			return fetch;
		},
		close: async () => {
			const opened = [...fetches.values()];
			fetches.clear();
			await Promise.all(opened.map(async fetch => (await fetch).close()));
		},
	};
};

/** Every model that can be talked to. */
export const createModels = (deps: ModelsDeps): OpenModels => {
	const {environment, credentials, obstacle} = deps;
	const sources: ProviderSources = {
		providers: deps.providers,
		refusedProviders: deps.refusedProviders ?? [],
		environment,
		effort: deps.effort,
	};
	const fetches = createFetches(environment);
	/** A key is looked for once, however many models of its provider are opened. */
	const keys = new Map<string, ReturnType<typeof createKeySource>>();
	const keyOf = (resolved: ResolvedProvider) => {
		const {name} = resolved.provider;
		const key = keys.get(name) ?? createKeySource(resolved, {environment, credentials});
		keys.set(name, key);
		return key;
	};

	const openAt = async (resolved: ResolvedProvider, model: string): Promise<OpenedModel> => {
		const {provider, settings} = resolved;
		const [create, fetch] = await Promise.all([
			(deps.loadAdapter ?? loadAdapter)(provider.api),
			fetches.get(provider.idleLimit),
		]);
		const facts: GrowingFacts = {...factsOf(provider.name, model, settings)};
		const price = priceOf(provider, model, settings);
		const key = keyOf(resolved);
		const created = create({
			id: `${provider.name}/${model}`,
			model,
			provider,
			key: key.find,
			whyNoKey: key.whyMissing,
			fetch,
			facts,
			...(price === undefined ? {} : {price}),
			newId: deps.newId,
		});
		const adapted = withNearestModels(created, provider, async signal => {
			const {readModels} = await import('./providers/list-models.ts');
			return readModels({provider, key: await key.find(signal), fetch}, signal);
		});
		const {contextTokens} = settings;
		return {
			type: 'opened',
			suggestPrompt: () => undefined,
			model: canLearn(provider, facts)
				? withLearnedFacts(adapted, {
						facts,
						fixed: contextTokens === undefined ? {} : {contextTokens},
						learn: async signal => {
							const {askFacts} = await import('./providers/ask-facts.ts');
							return askFacts({provider, key: await key.find(signal), fetch}, model, signal);
						},
					})
				: adapted,
		};
	};

	/** What a server of one's own has to offer, where the user names no model of it. */
	const openFirst = async (resolved: ResolvedProvider, signal: AbortSignal): Promise<OpenedModel> => {
		const {provider} = resolved;
		const firstPatience = deps.firstModelPatience ?? usualFirstPatience;
		const answer = await list(provider.name, limitedSignal(signal, firstPatience));
		if (answer.type === 'failed') return {type: 'refused', failure: answer.failure};
		const [first] = answer.models;
		if (first !== undefined) return openAt(resolved, splitId(first.id).model);
		const {firstModelAdvice} = await import('./http/provider-advice.ts');
		return refuse('unknown-model', `${provider.title} has no models.`, firstModelAdvice(provider));
	};

	const open: Models['open'] = async (id, signal) => {
		const {name, model} = splitId(id);
		if (name === 'demo') return openDemo(model, deps);
		if (obstacle !== undefined) return {type: 'refused', failure: obstacle};
		const resolved = resolveProvider(name, sources);
		if (resolved.type === 'refused') {
			const {failure} = resolved;
			if (failure.code !== 'unknown-model') return resolved;
			const meant = model === '' ? withProvider(name) : undefined;
			const hint = failure.hint ?? '';
			return meant === undefined
				? refuse(failure.code, `There is no model "${id}": ${lowerFirst(failure.message)}`, hint)
				: refuse(failure.code, `There is no model "${id}"; did you mean ${meant}?`, hint);
		}
		const wanted = model === '' ? resolved.defaultModel : model;
		const {title, needsKey} = resolved.provider;
		if (wanted === undefined && needsKey) {
			return refuse(
				'unknown-model',
				`Which model of ${title}? "${id}" names only the provider.`,
				`Name it with -m ${name}/<model>, or say which one you mean with "providers": {"${name}": {"model": "..."}} in your configuration.`,
			);
		}
		try {
			return await (wanted === undefined ? openFirst(resolved, signal) : openAt(resolved, wanted));
		} catch (error) {
			const hint = 'This is a mistake of mcp-tui: its installation may be damaged. Install it again.';
			return {type: 'refused', failure: toFailure('no-adapter', error, hint)};
		}
	};

	const list: Models['list'] = async (name, signal): Promise<ModelList> => {
		if (name === 'demo') return {type: 'listed', models: demoModels};
		if (obstacle !== undefined) return {type: 'failed', failure: obstacle};
		const resolved = resolveProvider(name, sources);
		if (resolved.type === 'refused') return {type: 'failed', failure: resolved.failure};
		const {provider} = resolved;
		const limited = limitedSignal(signal, listPatience);
		const source = keyOf(resolved);
		const [{readModels}, {describeListTrouble}, {noKeyTrouble}, fetch, key] = await Promise.all([
			import('./providers/list-models.ts'),
			import('./providers/list-trouble.ts'),
			import('./http/cut-trouble.ts'),
			fetches.get(provider.idleLimit),
			source.find(limited),
		]);
		if (key === undefined && provider.needsKey) {
			return {type: 'failed', failure: noKeyTrouble(provider, source.whyMissing()).failure};
		}
		const call = {provider, key, fetch};
		try {
			return {type: 'listed', models: await readModels(call, limited)};
		} catch (error) {
			return {type: 'failed', failure: describeListTrouble(error, call, limited.aborted)};
		}
	};

	const findDeps = async (): Promise<FindDeps> => {
		const {localPatience} = deps;
		const fetch = await fetches.get(listPatience);
		return {...sources, credentials, fetch, ...(localPatience === undefined ? {} : {localPatience})};
	};

	return {
		...(obstacle === undefined ? {} : {obstacle}),
		open,
		list,
		known: () => [
			{name: 'demo', title: 'The demo'},
			...providerNames(sources).map(name => {
				const resolved = resolveProvider(name, sources);
				return {name, title: resolved.type === 'resolved' ? resolved.provider.title : name};
			}),
		],
		checkKey: async (name, signal) => {
			const resolved = resolveProvider(name, sources);
			// Whoever opens a model of it is told why it cannot be used.
			if (resolved.type === 'refused') return {type: 'fine'};
			const {checkKey} = await import('./providers/check-key.ts');
			return checkKey(resolved, {environment, credentials}, keychainPatience, signal);
		},
		providers: async signal => {
			if (obstacle !== undefined) return [];
			const {findProviders} = await import('./providers/find-providers.ts');
			return findProviders(await findDeps(), signal);
		},
		localProviders: async signal => {
			if (obstacle !== undefined) return [];
			const {findLocalProviders} = await import('./providers/find-providers.ts');
			return findLocalProviders(await findDeps(), signal);
		},
		close: fetches.close,
	};
};
