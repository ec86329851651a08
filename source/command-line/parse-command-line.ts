import {suggestServerName} from '../domain/suggest-server-name.ts';
import {maskUrl} from '../support/mask-secrets.ts';
import {suggestion} from '../support/nearest.ts';
import {quoteCommand, quoteWord} from '../support/shell-words.ts';
import type {CommandSpec, WordSpec} from './command-spec.ts';
import {commands, commandsUnder, findCommand, usage} from './command-table.ts';
import {choiceOf, type OptionSpec, options} from './option-table.ts';
import {optionHint, withOwnNames} from './other-names.ts';

export type CommandLine = {
	/** The name of a command of the table. */
	readonly command: string;
	/** What the command takes beside options, in order. */
	readonly words: readonly string[];
	readonly values: ReadonlyMap<string, readonly string[]>;
};

export type ParsedCommandLine =
	| {readonly type: 'parsed'; readonly line: CommandLine}
	| {readonly type: 'refused'; readonly message: string};

type Refused = Extract<ParsedCommandLine, {type: 'refused'}>;

const refuse = (message: string): Refused => ({type: 'refused', message});

const helpFor = ({name}: CommandSpec): string => `Try mcp-tui ${name === '' ? '' : `${name} `}--help.`;

const findOption = (argument: string): OptionSpec | undefined =>
	options.find(
		({name, short, aliases}) =>
			argument === `--${name}` ||
			(short !== undefined && argument === `-${short}`) ||
			aliases?.includes(argument) === true,
	);

const isOption = (argument: string): boolean => findOption(argument.split('=')[0] ?? '') !== undefined;

/** A dash alone is a word: it stands for stdin. */
const looksLikeOption = (argument: string): boolean => argument.startsWith('-') && argument !== '-';

/** Takes the name of a command off the front. */
const takeCommand = (rest: string[]): CommandSpec | Refused => {
	const [first = '', second = ''] = rest;
	if (first === '' || first.startsWith('-')) {
		return first === '' && rest.length > 0 ? unknownCommand('') : (findCommand('') ?? unknownCommand(''));
	}
	const longer = findCommand(`${first} ${second}`);
	const command = longer ?? findCommand(first);
	if (command === undefined) {
		return unknownCommand(first);
	}
	rest.splice(0, longer === undefined ? 1 : 2);
	const under = commandsUnder(first).map(({name}) => name.slice(first.length + 1));
	const isAlone = second === '' || looksLikeOption(second);
	if (longer !== undefined || isAlone || under.length === 0) {
		return command;
	}
	const near = suggestion(second, under);
	return command.isGroup === true || near !== ''
		? refuse(`There is no command "${first} ${second}"${near || '.'} ${helpFor(command)}`)
		: command;
};

const unknownCommand = (typed: string): Refused => {
	const names = commands.map(({name}) => name).filter(name => name !== '' && !name.includes(' '));
	return refuse(`There is no command "${typed}"${suggestion(typed, names) || '.'} Try mcp-tui --help.`);
};

/** Values that follow an option: one, or for a list as many as come before the next option. */
const takeValues = (
	inline: string | undefined,
	rest: string[],
	{isList, isInline, takesOptions, alsoTakes}: OptionSpec,
	command: CommandSpec,
): readonly string[] => {
	if (inline !== undefined || isInline === true) {
		return inline === undefined ? [] : [inline];
	}
	// Where words follow, a list would swallow them: there the option is given once per value.
	const isGreedy = takesOptions === true || (isList === true && command.words.length === 0);
	const values: string[] = [];
	while (
		rest[0] !== undefined &&
		(values.length === 0 || isGreedy || (values.length > 0 && alsoTakes?.test(rest[0]) === true))
	) {
		// A prompt may well begin with a dash: only what is an option ends the values.
		const endsAtDash = isList === true && takesOptions !== true;
		if (looksLikeOption(rest[0]) && (endsAtDash || rest[0] === '--' || isOption(rest[0]))) {
			break;
		}
		values.push(rest.shift() ?? '');
	}
	return values;
};

