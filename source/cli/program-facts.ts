import {homedir} from 'node:os';
import {join} from 'node:path';
import {writeChecks} from '../compose-sessions.ts';
import {ownConfigFile, type Surroundings, version} from '../compose-settings.ts';
import {findCacheFolder} from '../core/config/folders.ts';
import type {Config} from '../core/config/read-config.ts';
import {findKeyring} from '../core/credentials/open-credentials.ts';
import {findCommand} from '../core/mcp/doctor/find-command.ts';
import {providerPresets} from '../core/models/providers/provider-table.ts';
import {createSessionShelf} from '../core/sessions/session-shelf.ts';
import {givenConfigName} from '../domain/given-config.ts';
import type {ProgramFacts} from '../headless/doctor/program-facts.ts';
import {redactor} from '../program-redactor.ts';
import {pathExists} from '../support/path-exists.ts';
import {chooseImageWay} from '../ui/images/image-way.ts';
import {chooseEditor} from '../ui/terminal/editor-command.ts';
import {type ColourDepth, colourDepth} from '../ui/theme/colour-depth.ts';
import {isAsciiOnly} from '../ui/theme/glyphs.ts';
import {folderFacts} from './folder-facts.ts';

/** `engines` of the package says the same. */
export const oldestNode = '20.18.1';

type SecretFacts = Pick<ProgramFacts, 'keychainTrouble' | 'secretPlace' | 'keys' | 'withoutKey'>;

/** Names, never the keys themselves; those that are kept are not looked up. */
const findKeys = async (
	{secretNames}: Surroundings,
	providers: Config['providers'],
	keptIn: string | undefined,
): Promise<Pick<SecretFacts, 'keys' | 'withoutKey'>> => {
	const kept = keptIn === undefined ? [] : await secretNames.names();
	const names = new Set([...providerPresets.map(({name}) => name), ...providers.keys()]);
	const found = [...names].map(name => {
		const preset = providerPresets.find(each => each.name === name);
		const {apiKey, keychainEntry} = providers.get(name) ?? {};
		const variable = preset?.keyVariables.find(each => (process.env[each] ?? '').trim() !== '');
		const source =
			apiKey !== undefined || keychainEntry !== undefined
				? 'your configuration'
				: (variable ?? (kept.includes(`key:${name}`) ? keptIn : undefined));
		return {title: preset?.title ?? name, source, needsKey: preset?.needsKey === true};
	});
	return {
		keys: found.flatMap(({title, source}) => (source === undefined ? [] : [{title, source}])),
		withoutKey: found.flatMap(({title, source, needsKey}) =>
			source === undefined && needsKey ? [title] : [],
		),
	};
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
		...(await findKeys(surroundings, providers, problem === undefined ? place : undefined)),
	};
};

const colourWords: Readonly<Record<ColourDepth, string>> = {
	bare: 'none, and no bold type',
	none: 'none',
	'16': '16 colours',
	'256': '256 colours',
	millions: 'millions of colours',
};

const terminalFacts = () => {
	const {env, stdin, stdout, platform} = process;
	const isAscii = isAsciiOnly(env, platform);
	return {
		isTerminal: stdin.isTTY === true && stdout.isTTY === true,
		terminal: env.TERM,
		columns: stdout.isTTY ? stdout.columns : undefined,
		rows: stdout.isTTY ? stdout.rows : undefined,
		colours: colourWords[colourDepth(env)],
		images: chooseImageWay({look: {}, env, isAscii}),
		isColourRefused: (env.NO_COLOR ?? '') !== '',
		language: env.LC_ALL || env.LC_CTYPE || env.LANG || undefined,
	};
};

const isThere = async (program: string): Promise<boolean> => {
	const {env} = process;
	const found = await findCommand(program, {PATH: env.PATH ?? '', PATHEXT: env.PATHEXT ?? ''}, process.cwd());
	return found.type === 'found';
};

const editorFacts = async (): Promise<ProgramFacts['editor']> => {
	const choice = await chooseEditor(process.env, process.platform, isThere);
	if (choice.type === 'none') {
		return choice;
	}
	return (await isThere(choice.file))
		? {type: 'found', command: [choice.file, ...choice.args].join(' ')}
		: {type: 'none', why: `${choice.file} is not on PATH. Set EDITOR to the editor that you use.`};
};

const sessionFacts = async (dataFolder: string, signal: AbortSignal): Promise<ProgramFacts['sessions']> => {
	const shelf = createSessionShelf({
		dataFolder,
		cwd: process.cwd(),
		now: Date.now,
		newSessionId: () => '',
		redact: redactor.redact,
		writeChecks,
	});
	const list = await shelf.list(signal);
	if (list.type !== 'listed') {
		return {type: 'unreadable', why: list.type === 'unreadable' ? list.failure.message : 'interrupted'};
	}
	const {sessions} = list;
	return {
		type: 'listed',
		count: sessions.length,
		bytes: sessions.reduce((sum, {size}) => sum + size, 0),
		// One in which nothing was ever written is no damage.
		damaged: sessions
			.filter(({note, size}) => note !== undefined && size > 0)
			.map(({sessionId}) => sessionId),
	};
};

/** What the doctor looks at beside servers. */
export const programFacts = async (
	given: readonly string[],
	surroundings: Surroundings,
	providers: Config['providers'],
	signal: AbortSignal,
): Promise<ProgramFacts> => {
	const {folders} = surroundings;
	const cache = findCacheFolder(process.env, homedir(), process.platform);
	const paths = [ownConfigFile(folders), join(process.cwd(), '.mcp.json'), ...given];
	const [configFiles, settings, data, cached, sessions, editor, secrets] = await Promise.all([
		Promise.all(
			paths.map(async path => {
				const name = givenConfigName(path);
				return name === undefined ? {path, exists: await pathExists(path)} : {path: name, exists: true};
			}),
		),
		folderFacts('settings', folders.config),
		folderFacts('data', folders.data),
		folderFacts('cache', cache),
		sessionFacts(folders.data, signal),
		editorFacts(),
		secretFacts(surroundings, providers, signal),
	]);
	return {
		version,
		file: process.argv[1] ?? '',
		nodeVersion: process.versions.node,
		nodeFile: process.execPath,
		oldestNode,
		system: `${process.platform} ${process.arch}`,
		...terminalFacts(),
		editor,
		folders: [settings, data, cached],
		sessions,
		hasKeyring: findKeyring() !== undefined,
		...secrets,
		configFiles,
	};
};
