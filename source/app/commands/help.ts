import {alignColumns} from '../../support/align-columns.ts';
import type {Command} from './command.ts';

const mentions = [
	['@server:uri', 'sends a resource along; /resources lists them'],
	['/server:prompt name=value', 'sends a prompt of a server; /prompts lists them'],
	['#server.tool', 'says which tool you mean'],
] as const;

/** Needs the list it is itself part of, so the list is passed in. */
export const createHelp = (commands: () => readonly Command[]): Command => ({
	name: 'help',
	aliases: [],
	argument: '',
	summary: 'what can be typed here',
	run(_argument, {say, frontEnd}) {
		const shown = frontEnd();
		const useful = commands().filter(({worksIn}) => shown === undefined || worksIn?.(shown) !== false);
		const rows = useful.map(
			({name, argument, aliases, summary}) =>
				[
					`/${name}${argument === '' ? '' : ` ${argument}`}`,
					aliases.length === 0
						? summary
						: `${summary} (also ${aliases.map(alias => `/${alias}`).join(', ')})`,
				] as const,
		);
		const all = alignColumns([...rows, ...mentions]);
		say(
			[
				...all.slice(0, rows.length),
				'',
				'In a message:',
				...all.slice(rows.length),
				...(shown?.keyWords === undefined ? [] : ['', `Keys: ${shown.keyWords}`]),
			].join('\n'),
		);
	},
});
