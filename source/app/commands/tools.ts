import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command} from './command.ts';

const firstSentence = (text: string): string =>
	/^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';

export const tools: Command = {
	name: 'tools',
	aliases: [],
	argument: '',
	summary: 'the tools the model may call',
	run(_argument, host) {
		const offered = host.tools();
		if (offered.length === 0) {
			host.say('No tools yet. Servers start with the first message; /mcp shows them.');
			return;
		}
		// One line per tool, whatever line breaks a server puts into its names.
		const rows = offered.map(
			({definition: {server, tool, description}}) =>
				[sanitiseLine(`${server} ${tool}`), sanitiseLine(firstSentence(description))] as const,
		);
		host.say(alignColumns(rows).join('\n'));
	},
};
