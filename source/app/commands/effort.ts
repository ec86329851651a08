import {thinkingEfforts} from '../../domain/provider-settings.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {failureText} from '../failure-text.ts';
import type {Command} from './command.ts';

export const effort: Command = {
	name: 'effort',
	aliases: [],
	argument: '[level]',
	summary: 'show or set how much the model thinks before it answers',
	choices: () => thinkingEfforts,
	async run(argument, {say, getState, models, changeEffort}, signal) {
		const {model} = getState();
		const [provider = ''] = model.split('/', 1);
		if (provider === 'demo') {
			say('The demo model is scripted and does not think. /model changes the model.', 'warning');
			return;
		}
		if (argument === '') {
			const current = models?.effort?.of(provider) ?? 'the default of its provider';
			say(
				`effort of ${sanitiseLine(model)}: ${current}\n\n/effort ${thinkingEfforts.join('|')} changes it for this session.`,
			);
			return;
		}
		const wanted = thinkingEfforts.find(each => each === argument.toLowerCase());
		if (wanted === undefined) {
			const near = suggestion(argument, thinkingEfforts) || '.';
			say(`There is no effort "${argument}"${near} Choose ${thinkingEfforts.join(', ')}.`, 'warning');
			return;
		}
		const failure = await changeEffort(wanted, signal);
		if (signal.aborted) {
			return;
		}
		if (failure === undefined) {
			say(`The effort is ${wanted} from the next message on, for every model in this session.`);
		} else {
			say(failureText(failure), 'warning');
		}
	},
};
