import type {Command} from './command.ts';

export const stats: Command = {
	name: 'stats',
	aliases: ['cost', 'usage'],
	argument: '[turn]',
	summary: 'what this session took, how tools were used, and what took the time in a turn',
	choices: () => ['turn'],
	run(argument, {say, frontEnd}) {
		const shown = frontEnd();
		if (argument !== '' && argument !== 'turn') {
			say('/stats takes nothing after it, or turn for what took the time in the last turn.', 'warning');
		} else if (shown === undefined) {
			say('There is no window in which that could be shown.', 'warning');
		} else {
			shown.open(argument === '' ? 'stats' : 'turn');
		}
	},
};
