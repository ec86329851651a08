import {always, type CommandSpec, nameWord as name, type WordSpec, withServers} from './command-spec.ts';
import {mcpCommands} from './mcp-commands.ts';
import type {OptionName} from './option-table.ts';
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

const argumentNotes = [
	"key=value is text, unless the tool's schema says number, boolean, array or object.",
	'key:=json is JSON. The whole can also be one JSON object, or - to read it from stdin.',
];

const serveNotes = [
	'Over HTTP it is reached from this machine only, and web pages cannot use it. With --host others reach it',
	'and need a token: MCP_TUI_SERVE_TOKEN, or one that mcp-tui keys set serve keeps. Where there is a token,',
	'it is always needed. GET /openapi.json describes the REST interface.',
	'--json prints a line with the address for MCP and for REST.',
	'',
	'  mcp-tui serve --mode plan --root ~/notes',
	'  mcp-tui serve --http 8765',
	'  mcp-tui serve --http 8765 --rest 8766 --verbose',
	`  curl http://127.0.0.1:8766/tools/calculate --json '{"expression": "6 * 7"}'`,
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
	...mcpCommands,
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
		name: 'tools test',
		summary: 'call a custom tool once and show what is sent and what comes back',
		words: [name, {name: 'arguments', isList: true, isOptional: true}],
		options: withServers,
		notes: [
			...argumentNotes,
			'Custom tools are the entries of customTools in your configuration. It is your own call: nothing asks first.',
			'',
			'  mcp-tui tools test weather city=Berlin',
		],
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
	...sessionCommands,
	{name: 'keys', summary: 'keep keys and other secrets', words: [], options: always, isGroup: true},
	{
		name: 'keys set',
		summary: 'keep a secret in the keychain; it is typed unseen or read from stdin',
		words: [name],
		options: ['json', ...always],
		notes: [
			`The name of a provider is for its API key. In your configuration \${keychain:name} stands for any secret,`,
			`and \${input:id} for the one named input:id.`,
			'',
			'  mcp-tui keys set anthropic',
		],
	},
	{
		name: 'keys list',
		summary: 'the names of the secrets that are kept, and where keys come from',
		words: [],
		options: ['json', ...always],
	},
	{name: 'keys delete', summary: 'delete a secret', words: [name], options: ['json', ...always]},
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
		words: [name],
		options: ['json', ...always],
	},
	{name: 'agent', summary: 'agent files', words: [], options: always, isGroup: true},
	{
		name: 'agent validate',
		summary: 'check an agent file without starting anything',
		words: [{name: 'file.yaml'}],
		options: ['json', ...always],
	},
	{name: 'policy', summary: 'approvals', words: [], options: always, isGroup: true},
	{
		name: 'policy test',
		summary: 'say whether a call would run, ask or be denied, and why',
		words: [{name: 'server'}, {name: 'tool'}, {name: 'arguments', isList: true, isOptional: true}],
		options: [
			'no-connect',
			'assistant',
			'approval',
			'mode',
			'allowed-tools',
			'disallowed-tools',
			...withServers,
		],
		notes: [
			'The call itself is not made. The server is asked what it says about the tool, unless --no-connect is given:',
			'then the tool counts as one that says nothing about itself.',
		],
	},
	{
		name: 'test',
		summary: 'run the tests of a file against your servers',
		words: [{name: 'file'}],
		options: ['server', 'yes', 'update', ...withServers],
		notes: [
			'sessions export --format test makes such a file of the tool calls of a session.',
			'Ends with 0 if all passed, with 1 otherwise, and with 42 if the file is wrong.',
			'A tool that its server does not mark read-only is called only with --yes, and so is one that gets variables of the',
			'environment. Without it you are asked; a script leaves such tests out and ends with 1.',
			'',
			'  mcp-tui sessions export <id> --format test -o servers.test.yaml',
			'  mcp-tui test servers.test.yaml',
		],
	},
	{
		name: 'doctor',
		summary: 'check terminal, Node, keychain, configuration and every server',
		words: [],
		options: withServers,
	},
	{
		name: 'mock',
		summary: 'a recorded server as an MCP server on stdin and stdout',
		words: [{name: 'cassette'}],
		options: ['server', ...always],
		notes: [
			'Calls are answered as they were when the cassette was recorded (mcp-tui --record). A call that it does not have',
			'gets an error that names the nearest one. --server names the server where there are several.',
			'',
			'  mcp-tui mcp add try mcp-tui -- mock session.jsonl --server github',
		],
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
		notes: serveNotes,
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
