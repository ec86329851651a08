import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ChangeConfig, ConfigScope} from '../../domain/server-ports.ts';
import {looksSecret, maskUrl, soundsSecret} from '../../support/mask-secrets.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';

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
};

type PutOptions = {
	readonly changeConfig: ChangeConfig;
	readonly output: CommandOutput;
	readonly scope: ConfigScope;
	readonly replace: boolean;
};

type Entry =
	| {readonly type: 'entry'; readonly entry: JsonObject}
	| {readonly type: 'refused'; readonly failure: Failure};

const refuse = (message: string, hint: string): Entry => ({
	type: 'refused',
	failure: {code: 'bad-input', message, hint},
});

const namedValues = (texts: readonly string[], pattern: RegExp): Record<string, string> | string => {
	const values: [string, string][] = [];
	for (const text of texts) {
		const [, name, value] = pattern.exec(text) ?? [];
		if (name === undefined || value === undefined) {
			return text;
		}
		values.push([name, value]);
	}
	return Object.fromEntries(values);
};

const schemes: Readonly<Record<string, readonly string[]>> = {
	http: ['http', 'https'],
	sse: ['http', 'https'],
	ws: ['ws', 'wss'],
};

const remoteEntry = ({name, target, args, transport, env, headers}: NewServer, scheme: string): Entry => {
	const type = transport ?? (scheme.startsWith('ws') ? 'ws' : 'http');
	const fitting = schemes[type] ?? [];
	if (!fitting.includes(scheme)) {
		const message = `${maskUrl(target)} cannot be reached by ${type}: it must begin with ${fitting.map(each => `${each}://`).join(' or ')}.`;
		return refuse(message, 'Leave -t away to have the transport chosen by the address.');
	}
	if (args.length > 0) {
		return refuse(
			`A server at a URL takes no arguments, and there is "${args[0]}".`,
			`Is the command missing? mcp-tui mcp add ${name} <command> ${maskUrl(target)}`,
		);
	}
	if (env.length > 0) {
		return refuse('A server at a URL has no environment of ours: -e is for commands.', 'Use -H for headers.');
	}
	const values = namedValues(headers, /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/s);
	if (typeof values === 'string') {
		return refuse(`-H "${values}" is not a header.`, 'A header is written -H "Name: value".');
	}
	return {
		type: 'entry',
		entry: {type, url: target, ...(headers.length === 0 ? {} : {headers: values})},
	};
};

/** The entry for the configuration file. */
const entryOf = (server: NewServer): Entry => {
	const {name, target, args, transport, env, headers} = server;
	if (name.trim() === '' || target.trim() === '') {
		return refuse('A server needs a name and a command or URL.', 'mcp-tui mcp add <name> <command|url>');
	}
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1]?.toLowerCase();
	const isUrl = scheme !== undefined;
	if (isUrl && transport !== 'stdio') {
		return ['http', 'https', 'ws', 'wss'].includes(scheme)
			? remoteEntry(server, scheme)
			: refuse(
					`${scheme}:// is not an address of an MCP server.`,
					'It begins with https://, http://, wss:// or ws://.',
				);
	}
	if (isUrl || (transport !== undefined && transport !== 'stdio')) {
		return isUrl
			? refuse('stdio needs a command, not a URL.', 'Leave -t away, or give -t http.')
			: refuse(`${transport} needs a URL, and "${target}" is none.`, `Write it with https://.`);
	}
	if (headers.length > 0) {
		return refuse(
			'A server that is started by a command gets no headers: -H is for URLs.',
			'Use -e instead.',
		);
	}
	const values = namedValues(env, /^([^=\s]+)=(.*)$/s);
	if (typeof values === 'string') {
		return refuse(`-e "${values}" is not a variable.`, 'A variable is written -e NAME=value.');
	}
	return {
		type: 'entry',
		entry: {
			type: 'stdio',
			command: target,
			...(args.length === 0 ? {} : {args}),
			...(env.length === 0 ? {} : {env: values}),
		},
	};
};

const isReference = (value: string): boolean => value.includes('${');

const variableFor = (name: string): string =>
	name
		.toUpperCase()
		.replaceAll(/[^A-Z0-9]+/g, '_')
		.replace(/^_|_$/g, '');

/** Sentences about values that look like secrets and would lie in a file as they are. */
const secretWarnings = ({target, env, headers, args}: NewServer): readonly string[] => {
	const warn = (what: string, example: string): string =>
		`${what} looks like a secret and is now in the file as plain text. Safer is a reference: ${example}`;
	const variables = env.flatMap(text => {
		const [name = '', ...rest] = text.split('=');
		const value = rest.join('=');
		const isSecret = value !== '' && !isReference(value) && (soundsSecret(name) || looksSecret(value));
		return isSecret ? [warn(`The value of ${name}`, `-e '${name}=\${${name}}'`)] : [];
	});
	const fields = headers.flatMap(text => {
		const [name = '', ...rest] = text.split(':');
		const value = rest.join(':').trim();
		const isSecret = value !== '' && !isReference(value) && (soundsSecret(name) || looksSecret(value));
		const kind = /^(Bearer|Basic|Token)\s/i.exec(value)?.[0] ?? '';
		return isSecret
			? [warn(`The header ${name}`, `-H '${name}: ${kind}\${${variableFor(`my ${name}`)}}'`)]
			: [];
	});
	const rest = [target, ...args].some(
		text => !isReference(text) && (looksSecret(text) || maskUrl(text) !== text),
	)
		? [warn('An argument or the URL', `\${MY_TOKEN} in its place, in single quotes`)]
		: [];
	return [...variables, ...fields, ...rest].map(sanitiseLine);
};

/** Puts an entry into the configuration and says where. */
export const putEntry = async (
	name: string,
	entry: JsonObject,
	{changeConfig, output, scope, replace}: PutOptions,
): Promise<number> => {
	const changed = await changeConfig({type: 'put', name, entry, replace}, scope);
	if (changed.type === 'refused') {
		return output.refuse(changed.failure);
	}
	if (output.isJson) {
		output.printJson({name, file: changed.file, scope});
	} else {
		output.print(`Added server "${sanitiseLine(name)}" to ${changed.file}.`);
	}
	return commandExitCodes.ok;
};

/** Adds a server that is given on the command line. */
export const addServer = async (server: NewServer, options: PutOptions): Promise<number> => {
	const made = entryOf(server);
	if (made.type === 'refused') {
		return options.output.refuse(made.failure);
	}
	const code = await putEntry(server.name, made.entry, options);
	if (code === commandExitCodes.ok) {
		for (const warning of secretWarnings(server)) {
			options.output.say(warning);
		}
		// Nothing of a project is used unless the user says so.
		const also = options.scope === 'project' ? ' --mcp-config .mcp.json' : '';
		options.output.say(`See whether it works: mcp-tui mcp test ${sanitiseLine(server.name)}${also}`);
	}
	return code;
};
