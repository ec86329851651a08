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
		const rows = offered.map(({definition: {server, tool, description}}) => ({
			name: `${server} ${tool}`,
			text: firstSentence(description),
		}));
		const width = Math.max(...rows.map(row => row.name.length));
		host.say(rows.map(row => `${row.name.padEnd(width)}  ${row.text}`).join('\n'));
	},
};
