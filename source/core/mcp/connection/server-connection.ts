import {isDeepStrictEqual} from 'node:util';
import type {Client} from '@modelcontextprotocol/client';
import type {Clock} from '../../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../../domain/server.ts';
import type {ConnectionMemory, ServerRequests, WorkingWay} from '../../../domain/server-ports.ts';
import type {LogLevel, ServerNotice} from '../../../domain/server-request.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import type {ServerAccess} from '../auth/server-access.ts';
import {listCatalogue, type ServerCatalogue} from '../catalogue/list-catalogue.ts';
import {clientCapabilities} from '../requests/client-capabilities.ts';
import {serveRequests} from '../requests/serve-requests.ts';
import type {Reaper} from '../transports/reaper.ts';
import {coalesce} from './coalesce.ts';
import {keepKnown} from './keep-known.ts';
import {type OpenConnection, type OpenOptions, openConnection, StartError} from './open-connection.ts';
import {describeServer} from './server-facts.ts';
import {lostFailure, retryFacts, startFailure} from './start-failure.ts';
import {type Attempted, type FailedAttempt, failedStatus, mayTryAgain, startServer} from './start-server.ts';
import {timerLimit} from './time-limit.ts';
import {unlessAborted} from './unless-aborted.ts';
import {watchLists} from './watch-lists.ts';

const refreshGap = 200;
/** A server that stays this long starts with all its attempts again when it is lost. */
const stableTime = 30_000;

/** A server that can be used now. */
export type LiveServer = OpenConnection & {readonly catalogue: () => ServerCatalogue};

export type ServerConnection = {
	/** Starts the server unless it runs. Undefined when aborted; never rejects: the status tells how it went. */
	readonly ready: (signal: AbortSignal) => Promise<Attempted<LiveServer> | undefined>;
	/** Ends the connection and opens a new one. */
	readonly restart: (signal: AbortSignal) => Promise<Attempted<LiveServer> | undefined>;
	/** Opens a connection with the other generation of the protocol. The old one is closed once it is `unused`. */
	readonly reopen: (
		old: LiveServer,
		era: WorkingWay['era'],
		unused: Promise<unknown>,
		signal: AbortSignal,
	) => Promise<Attempted<LiveServer> | undefined>;
	/** The running connection, without starting one. */
	readonly live: () => LiveServer | undefined;
	/** Asks for the lists again, soon. */
	readonly refresh: () => void;
	/** Resolves when nothing is known that would make the lists others than they are. */
	readonly listed: (signal: AbortSignal) => Promise<void>;
	readonly close: () => Promise<void>;
};

export type ServerConnectionOptions = {
	readonly config: ServerConfig;
	readonly version: string;
	readonly reaper: Reaper;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly now: Clock;
	readonly inTurn: <T>(start: () => Promise<T>) => Promise<T>;
	readonly access: ServerAccess;
	readonly memory: ConnectionMemory;
	readonly requests: ServerRequests;
	readonly serveLocally?: OpenOptions['serveLocally'];
	readonly record?: OpenOptions['record'];
	/** What the server should log, once the user has said so. */
	readonly logLevel: () => LogLevel | undefined;
	readonly onStatus: (status: ServerStatus) => void;
	readonly onNotice: (notice: ServerNotice) => void;
	/** The lists are known or have changed. */
	readonly onCatalogue: (catalogue: ServerCatalogue) => void;
	/** A new connection is ready: what the old one had been told must be told again. */
	readonly onReady: (live: LiveServer) => void;
};

