import {alignColumns} from '../support/align-columns.ts';
import type {CommandSpec} from './command-spec.ts';
import {commands, commandsUnder, findCommand, usage} from './command-table.ts';
import {type OptionSpec, options} from './option-table.ts';

const exitCodes = {
	chat: 'Exit codes: 0 ok, 1 failed, 2 an approval was needed, 42 bad input, 53 step limit.',
	command: 'Exit codes: 0 ok, 1 failed, 42 bad input or configuration.',
};

const columns = (rows: readonly (readonly [string, string])[]): readonly string[] =>
	alignColumns(rows).map(row => `  ${row}`);

const showValue = ({value, isList, isValueOptional}: OptionSpec): string => {
	if (value === undefined) {
		return '';
	}
	const shown = `${value.startsWith('"') ? value : `<${value}>`}${isList === true ? '...' : ''}`;
	return isValueOptional === true ? ` [${shown}]` : ` ${shown}`;
};

const showOption = (option: OptionSpec): string =>
	`${option.short === undefined ? '    ' : `-${option.short}, `}--${option.name}${showValue(option)}`;

const optionLines = (command: CommandSpec): readonly string[] =>
	columns(
		options
			.filter(({name}) => command.options.some(option => option === name))
			.map(option => [showOption(option), option.summary] as const),
	);

const commandLines = (shown: readonly CommandSpec[]): readonly string[] =>
	columns(shown.map(command => [usage(command), command.summary] as const));

const section = (title: string, lines: readonly string[]): readonly string[] =>
	lines.length === 0 ? [] : ['', title, ...lines];

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Help for a command, or for the whole program. */
export const helpText = (name = ''): string => {
	const command = findCommand(name);
	if (command === undefined || name === '') {
		const chat = findCommand('');
		return [
			'mcp-tui: chat with a model that uses the tools of your MCP servers.',
			...section('Usage', commandLines(commands.filter(({isGroup}) => isGroup !== true))),
			...section('Options of the chat', chat === undefined ? [] : optionLines(chat)),
			'',
			'mcp-tui <command> --help tells the options of a command.',
			exitCodes.chat,
			'',
		].join('\n');
	}
	return [
		usage(command),
		'',
		sentence(command.summary),
		...section('Commands', commandLines(commandsUnder(name))),
		...section('Options', optionLines(command)),
		...(command.notes === undefined ? [] : ['', ...command.notes]),
		'',
		command.options.includes('print') ? exitCodes.chat : exitCodes.command,
		'',
	].join('\n');
};
