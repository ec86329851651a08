import {existsSync} from 'node:fs';
import type {StdioServer} from '../../../domain/server.ts';
import {relevantStderr, type StderrCause} from '../../../support/relevant-stderr.ts';
import {describeEnd, type TransportEnd} from '../transports/transport-end.ts';
import type {Explanation} from './remote-failure.ts';

/** What a server printed beside its messages, and how many lines of that were on standard output. */
export type Output = {readonly printed: readonly string[]; readonly noise: number};

/** What it printed last, where nothing in it sounds like an error, may say why all the same. */
export const because = (cause: StderrCause | undefined): string => {
	if (cause === undefined) return '';
	return cause.isError ? `: ${cause.text}` : `. Its last output: ${cause.text}`;
};

/** Blanks in a command are part of its name, unless the reader of the configuration could split it. */
export const isCommandLine = (command: string): boolean => /\S\s+\S/.test(command);

export const commandLineHint =
	'It was not split into words. Write the program in "command" and its words in "args": "command": "npx", "args": ["-y", "package"]';

const notStarted = (config: StdioServer, end: TransportEnd & {readonly type: 'not-started'}): Explanation => {
	if (end.systemCode === 'ENOENT' && config.cwd !== undefined && !existsSync(config.cwd))
		return {
			code: 'server-not-found',
			reason: `could not be started: its working folder ${config.cwd} does not exist`,
			hint: 'Create the folder or correct "cwd" in the config.',
		};
	if (end.systemCode === 'ENOENT')
		return {
			code: 'server-not-found',
			reason: `could not be started: "${config.command}" was not found`,
			hint: isCommandLine(config.command)
				? commandLineHint
				: /[\\/]/.test(config.command)
					? `There is no file ${config.command}: correct "command" in the config.`
					: `"${config.command}" is not on PATH: install it or give the full path as "command".`,
		};
	if (end.systemCode === 'EACCES')
		return {
			code: 'server-not-started',
			reason: `could not be started: "${config.command}" may not be executed`,
			hint: `Make it executable (chmod +x), or start it through its interpreter, such as "node" or "python".`,
		};
	if (end.systemCode === 'ERR_ENCODING_NOT_SUPPORTED')
		return {
			code: 'server-not-started',
			reason: `could not be started: there is no encoding "${config.encoding}"`,
			hint: 'Correct "encoding" in the config, or leave it out for UTF-8.',
		};
	return {
		code: 'server-not-started',
		reason: describeEnd(end),
		hint: 'Check "command", "args" and "cwd" in the config.',
	};
};

const mostNames = 3;

/** The variables that a message speaks of: `SLACK_BOT_TOKEN`, and not the codes of errors. */
const variablesIn = (text: string): readonly string[] =>
	[...new Set(text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g))]
		.filter(name => !/^(?:ERR|MODULE)_/.test(name))
		.slice(0, mostNames);

const exitHint = ({env}: StdioServer, cause: StderrCause | undefined): string => {
	if (cause === undefined) return 'It printed nothing: run the command by hand to see what it does.';
	if (!cause.isLasting) return 'Running the command by hand shows all of its output.';
	const names = variablesIn(cause.text);
	const missing = names.filter(name => !Object.hasOwn(env, name));
	const [example] = missing;
	if (example !== undefined)
		return `Add ${missing.join(' and ')} to "env" of this server in the config: "env": {"${example}": "\${${example}}"} takes it from your shell, whose variables are not passed on otherwise.`;
	return names.length > 0
		? `Check the value of ${names.join(' and ')} in "env" of this server in the config.`
		: 'Correct "command", "args" or "env" of this server in the config.';
};

/** Why a process of ours did not become a server. */
export const explainProcessEnd = (config: StdioServer, end: TransportEnd, {printed}: Output): Explanation => {
	if (end.type === 'not-started') return notStarted(config, end);
	if (end.type === 'message-too-long')
		return {
			code: 'server-protocol',
			reason: describeEnd(end),
			hint: 'Ask its author to send less in one message.',
		};
	const cause = relevantStderr(printed);
	return {
		code: 'server-exited',
		reason: `${describeEnd(end)} before it was ready${because(cause)}`,
		hint: exitHint(config, cause),
	};
};
