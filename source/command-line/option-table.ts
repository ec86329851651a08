import {approvalModes} from '../domain/approval.ts';
import {exportFormats} from '../domain/session-shelf.ts';
import {plainTransportName, transportNames} from '../domain/transport-names.ts';

/** Names that only the configuration or the data of the user can tell. */
export const nameKinds = [
	'assistants',
	'clients',
	'models',
	'providers',
	'secrets',
	'servers',
	'sessions',
	'tools',
] as const;
export type NameKind = (typeof nameKinds)[number];

/** What a shell can offer for a value or a word that is not one of a few. */
export type Completes = 'file' | 'folder' | NameKind;

export type OptionSpec = {
	readonly name: string;
	readonly short?: string;
	/** How other programs write it, with its dashes. */
	readonly aliases?: readonly string[];
	/** How the value is written in help; an option without one is a switch. */
	readonly value?: string;
	/** It may stand alone. */
	readonly isValueOptional?: boolean;
	/** Its value follows after `=`, never as the next word. */
	readonly isInline?: boolean;
	/** It may be given again, and all its values count. */
	readonly isList?: boolean;
	readonly choices?: readonly string[];
	/** Other words for one of the choices. */
	readonly otherChoices?: Readonly<Record<string, string>>;
	/** Further values behind the first look like this, and so they need not be given with the option again. */
	readonly alsoTakes?: RegExp;
	/** Its values go on up to the next option of ours, even if they begin with a dash. */
	readonly takesOptions?: boolean;
	/** The word that need not be given where this option is. */
	readonly standsFor?: string;
	/** It is only understood so that what is pasted works: no shell offers it. */
	readonly hasNoEffect?: boolean;
	/** Programs have options of this name, too: behind the command of a server it is the server's. */
	readonly isCommon?: boolean;
	/** What a shell offers for its value. */
	readonly completes?: Completes;
	readonly summary: string;
};

