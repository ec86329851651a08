import {createHash} from 'node:crypto';
import {realpath} from 'node:fs/promises';
import {dirname, join, relative, resolve} from 'node:path';
import {type ApprovalSettings, noApprovals} from '../../../domain/approval.ts';
import type {ProjectServerOffer} from '../../../domain/ask.ts';
import {describeError} from '../../../domain/failure.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {canonicalJson} from '../../../support/canonical-json.ts';
import {membersOf, parseConfigText, plainValue} from '../config-text.ts';
import {type Environment, expandVariables} from '../expand-variables.ts';
import {mergeApprovals} from '../merge-approvals.ts';
import {unreadableApprovals} from '../read-approvals.ts';
import {type Config, readConfig} from '../read-config.ts';
import {sectionsOf} from '../server-sections.ts';
import {describeStart, membersAsWritten, namesSet} from './describe-start.ts';
import {readProjectFile} from './read-project-file.ts';
import {whyTooLarge} from './too-large.ts';

/** A server that a file of the project names. Whoever has one may not use it before the user has seen it. */
export type ProjectServer = ProjectServerOffer & {
	/** Equal as long as the entry, its name, its file and its files of variables say the same. */
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

/** Where a project may name servers. */
const projectFilesIn = (folder: string): readonly string[] => [
	join(folder, '.mcp.json'),
	join(folder, '.vscode', 'mcp.json'),
];

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Changes with any member of the entry, however deep; not with the order of its keys. */
export const projectPrint = (
	name: string,
	file: string,
	entry: unknown,
	envFiles: readonly string[] = [],
): string => hashOf(canonicalJson({name, file, entry, envFiles}));

/** Every entry as it is written. Of those that share a name the first counts, as for the reader. */
const entriesOf = (file: string, text: string): ReadonlyMap<string, unknown> => {
	const {root} = parseConfigText(file, text);
	const top = plainValue(root);
	const entries = new Map<string, unknown>();
	for (const section of isJsonObject(top) ? sectionsOf(top) : []) {
		const node = membersOf(root).find(({key}) => key === section)?.value;
		for (const {key, value} of membersOf(node)) {
			if (!entries.has(key)) entries.set(key, plainValue(value));
		}
	}
	return entries;
};

type EnvFiles = {readonly prints: readonly string[]; readonly problems: readonly string[]};

/** What they say belongs to what is trusted, and files elsewhere are none of the project's business. */
const readEnvFilesOf = async (
	entry: unknown,
	{file, folder, env}: {readonly file: string; readonly folder: string; readonly env: Environment},
): Promise<EnvFiles> => {
	const written = membersAsWritten(entry).get('envFile');
	const paths = (Array.isArray(written) ? written : [written]).filter(path => typeof path === 'string');
	const prints: string[] = [];
	const problems: string[] = [];
	for (const path of paths) {
		const expanded = expandVariables(path, {env, workspaceFolder: folder});
		const target = resolve(dirname(file), expanded.type === 'expanded' ? expanded.text : path);
		const read = await readProjectFile(folder, target);
		if (read.type === 'read') prints.push(hashOf(read.text));
		if (read.type === 'refused') problems.push(`${file}  the file of variables ${path} ${read.reason}`);
	}
	return {prints, problems};
};

const offerOf = async (
	name: string,
	entry: unknown,
	config: Config,
	context: {readonly file: string; readonly folder: string; readonly env: Environment},
): Promise<ProjectServer> => {
	const {file, folder} = context;
	const envFiles = await readEnvFilesOf(entry, context);
	const found = config.servers.find(server => server.name === name);
	const refused = config.refusedServers.find(server => server.name === name);
	const server = envFiles.problems.length > 0 ? undefined : found;
	return {
		name,
		file,
		runs: describeStart(entry, server),
		variables: namesSet(entry, server),
		isChanged: false,
		print: projectPrint(name, relative(folder, file), entry, envFiles.prints),
		...(server === undefined ? {} : {server}),
		problems: [...(refused?.problems ?? []), ...envFiles.problems],
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

const readOne = async (file: string, folder: string, env: Environment): Promise<ProjectRead> => {
	const read = await readProjectFile(folder, file);
	if (read.type === 'absent') {
		return nothing;
	}
	if (read.type === 'refused') {
		return refuseFile(file, read.reason, '');
	}
	const whyNot = whyTooLarge(read.text);
	if (whyNot !== undefined) {
		return refuseFile(file, whyNot, read.text);
	}
	try {
		const config = readConfig(file, read.text, env, {cwd: folder, isForeign: true});
		const servers: ProjectServer[] = [];
		for (const [name, entry] of config.isBroken === true ? [] : entriesOf(file, read.text)) {
			servers.push(await offerOf(name, entry, config, {file, folder, env}));
		}
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

/** Reads what the files of a folder say. Nothing is started or contacted. */
export const readProjectServers = async (cwd: string, env: Environment): Promise<ProjectRead> => {
	const folder = await realpath(cwd).catch(() => resolve(cwd));
	let all = nothing;
	for (const file of projectFilesIn(folder)) {
		all = merge(all, await readOne(file, folder, env));
	}
	return all;
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
