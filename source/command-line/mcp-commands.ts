import {always, type CommandSpec, nameWord as name, withServers} from './command-spec.ts';

/** `mcp ...`: the servers of the configuration. */
export const mcpCommands: readonly CommandSpec[] = [
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
		words: [{name: 'name|json'}, {name: 'json', isOptional: true}],
		options: ['scope', 'replace', 'plain-text', ...withServers],
		notes: [
			'Takes one entry under a name, or whatever other clients and web pages show: a whole file, TOML, YAML, a command',
			'line, an address, an install link. Without a name all its servers are added under their own.',
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
		name: 'mcp import',
		summary: 'find the servers of other MCP clients on this machine and take them over',
		words: [{name: 'client', isList: true, isOptional: true}],
		options: ['server', 'yes', 'replace', 'plain-text', ...withServers],
		notes: [
			'Without --yes it shows what it found and changes nothing unless you agree.',
			'Secrets in the files of other clients are moved into the keychain.',
		],
	},
	{
		name: 'mcp verify',
		summary: 'check that tools are what you accepted; without a name: of every server',
		words: [{...name, isOptional: true}],
		options: ['accept', ...withServers],
		notes: ['Ends with 1 when something has changed. --accept makes what is there now the accepted state.'],
	},
	{
		name: 'mcp doctor',
		summary: 'find out why a server does not work; without a name: every server',
		words: [{...name, isOptional: true}],
		options: withServers,
	},
];
