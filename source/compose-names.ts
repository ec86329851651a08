import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {NameKind} from './command-line/option-table.ts';
import {ownConfigFile, ownFolders} from './compose-settings.ts';
import type {Config} from './core/config/read-config.ts';
import {assertNever} from './domain/assert-never.ts';

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

const sessionIds = async (): Promise<readonly string[]> => {
	const [{isSessionId}, files] = await Promise.all([
		import('./core/sessions/session-files.ts'),
		readdir(join(ownFolders().data, 'sessions')).catch(() => []),
	]);
	const ids = files.flatMap(file => (file.endsWith('.jsonl') ? [file.slice(0, -'.jsonl'.length)] : []));
	// They begin with the time at which they began: the last one first.
	return ids.filter(isSessionId).toSorted().toReversed();
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

const find = (kind: NameKind): Promise<readonly string[]> => {
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
			return sessionIds();
		default:
			return assertNever(kind);
	}
};

/** What every shell takes as it is, in the middle of a line. Names come from files that others may have written. */
const harmless = /^[A-Za-z0-9_@][A-Za-z0-9_@.+/-]*$/;
const longest = 100;
const most = 500;

/** The names of one kind that a shell can offer. Only files are read. */
export const namesOfKind = async (kind: NameKind): Promise<readonly string[]> => {
	const names = (await find(kind)).filter(name => harmless.test(name) && name.length <= longest);
	return [...new Set(names)].slice(0, most);
};
