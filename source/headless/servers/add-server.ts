import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import {maskUrl} from '../../support/mask-secrets.ts';
import {quoteWord} from '../../support/shell-words.ts';
import {commandExitCodes} from '../command-output.ts';
import {type PutOptions, putEntry} from './put-entry.ts';

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

type Entry =
	| {readonly type: 'entry'; readonly entry: JsonObject}
	| {readonly type: 'refused'; readonly failure: Failure};

const refuse = (message: string, hint: string): Entry => ({
	type: 'refused',
	failure: {code: 'bad-input', message, hint},
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
			`A server at a URL takes no arguments, and there is ${args.length === 1 ? 'one' : args.length}.`,
			`Is the command missing? mcp-tui mcp add ${quoteWord(name)} <command> ${quoteWord(maskUrl(target))}`,
		);
	}
	if (env.length > 0) {
		return refuse('A server at a URL has no environment of ours: -e is for commands.', 'Use -H for headers.');
	}
	const values = namedValues(headers, /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/s);
	if (values === undefined) {
		// Not repeated: it may be a secret whose name was forgotten.
		return refuse('What is given with -H is not a header.', 'A header is written -H "Name: value".');
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
	if (values === undefined) {
		return refuse('What is given with -e is not a variable.', 'A variable is written -e NAME=value.');
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

/** Adds a server that is given on the command line. */
export const addServer = async (
	server: NewServer,
	options: PutOptions,
	signal: AbortSignal,
): Promise<number> => {
	const made = entryOf(server);
	if (made.type === 'refused') {
		return options.output.refuse(made.failure);
	}
	const code = await putEntry({name: server.name, entry: made.entry}, options, signal);
	if (code === commandExitCodes.ok) {
		// Nothing of a project is used unless the user says so.
		const also = options.scope === 'project' ? ' --mcp-config .mcp.json' : '';
		options.output.say(`See whether it works: mcp-tui mcp test ${quoteWord(server.name)}${also}`);
	}
	return code;
};
