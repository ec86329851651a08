import {homedir} from 'node:os';
import {join} from 'node:path';
import {createConnectionMemory, type StoredConnectionMemory} from './core/config/connection-memory.ts';
import type {SecretReference} from './core/config/expand-variables.ts';
import {type Folders, findFolders} from './core/config/folders.ts';
import {readSettings, type SettingsFile, type SettingsRead} from './core/config/read-settings.ts';
import {createOpenState} from './core/config/state-file.ts';
import {createServerTimes} from './core/config/times/server-times.ts';
import {createLazyCredentials, type LazyCredentials} from './core/credentials/lazy-credentials.ts';
import type {AskPassphrase} from './core/credentials/passphrase.ts';
import type {OutsideReference} from './core/credentials/resolve-reference.ts';
import {createSecretIndex, type SecretIndex} from './core/credentials/secret-index.ts';
import type {Failure} from './domain/failure.ts';
import type {LookSettings} from './domain/look.ts';
import type {OpenState} from './domain/ports.ts';
import {revealSecret} from './domain/secret.ts';
import type {ServerTimesBook} from './domain/server-times.ts';
import {scheduleLoosely} from './support/schedule.ts';

export const version = process.env.MCP_TUI_VERSION ?? '0.0.0-dev';

/** The user's own folders and keychain: what every way of running the program shares. */
export type Surroundings = {
	readonly folders: Folders;
	readonly credentials: LazyCredentials;
	readonly memory: StoredConnectionMemory;
	/** When servers were created, updated and last connected. */
	readonly times: ServerTimesBook;
	/** The program's own state. */
	readonly openState: OpenState;
	/** The names of the secrets that are kept. */
	readonly secretNames: SecretIndex;
	/** What a reference in the user's own configuration stands for. */
	readonly findSecret: (reference: SecretReference) => Promise<string | undefined>;
};

/** Long enough for a keychain that asks for its password. */
const keychainPatience = 60_000;

/** A command may ask for a password itself: what it gave once is not asked for again when a file is saved. */
const createOutsideSecrets = (warn: (sentence: string) => void) => {
	const known = new Map<string, string>();
	return async (reference: OutsideReference): Promise<string | undefined> => {
		const id = `${reference.type}:${reference.name}`;
		const {resolveSecretReference} = await import('./core/credentials/resolve-reference.ts');
		const signal = AbortSignal.timeout(keychainPatience);
		const text = known.get(id) ?? (await resolveSecretReference(reference, signal, warn));
		if (text !== undefined && reference.type === 'command') {
			known.set(id, text);
		}
		return text;
	};
};

export type SurroundingsOptions = {
	/** Told when the user has to wait for something. */
	readonly onWait: (sentence: string) => void;
	/** Told when a file of our own cannot be read. */
	readonly onTrouble: (failure: Failure) => void;
	/** Absent where nobody can be asked. */
	readonly askPassphrase?: AskPassphrase;
};

/**
 * Where the user wants secrets to be kept: read only when there is one to keep or to look up. What cannot be read is
 * told: looking in the wrong place would not find them.
 */
const findSecretStore = async (
	folders: Folders,
): Promise<{readonly store?: 'keychain' | 'passphrase-file'; readonly storeProblem?: string}> => {
	const read = await readSettings([{path: ownConfigFile(folders), isOwn: true, withServers: false}], {});
	if (read.type === 'refused') {
		return {storeProblem: read.failure.message};
	}
	const {secretStore, secretStoreProblem} = read.settings;
	return {
		...(secretStore === undefined ? {} : {store: secretStore}),
		...(secretStoreProblem === undefined ? {} : {storeProblem: secretStoreProblem}),
	};
};

/** What the user's own configuration says about the screen, where nothing else of it counts. */
export const readOwnLook = async (folders: Folders): Promise<LookSettings> => {
	const read = await readSettings([{path: ownConfigFile(folders), isOwn: true, withServers: false}], {});
	return read.type === 'refused' ? {} : read.settings.look;
};

