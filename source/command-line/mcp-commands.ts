import {always, type CommandSpec, serverName as name, withServers} from './command-spec.ts';

/** `mcp ...`: the servers of the configuration. */
export const mcpCommands: readonly CommandSpec[] = [
	{name: 'mcp', summary: 'add, check and change MCP servers', words: [], options: always, isGroup: true},
	{
		name: 'mcp add',
		summary: 'add a server that is started by a command or reached at a URL',
		words: [{name: 'name'}, {name: 'command|url'}, {name: 'args', isList: true, isOptional: true}],
		options: ['transport', 'env', 'header', 'scope', 'replace', 'plain-text', ...withServers],
		passesOptionsOn: true,
	},
	{
		name: 'mcp add-json',
		summary: 'add servers from JSON as other clients write it; - reads stdin',
		words: [{name: 'name|json'}, {name: 'json', isOptional: true}],
		options: ['scope', 'replace', 'plain-text', ...withServers],
	},
	{
		name: 'mcp list',
		summary: 'every configured server and whether it connects',
		words: [],
		options: ['no-connect', ...withServers],
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
		words: [{name: 'client', completes: 'clients', isList: true, isOptional: true}],
		options: ['server', 'yes', 'replace', 'plain-text', ...withServers],
	},
	{
		name: 'mcp verify',
		summary: 'check that tools are what you accepted; without a name: of every server',
		words: [{...name, isOptional: true}],
		options: ['accept', 'lock', 'update', 'junit', ...withServers],
	},
	{
		name: 'mcp doctor',
		summary: 'find out why a server does not work; without a name: every server',
		words: [{...name, isOptional: true}],
		options: withServers,
	},
];
