import {revealSecret} from '../../domain/secret.ts';
import type {ServerConfig} from '../../domain/server.ts';
import type {ForeignFile, ForeignServer} from '../../domain/server-import.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import {maskUrl, showCommand} from '../../support/mask-secrets.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {quoteCommand, spellOut} from '../../support/shell-words.ts';
import {findSecrets} from './find-secrets.ts';

/** How a server of another client stands to what is there already. */
type ImportState =
	| 'new'
	/** The user's own configuration has the very same. */
	| 'already there'
	/** It has another one of this name. */
	| 'different'
	/** Another client has the very same, and is further up. */
	| 'repeated'
	/** Another client has another one of this name, and is further up. */
	| 'shadowed'
	| 'built in'
	| 'unusable';

export type ImportRow = {
	readonly file: ForeignFile;
	readonly server: ForeignServer;
	readonly state: ImportState;
	/** The title of the client further up. */
	readonly other?: string;
	/** What would move into the keychain. */
	readonly secrets: readonly string[];
};

const plainAuth = (auth: object): unknown =>
	Object.fromEntries(
		Object.entries(auth).map(([key, value]) => [
			key,
			typeof value === 'object' && value !== null && !Array.isArray(value) && 'toJSON' in value
				? revealSecret(value)
				: value,
		]),
	);

/** Everything about a server but how it is shown. */
const plainConfig = (config: ServerConfig): string => {
	const {shown, ...plain} = {shown: undefined, ...config};
	return canonicalJson('auth' in plain ? {...plain, auth: plainAuth(plain.auth)} : plain);
};

/** A file of the command line may have put another one in the place of the user's own. */
const isSame = (theirs: ServerConfig | undefined, own: ServerConfig | undefined): boolean =>
	theirs !== undefined &&
	own !== undefined &&
	theirs.source === own.source &&
	plainConfig(theirs) === plainConfig(own);

const stateOf = (
	server: ForeignServer,
	own: ReadonlyMap<string, ServerConfig>,
	above: ImportRow | undefined,
): ImportState => {
	if (server.isBuiltIn === true) return 'built in';
	if (server.problems.length > 0) return 'unusable';
	if (server.own === 'same') return 'already there';
	// A secret that was moved is not written the same, and yet is.
	if (server.own === 'different') {
		return isSame(server.config, own.get(server.name)) ? 'already there' : 'different';
	}
	if (above === undefined) return 'new';
	return canonicalJson(above.server.entry) === canonicalJson(server.entry) ? 'repeated' : 'shadowed';
};

/** What would happen to each server that was found. */
export const planImport = (
	files: readonly ForeignFile[],
	configs: readonly ServerConfig[],
): readonly ImportRow[] => {
	const own = new Map(configs.map(config => [config.name, config]));
	const firsts = new Map<string, ImportRow>();
	return files.flatMap(file =>
		file.servers.map((server): ImportRow => {
			const above = firsts.get(server.name);
			const state = stateOf(server, own, above);
			const row: ImportRow = {
				file,
				server,
				state,
				...(above === undefined ? {} : {other: above.file.title}),
				secrets: findSecrets(server.entry)
					.filter(({isPlaceholder}) => !isPlaceholder)
					.map(({path}) => path.join('.')),
			};
			if (state === 'new') firsts.set(server.name, row);
			return row;
		}),
	);
};

const texts = (value: unknown): readonly string[] =>
	(Array.isArray(value) ? value : [value]).filter(word => typeof word === 'string');

/**
 * The command or the address of a server, without secrets. What somebody else may have written into a file of this
 * folder is shown whole: a part that only looks like a secret could be what matters.
 */
export const reachOf = ({file, server}: Pick<ImportRow, 'file' | 'server'>): string => {
	const {url, command, args} = server.entry;
	if (typeof url === 'string') {
		return sanitiseLine(file.isOfProject ? spellOut(url) : maskUrl(url));
	}
	const [program = '', ...words] = [...texts(command), ...texts(args)];
	if (program === '') {
		return '';
	}
	return sanitiseLine(file.isOfProject ? quoteCommand([program, ...words]) : showCommand(program, words));
};
