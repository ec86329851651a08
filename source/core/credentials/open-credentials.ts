import {createRequire} from 'node:module';
import type {Credentials} from '../../domain/server-ports.ts';
import {createKeychainChild, type KeychainReply, type KeychainRequest} from './keychain-child.ts';
import {createKeychainCredentials} from './keychain-credentials.ts';
import {type KeychainFailure, notInstalled, toKeychainFailure} from './keychain-failure.ts';
import {createMemoryCredentials} from './memory-credentials.ts';
import type {AskPassphrase} from './passphrase.ts';
import {createPassphraseFile} from './passphrase-file.ts';
import {type SecretIndex, withIndex} from './secret-index.ts';
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
	/** Where the user wants secrets to be kept. Nothing but the keychain is ever chosen for them. */
	readonly store?: SecretStore;
	/** Why nobody can tell where the user wants them, as a place and what is wrong there. Then nothing is looked up. */
	readonly storeProblem?: string;
	/** The encrypted file, for `passphrase-file`. */
	readonly file?: string;
	/** Asks for the passphrase of that file; absent where nobody can be asked. */
	readonly askPassphrase?: AskPassphrase;
	/** Gets the names of all that outlives the program. */
	readonly index?: SecretIndex;
};

type SecretStore = 'keychain' | 'passphrase-file';

export type OpenedCredentials = Credentials & {
	readonly kind: SecretStore | 'memory';
	/** Why secrets are not where they should be: the end of a sentence. Only with `memory`. */
	readonly problem?: string;
	/** What to do about it. */
	readonly hint?: string;
	/** Asks for what a first use would ask for, such as a passphrase: before a screen is in the way. */
	readonly unlock?: (signal: AbortSignal) => Promise<void>;
	/** Ends the child at once. The next use starts another. */
	readonly close: () => void;
};

const usualLimits: CredentialLimits = {answer: 4000, unlock: 60_000, notice: 3000};
const service = 'mcp-tui';
const waiting =
	'The keychain has not answered yet. It may be asking for its password in a window of its own.';

/** Where the native module is. Not in the bundle: npm may have left it out. */
export const findKeyring = (): string | undefined => {
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

const openFile = async (
	{environment, askPassphrase}: CredentialDeps,
	file: string,
): Promise<OpenedCredentials> => {
	const {check, ...credentials} = createPassphraseFile({
		file,
		environment,
		...(askPassphrase === undefined ? {} : {askPassphrase}),
	});
	const trouble = await check();
	if (trouble !== undefined) {
		const {code, message, hint} = trouble;
		return keepInMemory({code, problem: `${message.charAt(0).toLowerCase()}${message.slice(1, -1)}`, hint});
	}
	return {...credentials, kind: 'passphrase-file', close: () => undefined};
};

const noteNames = (opened: OpenedCredentials, index: SecretIndex | undefined): OpenedCredentials =>
	index === undefined || opened.kind === 'memory' ? opened : withIndex(opened, index);

/**
 * The keychain of the system if it works, or the encrypted file if the user has chosen that; otherwise memory and the
 * reason. Nothing is written anywhere else.
 */
export const openCredentials = async (deps: CredentialDeps): Promise<OpenedCredentials> => {
	if (deps.storeProblem !== undefined) {
		return keepInMemory({
			code: 'store-unclear',
			problem: `your configuration does not say in a readable way where secrets are kept (${deps.storeProblem})`,
			hint: 'Correct the file, then try again.',
		});
	}
	if (deps.store === 'passphrase-file' && deps.file !== undefined) {
		return noteNames(await openFile(deps, deps.file), deps.index);
	}
	const {environment, onWait, limits = usualLimits, findModule = findKeyring} = deps;
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
	const opened = {...createKeychainCredentials(ask), kind: 'keychain', close: child.close} as const;
	return noteNames(opened, deps.index);
};
