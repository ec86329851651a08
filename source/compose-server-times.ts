import {resolve} from 'node:path';
import type {LoadOptions} from './compose-load.ts';
import {ownConfigFile, type Surroundings} from './compose-settings.ts';
import {givenConfigName} from './domain/given-config.ts';
import type {ServerConfig} from './domain/server.ts';
import type {NamedServers} from './domain/server-times.ts';

type Followed = Pick<LoadOptions, 'configFiles' | 'isStrict' | 'cwd' | 'agentFile'> & {
	/** The servers of the agent file. */
	readonly ofAgent: readonly ServerConfig[];
};

/** An agent file is no JSON: its servers are compared by what counts of them. */
const namedByAgent = async (file: string, servers: readonly ServerConfig[]): Promise<NamedServers> => {
	const [{entryPrint}, {settingsObject}] = await Promise.all([
		import('./core/config/times/read-named-servers.ts'),
		import('./headless/servers/describe-server.ts'),
	]);
	const printOf = (config: ServerConfig) =>
		entryPrint({...settingsObject(config), type: config.type, disabled: config.disabled});
	return {file, prints: new Map(servers.map(config => [config.name, printOf(config)]))};
};

/** From now on the times of servers are those of the files that this run reads. */
export const followServers = (
	{times, folders}: Pick<Surroundings, 'times' | 'folders'>,
	{configFiles, isStrict, cwd, agentFile, ofAgent}: Followed,
): void =>
	times.follow(async () => {
		const {readNamedServers} = await import('./core/config/times/read-named-servers.ts');
		const given = configFiles
			.filter(file => givenConfigName(file) === undefined)
			.map(file => resolve(cwd, file));
		return [
			...(await readNamedServers(
				isStrict ? {files: given} : {files: [ownConfigFile(folders), ...given], project: cwd},
			)),
			...(agentFile === undefined ? [] : [await namedByAgent(resolve(cwd, agentFile), ofAgent)]),
		];
	});
