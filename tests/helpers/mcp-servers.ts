import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import {createMemoryCredentials} from '../../source/core/credentials/memory-credentials.ts';
import {createToolServers, type ToolServersOptions} from '../../source/core/mcp/tool-servers.ts';
import type {RecordTraffic} from '../../source/core/mcp/traffic/traffic-log.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {CallReport} from '../../source/domain/ports.ts';
import type {RemoteServer, ServerConfig, ServerStatus, StdioServer} from '../../source/domain/server.ts';
import type {
	ConnectionMemory,
	Credentials,
	McpServers,
	ServerRequests,
} from '../../source/domain/server-ports.ts';
import type {ServerNotice} from '../../source/domain/server-request.ts';
import type {CallProgress} from '../../source/domain/tool-call.ts';

export const serverFile = (name: string): string =>
	fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));

/** A config that starts tests/servers/<file>.mjs. */
export const serverConfig = (file: string, overrides: Partial<StdioServer> = {}): StdioServer => ({
	name: file,
	type: 'stdio',
	command: process.execPath,
	args: [serverFile(file)],
	env: {},
	connectTimeout: 30_000,
	requestTimeout: 30_000,
	encoding: 'utf-8',
	// What fails, fails at once: tests that want another try say so.
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	...overrides,
});

/** A config that reaches a server on this machine. */
export const remoteConfig = (
	type: RemoteServer['type'],
	url: string,
	overrides: Partial<RemoteServer> = {},
): RemoteServer => ({
	name: type,
	type,
	url,
	headers: {},
	auth: {type: 'none'},
	sseReadTimeout: 300_000,
	terminateOnClose: true,
	allowInsecure: false,
	connectTimeout: 30_000,
	requestTimeout: 30_000,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	...overrides,
});

export type RunningServers = {
	readonly servers: McpServers;
	/** Every status that was reported, in order. */
	readonly reported: readonly {readonly server: string; readonly status: ServerStatus}[];
	/** Every notice, in order. */
	readonly noticed: readonly {readonly server: string; readonly notice: ServerNotice}[];
	readonly status: (server: string) => ServerStatus | undefined;
	readonly connect: () => Promise<void>;
	readonly call: (
		server: string,
		tool: string,
		args?: JsonObject,
		more?: {readonly onProgress?: (progress: CallProgress) => void; readonly signal?: AbortSignal},
	) => Promise<CallReport>;
};

/** Tool servers that are closed when the test is over. */
export const useServers = (
	configs: readonly ServerConfig[],
	environment: Readonly<Record<string, string | undefined>> = process.env,
	options: {
		readonly now?: () => number;
		readonly onStatus?: ToolServersOptions['onStatus'];
		readonly requests?: ServerRequests;
		readonly asksToSignIn?: boolean;
		readonly credentials?: Credentials;
		readonly memory?: ConnectionMemory;
		readonly record?: RecordTraffic;
		readonly localServers?: NonNullable<ToolServersOptions['localServers']>;
	} = {},
): RunningServers => {
	const reported: {server: string; status: ServerStatus}[] = [];
	const noticed: {server: string; notice: ServerNotice}[] = [];
	const servers = createToolServers({
		servers: configs,
		version: '0.0.0-test',
		onStatus: (server, status) => reported.push({server, status}),
		onNotice: (server, notice) => noticed.push({server, notice}),
		credentials: createMemoryCredentials(),
		now: () => 1000,
		environment,
		...options,
	});
	onTestFinished(() => servers.close());
	return {
		servers,
		reported,
		noticed,
		status: server => servers.statuses().get(server),
		connect: () => servers.connect(new AbortController().signal),
		call: (server, tool, args = {}, {onProgress = () => {}, signal = new AbortController().signal} = {}) =>
			servers.call({server, tool}, args, onProgress, signal),
	};
};

/** The text of a report, whatever its outcome. */
export const textOf = (report: CallReport): string => {
	if (report.type === 'cancelled') return '';
	return (report.result?.content ?? [])
		.map(content => (content.type === 'text' ? content.text : `<${content.type}>`))
		.join('\n');
};
