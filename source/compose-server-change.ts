import {realpath} from 'node:fs/promises';
import {join} from 'node:path';
import type {Loaded} from './compose-load.ts';
import {isStillTrusted, trustProjectServer} from './compose-project.ts';
import {assistantsLeft, rulesOfTwins, whyNotRenamed} from './compose-server-rename.ts';
import {keepSecretIn} from './compose-servers.ts';
import {type Surroundings, secretAccount} from './compose-settings.ts';
import {renameInState} from './core/approvals/rename-in-state.ts';
import {readWrittenEntry} from './core/config/written-entry.ts';
import {createOwnSecrets} from './core/credentials/own-secrets.ts';
import type {Failure} from './domain/failure.ts';
import type {JsonObject} from './domain/json.ts';
import type {SaveOptions, ServerChanged, ServerDraft, WrittenRead} from './domain/server-admin.ts';
import type {ChangeConfig, ConfigScope, ServerEntryChange} from './domain/server-ports.ts';
import {forgetSecrets} from './headless/servers/forget-secrets.ts';
import {moveSecrets} from './headless/servers/move-secrets.ts';
import {type NamedEntry, writeEntry} from './headless/servers/put-entry.ts';
import {canonicalJson} from './support/canonical-json.ts';

type ServerChangeDeps = {
	readonly surroundings: Pick<Surroundings, 'credentials' | 'openState' | 'times'>;
	readonly loaded: () => Loaded;
	readonly cwd: string;
	/** The user's own configuration file. */
	readonly ownFile: string;
	readonly changeConfig: ChangeConfig;
	readonly written: (name: string) => Promise<WrittenRead>;
	readonly isTaken: (name: string) => boolean;
	readonly reload: () => Promise<void>;
	readonly whyUnused?: string;
	/** Of the command line: they hold by name, too. */
	readonly disallowedTools?: readonly string[];
};

const refuse = (failure: Failure): ServerChanged => ({type: 'refused', failure});

/** How the server is reached, whether it is used or not. */
const unswitched = ({disabled: _, enabled: __, ...rest}: JsonObject): string => canonicalJson(rest);

type Changed =
	| {readonly type: 'found'; readonly scope: ConfigScope; readonly file: string; readonly entry: JsonObject}
	| {readonly type: 'refused'; readonly failure: Failure};

