import {z} from 'zod';
import {describeError, type Failure} from '../../../domain/failure.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {CallReport, Clock} from '../../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../../domain/server.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import type {CallProgress} from '../../../domain/tool-call.ts';
import {callTool} from '../calls/call-tool.ts';
import {listTools, type ToolList} from '../catalogue/list-tools.ts';
import type {Reaper} from '../transports/reaper.ts';
import type {StdioTransport} from '../transports/stdio-transport.ts';
import {coalesce} from './coalesce.ts';
import {type OpenConnection, openConnection, type ProtocolEra, StartError} from './open-connection.ts';
import {unpackResult} from './raw-results.ts';
import {lostFailure, type StartTrouble, startFailure} from './start-failure.ts';
import {timerLimit} from './time-limit.ts';
import {unlessAborted} from './unless-aborted.ts';

const shownErrorLines = 20;
const refreshGap = 200;

export type ServerConnection = {
	/** Starts the server unless it runs. Never rejects: the status tells how it went. */
	readonly connect: () => Promise<void>;
	readonly call: (
		tool: string,
		args: JsonObject,
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
	) => Promise<CallReport>;
	readonly close: () => Promise<void>;
};

export type ServerConnectionOptions = {
	readonly config: ServerConfig;
	readonly version: string;
	readonly reaper: Reaper;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly now: Clock;
	/** Lets a limited number of servers start at the same time. */
	readonly inTurn: <T>(start: () => Promise<T>) => Promise<T>;
	readonly onStatus: (status: ServerStatus) => void;
	readonly onTools: (tools: readonly ToolDefinition[]) => void;
};

type Opened =
	| {readonly type: 'ready'; readonly connection: OpenConnection}
	| {readonly type: 'failed'; readonly failure: Failure};

export const createServerConnection = (options: ServerConnectionOptions): ServerConnection => {
	const {config, onStatus} = options;
	const closed = new AbortController();
	let live: OpenConnection | undefined;
	let attempt: Promise<Opened> | undefined;
	let tools: readonly ToolDefinition[] = [];
	// What worked last time is tried first next time.
	let era: ProtocolEra = 'legacy';

	const report = (status: ServerStatus) => {
		if (!closed.signal.aborted) onStatus(status);
	};

	const fetchTools = ({client}: OpenConnection, signal: AbortSignal): Promise<ToolList> =>
		listTools(config.name, async cursor =>
			unpackResult(
				await client.request(
					{method: 'tools/list', params: cursor === undefined ? {} : {cursor}},
					z.unknown(),
					{signal, timeout: timerLimit(config.requestTimeout)},
				),
			),
		);

	const becomeReady = ({client}: OpenConnection, list: ToolList) => {
		tools = list.tools;
		options.onTools(tools);
		report({
			type: 'ready',
			toolCount: tools.length,
			protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
			...(list.note === undefined ? {} : {note: list.note}),
		});
	};

	const refresh = coalesce(async () => {
		const connection = live;
		if (connection === undefined) return;
		try {
			const list = await fetchTools(connection, AbortSignal.timeout(timerLimit(config.requestTimeout)));
			if (live === connection) becomeReady(connection, list);
		} catch {
			// The tools we know are better than none; a server that is really gone says so by itself.
		}
	}, refreshGap);

	const open = (signal: AbortSignal, tried: ProtocolEra) =>
		openConnection(
			{
				config,
				version: options.version,
				reaper: options.reaper,
				environment: options.environment,
				era: tried,
				onToolsChanged: refresh,
			},
			signal,
		);

	/** A server that refuses `initialize` may be one that no longer has it. */
	const openEitherEra = async (signal: AbortSignal): Promise<OpenConnection> => {
		try {
			return await open(signal, era);
		} catch (error) {
			if (!(error instanceof StartError) || error.trouble.type !== 'refused') throw error;
			const other = era === 'legacy' ? 'modern' : 'legacy';
			const connection = await open(signal, other).catch(() => {
				// The first answer is the true one.
				throw error;
			});
			era = other;
			return connection;
		}
	};

	const failed = (trouble: StartTrouble, transport: StdioTransport): Opened => {
		const failure = startFailure(config, trouble, transport.noise());
		report({type: 'failed', failure, stderr: transport.stderr(shownErrorLines)});
		return {type: 'failed', failure};
	};

	const watch = (connection: OpenConnection) => {
		connection.client.onclose = () => {
			if (live !== connection) return;
			live = undefined;
			const end = connection.transport.end() ?? {type: 'closed'};
			report({
				type: 'failed',
				failure: lostFailure(config, end),
				stderr: connection.transport.stderr(shownErrorLines),
			});
		};
	};

	const firstList = async (connection: OpenConnection): Promise<Opened> => {
		const {client, transport} = connection;
		const limit = AbortSignal.timeout(timerLimit(config.requestTimeout));
		try {
			const offersTools = client.getServerCapabilities()?.tools !== undefined;
			const list = offersTools
				? await fetchTools(connection, AbortSignal.any([limit, closed.signal]))
				: {tools: []};
			const end = transport.end();
			if (end !== undefined) return failed({type: 'ended', end}, transport);
			live = connection;
			watch(connection);
			becomeReady(connection, list);
			return {type: 'ready', connection};
		} catch (error) {
			const end = transport.end();
			await transport.close();
			if (end !== undefined) return failed({type: 'ended', end}, transport);
			return limit.aborted
				? failed({type: 'timed-out', doing: 'list its tools', limit: config.requestTimeout}, transport)
				: failed({type: 'broken', message: describeError(error)}, transport);
		}
	};

	const start = async (): Promise<Opened> => {
		report({type: 'connecting', since: options.now()});
		const limit = AbortSignal.any([AbortSignal.timeout(timerLimit(config.connectTimeout)), closed.signal]);
		try {
			return await firstList(await openEitherEra(limit));
		} catch (error) {
			if (error instanceof StartError) return failed(error.trouble, error.transport);
			const failure: Failure = {code: 'server-not-started', message: describeError(error)};
			report({type: 'failed', failure, stderr: []});
			return {type: 'failed', failure};
		}
	};

	const ready = (): Promise<Opened> => {
		if (closed.signal.aborted) {
			const message = `Server "${config.name}" was closed.`;
			return Promise.resolve({type: 'failed', failure: {code: 'server-closed', message}});
		}
		if (live !== undefined) return Promise.resolve({type: 'ready', connection: live});
		attempt ??= options.inTurn(start).finally(() => {
			attempt = undefined;
		});
		return attempt;
	};

	return {
		connect: async () => {
			await ready();
		},
		call: async (tool, args, onProgress, signal) => {
			if (signal.aborted) return {type: 'cancelled', sent: false};
			const opened = await unlessAborted(ready(), signal);
			if (opened === undefined) return {type: 'cancelled', sent: false};
			if (opened.type === 'failed') return {type: 'failed', failure: opened.failure};
			if (!tools.some(each => each.tool === tool))
				return {
					type: 'failed',
					failure: {
						code: 'unknown-tool',
						message: `Server "${config.name}" has no tool "${tool}".`,
						hint: 'Its tools may have changed since they were listed.',
					},
				};
			const {client, transport} = opened.connection;
			return callTool({client, config, ended: transport.end, tool, arguments: args, onProgress}, signal);
		},
		close: async () => {
			closed.abort();
			const connection = live;
			live = undefined;
			await Promise.all([connection?.transport.close(), attempt]);
		},
	};
};
