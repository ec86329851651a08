import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {createMemoryCredentials} from '../../source/core/credentials/memory-credentials.ts';
import {createServerAccess, type ServerAccess} from '../../source/core/mcp/auth/server-access.ts';
import type {AskSignIn} from '../../source/core/mcp/auth/sign-in.ts';
import type {RemoteServer, ServerAuth} from '../../source/domain/server.ts';
import type {Credentials} from '../../source/domain/server-ports.ts';
import type {SignInRequest} from '../../source/domain/server-request.ts';
import {
	type AuthorizationServer,
	type AuthorizationServerOptions,
	startAuthorizationServer,
} from './oauth-authorization-server.ts';
import {
	type ProtectedServer,
	type ProtectedServerOptions,
	startProtectedServer,
} from './oauth-protected-server.ts';

export const remoteServer = (
	url: string,
	auth: ServerAuth,
	headers: Readonly<Record<string, string>> = {},
): RemoteServer => ({
	name: 'vault',
	type: 'http',
	url,
	headers,
	auth,
	connectTimeout: 30_000,
	requestTimeout: 60_000,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	sseReadTimeout: 300_000,
	terminateOnClose: true,
	allowInsecure: false,
});

export type WorldOptions = {
	readonly authorization?: AuthorizationServerOptions;
	readonly protection?: Partial<ProtectedServerOptions>;
	/** May depend on the address of the authorization server. */
	readonly auth?: ServerAuth | ((issuer: string) => ServerAuth);
	readonly headers?: Readonly<Record<string, string>>;
};

export type World = {
	readonly authorizationServer: AuthorizationServer;
	readonly server: ProtectedServer;
	readonly credentials: Credentials;
	readonly access: ServerAccess;
	/** Addresses that the user was asked to open. */
	readonly asked: readonly SignInRequest[];
	/** Another process with the same credentials. */
	readonly createAccess: (askSignIn?: AskSignIn) => ServerAccess;
	readonly close: () => Promise<void>;
};

/** What a browser does: follows the address to the authorization server and comes back. */
export const browse = async (url: string): Promise<string> => {
	const response = await fetch(url, {redirect: 'manual'});
	await response.body?.cancel();
	return response.headers.get('location') ?? '';
};

export const createWorld = async (options: WorldOptions = {}): Promise<World> => {
	const authorizationServer = await startAuthorizationServer(options.authorization);
	const server = await startProtectedServer({
		scopeOf: authorizationServer.scopeOf,
		authorizationServer: authorizationServer.base,
		...options.protection,
	});
	const credentials = createMemoryCredentials();
	const asked: SignInRequest[] = [];
	const visit: AskSignIn = async request => {
		asked.push(request);
		const back = await browse(request.url);
		if (back !== '') await (await fetch(back)).text();
		return {type: 'opened'};
	};
	const {auth = {type: 'none'}} = options;
	const createAccess = (askSignIn: AskSignIn = visit): ServerAccess =>
		createServerAccess({
			config: remoteServer(
				server.url,
				typeof auth === 'function' ? auth(authorizationServer.base) : auth,
				options.headers,
			),
			credentials,
			fetch,
			askSignIn,
			version: '0.0.0',
		});
	return {
		authorizationServer,
		server,
		credentials,
		asked,
		createAccess,
		access: createAccess(),
		close: async () => {
			await Promise.all([authorizationServer.close(), server.close()]);
		},
	};
};

export const connectWith = async (url: string, access: ServerAccess): Promise<Client> => {
	const client = new Client({name: 'test', version: '0.0.0'});
	await client.connect(
		new StreamableHTTPClientTransport(new URL(url), {
			...(access.provider === undefined ? {} : {authProvider: access.provider}),
			fetch: access.wrapFetch?.(fetch) ?? fetch,
			requestInit: {headers: {...access.headers}},
		}),
	);
	return client;
};

export const never = new AbortController().signal;
