import {createCustomTools} from './compose-custom-tools.ts';
import {type Loaded, serversOf, unusedServers} from './compose-load.ts';
import {version} from './compose-settings.ts';
import {insideServer, toolboxName} from './compose-toolbox.ts';
import type {ServerConfig} from './domain/server.ts';
import type {LocalChannel} from './domain/server-ports.ts';
import {usualToolbox} from './domain/toolbox-settings.ts';

export type CommandToolbox = {
	readonly config: ServerConfig;
	readonly serve: (channel: LocalChannel) => Promise<void>;
};

export const commandToolboxName = (loaded: Loaded): string =>
	toolboxName(
		[...serversOf(loaded), ...unusedServers(loaded)].map(({name}) => name),
		false,
	);

/**
 * The built-in server for a command: what needs no chat, and the custom tools. What the user calls by its name is there
 * even where the chat does not offer it; only the folders that they have chosen count here too.
 */
export const commandToolbox = (loaded: Loaded): CommandToolbox => {
	const {
		roots = [process.cwd()],
		includeTools,
		excludeTools,
		allowedHosts,
	} = loaded.config.toolbox ?? usualToolbox;
	const network = {environment: process.env, allowedHosts};
	const custom = createCustomTools(() => loaded);
	return {
		config: {
			...insideServer,
			name: commandToolboxName(loaded),
			...(includeTools === undefined ? {} : {includeTools: [...includeTools, ...custom.names()]}),
			excludeTools,
			disabled: false,
		},
		async serve(channel) {
			const [{serveToolboxLocally}, customTools] = await Promise.all([
				import('./core/toolbox/serve-locally.ts'),
				custom.tools(),
			]);
			const isWanted = loaded.config.toolbox?.isWanted !== false;
			await serveToolboxLocally(
				{
					roots,
					mode: 'act',
					version,
					tellsReach: true,
					now: Date.now,
					network,
					customTools,
					...(isWanted ? {} : {only: []}),
				},
				channel,
			);
		},
	};
};
