import type {Command} from './command.ts';

export const retry: Command = {
	name: 'retry',
	aliases: [],
	argument: '',
	summary: 'try the last turn again, if it failed or was interrupted',
	run(_argument, host) {
		const obstacle = host.retry();
		if (obstacle !== undefined) {
			host.say(obstacle, 'warning');
		}
	},
};
