import {configFile, dataFolder, type ManualPages} from './manual-page.ts';

const sessionIds = 'mcp-tui sessions list shows the ids. The beginning of one will do if no other begins so.';

/** What is the user's own: sessions, secrets, assistants, rules and tests. */
export const ownPages: ManualPages = {
	sessions: {
		about: ['Every chat is one file. Each of these commands has a help of its own.'],
		examples: [{says: 'What a command takes:', line: 'mcp-tui sessions export --help'}],
		files: [dataFolder],
	},
	'sessions list': {
		about: ['Damaged and empty ones, too.'],
		examples: [
			{says: 'All of them:', line: 'mcp-tui sessions list'},
			{says: 'The newest, for a script:', line: `mcp-tui sessions list --json | jq -r '.[0].sessionId'`},
		],
	},
	'sessions show': {
		about: [sessionIds],
		examples: [{says: 'Read one:', line: 'mcp-tui sessions show 20261117-093012-4f2a9c'}],
	},
	'sessions search': {
		about: ['Every word has to be there, in any order.'],
		examples: [{says: 'Where was this said?', line: 'mcp-tui sessions search timeout postgres'}],
		exits: [
			['0', 'something was found'],
			['1', 'nothing was found, or it failed'],
			['42', 'bad input'],
		],
	},
	'sessions export': {
		about: [sessionIds, 'A file that is there is replaced only with --yes.'],
		examples: [
			{
				says: 'As a web page:',
				line: 'mcp-tui sessions export 20261117-093012-4f2a9c --format html -o talk.html',
			},
			{
				says: 'Its tool calls as tests of the servers:',
				line: 'mcp-tui sessions export 20261117-093012-4f2a9c --format test -o my.test.yaml',
			},
		],
	},
	'sessions delete': {
		about: [
			'mcp-tui sessions list shows the ids. Of the beginning of one at least 8 characters are needed.',
			'It asks first, unless --yes is given. A session that is in use is not deleted.',
		],
		examples: [{says: 'Delete one:', line: 'mcp-tui sessions delete 20261117-093012-4f2a9c --yes'}],
	},
	keys: {
		about: ['Each of these commands has a help of its own.'],
		examples: [{says: 'What a command takes:', line: 'mcp-tui keys set --help'}],
	},
	'keys set': {
		about: [
			`The name of a provider is for its API key. In your configuration \${keychain:name} stands for any secret, and \${input:id} for the one named input:id.`,
			'Without a keychain nothing is written, unless "secretStore": "passphrase-file" in your configuration asks for an encrypted file.',
		],
		examples: [
			{says: 'The key of a provider:', line: 'mcp-tui keys set anthropic'},
			{says: 'From another program:', line: 'pass show github | mcp-tui keys set github'},
		],
		environment: [['MCP_TUI_PASSPHRASE', 'opens the encrypted file where nobody can be asked']],
	},
	'keys list': {
		about: ['Names only, never what they stand for.'],
		examples: [{says: 'What is kept?', line: 'mcp-tui keys list'}],
	},
	'keys delete': {
		about: ['mcp-tui keys list shows the names.'],
		examples: [{says: 'Forget a key:', line: 'mcp-tui keys delete anthropic'}],
	},
	assistants: {
		about: ['They are the entries of assistants in your configuration.'],
		examples: [{says: 'What a command takes:', line: 'mcp-tui assistants show --help'}],
		files: [configFile],
	},
	'assistants list': {
		about: ['One is chosen with mcp-tui --assistant <name>, or in the chat with /assistant.'],
		examples: [{says: 'All of them:', line: 'mcp-tui assistants list'}],
	},
	'assistants show': {
		about: ['Its instructions, model, servers and tools, and when it asks.'],
		examples: [{says: 'Look at one:', line: 'mcp-tui assistants show reviewer'}],
	},
	agent: {
		about: [
			'An agent file (YAML) has a model, instructions and servers of its own; mcp-tui --agent talks to it.',
		],
		examples: [{says: 'Talk to one:', line: 'mcp-tui --agent reviewer.yaml'}],
	},
	'agent validate': {
		about: ['What is wrong is told with file, line and column.'],
		examples: [{says: 'Check one:', line: 'mcp-tui agent validate reviewer.yaml'}],
		exits: [
			['0', 'it can be used'],
			['42', 'it cannot'],
		],
	},
	policy: {
		about: ['What runs without a question, and what never runs.'],
		examples: [{says: 'What a command takes:', line: 'mcp-tui policy test --help'}],
	},
	'policy test': {
		about: [
			'The call itself is not made. The server is asked what it says about the tool, unless --no-connect is given: then the tool counts as one that says nothing about itself.',
		],
		examples: [
			{says: 'Would it ask?', line: 'mcp-tui policy test files write_file path=notes.txt'},
			{
				says: 'And in another mode?',
				line: 'mcp-tui policy test files write_file --approval auto --no-connect',
			},
		],
		exits: [
			['0', 'whatever the answer is; --json has it as "decision"'],
			['1', 'the server does not work'],
			['42', 'bad input or configuration'],
		],
	},
	test: {
		about: [
			'sessions export --format test makes such a file of the tool calls of a session.',
			'Of a folder those files count that are named *.test.yaml, *.test.yml or *.test.json, in the folders below it, too. When one file is wrong, nothing is run.',
			'A tool that its server does not mark read-only is called only with --yes, and so is one that gets variables of the environment. Without it you are asked; a script leaves such tests out and ends with 2.',
		],
		examples: [
			{says: 'Run them:', line: 'mcp-tui test servers.test.yaml'},
			{
				says: 'All of a folder, in CI:',
				line: 'mcp-tui test tests --yes --junit report.xml',
			},
			{says: 'Some of them:', line: 'mcp-tui test tests --filter "read_text_file"'},
			{says: 'Take what came as what is right:', line: 'mcp-tui test servers.test.yaml --update'},
		],
		exits: [
			['0', 'all passed'],
			['1', 'one did not, or a rule denies it'],
			['2', 'nothing failed, but a test was left out because it needs an approval'],
			['42', 'a file is wrong, or --server or --filter names no test'],
		],
	},
};
