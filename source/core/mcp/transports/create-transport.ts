import {assertNever} from '../../../domain/assert-never.ts';
import type {ServerConfig, TransportName} from '../../../domain/server.ts';
import type {LocalChannel} from '../../../domain/server-ports.ts';
import type {Environment} from '../../../support/network/proxy-choice.ts';
import {serverEnvironment} from './environment.ts';
import {createHttpTransport} from './http-transport.ts';
import {createInMemoryTransport} from './in-memory-transport.ts';
import type {Reaper} from './reaper.ts';
import type {TransportAccess} from './remote-options.ts';
import type {ServerTransport} from './server-transport.ts';
import {createSseTransport} from './sse-transport.ts';
import {createStdioTransport} from './stdio-transport.ts';
import {createWsTransport} from './ws-transport.ts';

export type TransportSettings = {
	readonly config: ServerConfig;
	readonly reaper: Reaper;
	readonly environment: Environment;
	readonly access: TransportAccess;
	/** For in-memory servers: connects the server's end. */
	readonly serveLocally?: (channel: LocalChannel) => Promise<void>;
};

/** A transport that is not started yet. `name` decides where the config leaves a choice. */
export const createTransport = (options: TransportSettings, name: TransportName): ServerTransport => {
	const {config, environment, access} = options;
	switch (config.type) {
		case 'stdio':
			return createStdioTransport({
				command: config.command,
				args: config.args,
				environment: serverEnvironment(environment, config.env),
				encoding: config.encoding,
				reaper: options.reaper,
				...(config.cwd === undefined ? {} : {cwd: config.cwd}),
			});
		case 'in-memory':
			return createInMemoryTransport(options.serveLocally);
		case 'http':
		case 'sse':
			return name === 'sse'
				? createSseTransport({config, access, environment})
				: createHttpTransport({config, access, environment});
		case 'ws':
			return createWsTransport({config, access, environment});
		default:
			return assertNever(config);
	}
};
