import {readFile} from 'node:fs/promises';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {Config} from './read-config.ts';

/** A file the user points at may bring servers; only their own configuration says what runs unasked. */
export type SettingsFile = {
	readonly path: string;
	readonly isOwn: boolean;
	readonly withServers: boolean;
};

export type SettingsRead =
	| {readonly type: 'read'; readonly settings: Config}
	| {readonly type: 'refused'; readonly failure: Failure};

export const noSettings: Config = {servers: [], trustedTools: [], problems: []};

const readIfThere = async (path: string): Promise<string | undefined> => {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			return undefined;
		}
		throw error;
	}
};

const serversOnly = ({servers, problems}: Config): Config => ({servers, trustedTools: [], problems});

/** Later files win over earlier ones, server by server. */
const merge = (first: Config, second: Config): Config => ({
	...first,
	...second,
	servers: [
		...first.servers.filter(({name}) => !second.servers.some(other => other.name === name)),
		...second.servers,
	],
	trustedTools: [...first.trustedTools, ...second.trustedTools],
	problems: [...first.problems, ...second.problems],
});

const refuse = (message: string): SettingsRead => ({type: 'refused', failure: {code: 'bad-config', message}});

/** Reads the configuration files in order. The reader itself is loaded only when there is a file. */
export const readSettings = async (
	files: readonly SettingsFile[],
	env: Readonly<Record<string, string | undefined>>,
): Promise<SettingsRead> => {
	let settings = noSettings;
	for (const {path, isOwn, withServers} of files) {
		try {
			const text = await readIfThere(path);
			if (text !== undefined) {
				const {readConfig} = await import('./read-config.ts');
				const config = readConfig(path, text, env);
				const mine = isOwn ? config : serversOnly(config);
				settings = merge(settings, withServers ? mine : {...mine, servers: []});
			} else if (!isOwn) {
				return refuse(`There is no file ${path}.`);
			}
		} catch (error) {
			return refuse(`Cannot read ${path}: ${describeError(error)}`);
		}
	}
	return {type: 'read', settings};
};
