import {isSameTool} from '../../domain/tool.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command} from './command.ts';

const firstSentence = (text: string): string =>
	/^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';

const whys = {
	unfit: 'not offered: cannot be sent',
	rejected: 'not offered: refused by the provider',
} as const;

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
		const {setAside} = host.getState();
		// One line per tool, whatever line breaks a server puts into its names.
		const rows = offered.map(({definition}) => {
			const aside = setAside.find(tool => isSameTool(tool, definition));
			return [
				sanitiseLine(`${definition.server} ${definition.tool}`),
				sanitiseLine(
					aside === undefined
						? firstSentence(definition.description)
						: `✘ ${whys[aside.why]} (${aside.reason})`,
				),
			] as const;
		});
		host.say(alignColumns(rows).join('\n'));
	},
};
