import type {Clock} from '../../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../../domain/server.ts';
import type {
	ConnectionMemory,
	Credentials,
	LocalChannel,
	ServerRequests,
} from '../../../domain/server-ports.ts';
import type {ServerNotice} from '../../../domain/server-request.ts';
import {createSchemaChecker} from '../calls/schema-checker.ts';
import type {ServerCatalogue} from '../catalogue/list-catalogue.ts';
import type {RecordTraffic} from '../traffic/traffic-log.ts';
import {createReaper} from '../transports/reaper.ts';
import {createAccess} from './create-access.ts';
import {createManagedServer, type ManagedServer} from './managed-server.ts';

export type ServerFactory = {
	readonly create: (config: ServerConfig) => ManagedServer;
	readonly close: () => Promise<void>;
};

export type ServerFactoryOptions = {
	readonly version: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly now: Clock;
	readonly inTurn: <T>(start: () => Promise<T>) => Promise<T>;
	readonly requests: ServerRequests;
	readonly asksToSignIn: boolean;
	readonly credentials: Credentials;
	readonly memory: ConnectionMemory;
	readonly localServers: Readonly<Record<string, (channel: LocalChannel) => Promise<void>>>;
	readonly record?: RecordTraffic;
	readonly onStatus: (server: string, status: ServerStatus) => void;
	readonly onNotice: (server: string, notice: ServerNotice) => void;
	readonly onCatalogue: (server: string, catalogue: ServerCatalogue) => void;
};

/** Makes servers that share one reaper, one worker for schemas and one limit on how many start at a time. */
export const createServerFactory = (options: ServerFactoryOptions): ServerFactory => {
	const reaper = createReaper();
	const checker = createSchemaChecker();
	return {
		create: config => {
			const serveLocally = options.localServers[config.name];
			return createManagedServer({
				config,
				version: options.version,
				reaper,
				checker,
				environment: options.environment,
				now: options.now,
				inTurn: options.inTurn,
				access: createAccess(config, options),
				memory: options.memory,
				requests: options.requests,
				asksToSignIn: options.asksToSignIn,
				...(serveLocally === undefined ? {} : {serveLocally}),
				...(options.record === undefined ? {} : {record: options.record}),
				onStatus: status => options.onStatus(config.name, status),
				onNotice: notice => options.onNotice(config.name, notice),
				onCatalogue: catalogue => options.onCatalogue(config.name, catalogue),
			});
		},
		close: () => checker.close(),
	};
};
