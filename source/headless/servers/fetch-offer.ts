import {assertNever} from '../../domain/assert-never.ts';
import type {Fetched} from '../../domain/catalogue.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {suggestion} from '../../support/nearest.ts';
import {quoteCommand, quoteWord} from '../../support/shell-words.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {readPromptArguments} from './call-arguments.ts';
import {connectServers} from './connect-servers.ts';
import {type OutputFile, saveContent} from './save-content.ts';
import {findServer, type ServerRun} from './server-run.ts';
import {showContent} from './show-content.ts';
import {unusableServer} from './unusable-server.ts';

type FetchOptions = {readonly run: ServerRun; readonly output: CommandOutput; readonly server: string};

/** Starts the one server; the exit code if that did not work. */
const startOne = async (
	{run, output, server}: FetchOptions,
	signal: AbortSignal,
): Promise<number | undefined> => {
	const found = findServer(run, server);
	if (found.type === 'refused') {
		return output.refuse(found.failure);
	}
	const statuses = await connectServers(run, [found.config], output, signal);
	const status: ServerStatus = statuses.get(server) ?? {type: 'idle'};
	// A server whose tools could not be listed may well have this.
	const failure =
		status.type === 'ready-but-list-failed' ? undefined : unusableServer(server, status, signal);
	if (failure === undefined) {
		return undefined;
	}
	return output.fail(failure);
};

const printFetched = async <T>(
	fetched: Fetched<T>,
	output: CommandOutput,
	print: (value: T) => number | Promise<number>,
): Promise<number> => {
	switch (fetched.type) {
		case 'fetched':
			if (output.isJson) {
				output.printJson(fetched.raw);
				return commandExitCodes.ok;
			}
			return print(fetched.value);
		case 'failed':
			return output.fail(fetched.failure);
		case 'cancelled':
			return output.fail({code: 'cancelled', message: 'Interrupted.'});
		default:
			return assertNever(fetched);
	}
};

/** Fills in a prompt of a server and prints its messages. */
export const getServerPrompt = async (
	options: FetchOptions & {readonly prompt: string; readonly words: readonly string[]},
	signal: AbortSignal,
): Promise<number> => {
	const {run, output, server, prompt, words} = options;
	const args = readPromptArguments(words);
	if (args.type === 'refused') {
		return output.refuse(args.failure);
	}
	const code = await startOne(options, signal);
	if (code !== undefined) {
		return code;
	}
	const own = run.servers.prompts().filter(each => each.server === server);
	const definition = own.find(each => each.prompt === prompt);
	if (definition === undefined) {
		const names = own.map(each => each.prompt);
		return output.refuse({
			code: 'unknown-prompt',
			message: `Server "${server}" has no prompt "${prompt}"${suggestion(prompt, names) || '.'}`,
			hint: `mcp-tui prompts --server ${server} shows what it has.`,
		});
	}
	const missing = definition.arguments.flatMap(({name, required}) =>
		required && !Object.hasOwn(args.values, name) ? [name] : [],
	);
	if (missing.length > 0) {
		const line = quoteCommand(['mcp-tui', 'prompts', 'get', server, prompt, ...words]);
		return output.refuse({
			code: 'bad-input',
			message: `The prompt "${prompt}" needs the argument${missing.length === 1 ? '' : 's'} ${missing.join(', ')}.`,
			hint: `Give ${missing.length === 1 ? 'it' : 'them'}: ${line} ${missing.map(name => `${quoteWord(name)}=...`).join(' ')}`,
		});
	}
	const fetched = await run.servers.getPrompt({server, prompt}, args.values, signal);
	return printFetched(fetched, output, ({messages}) => {
		for (const {role, content} of messages) {
			// With one speaker there is nothing to tell apart, and a script wants the text alone.
			const text = showContent(content);
			output.print(messages.length === 1 ? text : `${role}: ${text}`);
		}
		return commandExitCodes.ok;
	});
};

/** Prints a resource of a server. */
export const readServerResource = async (
	options: FetchOptions & {readonly uri: string; readonly file?: OutputFile},
	signal: AbortSignal,
): Promise<number> => {
	const {run, output, server, uri, file} = options;
	const code = await startOne(options, signal);
	if (code !== undefined) {
		return code;
	}
	const fetched = await run.servers.readResource(server, uri, signal);
	return printFetched(fetched, output, async contents => {
		const text = contents.map(showContent).join('\n');
		if (file === undefined) {
			output.print(text);
			return commandExitCodes.ok;
		}
		const failure = await saveContent(contents, text, file);
		if (failure !== undefined) {
			return output.fail(failure);
		}
		output.say(`Written to ${file.path}.`);
		return commandExitCodes.ok;
	});
};
