import {themeNames} from '../../domain/look.ts';
import {suggestion} from '../../support/nearest.ts';
import {failureText} from '../failure-text.ts';
import type {Command} from './command.ts';

export const theme: Command = {
	name: 'theme',
	aliases: [],
	argument: '[name]',
	summary: 'show the colour themes there are, or choose one',
	choices: () => themeNames,
	async run(argument, {say, theme: inUse, setTheme, keepTheme}) {
		const current = inUse();
		if (argument === '') {
			const rows = themeNames.map(name => `${name === current ? '›' : ' '} ${name}`);
			say([...rows, '', '/theme name chooses one.'].join('\n'));
			return;
		}
		const wanted = themeNames.find(name => name === argument);
		if (wanted === undefined) {
			say(
				`There is no theme "${argument}"${suggestion(argument, themeNames) || '.'} Choose ${themeNames.join(', ')}.`,
				'warning',
			);
			return;
		}
		setTheme(wanted);
		const failure = await keepTheme?.(wanted);
		if (failure === undefined) {
			say(`Theme ${wanted}${keepTheme === undefined ? ', until the program ends' : ''}.`);
		} else {
			say(`Theme ${wanted}, until the program ends. ${failureText(failure)}`, 'warning');
		}
	},
};
