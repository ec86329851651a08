import {
	type BorrowedValue,
	modernVersion,
	type RemoteServer,
	type ServerConfig,
	type StdioServer,
} from '../../domain/server.ts';
import {below, type Complaint, malformed} from './complaint.ts';
import type {Entry} from './entry-schema.ts';
import {type ReadEnvFile, readEnvFiles} from './env-files.ts';
import {fitsHeader, isHeaderName} from './secret-text.ts';
import {readAuth} from './server-auth.ts';
import type {KnownWay} from './server-way.ts';
import {workingFolder} from './working-folder.ts';

type Built<Server extends ServerConfig> = {
	/** Counts only without complaints. */
	readonly server: Server;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
	/** What it has from files of variables. */
	readonly borrowed: readonly BorrowedValue[];
};

export type Origin = {
	readonly name: string;
	readonly file: string;
	/** The file is not the user's own. */
	readonly isForeign?: boolean | undefined;
	/** How the file spells a key. */
	readonly spelling: (key: string) => string;
	readonly timesRead: NonNullable<ServerConfig['timesRead']>;
	readonly readEnvFile?: ReadEnvFile | undefined;
};

const baseOf = ({name, file, timesRead}: Origin, entry: Entry) => ({
	name,
	...(entry.description === undefined ? {} : {description: entry.description}),
	connectTimeout: entry.timeout,
	requestTimeout: entry.requestTimeout,
	...(Object.keys(timesRead).length === 0 ? {} : {timesRead}),
	retryAttempts: entry.retryAttempts,
	...(entry.rateLimit === undefined ? {} : {rateLimit: entry.rateLimit}),
	protocolVersion: entry.protocolVersion,
	...(entry.config === undefined ? {} : {metadata: entry.config}),
	loadTools: entry.loadTools,
	loadPrompts: entry.loadPrompts,
	...(entry.eager ? {isEager: true} : {}),
	...(entry.includeTools === undefined ? {} : {includeTools: entry.includeTools}),
	excludeTools: entry.excludeTools,
	disabled: entry.disabled ?? entry.enabled === false,
	source: file,
});

const buildStdio = (
	origin: Origin,
	entry: Entry,
	{command, args}: Extract<KnownWay, {type: 'stdio'}>,
): Built<StdioServer> => {
	const fromFiles = readEnvFiles(entry.envFile ?? [], origin.file, origin.readEnvFile);
	return {
		server: {
			...baseOf(origin, entry),
			type: 'stdio',
			command,
			args,
			env: {...fromFiles.variables, ...entry.env},
			...(entry.cwd === undefined ? {} : {cwd: workingFolder(entry.cwd, origin)}),
			encoding: entry.encoding,
		},
		complaints: below([origin.spelling('envFile')], fromFiles.complaints),
		warnings: [],
		borrowed: Object.entries(fromFiles.variables).map(([name, value]) => ({name, value})),
	};
};

const headerComplaints = (headers: Readonly<Record<string, string>>): readonly Complaint[] =>
	Object.entries(headers).flatMap(([name, value]) => {
		if (!isHeaderName(name)) {
			return [malformed([name], 'is not a name for a header')];
		}
		return fitsHeader(value) ? [] : [malformed([name], 'holds a character that cannot be sent in a header')];
	});

/** opencode and Claude Code give the settings of OAuth a key of their own. */
const authOf = ({auth, oauth}: Entry): {readonly key: 'auth' | 'oauth'; readonly value: unknown} => {
	if (auth !== undefined || oauth === undefined) {
		return {key: 'auth', value: auth};
	}
	const isObject = typeof oauth === 'object' && oauth !== null && !Array.isArray(oauth);
	return {key: 'oauth', value: isObject ? {...oauth, type: 'oauth'} : oauth === true ? 'oauth' : oauth};
};

const buildRemote = (
	origin: Origin,
	entry: Entry,
	{type, url}: Exclude<KnownWay, {type: 'stdio'}>,
): Built<RemoteServer> => {
	const {spelling} = origin;
	const {key, value} = authOf(entry);
	const {auth, complaints, warnings} = readAuth(value);
	const isTwice = entry.auth !== undefined && entry.oauth !== undefined;
	return {
		server: {
			...baseOf(origin, entry),
			type,
			url,
			headers: entry.headers,
			auth: auth ?? {type: 'none'},
			sseReadTimeout: entry.sseReadTimeout,
			terminateOnClose: entry.terminateOnClose,
			allowInsecure: entry.allowInsecure,
		},
		complaints: [
			...below([spelling('headers')], headerComplaints(entry.headers)),
			...below([spelling(key)], complaints),
			...(isTwice
				? [malformed([spelling('oauth')], `says the same as ${spelling('auth')}; keep one of them`)]
				: []),
			...(type === 'sse' && entry.protocolVersion === modernVersion
				? [malformed([spelling('protocolVersion')], `${modernVersion} cannot be spoken over sse`)]
				: []),
		],
		warnings: below([spelling(key)], warnings),
		borrowed: [],
	};
};

/** Puts a server together from its checked entry and the way in which it is reached. */
export const buildServer = (origin: Origin, entry: Entry, way: KnownWay): Built<ServerConfig> =>
	way.type === 'stdio' ? buildStdio(origin, entry, way) : buildRemote(origin, entry, way);
