import type {ServerConfig} from '../../../domain/server.ts';
import type {Credentials, ServerRequests} from '../../../domain/server-ports.ts';
import {createServerAccess, type ServerAccess} from '../auth/server-access.ts';
import {createNetworkFetch} from '../transports/network-fetch.ts';

export type AccessDeps = {
	readonly version: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly credentials: Credentials;
	readonly requests: Pick<ServerRequests, 'signIn'>;
};

/** A process of our own needs no permission from anybody. */
const noAccess = (config: ServerConfig): ServerAccess => ({
	headers: {},
	signIn: () =>
		Promise.resolve({
			type: 'failed',
			failure: {
				code: 'no-sign-in',
				message: `Server "${config.name}" runs on this machine and has no sign-in.`,
				hint: 'What it needs to know is in "env" of its entry in the config.',
			},
		}),
	signOut: () => Promise.resolve({type: 'not-signed-in'}),
});

export const createAccess = (config: ServerConfig, deps: AccessDeps): ServerAccess =>
	config.type === 'stdio' || config.type === 'in-memory'
		? noAccess(config)
		: createServerAccess({
				config,
				credentials: deps.credentials,
				fetch: createNetworkFetch({environment: deps.environment}),
				askSignIn: (request, signal) => deps.requests.signIn(config.name, request, signal),
				version: deps.version,
			});