const badWord = (command: CommandSpec, word: string): Refused =>
	command.options.includes('print')
		? refuse(`"${word}" is not expected here. A prompt is given with -p "..."; try mcp-tui --help.`)
		: refuse(`"${word}" is not expected here. It is typed ${usage(command)}. ${helpFor(command)}`);

type Values = ReadonlyMap<string, readonly string[]>;

/** The words that no option stands for. */
const openWords = (command: CommandSpec, values: Values): readonly WordSpec[] =>
	command.words.filter(
		({name}) => !options.some(option => option.standsFor === name && values.has(option.name)),
	);

const isUrl = (word: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);

const checkWords = (command: CommandSpec, words: readonly string[], values: Values): Refused | undefined => {
	const needed = openWords(command, values).filter(({isOptional}) => isOptional !== true);
	const missing = needed[words.length];
	if (missing !== undefined) {
		const [only = ''] = words;
		if (command.passesOptionsOn === true && isUrl(only)) {
			const line = `mcp-tui ${command.name} ${suggestServerName({url: only}, () => false)} ${quoteWord(maskUrl(only))}`;
			return refuse(`${command.name} needs a <name> before the URL. Say ${line}.`);
		}
		return refuse(
			`${command.name} needs <${missing.name}>. It is typed ${usage(command)}. ${helpFor(command)}`,
		);
	}
	const wrong = command.words.flatMap(({name, choices}, index) => {
		const word = words[index];
		return choices === undefined || word === undefined || choices.includes(word)
			? []
			: [{name, word, choices}];
	})[0];
	if (wrong !== undefined) {
		const {name, word, choices} = wrong;
		return refuse(
			`<${name}> cannot be "${word}"${suggestion(word, choices) || '.'} Choose ${choices.join(', ')}. ${helpFor(command)}`,
		);
	}
	const extra = words[command.words.length];
	const takesMore = command.words.at(-1)?.isList === true;
	return extra === undefined || takesMore ? undefined : badWord(command, extra);
};

const readOption = (
	command: CommandSpec,
	argument: string,
	rest: string[],
	values: Map<string, readonly string[]>,
): Refused | undefined => {
	const [flag = '', ...inlineParts] = argument.split('=');
	const spec = findOption(flag);
	const isKnown = spec !== undefined && command.options.some(option => option === spec.name);
	if (!isKnown) {
		const known = command.options.map(option => `--${option}`);
		const where = command.name === '' ? '' : ` for ${command.name}`;
		const hint = optionHint(command, flag);
		if (hint !== undefined) {
			return refuse(`There is no option ${flag}${where}. ${hint}`);
		}
		return refuse(`There is no option ${flag}${where}${suggestion(flag, known) || '.'} ${helpFor(command)}`);
	}
	const inline = inlineParts.length === 0 ? undefined : inlineParts.join('=');
	if (spec.value === undefined) {
		values.set(spec.name, []);
		return inline === undefined ? undefined : refuse(`--${spec.name} takes no value.`);
	}
	const typed = takeValues(inline, rest, spec, command);
	const taken = typed.map(value => choiceOf(spec, value) ?? value);
	if (taken.length === 0 && spec.isValueOptional !== true) {
		return refuse(`--${spec.name} needs a value: --${spec.name} <${spec.value}>.`);
	}
	const bad = typed.find(value => choiceOf(spec, value) === undefined);
	if (bad !== undefined) {
		const choices = spec.choices ?? [];
		return refuse(
			`--${spec.name} cannot be "${bad}"${suggestion(bad, choices) || '.'} Choose ${choices.join(', ')}.`,
		);
	}
	values.set(spec.name, [...(spec.isList === true ? (values.get(spec.name) ?? []) : []), ...taken]);
	return undefined;
};

/** Many programs know -h and -v, and mean something else by them (`docker run -v`). */
const isCommonShort = (argument: string): boolean => argument === '-h' || argument === '-v';

/**
 * Whether an option is the other program's, whose command has begun. What many programs have is ours before that
 * command, behind a URL, and behind a command that is one quoted text with its arguments.
 */
