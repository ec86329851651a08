import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {NameKind} from './command-line/option-table.ts';
import {ownConfigFile, ownFolders} from './compose-settings.ts';
import type {Config} from './core/config/read-config.ts';
import {assertNever} from './domain/assert-never.ts';
import {isJsonObject, type JsonValue} from './domain/json.ts';
import {toolboxToolNames} from './domain/toolbox-tool-names.ts';
import {sanitiseLine} from './support/sanitise.ts';

/** The user's own file as it stands. No secret of it is looked up, no command of it is run, and nothing is written. */
const readOwn = async (): Promise<Config | undefined> => {
	const path = ownConfigFile(ownFolders());
	const [{readConfig}, text] = await Promise.all([
		import('./core/config/read-config.ts'),
		readFile(path, 'utf8').catch(() => undefined),
	]);
	return text === undefined ? undefined : readConfig(path, text, process.env, {secrets: () => undefined});
};

const serverNames = async (): Promise<readonly string[]> => {
	const [{readProjectServers}, own] = await Promise.all([
		import('./core/config/project/project-files.ts'),
		readOwn(),
	]);
	// To name what a folder brings along starts nothing of it.
	const {servers} = await readProjectServers(process.cwd(), process.env, {providerKeys: []});
	return [...(own?.servers ?? []), ...(own?.refusedServers ?? []), ...servers].map(({name}) => name);
};

/** What a shell offers, and what it is, where the name alone does not say it. */
type Named = {readonly name: string; readonly about?: string | undefined};

/** Of sessions whose beginning is read: someone waits for it with a finger on the Tab key. */
const mostRead = 50;
const longestTitle = 60;

const sessionsWithTitles = async () => {
	const [{isSessionId, summariseSession}, files] = await Promise.all([
		import('./core/sessions/session-files.ts'),
		readdir(join(ownFolders().data, 'sessions')).catch(() => []),
	]);
	const ids = files.flatMap(file => (file.endsWith('.jsonl') ? [file.slice(0, -'.jsonl'.length)] : []));
	// They begin with the time at which they began: the last one first.
	const newest = ids.filter(isSessionId).toSorted().toReversed();
	const {signal} = new AbortController();
	const read = await Promise.all(
		newest.slice(0, mostRead).map(id => summariseSession(join(ownFolders().data, 'sessions'), id, signal)),
	);
	return newest.map((sessionId, index) => ({...read[index], sessionId}));
};

const sessionNames = async (): Promise<readonly Named[]> =>
	(await sessionsWithTitles()).map(({sessionId, title}) => ({
		name: sessionId,
		about: title === undefined ? undefined : sanitiseLine(title).slice(0, longestTitle),
	}));

/** Models that were talked to, then the providers. No provider is asked: that could take long, and cost. */
const modelNames = async (): Promise<readonly string[]> => {
	const [sessions, providers] = await Promise.all([sessionsWithTitles(), providerNames()]);
	return [...sessions.flatMap(({model}) => model ?? []), ...providers];
};

/** The tools of a server as they were last accepted. No server is started for it. */
const toolNames = async (server: string | undefined): Promise<readonly string[]> => {
	if (server === undefined || server === '') return [];
	if (server === 'toolbox') return toolboxToolNames;
	const folder = join(ownFolders().data, 'pins');
	const files = await readdir(folder).catch(() => []);
	const contents = await Promise.all(
		files
			.filter(file => file.endsWith('.json'))
			.map(async file => {
				try {
					const content: JsonValue = JSON.parse(await readFile(join(folder, file), 'utf8'));
					return content;
				} catch {
					// What cannot be read has nothing to offer.
					return undefined;
				}
			}),
	);
	return contents.flatMap(content =>
		isJsonObject(content) && content.server === server && isJsonObject(content.tools)
			? Object.keys(content.tools)
			: [],
	);
};

const assistantNames = async (): Promise<readonly string[]> => {
	const own = await readOwn();
	return [...(own?.assistants ?? []), ...(own?.refusedAssistants ?? [])].map(({name}) => name);
};

const providerNames = async (): Promise<readonly string[]> => {
	const [{providerPresets}, own] = await Promise.all([
		import('./core/models/providers/provider-table.ts'),
		readOwn(),
	]);
	const refused = own?.refusedProviders ?? [];
	return [...[...providerPresets, ...refused].map(({name}) => name), ...(own?.providers.keys() ?? [])];
};

const secretNames = async (): Promise<readonly string[]> => {
	const [{createOpenState}, {createSecretIndex}, {keyNameOf}] = await Promise.all([
		import('./core/config/state-file.ts'),
		import('./core/credentials/secret-index.ts'),
		import('./headless/keys/key-name.ts'),
	]);
	const openState = createOpenState({folder: ownFolders().data, onTrouble: () => undefined});
	const accounts = await createSecretIndex(openState('state')).names();
	return accounts.flatMap(account => keyNameOf(account, [])?.name ?? []);
};

const clientNames = async (): Promise<readonly string[]> => {
	const {clients} = await import('./core/config/import/clients.ts');
	return clients.map(({id}) => id);
};

const find = (kind: NameKind, before: string | undefined): Promise<readonly (string | Named)[]> => {
	switch (kind) {
		case 'assistants':
			return assistantNames();
		case 'clients':
			return clientNames();
		case 'providers':
			return providerNames();
		case 'secrets':
			return secretNames();
		case 'servers':
			return serverNames();
		case 'sessions':
			return sessionNames();
		case 'models':
			return modelNames();
		case 'tools':
			return toolNames(before);
		default:
			return assertNever(kind);
	}
};

/** What every shell takes as it is, in the middle of a line. Names come from files that others may have written. */
const harmless = /^[A-Za-z0-9_@][A-Za-z0-9_@.+/-]*$/;
const longest = 100;
const most = 500;

/** The names of one kind that a shell can offer behind a word. Only files are read. */
export const namesOfKind = async (kind: NameKind, before?: string): Promise<readonly Named[]> => {
	const found = (await find(kind, before)).map(each => (typeof each === 'string' ? {name: each} : each));
	const names = new Map(found.map(each => [each.name, each]));
	return [...names.values()].filter(({name}) => harmless.test(name) && name.length <= longest).slice(0, most);
};
