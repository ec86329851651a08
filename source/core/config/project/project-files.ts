import {createHash} from 'node:crypto';
import {realpath} from 'node:fs/promises';
import {relative, resolve} from 'node:path';
import {type ApprovalSettings, noApprovals} from '../../../domain/approval.ts';
import type {ProjectServerOffer} from '../../../domain/ask.ts';
import {describeError} from '../../../domain/failure.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {canonicalJson} from '../../../support/canonical-json.ts';
import {showPlace} from '../complaint.ts';
import {type ConfigText, parseConfigText, plainValue} from '../config-text.ts';
import {absentFile, type ReadEnvFile} from '../env-files.ts';
import type {Environment} from '../expand-variables.ts';
import {readFileInside} from '../file-inside.ts';
import {mergeApprovals} from '../merge-approvals.ts';
import {readInputDefaults, withInputDefaults} from '../needed-inputs.ts';
import {unreadableApprovals} from '../read-approvals.ts';
import {type Config, readConfig} from '../read-config.ts';
import {type WrittenServer, writtenServers} from '../written-servers.ts';
import {describeSettings} from './describe-settings.ts';
import {describeStart, namesSet, variablesOfFiles} from './describe-start.ts';
import {createIsOwnKey, findOwnKeys, type IsOwnKey} from './own-keys.ts';
import {projectFilesIn} from './project-paths.ts';
import {whyTooLarge} from './too-large.ts';

/** A server that a file of the project names. Whoever has one may not use it before the user has seen it. */
export type ProjectServer = ProjectServerOffer & {
	/** Equal as long as the entry, its name, its file and the values of its files of variables are the same. */
	readonly print: string;
	/** Absent when it cannot be used. */
	readonly server?: ServerConfig;
	readonly problems: readonly string[];
};

export type ProjectRead = {
	readonly servers: readonly ProjectServer[];
	/** These only narrow. */
	readonly approvals: ApprovalSettings;
	readonly problems: readonly string[];
	/** Those that are there. */
	readonly files: readonly string[];
};

const nothing: ProjectRead = {servers: [], approvals: noApprovals, problems: [], files: []};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Changes with any member of the entry, however deep; not with the order of its keys. */
export const projectPrint = (
	name: string,
	file: string,
	entry: unknown,
	envFiles: readonly string[] = [],
): string => hashOf(canonicalJson({name, file, entry, envFiles}));

/** Files elsewhere are none of the project's business. */
const readEnvFileIn =
	(folder: string): ReadEnvFile =>
	file => {
		const read = readFileInside(folder, file);
		switch (read.type) {
			case 'read':
				return read;
			case 'absent':
				return {type: 'refused', message: absentFile(file)};
			case 'outside':
				return {type: 'refused', message: `the file of variables ${file} ${read.why} of this folder`};
			case 'refused':
				return {type: 'refused', message: `the file of variables ${file} ${read.reason}`};
		}
	};

type Context = {
	readonly file: string;
	readonly folder: string;
	readonly config: Config;
	readonly locate: ConfigText['locate'];
	readonly isOwnKey: IsOwnKey;
};

const offerOf = (name: string, {place, entry}: WrittenServer, context: Context): ProjectServer => {
	const {file, folder, config, locate, isOwnKey} = context;
	const refused = config.refusedServers.find(server => server.name === name);
	const taken = findOwnKeys(entry, isOwnKey).map(({path, variable}) => {
		const whole = [...place, ...path];
		return `${locate(whole)}  ${showPlace(whole)}: takes ${variable} of your environment, which is for models or for this program, and no file of a project may have it. If you want that, move the server to your own configuration`;
	});
	const server = taken.length > 0 ? undefined : config.servers.find(each => each.name === name);
	// What they say belongs to what is trusted; these are the very values that are used.
	const ofFiles = Object.entries(variablesOfFiles(entry, server));
	const envFiles = ofFiles.length === 0 ? [] : [hashOf(canonicalJson(Object.fromEntries(ofFiles)))];
	return {
		name,
		file,
		runs: describeStart(entry, server),
		variables: namesSet(entry, server),
		settings: describeSettings(entry, server, {isOwnKey}),
		isChanged: false,
		print: projectPrint(name, relative(folder, file), entry, envFiles),
		...(server === undefined ? {} : {server}),
		problems: [...(refused?.problems ?? []), ...taken],
	};
};