const belongsToOther = (
	command: CommandSpec,
	argument: string,
	words: readonly string[],
	values: Values,
): boolean => {
	const programWord = command.words.at(-2);
	const open = openWords(command, values);
	const program = words[programWord === undefined ? -1 : open.indexOf(programWord)];
	if (command.passesOptionsOn !== true || program === undefined || isUrl(program)) {
		return false;
	}
	const flag = argument.split('=')[0] ?? '';
	const spec = findOption(flag);
	const isOurs = spec !== undefined && command.options.some(option => option === spec.name);
	const isCommon = spec?.isCommon === true || spec?.aliases?.includes(flag) === true;
	return isCommonShort(argument) || !isOurs || (isCommon && !/\s/.test(program));
};

/** The same line with the command first, where a command stands behind options. */
const commandFirst = (argv: readonly string[], at: number): Refused | undefined => {
	const [first = '', second = ''] = argv.slice(at);
	const length = findCommand(`${first} ${second}`) === undefined ? 1 : 2;
	if (at < 1 || first === '' || (length === 1 && findCommand(first) === undefined)) {
		return undefined;
	}
	const end = at + length;
	const line = quoteCommand(['mcp-tui', ...argv.slice(at, end), ...argv.slice(0, at), ...argv.slice(end)]);
	return refuse(`Say ${line} instead: options go after the command.`);
};

/** A file that is called like a command is written ./tools; the name alone behind other files is the command. */
const swallowed = (argument: string, values: ReadonlyMap<string, readonly string[]>): string | undefined =>
	argument === '--mcp-config'
		? values.get('mcp-config')?.find((value, index) => index > 0 && findCommand(value) !== undefined)
		: undefined;

/** Reads the arguments. What it does not know it names, with the nearest thing it does. */
export const parseCommandLine = (typed: readonly string[]): ParsedCommandLine => {
	const argv = withOwnNames(typed);
	const rest = [...argv];
	const command = takeCommand(rest);
	if ('type' in command) {
		return command;
	}
	const values = new Map<string, readonly string[]>();
	const words: string[] = [];
	for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
		if (argument === '--' && command.words.length > 0) {
			words.push(...rest.splice(0));
			break;
		}
		const isWord = command.words.length > 0 ? !looksLikeOption(argument) : !argument.startsWith('-');
		if (isWord || belongsToOther(command, argument, words, values)) {
			if (command.words.length === 0) {
				const isChat = command.name === '';
				return (
					(isChat ? commandFirst(argv, argv.length - rest.length - 1) : undefined) ??
					badWord(command, argument)
				);
			}
			words.push(argument);
			continue;
		}
		const refused = readOption(command, argument, rest, values);
		if (refused !== undefined) {
			return refused;
		}
		const name = command.name === '' ? swallowed(argument, values) : undefined;
		const misplaced = name === undefined ? undefined : commandFirst(argv, argv.indexOf(name));
		if (misplaced !== undefined) {
			return misplaced;
		}
	}
	const sessions = ['continue', 'resume', 'no-session'].filter(option => values.has(option));
	if (sessions.length > 1) {
		return refuse(`--${sessions.join(' and --')} exclude each other.`);
	}
	if (values.has('fork') && !values.has('continue') && !values.has('resume')) {
		return refuse('--fork needs -c or -r: it makes a copy of a session.');
	}
	if (values.has('print') && values.get('resume')?.length === 0) {
		return refuse('With -p a session is named: -r <id>. mcp-tui sessions list shows them.');
	}
	if (!values.has('help') && !values.has('version')) {
		if (command.isGroup === true) {
			const names = commandsUnder(command.name).map(({name}) => name.slice(command.name.length + 1));
			return refuse(`${command.name} needs a command: ${names.join(', ')}. ${helpFor(command)}`);
		}
		const refused = checkWords(command, words, values);
		if (refused !== undefined) {
			return refused;
		}
	}
	return {type: 'parsed', line: {command: command.name, words, values}};
};
