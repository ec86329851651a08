import type {ProviderOffer} from '../../../domain/model-ports.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import type {ProviderFetch} from '../adapter.ts';
import {askProvider} from './ask-provider.ts';
import {isModelList} from './list-models.ts';
import {findKey, type KeyDeps, knownKey} from './provider-key.ts';
import {
	type ProviderSources,
	providerNames,
	type ResolvedProvider,
	resolveProvider,
} from './resolve-provider.ts';

/** A server on this machine answers at once, or is not there. */
const usualPatience = 1000;
/** Longer than a keychain needs that works, shorter than people wait. */
const keychainPatience = 3000;

export type FindDeps = ProviderSources &
	KeyDeps & {
		readonly fetch: ProviderFetch;
		/** Milliseconds that a server on this machine gets to answer. */
		readonly localPatience?: number;
	};

const answersHere = async (
	resolved: ResolvedProvider,
	{fetch, environment, localPatience = usualPatience}: FindDeps,
	signal: AbortSignal,
): Promise<boolean> => {
	const {provider} = resolved;
	try {
		const call = {provider, key: knownKey(resolved, environment)?.key, fetch};
		return isModelList(
			await askProvider(call, `${provider.baseUrl}/models`, limitedSignal(signal, localPatience)),
		);
	} catch {
		// Nobody is there, or somebody else.
		return false;
	}
};

const offerOf = (
	{provider: {name, title, baseUrl, isLocal}}: ResolvedProvider,
	keySource?: string,
): ProviderOffer => ({
	name,
	title,
	baseUrl,
	isLocal,
	...(keySource === undefined ? {} : {keySource}),
});

const examine = async (
	name: string,
	deps: FindDeps,
	signal: AbortSignal,
): Promise<readonly ProviderOffer[]> => {
	const resolved = resolveProvider(name, deps);
	if (resolved.type === 'refused') return [];
	const {provider} = resolved;
	if (provider.needsKey) {
		const key = await findKey(resolved, deps, limitedSignal(signal, keychainPatience));
		return key === undefined ? [] : [offerOf(resolved, key.source)];
	}
	if (provider.isLocal) return (await answersHere(resolved, deps, signal)) ? [offerOf(resolved)] : [];
	// It is elsewhere because the user said so, which is reason enough to offer it without asking it.
	return [offerOf(resolved, knownKey(resolved, deps.environment)?.source)];
};

/** The servers of models that answer on this machine. No key is looked for. */
export const findLocalProviders = async (
	deps: FindDeps,
	signal: AbortSignal,
): Promise<readonly ProviderOffer[]> => {
	await import('undici');
	const found = providerNames(deps).map(async name => {
		const resolved = resolveProvider(name, deps);
		if (resolved.type === 'refused' || resolved.provider.needsKey || !resolved.provider.isLocal) return [];
		return (await answersHere(resolved, deps, signal)) ? [offerOf(resolved)] : [];
	});
	return (await Promise.all(found)).flat();
};

/** The providers that can be used now. Only servers on this machine are asked whether they are there. */
export const findProviders = async (
	deps: FindDeps,
	signal: AbortSignal,
): Promise<readonly ProviderOffer[]> => {
	// What the first request loads takes time that no server is to blame for.
	await import('undici');
	return (await Promise.all(providerNames(deps).map(name => examine(name, deps, signal)))).flat();
};
