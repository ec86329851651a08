import {type Client, ProtocolError, SdkError, SdkErrorCode} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import type {ServerConfig, TransportName} from '../../../domain/server.ts';
import type {WorkingWay} from '../../../domain/server-ports.ts';
import type {LogLevel} from '../../../domain/server-request.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import {cutPlain} from '../calls/cut-text.ts';
import {withoutErrorCode} from '../calls/error-data.ts';
import {sendLogLevel} from '../calls/set-log-level.ts';
import {recordedTransport} from '../traffic/recorded-transport.ts';
import type {RecordTraffic} from '../traffic/traffic-log.ts';
import {addressTrouble} from '../transports/address-rules.ts';
import {createTransport, type TransportSettings} from '../transports/create-transport.ts';
import {signInReason} from '../transports/request-problem.ts';
import type {ServerTransport, SseProgress} from '../transports/server-transport.ts';
import {openSomehow} from './choose-transport.ts';
import {sendConfigWithHandshake} from './config-metadata.ts';
import {type ClientSettings, createClient, type Handshake} from './create-client.ts';
import {withRawResults} from './raw-results.ts';
import type {StartTrouble} from './start-failure.ts';
import {timerLimit} from './time-limit.ts';
import {unlessAborted} from './unless-aborted.ts';

export type OpenConnection = {
	readonly client: Client;
	readonly transport: ServerTransport;
	readonly way: WorkingWay;
};

export type OpenOptions = ClientSettings &
	TransportSettings & {
		/** What worked the last time. */
		readonly way?: WorkingWay | undefined;
		/** Everything that goes over the wire is recorded here. */
		readonly record?: RecordTraffic;
		/** What the server should log, where something else is wanted than usual. */
		readonly logLevel?: () => LogLevel | undefined;
	};

/** The server did not get as far as answering a request. */
export class StartError extends Error {
	readonly code = 'server-start';
	readonly trouble: StartTrouble;
	/** The first and the last lines that it printed. */
	readonly printed: readonly string[];
	readonly noise: number;
	readonly sseProgress: SseProgress;

	constructor(
		trouble: StartTrouble,
		printed: readonly string[] = [],
		noise = 0,
		{
			cause,
			sseProgress = 'none',
		}: {readonly cause?: unknown; readonly sseProgress?: SseProgress | undefined} = {},
	) {
		super(`The server did not start: ${trouble.type}.`, {cause});
		this.name = 'StartError';
		this.trouble = trouble;
		this.printed = printed;
		this.noise = noise;
		this.sseProgress = sseProgress;
	}
}

const troubleOf = (
	error: unknown,
	transport: ServerTransport,
	config: ServerConfig,
	signal: AbortSignal,
): StartTrouble => {
	const end = transport.end();
	if (end?.type === 'sign-in-needed') return {type: 'needs-sign-in', reason: end.reason};
	if (end !== undefined && end.type !== 'closed') return {type: 'ended', end};
	const doing = transport.sseProgress?.() === 'stream' ? 'send the "endpoint" event of SSE' : 'answer';
	if (signal.aborted) return {type: 'timed-out', doing, limit: config.connectTimeout};
	const reason = signInReason(error);
	if (reason !== undefined) return {type: 'needs-sign-in', reason};
	const problem = transport.problemOf?.(error);
	if (problem !== undefined) return {type: 'ended', end: problem};
	if (error instanceof ProtocolError)
		return {type: 'refused', message: cutPlain(withoutErrorCode(error.message))};
	if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
		return {type: 'timed-out', doing: 'answer', limit: config.connectTimeout};
	return {type: 'broken', message: cutPlain(describeError(error))};
};

/** Connects over a transport that is not started yet, and greets the server. Rejects with a StartError. */
const startClient = async (
	options: OpenOptions,
	transport: ServerTransport,
	handshake: Handshake,
	signal: AbortSignal,
): Promise<OpenConnection> => {
	const {config} = options;
	const client = createClient(options, handshake);
	sendConfigWithHandshake(transport, config.metadata);
	sendLogLevel(transport, options.logLevel);
	// Whatever the SDK waits for at that moment ends with the connection.
	const giveUp = () => void transport.close();
	signal.addEventListener('abort', giveUp, {once: true});
	try {
		signal.throwIfAborted();
		// The time limit is the signal's; the SDK's own would come after a minute.
		const connected = client.connect(withRawResults(transport), {
			timeout: timerLimit(config.connectTimeout + 1000),
		});
		// Not every wait inside ends with the transport: that for a token, for one.
		await unlessAborted(connected, signal);
		signal.throwIfAborted();
		const era = client.getProtocolEra() ?? 'legacy';
		return {client, transport, way: {transport: transport.name, era}};
	} catch (error) {
		const trouble = troubleOf(error, transport, config, signal);
		await transport.close();
		throw new StartError(trouble, transport.printed(), transport.noise(), {
			cause: error,
			sseProgress: transport.sseProgress?.(),
		});
	} finally {
		signal.removeEventListener('abort', giveUp);
	}
};

/** Starts or reaches the server and greets it. Rejects with a StartError; nothing of it is left by then. */
export const openConnection = async (options: OpenOptions, signal: AbortSignal): Promise<OpenConnection> => {
	const {config} = options;
	const end = 'url' in config ? addressTrouble(config) : undefined;
	if (end !== undefined) throw new StartError({type: 'ended', end});
	const limit = limitedSignal(signal, timerLimit(config.connectTimeout));
	const openTransport = (name: TransportName): ServerTransport => {
		const transport = createTransport(options, name);
		return options.record === undefined
			? transport
			: recordedTransport(transport, options.record(config.name));
	};
	const open = (name: TransportName, handshake: Handshake, until: AbortSignal) =>
		startClient(options, openTransport(name), handshake, until);
	return openSomehow(
		{
			attempt: (name, handshake) => open(name, handshake, limit),
			attemptBriefly: (name, handshake) =>
				open(name, handshake, limitedSignal(limit, timerLimit(Math.ceil(config.connectTimeout / 2)))),
			troubleIn: error => (error instanceof StartError ? error.trouble : undefined),
			sseProgressIn: error => (error instanceof StartError ? error.sseProgress : 'none'),
		},
		config,
		options.way,
	);
};
