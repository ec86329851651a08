import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import {isSameServer} from './same-config.ts';
import {restingStatus, type ServerRoster} from './server-roster.ts';

type ApplyDeps = {
	readonly roster: ServerRoster;
	/** Starts a server without anybody waiting for it. */
	readonly startLater: (server: string) => void;
};

const wasStarted = (status: ServerStatus | undefined): boolean =>
	status !== undefined && status.type !== 'idle' && status.type !== 'disabled';

/** Of two entries with the same name the last counts, as in a file. */
const unique = (configs: readonly ServerConfig[]): readonly ServerConfig[] => [
	...new Map(configs.map(config => [config.name, config])).values(),
];

/**
 * Makes the servers what the entries say. A server that is the same runs on, in the midst of its calls. One that has
 * changed is ended before its successor starts, which may need the same port or file.
 */
export const applyConfigs = async (
	next: readonly ServerConfig[],
	{roster, startLater}: ApplyDeps,
): Promise<void> => {
	if (roster.isClosing()) return;
	const configs = unique(next);
	const kept = new Map(configs.map(config => [config.name, config]));
	const endings: Promise<void>[] = [];
	for (const {name} of roster.configs()) {
		if (!kept.has(name)) endings.push(roster.retire(name, {type: 'disabled'}));
	}
	const replaced: {
		readonly config: ServerConfig;
		readonly ending: Promise<void>;
		readonly starts: boolean;
	}[] = [];
	for (const config of configs) {
		const before = roster.configOf(config.name);
		if (before === undefined) continue;
		const wasEnabled = roster.isEnabled(config.name);
		// What the user has switched on or off in this run holds until the file says something else.
		const isEnabled = before.disabled === config.disabled ? wasEnabled : !config.disabled;
		if (isSameServer(before, config) && isEnabled === wasEnabled) continue;
		const starts = isEnabled && (wasStarted(roster.statusOf(config.name)) || config.isEager === true);
		const ending = roster.retire(config.name, restingStatus({disabled: !isEnabled}));
		replaced.push({config, ending, starts});
	}
	roster.setConfigs(configs);
	await Promise.all([
		...endings,
		...replaced.map(async ({config, ending, starts}) => {
			await ending;
			if (starts && !roster.isClosing()) startLater(config.name);
		}),
	]);
};
