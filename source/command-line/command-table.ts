import {always, type CommandSpec, serverWord as server, type WordSpec, withServers} from './command-spec.ts';
import {mcpCommands} from './mcp-commands.ts';
import {nameKinds, type OptionName} from './option-table.ts';
import {sessionCommands} from './session-commands.ts';

const chatOptions: readonly OptionName[] = [
	'print',
	'model',
	'output-format',
	'agent',
	'assistant',
	'mcp-config',
	'strict-mcp-config',
	'trust-project',
	'server',
	'approval',
	'mode',
	'allowed-tools',
	'disallowed-tools',
	'max-steps',
	'continue',
	'resume',
	'fork',
	'no-session',
	'record',
	'replay',
	'replay-model',
	'replay-tools',
	...always,
];

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Every command there is, in the order in which help shows them. */
export const commands: readonly CommandSpec[] = [
	{name: '', summary: 'the chat', words: [], options: chatOptions},
	{
		name: 'demo',
		summary: 'a guided tour with a scripted model and real tools; no key, no network',
		words: [],
		options: chatOptions.filter(option => option !== 'model'),
	},
	...mcpCommands,
	{
		name: 'call',
		summary: 'call a tool and print its result',
		words: [server, {name: 'tool', completes: 'tools'}, {name: 'arguments', isList: true, isOptional: true}],
		options: ['output', ...withServers],
	},
	{
		name: 'tools',
		summary: 'the tools of all servers',
		words: [],
		options: ['server', ...withServers],
	},
	{
		name: 'tools test',
		summary: 'call a custom tool once and show what is sent and what comes back',
		words: [{name: 'name'}, {name: 'arguments', isList: true, isOptional: true}],
		options: withServers,
	},
	{
		name: 'prompts',
		summary: 'the prompts of all servers',
		words: [],
		options: ['server', ...withServers],
	},
	{
		name: 'prompts get',
		summary: 'fill in a prompt of a server and print it',
		words: [server, {name: 'prompt'}, {name: 'key=value', isList: true, isOptional: true}],
		options: withServers,
	},
	{
		name: 'resources',
		summary: 'the resources of all servers',
		words: [],
		options: ['server', ...withServers],
	},
	{
		name: 'resources read',
		summary: 'print a resource of a server',
		words: [server, {name: 'uri'}],
		options: ['output', ...withServers],
	},
	...sessionCommands,
	{name: 'keys', summary: 'keep keys and other secrets', words: [], options: always, isGroup: true},
	{
		name: 'keys set',
		summary: 'keep a secret in the keychain; it is typed unseen or read from stdin',
		words: [{name: 'name', completes: 'providers'}],
		options: ['json', ...always],
	},
	{
		name: 'keys list',
		summary: 'the names of the secrets that are kept, and where keys come from',
		words: [],
		options: ['json', ...always],
	},
	{
		name: 'keys delete',
		summary: 'delete a secret',
		words: [{name: 'name', completes: 'secrets'}],
		options: ['json', ...always],
	},
	{
		name: 'assistants',
		summary: 'the assistants of your configuration',
		words: [],
		options: always,
		isGroup: true,
	},
	{name: 'assistants list', summary: 'every assistant', words: [], options: ['json', ...always]},
	{
		name: 'assistants show',
		summary: 'what an assistant is told and may use',
		words: [{name: 'name', completes: 'assistants'}],
		options: ['json', ...always],
	},
	{name: 'agent', summary: 'agent files', words: [], options: always, isGroup: true},
	{
		name: 'agent validate',
		summary: 'check an agent file without starting anything',
		words: [{name: 'file.yaml', completes: 'file'}],
		options: ['json', ...always],
	},
	{name: 'policy', summary: 'approvals', words: [], options: always, isGroup: true},
	{
		name: 'policy test',
		summary: 'say whether a call would run, ask or be denied, and why',
		words: [server, {name: 'tool', completes: 'tools'}, {name: 'arguments', isList: true, isOptional: true}],
		options: [
			'no-connect',
			'assistant',
			'approval',
			'mode',
			'allowed-tools',
			'disallowed-tools',
			...withServers,
		],
	},
	{
		name: 'test',
		summary: 'run the tests of files and folders against your servers',
		words: [{name: 'file|folder', completes: 'file', isList: true}],
		options: ['server', 'filter', 'yes', 'update', 'junit', ...withServers],
	},
	{
		name: 'doctor',
		summary: 'check the whole installation: what is wrong, and what to do about it',
		words: [],
		options: ['no-connect', ...withServers],
	},
	{
		name: 'completion',
		summary: 'a script that makes your shell complete commands, options and names',
		words: [{name: 'shell', choices: shells}],
		options: always,
	},
	{
		name: 'completion names',
		summary: 'names of one kind, a line each, for these scripts',
		// The word before: tools are those of the server that stands there.
		words: [
			{name: 'kind', choices: nameKinds},
			{name: 'before', isOptional: true},
		],
		options: always,
		isHidden: true,
	},
	{
		name: 'mock',
		summary: 'a recorded server as an MCP server on stdin and stdout',
		words: [{name: 'cassette', completes: 'file'}],
		options: ['server', ...always],
	},
	{
		name: 'serve',
		summary: 'the built-in tools as an MCP server on stdin and stdout, or over HTTP',
		words: [],
		options: [
			'http',
			'rest',
			'mode',
			'root',
			'host',
			'allow-host',
			'allow-origin',
			'verbose',
			'json',
			...always,
		],
	},
];

export const findCommand = (typed: string): CommandSpec | undefined =>
	commands.find(command => command.name === typed);

/** `mcp` has `mcp add`, `mcp list` ... */
export const commandsUnder = (group: string): readonly CommandSpec[] =>
	commands.filter(({name, isHidden}) => name.startsWith(`${group} `) && isHidden !== true);

const showWord = ({name: word, isOptional, isList}: WordSpec): string => {
	const shown = `<${word}>${isList === true ? '...' : ''}`;
	return isOptional === true ? `[${shown}]` : shown;
};

/** How a command is typed, without its options. */
export const usage = ({name: typed, words, isGroup}: CommandSpec): string =>
	[
		'mcp-tui',
		...(typed === '' ? [] : [typed]),
		...(isGroup === true ? ['<command>'] : words.map(showWord)),
	].join(' ');
