import type {ServerConfig} from '../../../domain/server.ts';
import type {Credentials, ServerRequests} from '../../../domain/server-ports.ts';
import {isProxiedBy} from '../../../support/network/proxy-choice.ts';
import {createServerAccess, type ServerAccess} from '../auth/server-access.ts';
import {createServerFetch} from '../transports/server-fetch.ts';

export type AccessDeps = {
	readonly version: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly credentials: Credentials;
	readonly requests: Pick<ServerRequests, 'signIn'>;
};

/** How we prove to a server who we are, with requests that go through the user's proxy. */
export const createAccess = (config: ServerConfig, deps: AccessDeps): ServerAccess =>
	createServerAccess({
		config,
		credentials: deps.credentials,
		fetch: createServerFetch({environment: deps.environment}),
		askSignIn: (request, signal) => deps.requests.signIn(config.name, request, signal),
		version: deps.version,
		isProxied: isProxiedBy(deps.environment),
	});
