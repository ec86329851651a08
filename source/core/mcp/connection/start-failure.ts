import {existsSync} from 'node:fs';
import {assertNever} from '../../../domain/assert-never.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {describeEnd, type TransportEnd} from '../transports/transport-end.ts';
import {describeCommandLine} from './command-line.ts';
import {inSeconds} from './time-limit.ts';

export type StartTrouble =
	| {readonly type: 'ended'; readonly end: TransportEnd}
	| {readonly type: 'timed-out'; readonly doing: string; readonly limit: number}
	/** It answered, with an error. */
	| {readonly type: 'refused'; readonly message: string}
	| {readonly type: 'broken'; readonly message: string};

const packageRunners = /^(npx|bunx|uvx|uv|pnpm|yarn|pipx|docker|podman)(\.cmd|\.exe)?$/i;

const isPackageRunner = (command: string): boolean =>
	packageRunners.test(command.split(/[\\/]/).at(-1) ?? command);

const notStarted = (config: ServerConfig, end: TransportEnd & {readonly type: 'not-started'}) => {
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
			hint: /[\\/]/.test(config.command)
				? `There is no file ${config.command}: correct "command" in the config.`
				: `"${config.command}" is not on PATH: install it or give the full path as "command".`,
		};
	if (end.systemCode === 'EACCES')
		return {
			code: 'server-not-started',
			reason: `could not be started: "${config.command}" may not be executed`,
			hint: `Make it executable (chmod +x), or start it through its interpreter, such as "node" or "python".`,
		};
	return {
		code: 'server-not-started',
		reason: describeEnd(end),
		hint: 'Check "command", "args" and "cwd" in the config.',
	};
};

const ended = (config: ServerConfig, end: TransportEnd) => {
	if (end.type === 'not-started') return notStarted(config, end);
	if (end.type === 'line-too-long')
		return {
			code: 'server-protocol',
			reason: describeEnd(end),
			hint: 'Ask its author to send less in one message.',
		};
	return {
		code: 'server-exited',
		reason: `${describeEnd(end)} before it was ready`,
		hint: 'Its last error output says why; running the command by hand shows all of it.',
	};
};

const timedOut = (config: ServerConfig, doing: string, limit: number, noise: number) => ({
	code: 'server-timeout',
	reason: `did not ${doing} within ${inSeconds(limit)}`,
	hint:
		noise > 0
			? `It printed ${noise} lines that are not MCP messages: is it an MCP server, and in stdio mode?`
			: isPackageRunner(config.command)
				? 'A package runner may still be downloading: try again, or raise "timeout" for this server in the config.'
				: 'Raise "timeout" for this server in the config if it is only slow; otherwise run the command by hand.',
});

const explain = (config: ServerConfig, trouble: StartTrouble, noise: number) => {
	switch (trouble.type) {
		case 'ended':
			return ended(config, trouble.end);
		case 'timed-out':
			return timedOut(config, trouble.doing, trouble.limit, noise);
		case 'refused':
			return {
				code: 'server-refused',
				reason: `refused the connection: ${trouble.message}`,
				hint: 'Its version may be too old or too new for this program: try another version of the server.',
			};
		case 'broken':
			return {
				code: 'server-protocol',
				reason: `does not speak MCP as expected: ${trouble.message}`,
				hint: 'Check that the command starts an MCP server in stdio mode.',
			};
		default:
			return assertNever(trouble);
	}
};

/** Why a server did not become ready: who, what, with which command, and what to do about it. */
export const startFailure = (config: ServerConfig, trouble: StartTrouble, noise: number): Failure => {
	const {code, reason, hint} = explain(config, trouble, noise);
	const line = describeCommandLine(config.command, config.args);
	return {code, message: `Server "${config.name}" ${reason}. Command: ${line}`, hint};
};

/** Why a server that was ready no longer is. */
export const lostFailure = (config: ServerConfig, end: TransportEnd): Failure => ({
	code: 'server-gone',
	message: `Server "${config.name}" ${describeEnd(end)}. Command: ${describeCommandLine(config.command, config.args)}`,
	hint: 'The next call starts it again.',
});
