import type {Command} from './command.ts';

export const exit: Command = {
	name: 'exit',
	aliases: ['quit'],
	argument: '',
	summary: 'end the program',
	run: (_argument, host) => host.exit(),
};
