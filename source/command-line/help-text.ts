import {wrapColumns, wrapWords} from '../support/wrap-words.ts';
import type {CommandSpec} from './command-spec.ts';
import {commands, commandsUnder, findCommand, usage} from './command-table.ts';
import {manual} from './manual/manual.ts';
import {type Example, type ManualPage, usualExits} from './manual/manual-page.ts';
import {type OptionSpec, options} from './option-table.ts';

/** The narrowest window that is usual. */
const width = 80;
const indent = '  ';

const indented = (lines: readonly string[]): readonly string[] => lines.map(line => `${indent}${line}`);

const columns = (rows: readonly (readonly [string, string])[], widest?: number): readonly string[] =>
	indented(wrapColumns(rows, width - indent.length, widest));

const paragraph = (text: string): readonly string[] => wrapWords(text, width);

const showValue = ({value, isList, isValueOptional, isInline}: OptionSpec): string => {
	if (value === undefined) {
		return '';
	}
	const shown = `${value.startsWith('"') ? value : `<${value}>`}${isList === true ? '...' : ''}`;
	if (isInline === true) {
		return `[=${shown}]`;
	}
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
	columns(
		shown.map(command => [usage(command), command.summary] as const),
		36,
	);

const exampleLines = (examples: readonly Example[]): readonly string[] =>
	examples.flatMap(({says, line}) => [
		`${indent}${says}`,
		...line.split('\n').map(each => `${indent}${indent}${each}`),
	]);

const section = (title: string, lines: readonly string[]): readonly string[] =>
	lines.length === 0 ? [] : ['', title, ...lines];

/** What stands at the end of every help. What is not for people has no page. */
const endSections = (page: ManualPage | undefined): readonly string[] => [
	...section('Examples', exampleLines(page?.examples ?? [])),
	...section('Files', columns(page?.files ?? [])),
	...section('Environment', columns(page?.environment ?? [])),
	...section('Exit codes', columns(page?.exits ?? usualExits)),
	'',
];

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Help for a command, or for the whole program. */
export const helpText = (name = ''): string => {
	const command = findCommand(name);
	const page = manual[name];
	if (command === undefined || name === '') {
		const chat = findCommand('');
		return [
			'mcp-tui: chat with a model that uses the tools of your MCP servers.',
			...section(
				'Usage',
				commandLines(commands.filter(({isGroup, isHidden}) => isGroup !== true && isHidden !== true)),
			),
			...section('Options of the chat', chat === undefined ? [] : optionLines(chat)),
			'',
			'mcp-tui <command> --help tells what a command takes, with examples.',
			...endSections(page),
		].join('\n');
	}
	const [first = '', ...others] = page?.about ?? [];
	return [
		'Usage',
		`${indent}${usage(command)}${command.isGroup === true ? '' : ' [options]'}`,
		'',
		...paragraph(`${sentence(command.summary)} ${first}`.trimEnd()),
		...others.flatMap(text => ['', ...paragraph(text)]),
		...section('Commands', commandLines(commandsUnder(name))),
		...section('Options', optionLines(command)),
		...endSections(page),
	].join('\n');
};
