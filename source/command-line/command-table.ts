import type {OptionName} from './option-table.ts';

/** A word that a command takes. Only the last may be optional or stand for any number of words. */
export type WordSpec = {
	readonly name: string;
	readonly isOptional?: boolean;
	readonly isList?: boolean;
};

export type CommandSpec = {
	/** As it is typed: `mcp add`. The chat has no name. */
	readonly name: string;
	readonly summary: string;
	readonly words: readonly WordSpec[];
	readonly options: readonly OptionName[];
	/** Its last words belong to another program: options that are not ours are left to it. */
	readonly passesOptionsOn?: boolean;
	/** It does nothing by itself; its name is the beginning of others. */
	readonly isGroup?: boolean;
	/** What else help should say. */
	readonly notes?: readonly string[];
};

const always = ['help', 'version'] as const satisfies readonly OptionName[];
const withServers = [
	'json',
	'mcp-config',
	'strict-mcp-config',
	...always,
] as const satisfies readonly OptionName[];

const chatOptions: readonly OptionName[] = [
	'print',
	'model',
	'output-format',
	'mcp-config',
	'strict-mcp-config',
	'approval',
	'allowed-tools',
	'disallowed-tools',
	'max-steps',
	'continue',
	'resume',
	'no-session',
	...always,
];

const name: WordSpec = {name: 'name'};

const argumentNotes = [
	"key=value is text, unless the tool's schema says number, boolean, array or object.",
	'key:=json is JSON. The whole can also be one JSON object, or - to read it from stdin.',
];

/** Every command there is, in the order in which help shows them. */
export const commands: readonly CommandSpec[] = [
	{name: '', summary: 'the chat', words: [], options: chatOptions},
	{
		name: 'demo',
		summary: 'a guided tour with a scripted model and real tools; no key, no network',
		words: [],
		options: chatOptions.filter(option => option !== 'model'),
	},
	{name: 'mcp', summary: 'add, check and change MCP servers', words: [], options: always, isGroup: true},
	{
		name: 'mcp add',
		summary: 'add a server that is started by a command or reached at a URL',
		words: [name, {name: 'command|url'}, {name: 'args', isList: true, isOptional: true}],
		options: ['transport', 'env', 'header', 'scope', 'replace', 'plain-text', ...withServers],
		passesOptionsOn: true,
		notes: [
			'Arguments of the server may follow its command. After -- they are taken as they are.',
			'Headers and variables that look like secrets are kept in the keychain, not in the file.',
			'',
			'  mcp-tui mcp add files npx -y @modelcontextprotocol/server-filesystem .',
			`  mcp-tui mcp add github https://api.example.com/mcp -H 'Authorization: Bearer \${GITHUB_TOKEN}'`,
			'  mcp-tui mcp add db -e PGHOST=localhost -- docker run -i --rm -e PGHOST some/image',
		],
	},
	{
		name: 'mcp add-json',
		summary: 'add servers from JSON as other clients write it; - reads stdin',
		words: [name, {name: 'json'}],
		options: ['scope', 'replace', 'plain-text', ...withServers],
		notes: [
			'Takes one entry, or a whole snippet {"mcpServers": {...}} of which <name> is added.',
			'',
			`  mcp-tui mcp add-json time '{"command": "uvx", "args": ["mcp-server-time"]}'`,
		],
	},
	{
		name: 'mcp list',
		summary: 'every configured server and whether it connects',
		words: [],
		options: ['no-connect', ...withServers],
		notes: ['Ends with 0 whether they connect or not; mcp test and mcp doctor end with 1.'],
	},
	{
		name: 'mcp get',
		summary: 'the settings of a server and what it says about itself',
		words: [name],
		options: ['no-connect', ...withServers],
	},
	{
		name: 'mcp remove',
		summary: 'remove a server from the configuration',
		words: [name],
		options: ['scope', ...withServers],
	},
	{
		name: 'mcp enable',
		summary: 'use a server again',
		words: [name],
		options: ['scope', ...withServers],
	},
	{
		name: 'mcp disable',
		summary: 'keep a server in the configuration but do not use it',
		words: [name],
		options: ['scope', ...withServers],
	},
	{
		name: 'mcp test',
		summary: 'connect to a server and show what it offers',
		words: [name],
		options: withServers,
	},
	{
		name: 'mcp login',
		summary: 'sign in to a server in the browser',
		words: [name],
		options: withServers,
		notes: ['Where the browser cannot come back to this machine (SSH), paste the address that it ended at.'],
	},
	{
		name: 'mcp logout',
		summary: 'forget the tokens of a server',
		words: [name],
		options: withServers,
	},
	{
		name: 'mcp doctor',
		summary: 'find out why a server does not work; without a name: every server',
		words: [{...name, isOptional: true}],
		options: withServers,
	},
	{
		name: 'call',
		summary: 'call a tool and print its result',
		words: [{name: 'server'}, {name: 'tool'}, {name: 'arguments', isList: true, isOptional: true}],
		options: ['output', ...withServers],
		notes: [
			...argumentNotes,
			'--json prints the result as the server sent it.',
			'',
			'  mcp-tui call files read_file path=README.md',
			`  mcp-tui call db query '{"sql": "select 1"}' --json`,
		],
	},
	{
		name: 'tools',
		summary: 'the tools of all servers',
		words: [],
		options: ['server', ...withServers],
		notes: ['Ends with 1 if no server works, or one that --server names does not.'],
	},
	{
		name: 'prompts',
		summary: 'the prompts of all servers',
		words: [],
		options: ['server', ...withServers],
		notes: ['Ends with 1 if no server works, or one that --server names does not.'],
	},
	{
		name: 'prompts get',
		summary: 'fill in a prompt of a server and print it',
		words: [{name: 'server'}, {name: 'prompt'}, {name: 'key=value', isList: true, isOptional: true}],
		options: withServers,
	},
	{
		name: 'resources',
		summary: 'the resources of all servers',
		words: [],
		options: ['server', ...withServers],
		notes: ['Ends with 1 if no server works, or one that --server names does not.'],
	},
	{
		name: 'resources read',
		summary: 'print a resource of a server',
		words: [{name: 'server'}, {name: 'uri'}],
		options: ['output', ...withServers],
	},
	{
		name: 'doctor',
		summary: 'check terminal, Node, keychain, configuration and every server',
		words: [],
		options: withServers,
	},
	{
		name: 'serve',
		summary: 'the built-in tools as an MCP server on stdin and stdout',
		words: [],
		options: ['mode', ...always],
	},
];

export const findCommand = (typed: string): CommandSpec | undefined =>
	commands.find(command => command.name === typed);

/** `mcp` has `mcp add`, `mcp list` ... */
export const commandsUnder = (group: string): readonly CommandSpec[] =>
	commands.filter(command => command.name.startsWith(`${group} `));

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
