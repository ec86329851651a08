import {homedir} from 'node:os';
import {join} from 'node:path';
import {createConnectionMemory, type StoredConnectionMemory} from './core/config/connection-memory.ts';
import {type Folders, findFolders} from './core/config/folders.ts';
import {readSettings, type SettingsFile, type SettingsRead} from './core/config/read-settings.ts';
import {createOpenState} from './core/config/state-file.ts';
import {createLazyCredentials, type LazyCredentials} from './core/credentials/lazy-credentials.ts';
import type {AskPassphrase} from './core/credentials/passphrase.ts';
import {createSecretIndex, type SecretIndex} from './core/credentials/secret-index.ts';
import type {Failure} from './domain/failure.ts';
import type {OpenState} from './domain/ports.ts';
import {revealSecret} from './domain/secret.ts';

export const version = process.env.MCP_TUI_VERSION ?? '0.0.0-dev';

/** The user's own folders and keychain: what every way of running the program shares. */
export type Surroundings = {
	readonly folders: Folders;
	readonly credentials: LazyCredentials;
	readonly memory: StoredConnectionMemory;
	/** The program's own state. */
	readonly openState: OpenState;
	/** The names of the secrets that are kept. */
	readonly secretNames: SecretIndex;
};

export type SurroundingsOptions = {
	/** Told when the user has to wait for something. */
	readonly onWait: (sentence: string) => void;
	/** Told when a file of our own cannot be read. */
	readonly onTrouble: (failure: Failure) => void;
	/** Absent where nobody can be asked. */
	readonly askPassphrase?: AskPassphrase;
};

/** Where the user wants secrets to be kept: read only when there is one to keep or to look up. */
export const chosenSecretStore = async (folders: Folders) => {
	const read = await readSettings([{path: ownConfigFile(folders), isOwn: true, withServers: false}], {});
	return read.type === 'read' ? read.settings.secretStore : undefined;
};

/** The file of `"secretStore": "passphrase-file"`. */
export const secretsFile = (folders: Folders): string => join(folders.data, 'secrets.enc');

export const findSurroundings = ({onWait, onTrouble, askPassphrase}: SurroundingsOptions): Surroundings => {
	const folders = findFolders(process.env, homedir(), process.platform);
	const openState = createOpenState({folder: folders.data, onTrouble});
	const secretNames = createSecretIndex(openState('state'));
	return {
		folders,
		openState,
		secretNames,
		memory: createConnectionMemory({file: join(folders.data, 'servers.json')}),
		credentials: createLazyCredentials(async () => {
			const [{openCredentials}, store] = await Promise.all([
				import('./core/credentials/open-credentials.ts'),
				chosenSecretStore(folders),
			]);
			return openCredentials({
				environment: process.env,
				onWait,
				file: secretsFile(folders),
				index: secretNames,
				...(store === undefined ? {} : {store}),
				...(askPassphrase === undefined ? {} : {askPassphrase}),
			});
		}),
	};
};

/** Long enough for a keychain that asks for its password. */
const keychainPatience = 60_000;

/** The file that is the user's own. */
export const ownConfigFile = (folders: Folders): string => join(folders.config, 'config.json');

/** Where the secret of `${keychain:name}` or `${input:name}` is: apart from our own tokens, which no file may name. */
export const secretAccount = (type: 'keychain' | 'input', name: string): string =>
	`${type === 'keychain' ? 'key' : 'input'}:${name}`;

/** The user's configuration and the files of the command line, in this order. */
export const readUserSettings = (
	{folders, credentials}: Surroundings,
	{configFiles, isStrict}: {readonly configFiles: readonly string[]; readonly isStrict: boolean},
): Promise<SettingsRead> => {
	const own: SettingsFile = {
		path: ownConfigFile(folders),
		isOwn: true,
		withServers: !isStrict,
	};
	const given = configFiles.map((path): SettingsFile => ({path, isOwn: false, withServers: true}));
	return readSettings([own, ...given], process.env, {
		cwd: process.cwd(),
		secrets: async ({type, name}) => {
			const signal = AbortSignal.timeout(keychainPatience);
			if (type === 'file' || type === 'command') {
				const {resolveSecretReference} = await import('./core/credentials/resolve-reference.ts');
				return resolveSecretReference({type, name}, signal);
			}
			const secret = await credentials.get(secretAccount(type, name), signal);
			return secret === undefined ? undefined : revealSecret(secret);
		},
	});
};