const maxProblems = 20;

/** Nobody reads more about a file that they may not even know of. */
const shorten = (file: string, problems: readonly string[]): readonly string[] =>
	problems.length <= maxProblems
		? problems
		: [...problems.slice(0, maxProblems), `${file}  and ${problems.length - maxProblems} more.`];

const refuseFile = (file: string, reason: string, text: string): ProjectRead => ({
	...nothing,
	// It may have been there to hold something back.
	approvals: /approv/i.test(text) ? unreadableApprovals(file) : noApprovals,
	problems: [`${file}  ${reason}. Nothing of it is used.`],
	files: [file],
});

const readOne = (file: string, folder: string, env: Environment, isOwnKey: IsOwnKey): ProjectRead => {
	const read = readFileInside(folder, file);
	if (read.type === 'absent') {
		return nothing;
	}
	if (read.type !== 'read') {
		return refuseFile(file, read.type === 'outside' ? `${read.why} of this folder` : read.reason, '');
	}
	const whyNot = whyTooLarge(read.text);
	if (whyNot !== undefined) {
		return refuseFile(file, whyNot, read.text);
	}
	try {
		const config = readConfig(file, read.text, env, {
			cwd: folder,
			isForeign: true,
			readEnvFile: readEnvFileIn(folder),
		});
		const text = parseConfigText(file, read.text);
		const context = {file, folder, config, locate: text.locate, isOwnKey};
		const written = config.isBroken === true ? [] : [...writtenServers(text)];
		const top = plainValue(text.root);
		const defaults = readInputDefaults(isJsonObject(top) ? top.inputs : undefined);
		const servers = written.map(([name, {place, entry}]) =>
			offerOf(name, {place, entry: withInputDefaults(entry, defaults)}, context),
		);
		const told = servers.flatMap(server => server.problems.filter(line => !config.problems.includes(line)));
		const problems = shorten(file, [...config.problems, ...told]);
		return {servers, approvals: config.approvals, problems, files: [file]};
	} catch (error) {
		// Nested more deeply than the parser can follow.
		return refuseFile(file, `cannot be read: ${describeError(error)}`, read.text);
	}
};

const merge = (first: ProjectRead, second: ProjectRead): ProjectRead => {
	const isTaken = ({name}: ProjectServer): boolean => first.servers.some(other => other.name === name);
	return {
		servers: [...first.servers, ...second.servers.filter(server => !isTaken(server))],
		approvals: mergeApprovals(first.approvals, second.approvals),
		problems: [
			...first.problems,
			...second.problems,
			...second.servers
				.filter(isTaken)
				.map(
					({name, file}) => `${file}  The server "${name}" is left out: another file of this folder has one.`,
				),
		],
		files: [...first.files, ...second.files],
	};
};

export type ProjectOptions = {
	/** Variables in which the user keeps the keys of providers, beyond those that are known. */
	readonly providerKeys?: readonly string[];
};

/** Reads what the files of a folder say. Nothing is started or contacted. */
export const readProjectServers = async (
	cwd: string,
	env: Environment,
	{providerKeys}: ProjectOptions = {},
): Promise<ProjectRead> => {
	const folder = await realpath(cwd).catch(() => resolve(cwd));
	const isOwnKey = createIsOwnKey(providerKeys);
	return projectFilesIn(folder)
		.map(file => readOne(file, folder, env, isOwnKey))
		.reduce(merge, nothing);
};

/** A project never takes the place of a server that is the user's own. */
export const withoutOwnNames = (
	servers: readonly ProjectServer[],
	ownNames: ReadonlySet<string>,
): {readonly servers: readonly ProjectServer[]; readonly problems: readonly string[]} => ({
	servers: servers.filter(({name}) => !ownNames.has(name)),
	problems: servers
		.filter(({name}) => ownNames.has(name))
		.map(
			({name, file}) =>
				`${file}  The server "${name}" is left out: your own configuration has one of this name.`,
		),
});
