import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import {isLoopback} from '../../support/loopback.ts';
import {maskUrl} from '../../support/mask-secrets.ts';
import {splitCommandLine} from '../../support/shell-words.ts';

/** What `mcp add` was told. */
export type NewServer = {
	readonly name: string;
	/** A command or a URL. */
	readonly target: string;
	readonly args: readonly string[];
	readonly transport: string | undefined;
	/** `NAME=value` */
	readonly env: readonly string[];
	/** `Name: value` */
	readonly headers: readonly string[];
	/** The variable that holds a bearer token. */
	readonly bearerVariable?: string | undefined;
	/** What is asked for at a URL to sign in. */
	readonly auth?: string | undefined;
	readonly clientId?: string | undefined;
	readonly clientSecret?: string | undefined;
	readonly callbackPort?: string | undefined;
	readonly scopes?: readonly string[] | undefined;
	readonly allowInsecure?: boolean | undefined;
	readonly timeout?: string | undefined;
	readonly description?: string | undefined;
	readonly includeTools?: readonly string[] | undefined;
	readonly excludeTools?: readonly string[] | undefined;
};

/** Whether a command would be found, and might be started. */
export type FindProgram = (command: string) => Promise<'found' | 'not-executable' | 'missing'>;

export type NewEntry =
	| {readonly type: 'entry'; readonly entry: JsonObject; readonly warnings: readonly string[]}
	| {
			readonly type: 'refused';
			readonly failure: Failure;
			/** What was probably meant, for the line to paste. */
			readonly instead?: JsonObject | undefined;
	  };

type Refused = Extract<NewEntry, {type: 'refused'}>;

const refuse = (message: string, hint: string, instead?: JsonObject): Refused => ({
	type: 'refused',
	failure: {code: 'bad-input', message, hint},
	instead,
});

/** Undefined where one of them is written in another way. */
const namedValues = (
	texts: readonly string[],
	pattern: RegExp,
): Readonly<Record<string, string>> | undefined => {
	const values: [string, string][] = [];
	for (const text of texts) {
		const [, name, value] = pattern.exec(text) ?? [];
		if (name === undefined || value === undefined) {
			return undefined;
		}
		values.push([name, value]);
	}
	return Object.fromEntries(values);
};

