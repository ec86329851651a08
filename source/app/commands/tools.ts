import {isAside} from '../../core/chat/set-aside.ts';
import type {OfferedTool, ToolDefinition} from '../../domain/tool.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {countOf} from '../../support/count-of.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command, CommandHost} from './command.ts';

const shownTools = 60;
const shownServers = 20;
const descriptionLength = 60;

const firstSentence = (text: string): string =>
	/^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n')[0] ?? '';

const shorten = (text: string): string => {
	const characters = [...text];
	return characters.length <= descriptionLength
		? text
		: `${characters
				.slice(0, descriptionLength - 1)
				.join('')
				.trimEnd()}…`;
};

const whys = {
	unfit: 'not offered: cannot be sent',
	rejected: 'not offered: refused by the provider',
} as const;

/** One line per tool, whatever line breaks a server puts into its names. */
const toolLines = (
	tools: readonly OfferedTool[],
	{getState, whyWithheld}: CommandHost,
): readonly string[] => {
	const {setAside} = getState();
	const whyAbsent = (tool: ToolDefinition): string | undefined => {
		const withheld = whyWithheld(tool);
		if (withheld !== undefined) {
			return `not offered: ${withheld}`;
		}
		const aside = setAside.find(other => isAside(other, tool));
		return aside === undefined ? undefined : `${whys[aside.why]} (${aside.reason})`;
	};
	return alignColumns(
		tools.map(({definition}) => {
			const why = whyAbsent(definition);
			return [
				sanitiseLine(`${definition.server} ${definition.tool}`),
				why === undefined
					? shorten(sanitiseLine(firstSentence(definition.description.trimStart())))
					: sanitiseLine(`✘ ${why}`),
			];
		}),
	);
};

const serverLines = (tools: readonly OfferedTool[]): readonly string[] => {
	const counts = new Map<string, number>();
	for (const {definition} of tools) {
		counts.set(definition.server, (counts.get(definition.server) ?? 0) + 1);
	}
	const rows = [...counts].map(([server, count]) => [sanitiseLine(server), countOf(count, 'tool')] as const);
	const more = rows.length - shownServers;
	return [
		...alignColumns(rows.slice(0, shownServers)),
		...(more > 0 ? [`and ${countOf(more, 'more server')}`] : []),
	];
};

const has = ({definition}: OfferedTool, text: string): boolean =>
	[`${definition.server} ${definition.tool}`, definition.description].some(part =>
		part.toLowerCase().includes(text.toLowerCase()),
	);

const sayNone = (text: string, tools: readonly OfferedTool[], host: CommandHost): void => {
	const names = tools.flatMap(({definition}) => [definition.tool, definition.server]);
	host.say(
		sanitiseLine(
			`No tool has "${text}" in its name or description${suggestion(text, [...new Set(names)]) || '.'}`,
		),
		'warning',
	);
};

export const tools: Command = {
	name: 'tools',
	aliases: [],
	argument: '[text]',
	summary: 'the tools the model may call, all or those with a text in them',
	run(argument, host) {
		const offered = host.tools();
		if (offered.length === 0) {
			host.say('No tools yet. Servers start with the first message; /mcp shows them.');
			return;
		}
		const found = argument === '' ? offered : offered.filter(tool => has(tool, argument));
		if (found.length === 0) {
			sayNone(argument, offered, host);
			return;
		}
		const lines = toolLines(found.slice(0, shownTools), host);
		if (found.length <= shownTools) {
			host.say(lines.join('\n'));
			return;
		}
		const rest = countOf(found.length - shownTools, 'more tool');
		host.say(
			[
				`${countOf(found.length, 'tool')}:`,
				...serverLines(found).map(line => `  ${line}`),
				'',
				...lines,
				'',
				`and ${rest}; /tools <text> shows those with a text in their name or description`,
			].join('\n'),
		);
	},
};