const transportWords = Object.fromEntries(
	Object.entries(transportNames).map(([word, name]) => [word, name === 'remote' ? 'http' : name]),
);

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
		completes: 'models',
		summary: 'the model to talk to, for example ollama/qwen3 or anthropic',
	},
	{
		name: 'output-format',
		value: 'format',
		choices: ['text', 'json', 'stream-json'],
		summary: 'with -p: text, json or stream-json',
	},
	{
		name: 'transport',
		short: 't',
		aliases: ['--type'],
		value: 'transport',
		choices: ['stdio', 'http', 'sse', 'ws'],
		otherChoices: transportWords,
		summary: 'stdio, http, sse or ws; without it the command or the URL tells',
	},
	{
		name: 'url',
		value: 'url',
		standsFor: 'command|url',
		isCommon: true,
		summary: 'the URL of the server, as another way to give it',
	},
	{
		name: 'command',
		value: 'command',
		standsFor: 'command|url',
		isCommon: true,
		summary: 'the command of the server, as another way to give it',
	},
	{
		name: 'args',
		value: 'args',
		isList: true,
		takesOptions: true,
		isCommon: true,
		summary: 'with --command: its arguments, as words, one string or a JSON array',
	},
	{
		name: 'name',
		value: 'name',
		standsFor: 'name',
		isCommon: true,
		summary: 'the name of the server, as another way to give it',
	},
	{
		name: 'env',
		short: 'e',
		value: 'NAME=value',
		isList: true,
		alsoTakes: /^[A-Z_][A-Z0-9_]*=/,
		summary: `a variable of the server's environment; \${VAR} stays a reference`,
	},
	{
		name: 'header',
		short: 'H',
		value: '"Name: value"',
		isList: true,
		alsoTakes: /^[\w-]+:\s/,
		summary: `sent with every request; \${VAR} stays a reference`,
	},
	{
		name: 'bearer-token-env-var',
		value: 'VAR',
		summary: 'the variable that holds the bearer token for a URL',
	},
	{
		name: 'auth',
		value: 'kind',
		choices: ['oauth', 'none'],
		isCommon: true,
		summary: 'oauth: sign in to the URL in the browser; none: never sign in',
	},
	{name: 'client-id', value: 'id', isCommon: true, summary: 'the OAuth client for the URL'},
	{
		name: 'client-secret',
		value: 'secret',
		isValueOptional: true,
		isInline: true,
		isCommon: true,
		summary: 'its secret; without a value it is asked for, or taken from MCP_CLIENT_SECRET',
	},
	{
		name: 'callback-port',
		value: 'port',
		summary: 'the port to which the browser comes back after signing in',
	},
	{name: 'scopes', value: 'scopes', isList: true, isCommon: true, summary: 'the OAuth scopes to ask for'},
	{
		name: 'allow-insecure',
		isCommon: true,
		summary: 'allow plain http to another machine',
	},
	{
		name: 'timeout',
		value: 'ms',
		isCommon: true,
		summary: 'how long connecting may take: milliseconds, or up to 300 seconds',
	},
	{name: 'description', value: 'text', isCommon: true, summary: 'what the server is for'},
	{
		name: 'include-tools',
		aliases: ['--tools'],
		value: 'tool',
		isList: true,
		summary: 'only these tools; several are separated by commas',
	},
	{
		name: 'exclude-tools',
		value: 'tool',
		isList: true,
		summary: 'not these tools; several are separated by commas',
	},
	{
		name: 'trust',
		hasNoEffect: true,
		summary: 'has no effect: approvals decide which tools run without asking',
	},
	{name: 'no-oauth', hasNoEffect: true, summary: 'has no effect: you sign in only where you agree to it'},
	{
		name: 'oauth-client-registration',
		hasNoEffect: true,
		value: 'way',
		summary: 'has no effect: the way to register is found out',
	},
	{
		name: 'scope',
		short: 's',
		value: 'scope',
		choices: ['user', 'project'],
		otherChoices: {local: 'user', global: 'user', home: 'user', workspace: 'project'},
		summary: 'your own configuration (user) or .mcp.json in this folder (project)',
	},
	{name: 'replace', aliases: ['--force'], summary: 'take the place of a server that has this name'},
	{
		name: 'plain-text',
		summary: 'write secrets into the file as they are instead of keeping them in the keychain',
	},
	{name: 'yes', summary: 'do it without asking'},
	{name: 'update', summary: 'write what came into the file: tests that fail, or the lock file'},
	{name: 'accept', summary: 'from now on the definitions are to be as they are now'},
	{
		name: 'lock',
		value: 'file',
		completes: 'file',
		summary: 'compare with this file, which is written with --update and committed',
	},
	{name: 'filter', value: 'text', summary: 'only tests that have this in their name'},
	{
		name: 'junit',
		value: 'file',
		completes: 'file',
		summary: 'also write a JUnit report; - prints it to stdout',
	},
	{name: 'no-connect', summary: 'only read the configuration; start and contact nothing'},
	{
		name: 'server',
		value: 'name',
		completes: 'servers',
		isList: true,
		summary: 'only this server',
	},
	{
		name: 'output',
		short: 'o',
		value: 'file',
		completes: 'file',
		summary: 'write it here: the one image, sound or file of a result, or an export',
	},
	{
		name: 'format',
		value: 'format',
		choices: exportFormats,
		summary: 'markdown (without it), json, html, or test: its tool calls, for mcp-tui test',
	},
	{name: 'json', summary: 'print JSON for scripts; messages go to stderr'},
	{
		name: 'mcp-config',
		value: 'file',
		completes: 'file',
		isList: true,
		summary: 'also use the servers of this file, of - (stdin), or of JSON',
	},
	{name: 'strict-mcp-config', summary: 'use only the servers given with --mcp-config'},
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
	{
		name: 'agent',
		value: 'file.yaml',
		completes: 'file',
		summary: 'talk to the agent of this file, with its servers',
	},
	{
		name: 'assistant',
		value: 'name',
		completes: 'assistants',
		summary: 'talk to this assistant of your configuration',
	},
	{
		name: 'trust-project',
		summary: 'start the servers of .mcp.json and .vscode/mcp.json in this folder without asking',
	},
	{name: 'max-steps', value: 'n', summary: 'how many answers one prompt may take (default 50)'},
	{name: 'continue', short: 'c', summary: 'go on with the last session'},
	{
		name: 'resume',
		short: 'r',
		value: 'id',
		completes: 'sessions',
		isValueOptional: true,
		summary: 'go on with this session; without an id, choose one',
	},
	{name: 'fork', summary: 'with -c or -r: go on in a copy, and leave the session as it is'},
	{name: 'no-session', summary: 'do not write a session file'},
	{
		name: 'record',
		value: 'file',
		completes: 'file',
		summary: 'keep what the model and the servers say in a new cassette, without secrets',
	},
	{
		name: 'replay',
		value: 'file',
		completes: 'file',
		summary: 'play a cassette: no model, server or network is used',
	},
	{
		name: 'replay-model',
		value: 'file',
		completes: 'file',
		summary: 'play the model of a cassette; the servers are real',
	},
	{
		name: 'replay-tools',
		value: 'file',
		completes: 'file',
		summary: 'play the servers of a cassette; the model is real',
	},
	{
		name: 'mode',
		value: 'mode',
		choices: ['act', 'plan'],
		summary: 'act: all tools; plan: only those that read',
	},
	{
		name: 'http',
		value: 'port',
		summary: 'serve MCP over Streamable HTTP at /mcp; 0 is any port that is free',
	},
	{name: 'rest', value: 'port', summary: 'serve the tools as a REST interface; 0 is any port that is free'},
	{
		name: 'root',
		value: 'folder',
		completes: 'folder',
		isList: true,
		summary: 'a folder for file tools, instead of the configured or current one',
	},
	{name: 'host', value: 'address', summary: 'listen at this address instead of 127.0.0.1 and ::1'},
	{
		name: 'allow-host',
		value: 'name',
		isList: true,
		summary: 'another name that clients use for this server, as behind a proxy',
	},
	{
		name: 'allow-origin',
		value: 'origin',
		isList: true,
		summary: 'web pages that may use this server, for example https://app.example',
	},
	{name: 'verbose', summary: 'tell every request on stderr'},
	{name: 'help', short: 'h', summary: 'this text'},
	{name: 'version', short: 'v', aliases: ['-V'], summary: 'the version'},
] as const satisfies readonly OptionSpec[];

export type OptionName = (typeof optionSpecs)[number]['name'];

/** In the order in which help shows them. */
export const options: readonly OptionSpec[] = optionSpecs;

/** The choice that a value stands for, or undefined where it is none. */
export const choiceOf = ({choices, otherChoices = {}}: OptionSpec, value: string): string | undefined => {
	if (choices === undefined || choices.includes(value)) {
		return value;
	}
	const plain = plainTransportName(value);
	return Object.hasOwn(otherChoices, plain) ? otherChoices[plain] : undefined;
};