/** An object without the members that say nothing. */
const withMembers = (members: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject =>
	Object.fromEntries(
		Object.entries(members).flatMap(([key, value]) => {
			const isEmpty =
				value === undefined ||
				(typeof value === 'object' && value !== null && Object.keys(value).length === 0);
			return isEmpty ? [] : [[key, value]];
		}),
	);

const schemes: Readonly<Record<string, readonly string[]>> = {
	http: ['http', 'https'],
	sse: ['http', 'https'],
	ws: ['ws', 'wss'],
};

const schemeOf = (text: string): string | undefined =>
	/^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();

/** A header may also be written `Name=value`, as environment variables are. */
const headerPattern = /^([\w!#$%&'*+.^`|~-]+)\s*(?::|=(?=[^=]))\s*(.*)$/s;
const variablePattern = /^([^=\s]+)=(.*)$/s;

const listed = (texts: readonly string[] = []): readonly string[] =>
	texts.flatMap(text => text.split(/[,\s]+/)).filter(text => text !== '' && text !== '*');

/** A number as the configuration takes it; what is none is refused there, with the range. */
const numberOf = (text: string | undefined): number | string | undefined =>
	text === undefined || !/^\d+(\.\d+)?$/.test(text) ? text : Number(text);

/** What every server may have. */
const common = ({timeout, description, includeTools, excludeTools}: NewServer): JsonObject =>
	withMembers({
		timeout: numberOf(timeout),
		description,
		includeTools: listed(includeTools),
		excludeTools: listed(excludeTools),
	});

const oauthOf = ({clientId, clientSecret, callbackPort, scopes}: NewServer): JsonObject => {
	return withMembers({
		clientId,
		clientSecret,
		callbackPort: numberOf(callbackPort),
		scopes: listed(scopes),
	});
};

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

type Headers = {readonly type: 'headers'; readonly values: JsonObject};

const headersOf = ({headers, bearerVariable}: NewServer): Headers | Refused => {
	const values = namedValues(headers, headerPattern);
	if (values === undefined) {
		// Not repeated: it may be a secret whose name was forgotten.
		return refuse('What is given with -H is not a header.', 'A header is written -H "Name: value".');
	}
	if (bearerVariable === undefined) {
		return {type: 'headers', values};
	}
	return isName(bearerVariable)
		? {type: 'headers', values: {...values, Authorization: `Bearer \${${bearerVariable}}`}}
		: refuse(
				'What is given with --bearer-token-env-var is not the name of a variable.',
				'Give the name, and set the variable to the token: --bearer-token-env-var MY_TOKEN',
			);
};

/** A server at a URL, for the line to paste. */
const atUrl = ({headers, transport}: NewServer, url: string): JsonObject => {
	return withMembers({
		type: transport === 'sse' ? transport : undefined,
		url,
		headers: namedValues(headers, headerPattern),
	});
};

const remoteEntry = (server: NewServer, scheme: string): NewEntry => {
	const {target, args, transport, env, auth, allowInsecure} = server;
	const type = transport ?? (scheme.startsWith('ws') ? 'ws' : 'http');
	const fitting = schemes[type] ?? [];
	if (!fitting.includes(scheme)) {
		const message = `${maskUrl(target)} cannot be reached by ${type}: it must begin with ${fitting.map(each => `${each}://`).join(' or ')}.`;
		return refuse(
			message,
			'Leave -t away to have the transport chosen by the address:',
			atUrl({...server, transport: undefined}, target),
		);
	}
	if (args.length > 0) {
		return refuse(
			`A URL takes no arguments, but ${args.length} ${args.length === 1 ? 'was' : 'were'} given.`,
			'Is the command missing? If the URL is an argument of it:',
			{command: '<command>', args: [target, ...args]},
		);
	}
	if (env.length > 0) {
		const message = 'A server at a URL has no environment of ours: -e is for commands.';
		return refuse(message, 'Use -H "Name: value" for headers, or leave -e away:', atUrl(server, target));
	}
	const headers = headersOf(server);
	if (headers.type === 'refused') {
		return headers;
	}
	const entry = withMembers({
		type,
		url: target,
		headers: headers.values,
		auth,
		oauth: oauthOf(server),
		allowInsecure: allowInsecure === true ? true : undefined,
	});
	return {type: 'entry', entry: {...entry, ...common(server)}, warnings: []};
};

/** Words that are also how files end are no sign of an address. */
const topDomain = /\.(?:com|org|net|io|dev|ai|app|cloud|co|eu|uk|de)$/i;

/** `example.com/mcp`, `localhost:8080/mcp`: a URL whose beginning was left away. */
const missingScheme = (target: string): string | undefined => {
	const [, host = '', port = '', path = ''] =
		/^(localhost|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)+)(:\d{1,5})?([/?].*)?$/i.exec(target) ?? [];
	const isLocal = isLoopback(host.toLowerCase());
	const isHost = host !== '' && (port !== '' || isLocal || path !== '' || topDomain.test(host));
	return isHost ? `${isLocal ? 'http' : 'https'}://${target}` : undefined;
};

const npmPackage = /^@[\w.~-]+\/[\w.~-]+(?:@[\w.^~<>=*-]+)?$/;
const assignment = /^[A-Za-z_]\w*=/;
const runner = /^(?:npx|bunx|uvx|pipx)$/;
/** Programs that everybody has to install by themselves. */
const installed =
	/^(?:npx|npm|pnpm|yarn|bunx?|node|deno|uvx?|pipx?|python[\d.]*|docker|podman|java|dotnet|go|cargo|ruby|php|bash|sh|cmd|pwsh)(?:\.exe|\.cmd)?$/i;

type Command = {
	readonly type: 'command';
	readonly command: string;
	readonly args: readonly string[];
	readonly env: readonly string[];
	readonly found: 'found' | 'not-executable' | 'missing';
};

/** A command that was given with its arguments as one text is split as a shell would. */
const commandOf = async (
	{target, args, env}: NewServer,
	findProgram: FindProgram,
): Promise<Command | Refused> => {
	const found = await findProgram(target);
	if (found !== 'missing' || !/\s/.test(target)) {
		const [only = ''] = args;
		const isOneText = args.length === 1 && runner.test(target) && /^-\S*\s/.test(only);
		const words = isOneText ? (splitCommandLine(only) ?? args) : args;
		return {type: 'command', command: target, args: words, env, found};
	}
	const words = splitCommandLine(target);
	if (words === undefined) {
		return refuse(
			`The command is one text that only a shell can run, or one of its quotes is not closed.`,
			'To have a shell run it:',
			{command: 'sh', args: ['-c', target, ...args]},
		);
	}
	const start = words.findIndex(word => !assignment.test(word));
	const [command = '', ...rest] = start < 0 ? [] : words.slice(start);
	return {
		type: 'command',
		command,
		args: [...rest, ...args],
		env: [...words.slice(0, Math.max(0, start)), ...env],
		found: command === '' ? 'missing' : await findProgram(command),
	};
};

/** What cannot be a command, with what was probably meant. */
const whyNoCommand = (
	{command, args, env}: Command,
	values: JsonObject,
	server: NewServer,
): Refused | undefined => {
	if (assignment.test(command)) {
		const words = [command, ...args];
		const at = words.findIndex(word => !assignment.test(word));
		const [program = '<command>', ...rest] = at < 0 ? [] : words.slice(at);
		const given = namedValues([...words.slice(0, at < 0 ? undefined : at)], variablePattern) ?? {};
		return refuse(
			`"${command.split('=')[0]}=..." is not a command but a variable.`,
			'Variables are given with -e, before the command:',
			{command: program, args: rest, env: {...values, ...given}},
		);
	}
	if (npmPackage.test(command)) {
		return refuse(`"${command}" is not a command but a package.`, 'Did you mean to start it with npx?', {
			command: 'npx',
			args: ['-y', command, ...args],
			env: values,
		});
	}
	const url = missingScheme(command);
	if (url === undefined || args.length > 0 || env.length > 0) {
		return undefined;
	}
	return refuse(
		`"${maskUrl(url).replace(/^https?:\/\//, '')}" is neither a URL nor a command that is there.`,
		`Did you mean the URL?`,
		atUrl(server, url),
	);
};

const remoteOptions: readonly (readonly [keyof NewServer, string])[] = [
	['bearerVariable', '--bearer-token-env-var'],
	['auth', '--auth'],
	['clientId', '--client-id'],
	['clientSecret', '--client-secret'],
	['callbackPort', '--callback-port'],
];

const warningsOf = ({command, found}: Command): readonly string[] => {
	if (found === 'found') {
		return [];
	}
	if (found === 'not-executable') {
		return [`Warning: ${command} may not be executed. Allow it: chmod +x, or start it with its interpreter.`];
	}
	if (/[\\/]/.test(command)) {
		return [`Warning: there is no file ${command}. The server cannot start until there is.`];
	}
	const asPackage = installed.test(command)
		? ''
		: ` Is it a package? Then start it with npx -y ${command} (npm) or uvx ${command} (Python).`;
	return [
		`Warning: the command "${command}" is not on your PATH. The server cannot start until it is.${asPackage}`,
	];
};

const localEntry = async (server: NewServer, findProgram: FindProgram): Promise<NewEntry> => {
	const read = await commandOf(server, findProgram);
	if (read.type === 'refused') {
		return read;
	}
	const values = namedValues(read.env, variablePattern);
	if (values === undefined) {
		const bare = read.env.find(text => /^[A-Z_][A-Z0-9_]*$/.test(text));
		return refuse(
			'What is given with -e is not a variable.',
			bare === undefined
				? 'A variable is written -e NAME=value.'
				: `A variable is written -e NAME=value. To pass yours on: -e '${bare}=\${${bare}}'`,
		);
	}
	const wrong = read.found === 'missing' ? whyNoCommand(read, values, server) : undefined;
	if (wrong !== undefined) {
		return wrong;
	}
	const {transport, headers} = server;
	const {command, args} = read;
	const started = withMembers({
		type: 'stdio',
		command,
		args,
		env: values,
	});
	if (transport !== undefined && transport !== 'stdio') {
		return refuse(
			`${transport} needs a URL, and "${server.target}" is none.`,
			'Write it with https://, or leave -t away:',
			started,
		);
	}
	if (headers.length > 0) {
		return refuse(
			'A server that is started by a command gets no headers: -H is for URLs.',
			'Use -e NAME=value for variables, or leave -H away:',
			started,
		);
	}
	const useless = remoteOptions.filter(([key]) => server[key] !== undefined).map(([, option]) => option);
	if (useless.length > 0) {
		return refuse(
			`${useless.join(' and ')} ${useless.length === 1 ? 'is' : 'are'} for URLs, and "${read.command}" is a command.`,
			`An option of the server goes after --: mcp-tui mcp add <name> -- <command> ${useless.join(' ')}`,
		);
	}
	return {type: 'entry', entry: {...started, ...common(server)}, warnings: warningsOf(read)};
};

/** The entry for the configuration file. */
export const newEntry = async (server: NewServer, findProgram: FindProgram): Promise<NewEntry> => {
	const {name, target, transport} = server;
	if (name.trim() === '' || target.trim() === '') {
		return refuse('A server needs a name and a command or URL.', 'mcp-tui mcp add <name> <command|url>');
	}
	const scheme = schemeOf(target);
	if (scheme === undefined || /\s/.test(target)) {
		return localEntry(server, findProgram);
	}
	if (transport === 'stdio') {
		return refuse('stdio needs a command, not a URL.', 'Leave -t away:', atUrl(server, target));
	}
	return ['http', 'https', 'ws', 'wss'].includes(scheme)
		? remoteEntry(server, scheme)
		: refuse(
				`${scheme}:// is not an address of an MCP server.`,
				'It begins with https://, http://, wss:// or ws://.',
			);
};
