import {onTestFinished} from 'vitest';
import {z} from 'zod';
import {
	type OpenConnection,
	type OpenOptions,
	openConnection,
	StartError,
} from '../../../source/core/mcp/connection/open-connection.ts';
import {unpackResult} from '../../../source/core/mcp/connection/raw-results.ts';
import {type StartTrouble, startFailure} from '../../../source/core/mcp/connection/start-failure.ts';
import {createReaper} from '../../../source/core/mcp/transports/reaper.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {RemoteServer, ServerConfig} from '../../../source/domain/server.ts';

export const remoteConfig = (
	type: RemoteServer['type'],
	url: string,
	overrides: Partial<RemoteServer> = {},
): RemoteServer => ({
	name: 'remote',
	type,
	url,
	headers: {},
	auth: {type: 'none'},
	connectTimeout: 20_000,
	requestTimeout: 20_000,
	sseReadTimeout: 60_000,
	retryAttempts: 0,
	terminateOnClose: true,
	allowInsecure: false,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	...overrides,
});

/** Opens a connection that is closed when the test is over. */
export const open = async (
	config: ServerConfig,
	more: Partial<OpenOptions> = {},
	signal: AbortSignal = AbortSignal.timeout(config.connectTimeout),
): Promise<OpenConnection> => {
	const connection = await openConnection(
		{
			config,
			version: '0.0.0-test',
			reaper: createReaper(),
			environment: {},
			access: {headers: {}},
			capabilities: {},
			prepare: () => {},
			...more,
		},
		signal,
	);
	onTestFinished(() => connection.transport.close());
	return connection;
};

/** Why a connection cannot be opened, and what the user is told. */
export const openFailing = async (
	config: ServerConfig,
	more: Partial<OpenOptions> = {},
	signal?: AbortSignal,
): Promise<{readonly trouble: StartTrouble; readonly failure: Failure}> => {
	try {
		await open(config, more, signal);
	} catch (error) {
		if (!(error instanceof StartError)) throw error;
		return {trouble: error.trouble, failure: startFailure(config, error.trouble, error)};
	}
	throw new Error('the connection was opened');
};

/** Any request, answered as the server sent it. */
export const ask = async (
	{client}: OpenConnection,
	method: string,
	params: JsonObject = {},
	timeout = 20_000,
): Promise<unknown> => unpackResult(await client.request({method, params}, z.unknown(), {timeout}));

export const callEcho = (connection: OpenConnection, timeout?: number): Promise<unknown> =>
	ask(connection, 'tools/call', {name: 'echo', arguments: {}}, timeout);
