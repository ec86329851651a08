import {readFile} from 'node:fs/promises';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {Environment, SecretReference} from './expand-variables.ts';
import type {Config} from './read-config.ts';

/** A file the user points at may bring servers; only their own configuration says what runs unasked. */
export type SettingsFile = {
	readonly path: string;
	readonly isOwn: boolean;
	readonly withServers: boolean;
};

export type SettingsRead =
	| {readonly type: 'read'; readonly settings: Config}
	| {readonly type: 'refused'; readonly failure: Failure};

export type SettingsOptions = {
	/** What `${workspaceFolder}` stands for; without it, the folder in which the program runs. */
	readonly cwd?: string;
	/** Finds the values of `${keychain:name}` and `${input:id}`. Asked only for what the files really use. */
	readonly secrets?: (reference: SecretReference) => Promise<string | undefined>;
};

export const noSettings: Config = {
	servers: [],
	refusedServers: [],
	trustedTools: [],
	providers: new Map(),
	refusedProviders: [],
	problems: [],
};

const readIfThere = async (path: string): Promise<string | undefined> => {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			return undefined;
		}
		throw error;
	}
};

const serversOnly = ({servers, refusedServers, problems, isBroken = false}: Config): Config => ({
	servers,
	isBroken,
	refusedServers,
	trustedTools: [],
	providers: new Map(),
	refusedProviders: [],
	problems,
});

/** Later files win over earlier ones, server by server, even where the later entry cannot be used. */
const merge = (first: Config, second: Config): Config => {
	const names = new Set([...second.servers, ...second.refusedServers].map(({name}) => name));
	const isReplaced = (name: string): boolean =>
		second.providers.has(name) || second.refusedProviders.some(other => other.name === name);
	return {
		...first,
		...second,
		servers: [...first.servers.filter(({name}) => !names.has(name)), ...second.servers],
		refusedServers: [...first.refusedServers.filter(({name}) => !names.has(name)), ...second.refusedServers],
		trustedTools: [...first.trustedTools, ...second.trustedTools],
		providers: new Map([...[...first.providers].filter(([name]) => !isReplaced(name)), ...second.providers]),
		refusedProviders: [
			...first.refusedProviders.filter(({name}) => !isReplaced(name)),
			...second.refusedProviders,
		],
		problems: [...first.problems, ...second.problems],
		isBroken: first.isBroken === true || second.isBroken === true,
		hidesProviders: first.hidesProviders === true || second.hidesProviders === true,
	};
};

/** Whoever points at a file may not know that it has a server of the same name. */
const replacements = (own: Config, given: Config, path: string): readonly string[] => {
	const before = new Map([
		...own.servers.map(({name, source}) => [name, source] as const),
		...own.refusedServers.map(({name, file}) => [name, file] as const),
	]);
	return [...given.servers, ...given.refusedServers].flatMap(({name}) =>
		before.has(name)
			? [
					`${path}  The server "${name}" of this file takes the place of the one in ${before.get(name)}. What you trust there does not count for it.`,
				]
			: [],
	);
};

type Secrets = NonNullable<SettingsOptions['secrets']>;

type FileOptions = {
	readonly cwd?: string | undefined;
	readonly isForeign: boolean;
	/** For what the servers of the file name. */
	readonly secrets?: Secrets | undefined;
	/** For what its providers of models name. */
	readonly providerSecrets?: Secrets | undefined;
};

/** The first reading finds out which secrets are needed; fetching them takes time, and reading cannot wait. */
const readWithSecrets = async (
	path: string,
	text: string,
	env: Environment,
	{cwd, secrets, providerSecrets, isForeign}: FileOptions,
): Promise<Config> => {
	const {readConfig} = await import('./read-config.ts');
	const options = {isForeign, ...(cwd === undefined ? {} : {cwd})};
	const needed = new Map<string, {readonly reference: SecretReference; readonly find: Secrets}>();
	const idOf = ({type, name}: SecretReference): string => `${type}:${name}`;
	const note = (find: Secrets | undefined) => (reference: SecretReference) => {
		if (find !== undefined) needed.set(idOf(reference), {reference, find});
		return undefined;
	};
	const config = readConfig(path, text, env, {
		...options,
		secrets: note(secrets),
		providerSecrets: note(providerSecrets),
	});
	if (needed.size === 0) {
		return config;
	}
	const values = new Map<string, string | undefined>();
	for (const [id, {reference, find}] of needed) {
		// A keychain that does not answer fails those that need it, each with a complaint of its own.
		values.set(id, await find(reference).catch(() => undefined));
	}
	const found = (reference: SecretReference): string | undefined => values.get(idOf(reference));
	return readConfig(path, text, env, {
		...options,
		...(secrets === undefined ? {} : {secrets: found}),
		...(providerSecrets === undefined ? {} : {providerSecrets: found}),
	});
};

const refuse = (message: string): SettingsRead => ({type: 'refused', failure: {code: 'bad-config', message}});

/** Reads the configuration files in order. The reader itself is loaded only when there is a file. */
export const readSettings = async (
	files: readonly SettingsFile[],
	env: Environment,
	options: SettingsOptions = {},
): Promise<SettingsRead> => {
	let settings = noSettings;
	let own = noSettings;
	for (const {path, isOwn, withServers} of files) {
		try {
			const text = await readIfThere(path);
			if (text !== undefined) {
				// Nobody is asked for the secrets of servers that are left out, nor on behalf of somebody else's file.
				const {cwd, secrets} = options;
				const config = await readWithSecrets(path, text, env, {
					cwd,
					isForeign: !isOwn,
					secrets: withServers && isOwn ? secrets : undefined,
					providerSecrets: isOwn ? secrets : undefined,
				});
				const mine = isOwn ? config : serversOnly(config);
				const used = withServers ? mine : {...mine, servers: [], refusedServers: []};
				const replaced = isOwn ? [] : replacements(own, used, path);
				own = isOwn ? merge(own, used) : own;
				settings = merge(settings, {...used, problems: [...used.problems, ...replaced]});
			} else if (!isOwn) {
				return refuse(`There is no file ${path}.`);
			}
		} catch (error) {
			return refuse(`Cannot read ${path}: ${describeError(error)}`);
		}
	}
	return {type: 'read', settings};
};
