import {realpath} from 'node:fs/promises';
import {join} from 'node:path';
import {type Loaded, serversOf, unusedServers} from './compose-load.ts';
import {ownConfigFile, type Surroundings} from './compose-settings.ts';
import {createChangeConfig} from './core/config/change-config.ts';
import {maskEntry} from './core/config/masked-entry.ts';
import {checkEntry, readDraft} from './core/config/read-draft.ts';
import {readWrittenEntry} from './core/config/written-entry.ts';
import {type Failure, toFailure} from './domain/failure.ts';
import type {JsonObject} from './domain/json.ts';
import type {
	DraftTested,
	ServerAdmin,
	ServerChanged,
	ServerDraft,
	WrittenRead,
} from './domain/server-admin.ts';
import type {ConfigScope} from './domain/server-ports.ts';
import {suggestServerName} from './domain/suggest-server-name.ts';
import {canonicalJson} from './support/canonical-json.ts';

export type ServerEntriesDeps = {
	readonly surroundings: Pick<Surroundings, 'folders' | 'credentials' | 'findSecret' | 'openState' | 'times'>;
	readonly loaded: () => Loaded;
	/** The name of the built-in server. */
	readonly toolbox: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly now: () => number;
	/** Takes over what the files say now. */
	readonly reload: () => Promise<void>;
	/** Why nothing that is written here would count in this run. */
	readonly whyUnused?: string;
	/** Of the command line. */
	readonly disallowedTools?: readonly string[];
};

const longestName = 100;

const refuse = (failure: Failure): ServerChanged => ({type: 'refused', failure});

const fixed = (
	name: string,
	why: string,
	hint: string,
	file?: string,
): WrittenRead & {readonly type: 'fixed'} => ({
	type: 'fixed',
	failure: {code: 'bad-input', message: `Server "${name}" cannot be changed here: ${why}.`, hint},
	...(file === undefined ? {} : {file}),
});

/** Whatever goes wrong on the way is something to say. */
const guarded =
	<Given extends readonly unknown[], Refused extends {readonly type: string}>(
		run: (...given: Given) => Promise<Refused>,
		fail: (failure: Failure) => Refused,
	) =>
	async (...given: Given): Promise<Refused> => {
		try {
			return await run(...given);
		} catch (error) {
			return fail(toFailure('servers-not-changed', error));
		}
	};

