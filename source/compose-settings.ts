import {homedir} from 'node:os';
import {join} from 'node:path';
import {createConnectionMemory, type StoredConnectionMemory} from './core/config/connection-memory.ts';
import {type Folders, findFolders} from './core/config/folders.ts';
import {readSettings, type SettingsFile, type SettingsRead} from './core/config/read-settings.ts';
import {createLazyCredentials, type LazyCredentials} from './core/credentials/lazy-credentials.ts';
import {revealSecret} from './domain/secret.ts';

export const version = process.env.MCP_TUI_VERSION ?? '0.0.0-dev';

/** The user's own folders and keychain: what every way of running the program shares. */
export type Surroundings = {
	readonly folders: Folders;
	readonly credentials: LazyCredentials;
	readonly memory: StoredConnectionMemory;
};

export const findSurroundings = (onWait: (sentence: string) => void): Surroundings => {
	const folders = findFolders(process.env, homedir(), process.platform);
	return {
		folders,
		memory: createConnectionMemory({file: join(folders.data, 'servers.json')}),
		credentials: createLazyCredentials(async () => {
			const {openCredentials} = await import('./core/credentials/open-credentials.ts');
			return openCredentials({environment: process.env, onWait});
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
			const secret = await credentials.get(secretAccount(type, name), signal);
			return secret === undefined ? undefined : revealSecret(secret);
		},
	});
};
