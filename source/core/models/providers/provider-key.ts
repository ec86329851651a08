import {createSecret, revealSecret, type Secret} from '../../../domain/secret.ts';
import type {Credentials} from '../../../domain/server-ports.ts';
import type {Environment, ResolvedProvider} from './resolve-provider.ts';

export type KeyDeps = {
	readonly environment: Environment;
	readonly credentials: Pick<Credentials, 'get'>;
};

type KnownKey = {readonly key: Secret /** In words, for people. */; readonly source: string};

const keychainSource = 'the keychain';

/** The key as far as it is known without asking anybody. */
export const knownKey = (
	{settings, keyVariables}: ResolvedProvider,
	environment: Environment,
): KnownKey | undefined => {
	if (settings.apiKey !== undefined) return {key: settings.apiKey, source: 'your configuration'};
	if (settings.keychainEntry !== undefined) return undefined;
	for (const name of keyVariables) {
		// Copied keys often bring a line break along.
		const value = environment[name]?.trim() ?? '';
		if (value !== '') return {key: createSecret(value), source: name};
	}
	return undefined;
};

/** Under which name the keychain has the key; undefined where none is to be expected. */
const keychainAccount = ({provider, settings}: ResolvedProvider): string | undefined => {
	if (settings.keychainEntry !== undefined) return `key:${settings.keychainEntry}`;
	return provider.isLocal && !provider.needsKey ? undefined : `key:${provider.name}`;
};

/** The key, wherever it is. A keychain that fails has none. */
export const findKey = async (
	resolved: ResolvedProvider,
	{environment, credentials}: KeyDeps,
	signal: AbortSignal,
): Promise<KnownKey | undefined> => {
	const known = knownKey(resolved, environment);
	const account = keychainAccount(resolved);
	if (known !== undefined || account === undefined) return known;
	try {
		const key = await credentials.get(account, signal);
		// What is sent must be what is kept out of sight: a line break around it would tell the two apart.
		const text = key === undefined ? '' : revealSecret(key).trim();
		return text === '' ? undefined : {key: createSecret(text), source: keychainSource};
	} catch {
		// Why the keychain fails is told where keys are set; here there is simply no key.
		return undefined;
	}
};

/** Asks for the key when it is first needed, and remembers it. One that is missing is looked for again. */
export const createKeySource = (resolved: ResolvedProvider, deps: KeyDeps) => {
	const {needsKey} = resolved.provider;
	let found: KnownKey | undefined;
	let isSettled = false;
	let search: {readonly signal: AbortSignal; readonly done: Promise<void>} | undefined;

	const look = async (signal: AbortSignal): Promise<void> => {
		found = await findKey(resolved, deps, signal);
		isSettled = found !== undefined || (!needsKey && !signal.aborted);
		search = undefined;
	};

	return async (signal: AbortSignal): Promise<Secret | undefined> => {
		while (!isSettled && !signal.aborted) {
			search ??= {signal, done: look(signal)};
			const current = search;
			await current.done;
			// Somebody else's search may have ended because they gave up.
			if (!current.signal.aborted) break;
		}
		return found?.key;
	};
};
