import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import {createToolServers} from '../../source/core/mcp/tool-servers.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {CallReport, ToolServers} from '../../source/domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../source/domain/server.ts';
import type {CallProgress} from '../../source/domain/tool-call.ts';

export const serverFile = (name: string): string =>
	fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));

/** A config that starts tests/servers/<file>.mjs. */
export const serverConfig = (file: string, overrides: Partial<ServerConfig> = {}): ServerConfig => ({
	name: file,
	type: 'stdio',
	command: process.execPath,
	args: [serverFile(file)],
	env: {},
	connectTimeout: 30_000,
	requestTimeout: 30_000,
	disabled: false,
	...overrides,
});

export type RunningServers = {
	readonly servers: ToolServers;
	/** Every status that was reported, in order. */
	readonly reported: readonly {readonly server: string; readonly status: ServerStatus}[];
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
	options: {readonly patience?: number; readonly now?: () => number} = {},
): RunningServers => {
	const reported: {server: string; status: ServerStatus}[] = [];
	const servers = createToolServers({
		servers: configs,
		version: '0.0.0-test',
		onStatus: (server, status) => reported.push({server, status}),
		now: () => 1000,
		environment,
		...options,
	});
	onTestFinished(() => servers.close());
	return {
		servers,
		reported,
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
