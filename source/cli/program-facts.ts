import {homedir} from 'node:os';
import {join} from 'node:path';
import type {Surroundings} from '../compose-settings.ts';
import {findFolders} from '../core/config/folders.ts';
import type {Config} from '../core/config/read-config.ts';
import {providerPresets} from '../core/models/providers/provider-table.ts';
import type {ProgramFacts} from '../headless/servers/diagnose-program.ts';
import {pathExists} from '../support/path-exists.ts';

type SecretFacts = Pick<ProgramFacts, 'keychainTrouble' | 'secretPlace' | 'keys'>;

/** Names, never the keys themselves; those that are kept are not looked up. */
const findKeys = async (
	{secretNames}: Surroundings,
	providers: Config['providers'],
	keptIn: string | undefined,
): Promise<ProgramFacts['keys']> => {
	const kept = keptIn === undefined ? [] : await secretNames.names();
	const names = new Set([...providerPresets.map(({name}) => name), ...providers.keys()]);
	return [...names].flatMap(name => {
		const preset = providerPresets.find(each => each.name === name);
		const {apiKey, keychainEntry} = providers.get(name) ?? {};
		const variable = preset?.keyVariables.find(each => (process.env[each] ?? '').trim() !== '');
		const source =
			apiKey !== undefined || keychainEntry !== undefined
				? 'your configuration'
				: (variable ?? (kept.includes(`key:${name}`) ? keptIn : undefined));
		return source === undefined ? [] : [{title: preset?.title ?? name, source}];
	});
};

const secretFacts = async (
	surroundings: Surroundings,
	providers: Config['providers'],
	signal: AbortSignal,
): Promise<SecretFacts> => {
	const {place, problem, hint} = await surroundings.credentials.open(signal);
	return {
		secretPlace: place,
		keychainTrouble:
			problem === undefined ? undefined : {problem, hint: hint ?? 'Start the keychain of your system.'},
		keys: await findKeys(surroundings, providers, problem === undefined ? place : undefined),
	};
};

/** What the doctor looks at beside servers. */
export const programFacts = async (
	given: readonly string[],
	surroundings: Surroundings,
	providers: Config['providers'],
	signal: AbortSignal,
): Promise<ProgramFacts> => {
	const {env, stdin, stdout} = process;
	const own = join(findFolders(env, homedir(), process.platform).config, 'config.json');
	const paths = [own, join(process.cwd(), '.mcp.json'), ...given];
	const configFiles = await Promise.all(paths.map(async path => ({path, exists: await pathExists(path)})));
	return {
		version: process.env.MCP_TUI_VERSION ?? '0.0.0-dev',
		nodeVersion: process.versions.node,
		isTerminal: stdin.isTTY === true && stdout.isTTY === true,
		terminal: env.TERM,
		columns: stdout.isTTY ? stdout.columns : undefined,
		colour: env.NO_COLOR === undefined || env.NO_COLOR === '',
		language: env.LC_ALL || env.LC_CTYPE || env.LANG || undefined,
		...(await secretFacts(surroundings, providers, signal)),
		configFiles,
	};
};
