import type {BenchPart} from '../../domain/bench-part.ts';
import type {FrontEndView} from '../front-end.ts';
import type {Command} from './command.ts';

const opens = (name: string, view: FrontEndView, summary: string): Command => ({
	name,
	aliases: [],
	argument: '',
	summary,
	worksIn: ({lacks}) => lacks?.includes(view) !== true,
	run(_argument, {say, frontEnd}) {
		const shown = frontEnd();
		if (shown === undefined) {
			say('There is no window in which that could be shown.', 'warning');
		} else {
			shown.open(view);
		}
	},
});

export const details = opens('details', 'details', 'everything about the last tool calls');
export const keys = opens('keys', 'keys', 'the keys that work here');
export const setup = opens('setup', 'setup', 'choose a model and add servers, as at the first start');

export const traffic: Command = {
	name: 'traffic',
	aliases: [],
	argument: '',
	summary: 'every message that went to a server or came from one',
	worksIn: ({openPart}) => openPart !== undefined,
	run(_argument, {say, frontEnd}) {
		const openPart = frontEnd()?.openPart;
		if (openPart === undefined) {
			say('There is no window in which that could be shown.', 'warning');
		} else {
			openPart('traffic');
		}
	},
};

/** The same command, which opens a part of the workbench where there is one and nothing is said after it. */
export const orPart = (part: BenchPart, command: Command): Command => ({
	...command,
	run(argument, host, signal) {
		const openPart = argument === '' ? host.frontEnd()?.openPart : undefined;
		return openPart === undefined ? command.run(argument, host, signal) : openPart(part);
	},
});
