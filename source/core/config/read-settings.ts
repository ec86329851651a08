import {readFile} from 'node:fs/promises';
import {describeError, type Failure} from '../../domain/failure.ts';
import {emptyConfig} from './empty-config.ts';
import type {Environment, SecretReference} from './expand-variables.ts';
import {keepLastGood, restoreAdvice} from './last-good.ts';
import {mergeApprovals} from './merge-approvals.ts';
import {configMigrations, type Migration, newestVersion} from './migrations.ts';
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
	/**
	 * Finds the values of `${keychain:name}`, `${input:id}`, `${file:path}` and `${command:line}`. Asked only for what the
	 * user's own files really use. What it rejects with is said where the value is missing.
	 */
	readonly secrets?: (reference: SecretReference) => Promise<string | undefined>;
	/** The same for the providers of models; without it, as for servers. */
	readonly providerSecrets?: (reference: SecretReference) => Promise<string | undefined>;
	readonly migrations?: readonly Migration[];
};

export const noSettings: Config = emptyConfig;

/** Where only what the command line names is wanted. */
const noTools = {servers: [], refusedServers: [], neededInputs: [], customTools: [], refusedCustomTools: []};

const isMissing = (error: unknown): boolean =>
	['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const readIfThere = async (path: string): Promise<string | undefined> => {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
};

/** Later files win over earlier ones, server by server, even where the later entry cannot be used. */
const merge = (first: Config, second: Config): Config => {
	const names = new Set([...second.servers, ...second.refusedServers].map(({name}) => name));
	const isReplaced = (name: string): boolean =>
		second.providers.has(name) || second.refusedProviders.some(other => other.name === name);
	const isOther = ({name}: {readonly name: string}): boolean =>
		![...second.assistants, ...second.refusedAssistants].some(other => other.name === name);
	return {
		...first,
		...second,
		servers: [...first.servers.filter(({name}) => !names.has(name)), ...second.servers],
		refusedServers: [...first.refusedServers.filter(({name}) => !names.has(name)), ...second.refusedServers],
		neededInputs: [...first.neededInputs, ...second.neededInputs],
		approvals: mergeApprovals(first.approvals, second.approvals),
		assistants: [...first.assistants.filter(isOther), ...second.assistants],
		refusedAssistants: [...first.refusedAssistants.filter(isOther), ...second.refusedAssistants],
		providers: new Map([...[...first.providers].filter(([name]) => !isReplaced(name)), ...second.providers]),
		refusedProviders: [
			...first.refusedProviders.filter(({name}) => !isReplaced(name)),
			...second.refusedProviders,
		],
		customTools: [...first.customTools, ...second.customTools],
		refusedCustomTools: [...first.refusedCustomTools, ...second.refusedCustomTools],
		look: {...first.look, ...second.look},
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
	readonly version: number;
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
	{cwd, secrets, providerSecrets, isForeign, version}: FileOptions,
): Promise<Config> => {
	const {readConfig} = await import('./read-config.ts');
	const options = {isForeign, version, ...(cwd === undefined ? {} : {cwd})};
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
	const reasons = new Map<string, string>();
	await Promise.all(
		[...needed].map(async ([id, {reference, find}]) => {
			try {
				values.set(id, await find(reference));
			} catch (error) {
				// A keychain that does not answer fails those that need it, each with a complaint of its own.
				reasons.set(id, describeError(error));
			}
		}),
	);
	const found = (reference: SecretReference): string | undefined => values.get(idOf(reference));
	return readConfig(path, text, env, {
		...options,
		whyMissing: reference => reasons.get(idOf(reference)),
		...(secrets === undefined ? {} : {secrets: found}),
		...(providerSecrets === undefined ? {} : {providerSecrets: found}),
	});
};

/** The user's own file may be of an older version; and it is kept for the day on which a comma is missing. */
const readOwn = async (
	path: string,
	text: string,
	migrations: readonly Migration[],
	read: (text: string) => Promise<Config>,
): Promise<Config> => {
	const upgraded =
		migrations.length === 0
			? {text, problems: []}
			: await (await import('./upgrade-config.ts')).upgradeConfig(path, text, migrations);
	const config = await read(upgraded.text);
	if (config.isBroken === true) {
		const advice = await restoreAdvice(path);
		return advice === undefined ? config : {...config, problems: [...config.problems, advice]};
	}
	const {saysNothing} = await import('./config-text.ts');
	if (saysNothing(upgraded.text)) {
		// A file that is empty now and was not may have been lost, with its rules: the copy is worth more.
		const advice = await restoreAdvice(path, 'It is empty: its servers and rules do not count any more.');
		return advice === undefined ? config : {...config, problems: [...config.problems, advice]};
	}
	await keepLastGood(path, upgraded.text);
	return {...config, problems: [...config.problems, ...upgraded.problems]};
};

/** What the command line names: any file with servers that another client has, standard input, or JSON. */
const readGiven = async (
	path: string,
	read: (file: string, text: string) => Promise<Config>,
): Promise<{readonly file: string; readonly config: Config}> => {
	const {inOwnShape, readGivenConfig} = await import('./import/given-config.ts');
	const given = await readGivenConfig(path);
	const {file, text} = given;
	const shape = await inOwnShape(given);
	switch (shape.type) {
		case 'own':
			return {file, config: await read(file, text)};
		case 'converted':
			return {file, config: shape.relocate(await read(file, shape.text))};
		case 'broken': {
			const {brokenConfig} = await import('./read-config.ts');
			return {file, config: brokenConfig(file, text, [shape.problem], true)};
		}
	}
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
			// Nobody is asked for the secrets of servers that are left out, nor on behalf of somebody else's file.
			const {cwd, secrets, providerSecrets = secrets, migrations = configMigrations} = options;
			const read = (file: string, content: string) =>
				readWithSecrets(file, content, env, {
					cwd,
					isForeign: !isOwn,
					version: newestVersion(migrations),
					secrets: withServers && isOwn ? secrets : undefined,
					providerSecrets: isOwn ? providerSecrets : undefined,
				});
			if (isOwn) {
				const text = await readIfThere(path);
				if (text === undefined) continue;
				const config = await readOwn(path, text, migrations, content => read(path, content));
				const used = withServers ? config : {...config, ...noTools};
				own = merge(own, used);
				settings = merge(settings, used);
			} else {
				const {file, config} = await readGiven(path, read);
				const used = withServers ? config : {...config, ...noTools};
				const problems = [...used.problems, ...replacements(own, used, file)];
				settings = merge(settings, {...used, problems});
			}
		} catch (error) {
			return refuse(
				!isOwn && isMissing(error)
					? `There is no file ${path}.`
					: `Cannot read ${path}: ${describeError(error)}`,
			);
		}
	}
	return {type: 'read', settings};
};
