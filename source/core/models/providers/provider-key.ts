import {describeError} from '../../../domain/failure.ts';
import {createSecret, revealSecret, type Secret} from '../../../domain/secret.ts';
import type {Credentials} from '../../../domain/server-ports.ts';
import type {KeyTrouble} from '../adapter.ts';
import type {Environment, ResolvedProvider} from './resolve-provider.ts';

export type KeyStore = Pick<Credentials, 'get'> & {
	/** Where secrets are kept, known once one was looked for. */
	readonly place?: string;
	/** Tells what is wrong with the store, where it can be asked. */
	readonly open?: (signal: AbortSignal) => Promise<Partial<KeyTrouble>>;
};

export type KeyDeps = {
	readonly environment: Environment;
	readonly credentials: KeyStore;
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

const troubleOf = (error: unknown, signal: AbortSignal): KeyTrouble => {
	if (signal.aborted) return {problem: 'the keychain did not answer'};
	const hint: unknown = error instanceof Error && 'hint' in error ? error.hint : undefined;
	const words = describeError(error).replace(/\.$/, '');
	return {
		problem: words.charAt(0).toLowerCase() + words.slice(1),
		...(typeof hint === 'string' ? {hint} : {}),
	};
};

/** The key, wherever it is, or what kept us from looking for it. */
export const lookForKey = async (
	resolved: ResolvedProvider,
	{environment, credentials}: KeyDeps,
	signal: AbortSignal,
): Promise<{readonly known?: KnownKey; readonly trouble?: KeyTrouble; readonly hasFailed?: boolean}> => {
	const known = knownKey(resolved, environment);
	if (known !== undefined) return {known};
	const account = keychainAccount(resolved);
	if (account === undefined) return {};
	try {
		const key = await credentials.get(account, signal);
		// What is sent must be what is kept out of sight: a line break around it would tell the two apart.
		const text = key === undefined ? '' : revealSecret(key).trim();
		if (text !== '') return {known: {key: createSecret(text), source: credentials.place ?? keychainSource}};
		const {problem, hint} = (await credentials.open?.(signal)) ?? {};
		return problem === undefined ? {} : {trouble: {problem, ...(hint === undefined ? {} : {hint})}};
	} catch (error) {
		return {trouble: troubleOf(error, signal), hasFailed: true};
	}
};

/** The key, wherever it is. A keychain that fails has none. */
export const findKey = async (
	resolved: ResolvedProvider,
	deps: KeyDeps,
	signal: AbortSignal,
): Promise<KnownKey | undefined> => (await lookForKey(resolved, deps, signal)).known;

/** Asks for the key when it is first needed, and remembers it. One that is missing is looked for again. */
export const createKeySource = (resolved: ResolvedProvider, deps: KeyDeps) => {
	const {needsKey} = resolved.provider;
	let found: KnownKey | undefined;
	let trouble: KeyTrouble | undefined;
	let isSettled = false;
	let search: {readonly signal: AbortSignal; readonly done: Promise<void>} | undefined;

	const look = async (signal: AbortSignal): Promise<void> => {
		({known: found, trouble} = await lookForKey(resolved, deps, signal));
		isSettled = found !== undefined || (!needsKey && !signal.aborted);
		search = undefined;
	};

	const find = async (signal: AbortSignal): Promise<Secret | undefined> => {
		while (!isSettled && !signal.aborted) {
			search ??= {signal, done: look(signal)};
			const current = search;
			await current.done;
			// Somebody else's search may have ended because they gave up.
			if (!current.signal.aborted) break;
		}
		return found?.key;
	};

	return {
		find,
		/** Why the last search could not be made, where it could not. */
		whyMissing: (): KeyTrouble | undefined => trouble,
	};
};