export const createServerConnection = (options: ServerConnectionOptions): ServerConnection => {
	const {config, now} = options;
	const closed = new AbortController();
	let live: LiveServer | undefined;
	/** What worked the last time, or is to be tried first. */
	let way: WorkingWay | undefined;
	/** Connections that another one has replaced, with calls on them that still run. */
	const replaced = new Set<LiveServer>();
	let attempt: Promise<Attempted<LiveServer>> | undefined;
	let stopAttempt = (): void => {};
	let urged = new AbortController();
	let catalogue: ServerCatalogue | undefined;
	let readySince = 0;
	let losses = 0;

	const report = (status: ServerStatus) => {
		if (!closed.signal.aborted) options.onStatus(status);
	};

	const list = ({client, transport}: OpenConnection, signal: AbortSignal) =>
		listCatalogue({client, config, transport: transport.name, ended: transport.end}, signal);

	const reportReady = (connection: OpenConnection, listed: ServerCatalogue) => {
		catalogue = listed;
		options.onCatalogue(listed);
		report(describeServer(connection, listed));
	};

	const {request: refresh, settled} = coalesce(async () => {
		const connection = live;
		if (connection === undefined) return;
		const listed = keepKnown(await list(connection, closed.signal), catalogue);
		if (live !== connection) return;
		const isSame = isDeepStrictEqual(listed, catalogue);
		reportReady(connection, listed);
		if (!isSame) options.onNotice({type: 'catalogue-changed'});
	}, refreshGap);

	const prepare = (client: Client) => {
		serveRequests(client, {
			server: config.name,
			requests: options.requests,
			onNotice: options.onNotice,
		});
		// Servers send these without having announced them, too.
		client.setNotificationHandler('notifications/tools/list_changed', refresh);
		client.setNotificationHandler('notifications/prompts/list_changed', refresh);
		client.setNotificationHandler('notifications/resources/list_changed', refresh);
	};

	const open = (signal: AbortSignal): Promise<OpenConnection> =>
		openConnection(
			{
				config,
				version: options.version,
				reaper: options.reaper,
				environment: options.environment,
				access: options.access,
				capabilities: clientCapabilities(options.requests.isUnattended),
				prepare,
				logLevel: options.logLevel,
				way: way ?? options.memory.recall(config),
				...(options.serveLocally === undefined ? {} : {serveLocally: options.serveLocally}),
				...(options.record === undefined ? {} : {record: options.record}),
			},
			signal,
		);

	const failedToOpen = (error: unknown): FailedAttempt => {
		if (!(error instanceof StartError)) throw error;
		return {
			type: 'failed',
			failure: startFailure(config, error.trouble, error),
			printed: error.printed,
			...retryFacts(error.trouble, error.printed),
		};
	};

	const endedFailure = ({transport}: OpenConnection, isStart: boolean): FailedAttempt => {
		const end = transport.end() ?? {type: 'closed'};
		const printed = transport.printed();
		return {
			type: 'failed',
			failure: isStart
				? startFailure(config, {type: 'ended', end}, {printed, noise: transport.noise()})
				: lostFailure(config, end, printed),
			printed,
			// One that has worked may do so again, whatever it said when it started.
			...retryFacts({type: 'ended', end}, isStart ? printed : []),
		};
	};

	const becomeReady = (connection: OpenConnection, listed: ServerCatalogue): Attempted<LiveServer> => {
		const ready: LiveServer = {...connection, catalogue: () => catalogue ?? listed};
		live = ready;
		readySince = now();
		const over = new AbortController();
		connection.client.onclose = () => {
			over.abort();
			lose(ready);
		};
		void watchLists(connection.client, refresh, over.signal);
		way = connection.way;
		options.memory.remember(config, way);
		reportReady(ready, listed);
		options.onReady(ready);
		return {type: 'ready', live: ready};
	};

	const tryOnce = async (signal: AbortSignal): Promise<Attempted<LiveServer>> => {
		const limit = limitedSignal(signal, timerLimit(config.connectTimeout));
		let connection: OpenConnection;
		try {
			connection = await open(limit);
		} catch (error) {
			return failedToOpen(error);
		}
		const listed = await list(connection, signal);
		const locked = listed.unreadable?.tools?.code === 'needs-sign-in' ? listed.unreadable.tools : undefined;
		if (signal.aborted || locked !== undefined) await connection.transport.close();
		if (locked !== undefined) return {type: 'failed', failure: locked, printed: [], isWorthRetrying: false};
		return connection.transport.end() === undefined
			? becomeReady(connection, listed)
			: endedFailure(connection, true);
	};

	const start = (from: {readonly lost?: FailedAttempt; readonly used: number}) => {
		const control = new AbortController();
		// A call that was cut off by the end would bring the server back.
		if (closed.signal.aborted) control.abort();
		const mine = startServer(
			{config, now, inTurn: options.inTurn, tryOnce, report, urge: () => urged.signal},
			from,
			control.signal,
		).finally(() => {
			if (attempt === mine) attempt = undefined;
		});
		attempt = mine;
		stopAttempt = () => control.abort();
		return mine;
	};

	const lose = (lostServer: LiveServer) => {
		if (live !== lostServer) return;
		live = undefined;
		losses = now() - readySince > stableTime ? 0 : losses + 1;
		const lost = endedFailure(lostServer, false);
		const used = Math.max(1, losses);
		if (mayTryAgain(config, lost, used)) void start({lost, used});
		else report(failedStatus(lost));
	};

	const ready: ServerConnection['ready'] = async signal => {
		// A request may hear of the end before the client does.
		if (live?.transport.end() !== undefined) lose(live);
		if (live !== undefined) return {type: 'ready', live};
		// Whoever needs it now does not wait for the next attempt.
		urged.abort();
		urged = new AbortController();
		return unlessAborted(attempt ?? start({used: 0}), signal);
	};

	/** Ends what runs and what is about to run. */
	const hangUp = async () => {
		const connection = live;
		live = undefined;
		stopAttempt();
		await Promise.all([...[connection, ...replaced].map(each => each?.transport.close()), attempt]);
	};

	return {
		ready,
		restart: async signal => {
			await hangUp();
			losses = 0;
			return ready(signal);
		},
		reopen: (old, era, unused, signal) => {
			if (live === old) {
				live = undefined;
				way = {transport: old.way.transport, era};
				replaced.add(old);
				void unused.then(async () => {
					await old.transport.close();
					replaced.delete(old);
				});
			}
			return ready(signal);
		},
		live: () => live,
		refresh,
		listed: async signal => {
			await unlessAborted(settled(), signal);
		},
		close: async () => {
			closed.abort();
			await hangUp();
		},
	};
};