/** What the workbench does about the entries of servers, with what the commands of the program do the same with. */
export const composeServerEntries = (deps: ServerEntriesDeps): ServerAdmin => {
	const {surroundings, loaded, toolbox, environment: env, cwd} = deps;
	const {folders, credentials} = surroundings;
	const ownFile = ownConfigFile(folders);
	const changeConfig = createChangeConfig({folder: folders.config, cwd, env});
	const fileOf = (scope: ConfigScope): string => (scope === 'user' ? ownFile : join(cwd, '.mcp.json'));
	const contextOf = (scope: ConfigScope) => ({file: fileOf(scope), env, cwd, isForeign: scope === 'project'});

	const known = (): readonly {readonly name: string; readonly file: string | undefined}[] => [
		...serversOf(loaded()).map(({name, source}) => ({name, file: source})),
		...unusedServers(loaded()),
	];
	const isTaken = (name: string): boolean =>
		name === toolbox || name === 'toolbox' || known().some(each => each.name === name);

	const written = async (name: string): Promise<WrittenRead> => {
		if (name === toolbox) {
			const hint = 'Say "toolbox": {...} in your configuration: folders, tools, or that you do not want it.';
			return fixed(name, 'it is built in', hint);
		}
		const server = known().find(each => each.name === name);
		const file = server?.file;
		if (file === undefined) {
			const message = `There is no server "${name}".`;
			return {type: 'refused', failure: {code: 'unknown-server', message}};
		}
		const unused = unusedServers(loaded()).find(each => each.name === name);
		if (unused?.isUntrusted === true) {
			const hint = 'Answer the question about this folder first, or start again with --trust-project.';
			return fixed(name, 'it comes with this folder, and you have not trusted it', hint, file);
		}
		const projectFile = join(await realpath(cwd).catch(() => cwd), '.mcp.json');
		const scope = file === ownFile ? 'user' : file === projectFile ? 'project' : undefined;
		if (scope === undefined) {
			const hint = 'Change that file yourself, or duplicate the server into your own configuration.';
			// An agent file is no JSON, and its servers are its own.
			const copied = await readWrittenEntry(file, name);
			const why = fixed(name, `it comes from ${file}`, hint, file);
			return copied.type === 'entry' ? {...why, entry: copied.entry} : why;
		}
		const read = await readWrittenEntry(file, name);
		return read.type === 'refused'
			? read
			: {type: 'written', server: {name, entry: read.entry, shown: maskEntry(read.entry), file, scope}};
	};

	/** Whether a draft is the server itself, as its file has it. */
	const isWritten = async ({name, entry}: ServerDraft): Promise<boolean> => {
		const read = await written(name);
		return read.type === 'written' && canonicalJson(read.server.entry) === canonicalJson(entry);
	};

	const changes = async () => {
		const {composeServerChange} = await import('./compose-server-change.ts');
		return composeServerChange({...deps, changeConfig, written, isTaken, ownFile});
	};

	const setDisabled: ServerAdmin['setDisabled'] = async (name, disabled, signal) => {
		if (name !== toolbox) {
			return (await changes()).change({type: 'set-disabled', name, disabled}, signal);
		}
		const {switchToolbox} = await import('./core/config/change-toolbox.ts');
		const changed = await switchToolbox(ownFile, disabled);
		if (changed.type === 'refused') {
			return changed;
		}
		await deps.reload();
		return {type: 'changed', file: changed.file, notes: deps.whyUnused === undefined ? [] : [deps.whyUnused]};
	};

	const whyBadName = (name: string, replaces: string | undefined): string | undefined => {
		if (name.trim() === '') {
			return 'a server needs a name';
		}
		if ([...name].length > longestName) {
			return `at most ${longestName} characters`;
		}
		return name !== replaces && isTaken(name) ? `there is a server "${name}" already` : undefined;
	};

	const freeName = (entry: JsonObject, wanted?: string): string => {
		if (wanted === undefined) {
			return suggestServerName(entry, isTaken);
		}
		let free = wanted;
		for (let number = 2; isTaken(free); number += 1) {
			free = `${wanted}-${number}`;
		}
		return free;
	};

	return {
		written: guarded(written, failure => ({type: 'refused', failure})),
		understand: async text => {
			const {understandSnippet} = await import('./core/config/import/understand-snippet.ts');
			const understood = await understandSnippet(text);
			return understood.type === 'refused'
				? understood
				: {
						type: 'drafts',
						drafts: understood.servers.map(({name, entry, unseen}) => ({
							name: freeName(entry, name),
							entry,
							...(unseen === undefined ? {} : {unseen}),
						})),
					};
		},
		freeName: async (entry, wanted) => freeName(entry, wanted),
		check: async ({name, entry}, {replaces, scope}) => ({
			name: whyBadName(name, replaces),
			// The name has its own place.
			entry: checkEntry(name.trim() === '' ? 'server' : name, entry, contextOf(scope)),
		}),
		test: guarded(
			async ({name, entry}, {scope, onStep}, signal): Promise<DraftTested> => {
				const read = await readDraft(name, entry, contextOf(scope), surroundings.findSecret);
				if (read.type === 'refused') {
					const [first] = read.complaints;
					const place = first?.path.join('.') ?? '';
					const message = `${place === '' ? '' : `${place}: `}${first?.message ?? 'it cannot be used like this'}.`;
					return {type: 'failed', failure: {code: 'bad-server', message}, stderr: []};
				}
				if (signal.aborted) {
					return {type: 'cancelled'};
				}
				const {testConfig} = await import('./compose-draft-test.ts');
				const tested = await testConfig(
					read.server,
					{credentials, environment: env, now: deps.now},
					onStep,
					signal,
				);
				if (tested.type === 'works' && (await isWritten({name, entry}))) {
					surroundings.times.connected(read.server);
				}
				return tested;
			},
			failure => ({type: 'failed', failure, stderr: []}),
		),
		save: guarded(async (...given) => (await changes()).save(...given), refuse),
		remove: guarded(async (name, signal) => (await changes()).change({type: 'remove', name}, signal), refuse),
		setDisabled: guarded(setDisabled, refuse),
	};
};
