import {configFile, type ManualPages, projectFile} from './manual-page.ts';

export const mcpPages: ManualPages = {
	mcp: {
		about: ['Each of these commands has a help of its own.'],
		examples: [{says: 'What a command takes:', line: 'mcp-tui mcp add --help'}],
		files: [configFile, projectFile],
	},
	'mcp add': {
		about: [
			'Arguments of the server may follow its command; after -- they are taken as they are. Headers, variables, arguments and parts of a URL that look like secrets are kept in the keychain, not in the file.',
			'Lines for other programs (claude mcp add, codex mcp add, gemini mcp add and the like) work with mcp-tui in place of their name.',
		],
		examples: [
			{
				says: 'A server that npx fetches and starts:',
				line: 'mcp-tui mcp add files npx -y @modelcontextprotocol/server-filesystem .',
			},
			{
				says: 'A server at a URL, with a header whose secret stays in a variable:',
				line: `mcp-tui mcp add git https://api.example.com/mcp -H 'X-Key: \${GIT_KEY}'`,
			},
			{
				says: 'A variable for the server, and options that are not ours:',
				line: 'mcp-tui mcp add db -e PGHOST=db -- docker run -i --rm -e PGHOST some/image',
			},
		],
		files: [configFile, ['.mcp.json', 'with --scope project']],
	},
	'mcp add-json': {
		about: [
			'Takes one entry under a name, or whatever other clients and web pages show: a whole file, TOML, YAML, a command line, an address, an install link. Without a name all its servers are added under their own.',
		],
		examples: [
			{
				says: 'One entry under a name:',
				line: `mcp-tui mcp add-json time '{"command": "uvx", "args": ["mcp-server-time"]}'`,
			},
			{says: 'Every server of a file:', line: 'cat claude_desktop_config.json | mcp-tui mcp add-json -'},
		],
		files: [configFile, ['.mcp.json', 'with --scope project']],
	},
	'mcp list': {
		about: [
			'Starts each server to find that out, unless --no-connect is given. --json also has when each was created, updated and last connected.',
		],
		examples: [
			{says: 'How they all are:', line: 'mcp-tui mcp list'},
			{says: 'Their names, for a script:', line: `mcp-tui mcp list --no-connect --json | jq -r '.[].name'`},
		],
		exits: [
			['0', 'whether they connect or not; mcp test and mcp doctor end with 1'],
			['42', 'bad input or configuration'],
		],
	},
	'mcp get': {
		about: [
			'Starts it to find that out, unless --no-connect is given. Secrets are shown as dots.',
			'Also says when it was created, updated and last connected.',
		],
		examples: [{says: 'Without starting it:', line: 'mcp-tui mcp get files --no-connect'}],
	},
	'mcp remove': {
		about: ['Its secrets that nothing else in your configuration names are deleted, too.'],
		examples: [
			{says: 'Remove it:', line: 'mcp-tui mcp remove files'},
			{says: 'Where both files have one of this name:', line: 'mcp-tui mcp remove files --scope project'},
		],
	},
	'mcp enable': {
		about: ['Takes back what mcp disable did.'],
		examples: [{says: 'Use it again:', line: 'mcp-tui mcp enable files'}],
	},
	'mcp disable': {
		about: ['mcp enable takes it back.'],
		examples: [{says: 'Leave it out:', line: 'mcp-tui mcp disable files'}],
	},
	'mcp test': {
		about: ['Its tools, prompts and resources, and how it was reached.'],
		examples: [
			{says: 'Does it work?', line: 'mcp-tui mcp test files'},
			{
				says: 'A server that is in no file of yours yet:',
				line: 'mcp-tui mcp test files --mcp-config draft.json --strict-mcp-config',
			},
		],
		exits: [
			['0', 'it works'],
			['1', 'it does not'],
			['42', 'bad input or configuration'],
		],
	},
	'mcp login': {
		about: [
			'The tokens are kept in the keychain and renewed by themselves. Where the browser cannot come back to this machine (SSH), paste the address that it ended at.',
		],
		examples: [{says: 'Sign in:', line: 'mcp-tui mcp login tracker'}],
	},
	'mcp logout': {
		about: ['They are deleted here. What the server itself remembers is its own affair.'],
		examples: [{says: 'Sign out:', line: 'mcp-tui mcp logout tracker'}],
	},
	'mcp import': {
		about: [
			'Without --yes it shows what it found and changes nothing unless you agree. Secrets in the files of other clients are moved into the keychain.',
		],
		examples: [
			{says: 'Look at everything that is there:', line: 'mcp-tui mcp import'},
			{
				says: 'Two servers of one client, without a question:',
				line: 'mcp-tui mcp import cursor --server files --server git --yes',
			},
		],
		files: [configFile],
	},
	'mcp verify': {
		about: [
			'A server can change what its tools say of themselves after you allowed them. --accept makes what is there now the accepted state.',
			'With --lock the servers of this folder (.mcp.json, .vscode/mcp.json, --mcp-config) are compared with a file that is committed beside them: instructions, tools, prompts and resource templates. Your own servers and what you accepted do not count, so that it says the same on every machine.',
		],
		examples: [
			{says: 'Has anything changed?', line: 'mcp-tui mcp verify'},
			{says: 'Accept what one server says now:', line: 'mcp-tui mcp verify files --accept'},
			{
				says: 'Write the lock file of a project:',
				line: 'mcp-tui mcp verify --lock mcp.lock --update --trust-project',
			},
			{
				says: 'Check it in CI:',
				line: 'mcp-tui mcp verify --lock mcp.lock --trust-project --junit report.xml',
			},
		],
		exits: [
			['0', 'everything is as it was accepted, or as in the lock file'],
			['1', 'something has changed, or a server does not answer; with --lock also what is new or gone'],
			['42', 'bad input or configuration'],
		],
	},
	'mcp doctor': {
		about: [
			'Walks the whole way to it (command or address, start or connection, handshake, lists), and names the step that fails with its fix.',
		],
		examples: [
			{says: 'Why does it not start?', line: 'mcp-tui mcp doctor files'},
			{says: 'Every server, for a script:', line: 'mcp-tui mcp doctor --json'},
		],
		exits: [
			['0', 'they work'],
			['1', 'one does not'],
			['42', 'bad input or configuration'],
		],
	},
};
