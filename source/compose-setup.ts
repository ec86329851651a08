import {homedir} from 'node:os';
import type {App} from './app/app.ts';
import {ownConfigFile, type Surroundings, secretAccount} from './compose-settings.ts';
import {createChangeSetting} from './core/config/change-setting.ts';
import {providerPresets} from './core/models/providers/provider-table.ts';
import {type Failure, toFailure} from './domain/failure.ts';
import type {Models} from './domain/model-ports.ts';
import type {ServerConfig} from './domain/server.ts';
import type {FoundServers, Setup, SetupStep} from './domain/setup.ts';
import {suggestServerName} from './domain/suggest-server-name.ts';
import type {ImportRow} from './headless/servers/plan-import.ts';

type SetupDeps = {
	readonly surroundings: Pick<Surroundings, 'folders' | 'credentials'>;
	readonly models: Models;
	readonly app: Pick<App, 'changeModel'>;
	/** The servers that there are now. */
	readonly configs: () => readonly ServerConfig[];
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
};

type Entry = {readonly name: string; readonly entry: ImportRow['server']['entry']};

const providersOf = (environment: SetupDeps['environment']): Setup['providers'] =>
	providerPresets
		.filter(({needsKey}) => needsKey)
		.map(({name, title, keyVariables}) => {
			const keyVariable = keyVariables.find(variable => (environment[variable] ?? '').trim() !== '');
			return {name, title, ...(keyVariable === undefined ? {} : {keyVariable})};
		});

const preferredModel = (provider: string): string | undefined => {
	const model = providerPresets.find(({name}) => name === provider)?.defaultModel;
	return model === undefined ? undefined : `${provider}/${model}`;
};

/** What the first run does, with what the commands of the program do the same with. */
export const composeSetup = (deps: SetupDeps): Setup => {
	const {surroundings, models, app, environment, cwd} = deps;
	const {folders, credentials} = surroundings;
	const changeSetting = createChangeSetting({folder: folders.config});
	let found = new Map<FoundServers, readonly ImportRow[]>();

	const write = async (entries: readonly Entry[], done: string, signal: AbortSignal): Promise<SetupStep> => {
		const [{writeEntry}, {keepSecretIn}, {createChangeConfig}] = await Promise.all([
			import('./headless/servers/put-entry.ts'),
			import('./compose-servers.ts'),
			import('./core/config/change-config.ts'),
		]);
		const options = {
			changeConfig: createChangeConfig({folder: folders.config, cwd, env: environment}),
			keepSecret: keepSecretIn(credentials),
			scope: 'user',
			isPlainText: false,
			replace: false,
		} as const;
		const notes: string[] = [];
		const failures: Failure[] = [];
		// One that is refused keeps no other from it.
		for (const entry of entries) {
			const put = await writeEntry(entry, options, signal);
			if (put.type === 'refused') {
				failures.push(put.failure);
			} else {
				notes.push(...put.notes);
			}
		}
		const [first] = failures;
		if (first === undefined) {
			return {type: 'done', detail: [done, ...notes].join(' ')};
		}
		const rest = failures.length === entries.length ? '' : ' The others are there.';
		return {
			type: 'failed',
			failure: {...first, message: `${failures.map(({message}) => message).join(' ')}${rest}`},
		};
	};

	const findServers: Setup['findServers'] = async () => {
		const [{createFindForeignServers}, {clients}, {planImport, reachOf}] = await Promise.all([
			import('./core/config/import/find-foreign-servers.ts'),
			import('./core/config/import/clients.ts'),
			import('./headless/servers/plan-import.ts'),
		]);
		const find = createFindForeignServers({
			home: homedir(),
			cwd,
			env: environment,
			platform: process.platform,
			ownFile: ownConfigFile(folders),
		});
		const files = await find(clients.map(({id}) => id));
		const rows = planImport(files, deps.configs()).filter(
			// What lies in this folder may be anybody's.
			({state, file}) => state === 'new' && !file.isOfProject,
		);
		found = new Map(
			[...new Set(rows.map(({file}) => file))].map(file => {
				const own = rows.filter(row => row.file === file);
				const servers = own.map(row => ({name: row.server.name, runs: reachOf(row)}));
				return [{client: file.title, file: file.file, servers}, own] as const;
			}),
		);
		return [...found.keys()];
	};

	const addServer = async (typed: string, signal: AbortSignal): Promise<SetupStep> => {
		const {understandSnippet} = await import('./core/config/import/understand-snippet.ts');
		const understood = await understandSnippet(typed);
		if (understood.type === 'refused') {
			return {type: 'failed', failure: understood.failure};
		}
		const taken = new Set(deps.configs().map(({name}) => name));
		const entries = understood.servers.map(({name, entry}): Entry => {
			const called = name ?? suggestServerName(entry, each => taken.has(each) || each === 'toolbox');
			taken.add(called);
			return {name: called, entry};
		});
		const unseen = understood.servers.flatMap(server => server.unseen?.runs ?? []);
		const shown = unseen.length === 0 ? '' : ` It runs ${unseen.join(' and ')}.`;
		return write(entries, `Added ${entries.map(({name}) => name).join(', ')}.${shown}`, signal);
	};

	/** Whatever goes wrong on the way is something to say, not the end of the first run. */
	const guarded =
		<Given extends readonly unknown[]>(run: (...given: Given) => Promise<SetupStep>) =>
		async (...given: Given): Promise<SetupStep> => {
			try {
				return await run(...given);
			} catch (error) {
				return {type: 'failed', failure: toFailure('setup-failed', error)};
			}
		};

	return {
		providers: providersOf(environment),
		localProviders: signal => models.localProviders(signal).catch(() => []),
		hasKey: (provider, signal) =>
			models.checkKey(provider, signal).then(
				({type}) => type === 'fine',
				() => false,
			),
		keepKey: guarded(async (provider, key, signal) => {
			const {place, problem, hint} = await credentials.open(signal);
			await credentials.set(secretAccount('keychain', provider), key, signal);
			const words = [
				`The key is kept in ${place}.`,
				...(problem === undefined ? [] : [`It cannot be kept longer: ${problem}.`]),
				...(hint === undefined ? [] : [hint]),
			];
			return {type: 'done', detail: words.join(' ')};
		}),
		models: async (provider, signal) => {
			const list = await models
				.list(provider, signal)
				.catch((error: unknown) => ({type: 'failed', failure: toFailure('no-models', error)}) as const);
			const preferred = preferredModel(provider);
			return list.type === 'failed'
				? list
				: {
						type: 'listed',
						models: list.models.map(({id}) => id),
						...(preferred === undefined ? {} : {preferred}),
					};
		},
		takeModel: guarded(async (id, signal) => {
			const changed = await app.changeModel(id, signal);
			if (changed.type === 'refused') {
				return {type: 'failed', failure: changed.failure};
			}
			const kept = await changeSetting('model', id);
			return {
				type: 'done',
				detail:
					kept.type === 'changed'
						? `You talk to ${id}, also the next time.`
						: `You talk to ${id}. The next time you have to choose again: ${kept.failure.message}`,
			};
		}),
		findServers: async signal => {
			try {
				return await findServers(signal);
			} catch {
				// Nothing of other programs is taken over then; adding a server by hand works all the same.
				return [];
			}
		},
		importServers: guarded(async (wanted, signal) => {
			const entries = (found.get(wanted) ?? []).map(({server: {name, entry}}) => ({name, entry}));
			return write(
				entries,
				`Took over ${entries.map(({name}) => name).join(', ')} from ${wanted.client}.`,
				signal,
			);
		}),
		addServer: guarded(addServer),
	};
};
