import {alignColumns} from '../../support/align-columns.ts';
import type {Command} from './command.ts';

/** Needs the list it is itself part of, so the list is passed in. */
export const createHelp = (commands: () => readonly Command[]): Command => ({
	name: 'help',
	aliases: [],
	argument: '',
	summary: 'what can be typed here',
	run(_argument, {say}) {
		const rows = commands().map(
			({name, argument, aliases, summary}) =>
				[
					`/${name}${argument === '' ? '' : ` ${argument}`}`,
					aliases.length === 0
						? summary
						: `${summary} (also ${aliases.map(alias => `/${alias}`).join(', ')})`,
				] as const,
		);
		say([...alignColumns(rows), '', 'Keys: press ? on an empty prompt.'].join('\n'));
	},
});