export const chosenSecretStore = async (folders: Folders) => (await findSecretStore(folders)).store;

/** Where this user's configuration and data are. */
export const ownFolders = (): Folders => findFolders(process.env, homedir(), process.platform);

/** The file of `"secretStore": "passphrase-file"`. */
export const secretsFile = (folders: Folders): string => join(folders.data, 'secrets.enc');

export const findSurroundings = ({onWait, onTrouble, askPassphrase}: SurroundingsOptions): Surroundings => {
	const folders = ownFolders();
	const findOutside = createOutsideSecrets(onWait);
	const openState = createOpenState({folder: folders.data, onTrouble});
	const secretNames = createSecretIndex(openState('state'));
	const memory = createConnectionMemory({file: join(folders.data, 'servers.json')});
	const times = createServerTimes({
		state: openState('server-times'),
		now: Date.now,
		schedule: scheduleLoosely,
	});
	const credentials = createLazyCredentials(async () => {
		const [{openCredentials}, chosen] = await Promise.all([
			import('./core/credentials/open-credentials.ts'),
			findSecretStore(folders),
		]);
		return openCredentials({
			environment: process.env,
			onWait,
			file: secretsFile(folders),
			index: secretNames,
			...chosen,
			...(askPassphrase === undefined ? {} : {askPassphrase}),
		});
	});
	return {
		folders,
		openState,
		secretNames,
		credentials,
		memory: {
			...memory,
			remember: (config, way) => {
				memory.remember(config, way);
				times.connected(config);
			},
		},
		times,
		findSecret: async ({type, name}) => {
			if (type === 'file' || type === 'command') {
				return findOutside({type, name});
			}
			const signal = AbortSignal.timeout(keychainPatience);
			const secret = await credentials.get(secretAccount(type, name), signal);
			if (secret !== undefined) {
				return revealSecret(secret);
			}
			const {problem} = await credentials.open(signal);
			if (problem !== undefined && type === 'keychain') {
				// Why it is missing, which is not that nobody has kept it.
				throw new Error(problem);
			}
			return undefined;
		},
	};
};

/** The file that is the user's own. */
export const ownConfigFile = (folders: Folders): string => join(folders.config, 'config.json');

/** Where the secret of `${keychain:name}` or `${input:name}` is: apart from our own tokens, which no file may name. */
export const secretAccount = (type: 'keychain' | 'input', name: string): string =>
	`${type === 'keychain' ? 'key' : 'input'}:${name}`;

export type UserSettingsOptions = {
	readonly configFiles: readonly string[];
	readonly isStrict: boolean;
	readonly withoutOwnServers?: boolean | undefined;
	/** The secrets of servers are looked up later, because somebody waits for the first frame. */
	readonly defersSecrets?: boolean;
};

export type UserSettingsRead = SettingsRead & {
	/** Servers are missing whose secrets have not been looked up. */
	readonly isDeferred?: boolean;
};

/** The user's configuration and the files of the command line, in this order. */
export const readUserSettings = async (
	{folders, findSecret}: Surroundings,
	{configFiles, isStrict, withoutOwnServers = false, defersSecrets = false}: UserSettingsOptions,
): Promise<UserSettingsRead> => {
	const own: SettingsFile = {
		path: ownConfigFile(folders),
		isOwn: true,
		withServers: !isStrict && !withoutOwnServers,
	};
	const given = configFiles.map((path): SettingsFile => ({path, isOwn: false, withServers: true}));
	let isDeferred = false;
	const read = await readSettings([own, ...given], process.env, {
		cwd: process.cwd(),
		providerSecrets: findSecret,
		secrets: async reference => {
			isDeferred ||= defersSecrets;
			return defersSecrets ? undefined : findSecret(reference);
		},
	});
	return isDeferred ? {...read, isDeferred} : read;
};
