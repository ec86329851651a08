import type {Command} from './command.ts';

/** Needs the list it is itself part of, so the list is passed in. */
export const createHelp = (commands: () => readonly Command[]): Command => ({
	name: 'help',
	aliases: [],
	argument: '',
	summary: 'what can be typed here',
	run(_argument, {say}) {
		const rows = commands().map(({name, argument, aliases, summary}) => ({
			usage: `/${name}${argument === '' ? '' : ` ${argument}`}`,
			text:
				aliases.length === 0 ? summary : `${summary} (also ${aliases.map(alias => `/${alias}`).join(', ')})`,
		}));
		const width = Math.max(...rows.map(row => row.usage.length));
		say(
			[
				...rows.map(row => `${row.usage.padEnd(width)}  ${row.text}`),
				'',
				'Keys: press ? on an empty prompt.',
			].join('\n'),
		);
	},
});
