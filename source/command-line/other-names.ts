import type {CommandSpec} from './command-spec.ts';

/** What other programs call a command, with what it is called here. */
const commandNames: readonly (readonly [theirs: readonly string[], ours: readonly string[]])[] = [
	[
		['mcp', 'ls'],
		['mcp', 'list'],
	],
	[
		['mcp', 'status'],
		['mcp', 'list'],
	],
	[
		['mcp', 'rm'],
		['mcp', 'remove'],
	],
	[
		['mcp', 'delete'],
		['mcp', 'remove'],
	],
	[
		['mcp', 'show'],
		['mcp', 'get'],
	],
	[
		['mcp', 'auth'],
		['mcp', 'login'],
	],
	[['mcp', 'serve'], ['serve']],
	[
		['mcp', 'add-from-claude-desktop'],
		['mcp', 'import', 'claude-desktop'],
	],
	[['--add-mcp'], ['mcp', 'add-json']],
];

/** Imported servers always go to the user's own configuration, and these are other words for it. */
const ownScope = /^(user|local|global|home)$/;

const withoutOwnScope = (argv: readonly string[]): readonly string[] => {
	const at = argv.findIndex(
		(argument, index) => /^(-s|--scope)$/.test(argument) && ownScope.test(argv[index + 1] ?? ''),
	);
	return at < 0 ? argv : [...argv.slice(0, at), ...argv.slice(at + 2)];
};

/** The arguments with a command of another program under its name here; `help x` is `x --help`. */
export const withOwnNames = (argv: readonly string[]): readonly string[] => {
	const at = argv[0] === 'help' ? 0 : argv[0] === 'mcp' && argv[1] === 'help' ? 1 : -1;
	if (at >= 0) {
		return [...withOwnNames([...argv.slice(0, at), ...argv.slice(at + 1)]), '--help'];
	}
	const found = commandNames.find(([theirs]) => theirs.every((word, index) => argv[index] === word));
	if (found === undefined) {
		return argv;
	}
	const [theirs, ours] = found;
	const rest = argv.slice(theirs.length);
	return [...ours, ...(ours[1] === 'import' ? withoutOwnScope(rest) : rest)];
};

/** What to say here instead of an option of another program's chat. */
const chatOptions: Readonly<Record<string, string>> = {
	'--max-turns': 'Say --max-steps <n> instead.',
	'--permission-mode':
		'Say --approval always-ask, trusted-only or auto instead; --mode plan only lets tools run that read.',
	'--approval-mode': 'Say --approval always-ask, trusted-only or auto instead.',
	'--dangerously-skip-permissions':
		'Say --approval auto instead: tools run without asking unless a rule denies them.',
	'--yolo': 'Say --approval auto instead: tools run without asking unless a rule denies them.',
	'--verbose': 'Say -p "..." --output-format stream-json to see every step, or press F4 in the chat.',
	'--allowedTools': 'Say --allowed-tools instead.',
	'--disallowedTools': 'Say --disallowed-tools instead.',
	'--prompt': 'Say -p "..." instead.',
};

/** What an option that a command does not have is called there, or undefined where nothing is known of it. */
export const optionHint = ({name}: CommandSpec, flag: string): string | undefined =>
	(name === '' || name === 'demo') && Object.hasOwn(chatOptions, flag) ? chatOptions[flag] : undefined;
