import {realpath} from 'node:fs/promises';
import type {ProjectServer} from './core/config/project/project-files.ts';
import {projectFilesIn} from './core/config/project/project-paths.ts';
import {type ApprovalSettings, noApprovals} from './domain/approval.ts';
import type {Failure} from './domain/failure.ts';
import type {JsonObject} from './domain/json.ts';
import type {OpenState} from './domain/ports.ts';
import {canonicalJson} from './support/canonical-json.ts';
import {pathExists} from './support/path-exists.ts';

/** What the folder brings along in which the program runs. */
export type Project = {
	readonly folder: string;
	readonly trusted: readonly ProjectServer[];
	/** Nobody has said anything about these. Nothing of them is started or contacted. */
	readonly waiting: readonly ProjectServer[];
	/** The user does not want these. */
	readonly refused: readonly ProjectServer[];
	/** It can only narrow. */
	readonly approvals: ApprovalSettings;
	readonly problems: readonly string[];
};

export type ProjectOptions = {
	readonly cwd: string;
	readonly openState: OpenState;
	/** The user has said on the command line that these are trusted: all that there are, or those with these prints. */
	readonly trusts: 'all' | ReadonlySet<string>;
	/** The user's own servers keep their names. */
	readonly ownNames: ReadonlySet<string>;
};

export const noProject = (folder: string): Project => ({
	folder,
	trusted: [],
	waiting: [],
	refused: [],
	approvals: noApprovals,
	problems: [],
});

const folderTrust = async (openState: OpenState) => {
	const {createFolderTrust} = await import('./core/config/project/folder-trust.ts');
	return createFolderTrust({state: openState('state'), now: Date.now});
};

/** Reads what the project says. Most folders say nothing, and cost nothing. */
export const readProject = async ({cwd, openState, trusts, ownNames}: ProjectOptions): Promise<Project> => {
	const found = await Promise.all(projectFilesIn(cwd).map(pathExists));
	if (!found.includes(true)) {
		return noProject(cwd);
	}
	const [{readProjectServers, withoutOwnNames}, {providerPresets}] = await Promise.all([
		import('./core/config/project/project-files.ts'),
		import('./core/models/providers/provider-table.ts'),
	]);
	const providerKeys = providerPresets.flatMap(({keyVariables}) => keyVariables);
	const {servers, approvals, problems} = await readProjectServers(cwd, process.env, {providerKeys});
	const free = withoutOwnNames(servers, ownNames);
	const usable = free.servers.filter(({server}) => server !== undefined);
	const base = {folder: cwd, approvals, problems: [...problems, ...free.problems]};
	if (trusts === 'all') {
		return {...base, trusted: usable, waiting: [], refused: []};
	}
	const isGiven = ({print}: ProjectServer): boolean => trusts.has(print);
	const others = usable.filter(server => !isGiven(server));
	const {trusted, refused, unknown} = await (await folderTrust(openState)).sort(cwd, others);
	return {...base, trusted: [...usable.filter(isGiven), ...trusted], waiting: unknown, refused};
};

/** Remembers the user's answer about servers of a project. */
export const keepFolderAnswer = async (
	{folder, waiting}: Project,
	openState: OpenState,
	isTrusted: boolean,
): Promise<Failure | undefined> => {
	const trust = await folderTrust(openState);
	return isTrusted ? trust.trust(folder, waiting) : trust.refuse(folder, waiting);
};

const findProjectServer = async (cwd: string, name: string): Promise<ProjectServer | undefined> => {
	const {readProjectServers} = await import('./core/config/project/project-files.ts');
	const {servers} = await readProjectServers(cwd, process.env);
	const [file = ''] = projectFilesIn(await realpath(cwd).catch(() => cwd));
	return servers.find(each => each.name === name && each.file === file);
};

/** Whether the project's file still says of a server what is in use. Somebody else may have written another into it. */
export const isStillTrusted = async ({folder, trusted}: Project, name: string): Promise<boolean> => {
	const server = await findProjectServer(folder, name);
	return server !== undefined && trusted.some(({print}) => print === server.print);
};

/** The user has just written this entry of the project's file themselves. What somebody else wrote there since is not meant. */
export const trustProjectServer = async (
	cwd: string,
	openState: OpenState,
	{name, entry}: {readonly name: string; readonly entry: JsonObject},
): Promise<Failure | undefined> => {
	const {readWrittenEntry} = await import('./core/config/written-entry.ts');
	const server = await findProjectServer(cwd, name);
	const now = server === undefined ? undefined : await readWrittenEntry(server.file, name);
	return server !== undefined && now?.type === 'entry' && canonicalJson(now.entry) === canonicalJson(entry)
		? (await folderTrust(openState)).trust(cwd, [server])
		: undefined;
};
