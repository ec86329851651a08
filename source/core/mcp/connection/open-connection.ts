import {
	Client,
	type JsonSchemaValidator,
	type jsonSchemaValidator,
	ProtocolError,
} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {serverEnvironment} from '../transports/environment.ts';
import type {Reaper} from '../transports/reaper.ts';
import {createStdioTransport, type StdioTransport} from '../transports/stdio-transport.ts';
import {withRawResults} from './raw-results.ts';
import type {StartTrouble} from './start-failure.ts';

/** `initialize` as it always was, or the stateless protocol that has no such request. */
export type ProtocolEra = 'legacy' | 'modern';

const modernVersion = '2026-07-28';

export type OpenConnection = {readonly client: Client; readonly transport: StdioTransport};

export type OpenOptions = {
	readonly config: ServerConfig;
	readonly version: string;
	readonly reaper: Reaper;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly era: ProtocolEra;
	readonly onToolsChanged: () => void;
};

/** The server did not get as far as answering a request. */
export class StartError extends Error {
	readonly code = 'server-start';
	readonly trouble: StartTrouble;
	readonly transport: StdioTransport;

	constructor(trouble: StartTrouble, transport: StdioTransport, cause: unknown) {
		super(`The server did not start: ${trouble.type}.`, {cause});
		this.name = 'StartError';
		this.trouble = trouble;
		this.transport = transport;
	}
}

// A server supplies both a schema and the data for it, and can make checking one against the other take for ever.
const acceptEverything: jsonSchemaValidator = {
	getValidator:
		<T>(): JsonSchemaValidator<T> =>
		input => ({valid: true, data: input as T, errorMessage: undefined}),
};

const createClient = ({version, era, onToolsChanged}: OpenOptions): Client => {
	const client = new Client(
		{name: 'mcp-tui', version},
		{
			jsonSchemaValidator: acceptEverything,
			versionNegotiation: {mode: era === 'legacy' ? 'legacy' : {pin: modernVersion}},
			// On a modern connection this opens the subscription that carries the notification.
			listChanged: {tools: {autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged}},
		},
	);
	// Servers send it without having announced it, too.
	client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
	return client;
};

const troubleOf = (
	error: unknown,
	transport: StdioTransport,
	signal: AbortSignal,
	limit: number,
): StartTrouble => {
	const end = transport.end();
	if (end !== undefined && end.type !== 'closed') return {type: 'ended', end};
	if (signal.aborted) return {type: 'timed-out', doing: 'answer', limit};
	if (error instanceof ProtocolError) return {type: 'refused', message: error.message};
	return {type: 'broken', message: describeError(error)};
};

/** Starts the server and greets it. Rejects with a StartError; the process is gone by then. */
export const openConnection = async (options: OpenOptions, signal: AbortSignal): Promise<OpenConnection> => {
	const {config, reaper} = options;
	const transport = createStdioTransport({
		command: config.command,
		args: config.args,
		environment: serverEnvironment(options.environment, config.env),
		reaper,
		...(config.cwd === undefined ? {} : {cwd: config.cwd}),
	});
	const client = createClient(options);
	// Whatever the SDK waits for at that moment ends with the connection.
	const giveUp = () => void transport.close();
	signal.addEventListener('abort', giveUp, {once: true});
	try {
		signal.throwIfAborted();
		await client.connect(options.era === 'legacy' ? transport : withRawResults(transport));
		signal.throwIfAborted();
		return {client, transport};
	} catch (error) {
		const trouble = troubleOf(error, transport, signal, config.connectTimeout);
		await transport.close();
		throw new StartError(trouble, transport, error);
	} finally {
		signal.removeEventListener('abort', giveUp);
	}
};
