import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import type {CommandOutput} from '../command-output.ts';
import type {ServerRun} from './server-run.ts';

/** Starts these servers side by side and resolves with how each of them is. Disabled ones stay so. */
export const connectServers = async (
	{servers}: ServerRun,
	configs: readonly ServerConfig[],
	output: CommandOutput,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, ServerStatus>> => {
	const waitingFor = new Set(configs.filter(({disabled}) => !disabled).map(({name}) => name));
	const showWaiting = (): void => {
		output.show(waitingFor.size === 0 ? '' : `connecting to ${[...waitingFor].join(', ')} ...`);
	};
	showWaiting();
	const statuses = await Promise.all(
		configs.map(async ({name, disabled}): Promise<readonly [string, ServerStatus]> => {
			if (disabled) {
				return [name, {type: 'disabled'}];
			}
			const status = await servers.start(name, signal);
			waitingFor.delete(name);
			showWaiting();
			return [name, status];
		}),
	);
	return new Map(statuses);
};

/** How servers are while nothing has been started. */
export const restingStatus = ({disabled}: ServerConfig): ServerStatus => ({
	type: disabled ? 'disabled' : 'idle',
});
