import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import {addressInUrl, readHostName, readOrigin} from '../core/toolbox/http/check-addressee.ts';
import {isLoopback} from '../support/loopback.ts';
import {all, first} from './line-values.ts';

/** What the arguments of `serve` ask for. */
export type ServeLine = {
	readonly mode: 'act' | 'plan';
	/** Absent where nothing was said about them. */
	readonly roots?: readonly string[];
	readonly mcpPort?: number;
	readonly restPort?: number;
	/** Absent where only the usual addresses of this machine are wanted. */
	readonly host?: string;
	/** Others than this machine may reach it. */
	readonly isPublic: boolean;
	readonly allowedHosts: readonly string[];
	readonly allowedOrigins: readonly string[];
};

type ServeLineRead =
	| {readonly type: 'read'; readonly serve: ServeLine}
	| {readonly type: 'refused'; readonly message: string};

type Refused = Extract<ServeLineRead, {type: 'refused'}>;

const highestPort = 65_535;

const refuse = (message: string): Refused => ({type: 'refused', message});

const isRefused = (value: unknown): value is Refused =>
	typeof value === 'object' && value !== null && 'type' in value && value.type === 'refused';

const readPort = (line: CommandLine, option: string): number | undefined | Refused => {
	const text = first(line, option);
	if (text === undefined) return undefined;
	return /^\d{1,5}$/.test(text) && Number(text) <= highestPort
		? Number(text)
		: refuse(`--${option} needs a port from 0 (any that is free) to ${highestPort}, not "${text}".`);
};

const isFolder = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

const readRoots = (line: CommandLine, cwd: string): readonly string[] | undefined | Refused => {
	const given = all(line, 'root').map(root => resolve(cwd, root));
	const missing = given.find(root => !isFolder(root));
	if (missing !== undefined) return refuse(`--root needs a folder, and ${missing} is none.`);
	return given.length === 0 ? undefined : given;
};

/** Every value as `read` understands it, or the first that it does not. */
const readAll = (
	line: CommandLine,
	option: string,
	example: string,
	read: (typed: string) => string | undefined,
): readonly string[] | Refused => {
	const values: string[] = [];
	for (const typed of all(line, option)) {
		const value = read(typed);
		if (value === undefined)
			return refuse(`--${option} cannot be "${typed}"; it is written like ${example}.`);
		values.push(value);
	}
	return values;
};

const readHost = (line: CommandLine): string | undefined | Refused => {
	const typed = first(line, 'host');
	// The name for this machine itself stands for all its spellings.
	if (typed === undefined || typed.toLowerCase() === 'localhost') return undefined;
	const host = typed.replace(/^\[(.*)\]$/, '$1');
	return readHostName(addressInUrl(host)) === addressInUrl(host)
		? host
		: refuse(`--host cannot be "${typed}"; it is an address such as 0.0.0.0 or 192.168.1.5.`);
};

const forHttp = ['host', 'allow-host', 'allow-origin', 'json', 'verbose'];

export const readServeLine = (line: CommandLine, cwd: string): ServeLineRead => {
	const mcpPort = readPort(line, 'http');
	const restPort = readPort(line, 'rest');
	const roots = readRoots(line, cwd);
	const host = readHost(line);
	const allowedHosts = readAll(line, 'allow-host', 'tools.example or tools.example:8080', readHostName);
	const allowedOrigins = readAll(line, 'allow-origin', 'https://app.example', readOrigin);
	if (isRefused(mcpPort)) return mcpPort;
	if (isRefused(restPort)) return restPort;
	if (isRefused(roots)) return roots;
	if (isRefused(host)) return host;
	if (isRefused(allowedHosts)) return allowedHosts;
	if (isRefused(allowedOrigins)) return allowedOrigins;
	const idle = forHttp.find(option => line.values.has(option));
	if (mcpPort === undefined && restPort === undefined && idle !== undefined)
		return refuse(
			`--${idle} needs --http or --rest: without them the toolbox is served on stdin and stdout.`,
		);
	return {
		type: 'read',
		serve: {
			mode: first(line, 'mode') === 'plan' ? 'plan' : 'act',
			...(roots === undefined ? {} : {roots}),
			...(mcpPort === undefined ? {} : {mcpPort}),
			...(restPort === undefined ? {} : {restPort}),
			...(host === undefined ? {} : {host}),
			isPublic: host !== undefined && !isLoopback(addressInUrl(host)),
			allowedHosts,
			allowedOrigins,
		},
	};
};
