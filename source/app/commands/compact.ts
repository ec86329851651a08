import type {Command} from './command.ts';

export const compact: Command = {
	name: 'compact',
	aliases: [],
	argument: '[what to keep]',
	summary: 'put a summary in place of the history, to make room',
	run(argument, host) {
		const obstacle = host.compact(argument === '' ? undefined : argument);
		if (obstacle !== undefined) {
			host.say(obstacle, 'warning');
		}
	},
};
