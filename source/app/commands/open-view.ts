import type {FrontEndView} from '../front-end.ts';
import type {Command} from './command.ts';

const opens = (name: string, view: FrontEndView, summary: string): Command => ({
	name,
	aliases: [],
	argument: '',
	summary,
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