/** Writes entries of servers, and has the running program take them over. May reject. */
export const composeServerChange = (deps: ServerChangeDeps) => {
	const {
		surroundings,
		loaded,
		cwd,
		ownFile,
		changeConfig,
		written,
		isTaken,
		reload,
		whyUnused,
		disallowedTools = [],
	} = deps;
	const {credentials, openState, times} = surroundings;
	const ownSecrets = createOwnSecrets({file: ownFile, credentials});

	/** The user's own act in this window: what they wrote just now need not be asked about. */
	const takeOver = async (
		file: string,
		notes: readonly string[],
		trusted?: NamedEntry & {readonly scope: ConfigScope},
	): Promise<ServerChanged> => {
		const failure =
			trusted?.scope === 'project' ? await trustProjectServer(cwd, openState, trusted) : undefined;
		await reload();
		return {
			type: 'changed',
			file,
			notes: [
				...notes,
				...(failure === undefined ? [] : [failure.message]),
				...(whyUnused === undefined ? [] : [whyUnused]),
			],
		};
	};

	const fileOf = async (scope: ConfigScope): Promise<string> =>
		scope === 'user' ? ownFile : join(await realpath(cwd).catch(() => cwd), '.mcp.json');

	const ownerOf = async (server: string, scope: ConfigScope) =>
		scope === 'user' ? {server} : {server, source: await fileOf(scope)};

	/** What is to be changed, where that can be. */
	const find = async (name: string): Promise<Changed> => {
		const read = await written(name);
		return read.type === 'written'
			? {type: 'found', scope: read.server.scope, file: read.server.file, entry: read.server.entry}
			: {type: 'refused', failure: read.failure};
	};

	const save = async (
		{name, entry}: ServerDraft,
		{replaces, scope}: SaveOptions,
		signal: AbortSignal,
	): Promise<ServerChanged> => {
		const old = replaces === undefined ? undefined : await find(replaces);
		if (old?.type === 'refused') {
			return old;
		}
		if (name !== replaces && isTaken(name)) {
			const message = `There is a server "${name}" already.`;
			return refuse({code: 'server-exists', message, hint: 'Choose another name.'});
		}
		const isRenamed = replaces !== undefined && replaces !== name;
		const isSameFile = old?.scope === scope;
		// In a project's file another server of that name may be hidden behind the user's own.
		const rewrites = isRenamed && (isSameFile || scope === 'user');
		const rewritten = rewrites ? await fileOf(scope) : undefined;
		const elsewhere = {loaded: loaded(), rewritten, disallowedTools};
		const obstacle = isRenamed ? await whyNotRenamed({from: replaces, to: name}, elsewhere) : undefined;
		if (obstacle !== undefined) {
			return refuse(obstacle);
		}
		const left = isRenamed ? assistantsLeft({from: replaces, to: name}, elsewhere) : [];
		const keepSecret = keepSecretIn(credentials);
		const before = await ownSecrets.named();
		const moved =
			isRenamed && scope === 'user'
				? await moveSecrets(
						entry,
						{
							from: replaces,
							to: name,
							keepSecret,
							findSecret: async (secret, patience) =>
								credentials.get(secretAccount('keychain', secret), patience).catch(() => undefined),
						},
						signal,
					)
				: {entry, undo: async () => undefined};
		const put = await writeEntry(
			{name, entry: moved.entry},
			{
				changeConfig,
				keepSecret,
				scope,
				isPlainText: false,
				replace: isSameFile && !isRenamed,
				...(old === undefined ? {} : {before: old.entry}),
				...(rewrites ? {was: replaces} : {}),
			},
			signal,
		);
		if (put.type === 'refused') {
			await moved.undo();
			return put;
		}
		if (old !== undefined && replaces !== undefined && (isRenamed || !isSameFile)) {
			times.moved({name: replaces, file: old.file}, {name, file: put.file});
		}
		// The new one is there, so that the old one may go.
		const gone =
			old === undefined || isSameFile || replaces === undefined
				? undefined
				: await changeConfig({type: 'remove', name: replaces}, old.scope);
		const notes = gone?.type === 'refused' ? [`The old entry is still there: ${gone.failure.message}`] : [];
		const unmoved =
			old === undefined || replaces === undefined
				? undefined
				: await renameInState(openState, await ownerOf(replaces, old.scope), await ownerOf(name, scope));
		const {notes: forgotten} =
			replaces === undefined
				? {notes: []}
				: await forgetSecrets({ownSecrets, name: replaces, before}, signal);
		const said = [
			...put.notes,
			...left,
			...notes,
			...(unmoved === undefined ? [] : [unmoved.message]),
			...forgotten,
		];
		const taken = await takeOver(put.file, said, {name, entry: moved.entry, scope});
		return taken.type === 'refused' || replaces !== undefined
			? taken
			: {...taken, notes: [...taken.notes, ...rulesOfTwins(loaded(), name, ownFile)]};
	};

	const change = async (
		wanted: Exclude<ServerEntryChange, {type: 'put'}>,
		signal: AbortSignal,
	): Promise<ServerChanged> => {
		const {name} = wanted;
		const found = await find(name);
		if (found.type === 'refused') {
			return found;
		}
		const {scope} = found;
		const isSeen = scope === 'user' || (await isStillTrusted(loaded().project, name));
		const before = await ownSecrets.named();
		const changed = await changeConfig(wanted, scope);
		if (changed.type === 'refused') {
			return changed;
		}
		if (wanted.type === 'remove') {
			const {notes} = await forgetSecrets({ownSecrets, name, before}, signal);
			return takeOver(changed.file, notes);
		}
		const now = await readWrittenEntry(changed.file, name);
		// Whoever switches a server on or off has seen what is in use, and nothing else is trusted by that.
		const isMeant = isSeen && now.type === 'entry' && unswitched(now.entry) === unswitched(found.entry);
		return takeOver(changed.file, [], isMeant ? {name, entry: now.entry, scope} : undefined);
	};

	return {save, change};
};
