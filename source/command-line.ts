import {approvalModes} from './domain/approval.ts';
import {alignColumns} from './support/align-columns.ts';
import {suggestion} from './support/nearest.ts';

type OptionSpec = {
	readonly name: string;
	readonly short?: string;
	/** How the value is written in help; an option without one is a switch. */
	readonly value?: string;
	readonly isList?: boolean;
	readonly choices?: readonly string[];
	readonly summary: string;
};

type CommandSpec = {
	readonly name: string;
	readonly summary: string;
	readonly options: readonly string[];
};

/** Every option there is. Help is made from this table, and nothing else is accepted. */
const optionSpecs = [
	{
		name: 'print',
		short: 'p',
		value: 'prompt',
		summary: 'answer one prompt without a screen and exit; stdin is appended',
	},
	{
		name: 'model',
		short: 'm',
		value: 'provider/model',
		summary: 'the model to talk to, for example demo/tour',
	},
	{
		name: 'output-format',
		value: 'format',
		choices: ['text', 'json', 'stream-json'],
		summary: 'with -p: text, json or stream-json',
	},
	{name: 'mcp-config', value: 'file', isList: true, summary: 'also connect the servers of these files'},
	{name: 'strict-mcp-config', summary: 'connect only the servers given with --mcp-config'},
	{
		name: 'approval',
		value: 'mode',
		choices: approvalModes,
		summary: 'when tool calls ask first: always-ask, trusted-only or auto',
	},
	{
		name: 'allowed-tools',
		value: 'glob',
		isList: true,
		summary: 'tools that run without asking, for example "files__*"',
	},
	{name: 'disallowed-tools', value: 'glob', isList: true, summary: 'tools that never run'},
	{name: 'max-steps', value: 'n', summary: 'how many answers one prompt may take (default 50)'},
	{name: 'continue', short: 'c', summary: 'go on with the last session'},
	{name: 'resume', short: 'r', value: 'id', summary: 'go on with this session'},
	{name: 'no-session', summary: 'do not write a session file'},
	{
		name: 'mode',
		value: 'mode',
		choices: ['act', 'plan'],
		summary: 'with serve: offer all tools, or only those that read',
	},
	{name: 'help', short: 'h', summary: 'this text'},
	{name: 'version', short: 'v', summary: 'the version'},
] as const satisfies readonly OptionSpec[];

const specs: readonly OptionSpec[] = optionSpecs;

const chatOptions = specs.map(({name}) => name).filter(name => name !== 'mode');

const commandSpecs: readonly CommandSpec[] = [
	{name: '', summary: 'the chat', options: chatOptions},
	{
		name: 'demo',
		summary: 'a guided tour with a scripted model and real tools; no key, no network',
		options: chatOptions.filter(name => name !== 'model'),
	},
	{
		name: 'serve',
		summary: 'the built-in tools as an MCP server on stdin and stdout',
		options: ['mode', 'help', 'version'],
	},
];

export type CommandLine = {
	readonly command: string;
	readonly values: ReadonlyMap<string, readonly string[]>;
};

export type ParsedCommandLine =
	| {readonly type: 'parsed'; readonly line: CommandLine}
	| {readonly type: 'refused'; readonly message: string};

const refuse = (message: string): ParsedCommandLine => ({type: 'refused', message});

const findSpec = (argument: string): OptionSpec | undefined =>
	argument.startsWith('--')
		? specs.find(({name}) => name === argument.slice(2))
		: specs.find(({short}) => short === argument.slice(1));

const isOption = (argument: string): boolean => findSpec(argument.split('=')[0] ?? '') !== undefined;

/** Values that follow an option: one, or for a list as many as come before the next option. */
const takeValues = (spec: OptionSpec, inline: string | undefined, rest: string[]): readonly string[] => {
	if (inline !== undefined) {
		return [inline];
	}
	const values: string[] = [];
	while (rest[0] !== undefined && (values.length === 0 || spec.isList === true)) {
		// A prompt may well begin with a dash: only what is an option ends the values.
		if (rest[0].startsWith('-') && (spec.isList === true || isOption(rest[0]))) {
			break;
		}
		values.push(rest.shift() ?? '');
	}
	return values;
};

/** Reads the arguments. What it does not know it names, with the nearest thing it does. */
export const parseCommandLine = (argv: readonly string[]): ParsedCommandLine => {
	const rest = [...argv];
	const values = new Map<string, readonly string[]>();
	const isCommand = rest[0] !== undefined && !rest[0].startsWith('-');
	const name = isCommand ? (rest.shift() ?? '') : '';
	const command = commandSpecs.find(spec => spec.name === name);
	if (command === undefined) {
		const names = commandSpecs.map(spec => spec.name).filter(known => known !== '');
		return refuse(`There is no command "${name}"${suggestion(name, names) || '.'} Try mcp-tui --help.`);
	}
	for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
		if (!argument.startsWith('-')) {
			return refuse(
				`"${argument}" is not expected here. A prompt is given with -p "..."; try mcp-tui --help.`,
			);
		}
		const [flag = '', ...inlineParts] = argument.split('=');
		const spec = findSpec(flag);
		if (spec === undefined || !command.options.includes(spec.name)) {
			const known = command.options.map(option => `--${option}`);
			const where = name === '' ? '' : ` for ${name}`;
			return refuse(
				`There is no option ${flag}${where}${suggestion(flag, known) || '.'} Try mcp-tui --help.`,
			);
		}
		const inline = inlineParts.length === 0 ? undefined : inlineParts.join('=');
		if (spec.value === undefined) {
			if (inline !== undefined) {
				return refuse(`--${spec.name} takes no value.`);
			}
			values.set(spec.name, []);
			continue;
		}
		const taken = takeValues(spec, inline, rest);
		if (taken.length === 0) {
			return refuse(`--${spec.name} needs a value: --${spec.name} <${spec.value}>.`);
		}
		const bad = taken.find(value => spec.choices !== undefined && !spec.choices.includes(value));
		if (bad !== undefined) {
			const choices = spec.choices ?? [];
			return refuse(
				`--${spec.name} cannot be "${bad}"${suggestion(bad, choices) || '.'} Choose ${choices.join(', ')}.`,
			);
		}
		const previous = spec.isList === true ? (values.get(spec.name) ?? []) : [];
		values.set(spec.name, [...previous, ...taken]);
	}
	const sessions = ['continue', 'resume', 'no-session'].filter(option => values.has(option));
	if (sessions.length > 1) {
		return refuse(`--${sessions.join(' and --')} exclude each other.`);
	}
	return {type: 'parsed', line: {command: name, values}};
};

const columns = (rows: readonly (readonly [string, string])[]): readonly string[] =>
	alignColumns(rows).map(row => `  ${row}`);

export const helpText = (): string =>
	[
		'mcp-tui: chat with a model that uses the tools of your MCP servers.',
		'',
		'Usage',
		...columns(
			commandSpecs.map(({name, summary}) => [`mcp-tui${name === '' ? '' : ` ${name}`}`, summary] as const),
		),
		'',
		'Options',
		...columns(
			specs.map(({name, short, value, isList, summary}) => [
				`${short === undefined ? '    ' : `-${short}, `}--${name}${
					value === undefined ? '' : ` <${value}>${isList === true ? '...' : ''}`
				}`,
				summary,
			]),
		),
		'',
		'Exit codes: 0 ok, 1 failed, 2 an approval was needed, 42 bad input, 53 step limit.',
		'',
	].join('\n');
