import {createRequire} from 'node:module';
import type {Credentials} from '../../domain/server-ports.ts';
import {createKeychainChild, type KeychainReply, type KeychainRequest} from './keychain-child.ts';
import {createKeychainCredentials} from './keychain-credentials.ts';
import {type KeychainFailure, notInstalled, toKeychainFailure} from './keychain-failure.ts';
import {createMemoryCredentials} from './memory-credentials.ts';
import {testKeychain} from './self-test.ts';

type CredentialLimits = {
	/** For the first sign of life. */
	readonly answer: number;
	/** For everything else: the keychain may be waiting for its password. */
	readonly unlock: number;
	/** After this time the user is told what is being waited for. */
	readonly notice: number;
};

export type CredentialDeps = {
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Told when the keychain takes long, in a sentence for people. */
	readonly onWait?: (sentence: string) => void;
	readonly limits?: CredentialLimits;
	/** Where the native module is; undefined when it is not installed. */
	readonly findModule?: () => string | undefined;
};

export type OpenedCredentials = Credentials & {
	readonly kind: 'keychain' | 'memory';
	/** Why secrets are not in the keychain: the end of a sentence. Only with `memory`. */
	readonly problem?: string;
	/** What to do about it. */
	readonly hint?: string;
	/** Ends the child at once. The next use starts another. */
	readonly close: () => void;
};

const usualLimits: CredentialLimits = {answer: 4000, unlock: 60_000, notice: 3000};
const service = 'mcp-tui';
const waiting =
	'The keychain has not answered yet. It may be asking for its password in a window of its own.';

/** Not in the bundle: it is native code, and npm may have left it out. */
const findInstalled = (): string | undefined => {
	try {
		return createRequire(import.meta.url).resolve('@napi-rs/keyring');
	} catch {
		// npm leaves optional dependencies out where they do not fit, or when told to.
		return undefined;
	}
};

const keepInMemory = ({problem, hint}: KeychainFailure): OpenedCredentials => ({
	...createMemoryCredentials(),
	kind: 'memory',
	problem,
	hint,
	close: () => undefined,
});

/** The keychain of the system if it works, otherwise memory and the reason. Nothing is written anywhere else. */
export const openCredentials = async (deps: CredentialDeps): Promise<OpenedCredentials> => {
	const {environment, onWait, limits = usualLimits, findModule = findInstalled} = deps;
	const modulePath = findModule();
	if (modulePath === undefined) return keepInMemory(notInstalled);
	const child = createKeychainChild({modulePath, service, environment});

	const ask = async (request: KeychainRequest): Promise<KeychainReply> => {
		const notice = setTimeout(() => onWait?.(waiting), limits.notice);
		try {
			return await child.ask(request, limits.unlock);
		} finally {
			clearTimeout(notice);
		}
	};

	// Looking for what is not there needs no password, so whoever is alive answers at once.
	const first = await child.ask({action: 'get', account: 'first sign of life'}, limits.answer);
	const failure = first.type === 'done' ? await testKeychain(ask) : toKeychainFailure(first);
	if (failure !== undefined) {
		child.close();
		return keepInMemory(failure);
	}
	return {...createKeychainCredentials(ask), kind: 'keychain', close: child.close};
};
