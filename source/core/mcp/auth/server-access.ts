import type {AuthProvider, FetchLike} from '@modelcontextprotocol/client';
import type {Failure} from '../../../domain/failure.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {Credentials, SignInOutcome, SignOutOutcome} from '../../../domain/server-ports.ts';
import type {LookUp} from '../../../support/network/look-up.ts';
import {AccessError} from './access-error.ts';
import type {OAuthAccess} from './oauth-access.ts';
import type {AskSignIn} from './sign-in.ts';
import {hasOwnCredentials, staticHeaders} from './static-headers.ts';

/** How requests to one server prove who sends them. */
export type ServerAccess = {
	/** Sent with every request to the server, and with no other. */
	readonly headers: Readonly<Record<string, string>>;
	/**
	 * For the SDK's HTTP transports; for others `token` alone. It is not the SDK's OAuthClientProvider, with which the
	 * transport itself would send OAuth requests: unguarded, several at once, and with `headers` in them. Never opens a
	 * browser: it rejects with a SignInNeededError, or with another AccessError.
	 */
	readonly provider?: AuthProvider;
	/** Around the `fetch` of the SDK's HTTP transports, as the outermost layer. */
	readonly wrapFetch?: (fetch: FetchLike) => FetchLike;
	readonly signIn: (signal: AbortSignal) => Promise<SignInOutcome>;
	readonly signOut: (signal: AbortSignal) => Promise<SignOutOutcome>;
};

export type ServerAccessOptions = {
	readonly config: ServerConfig;
	readonly credentials: Credentials;
	readonly fetch: FetchLike;
	readonly askSignIn: AskSignIn;
	readonly version: string;
	/** Every address behind a name; the system's resolver without it. */
	readonly lookUp?: LookUp;
	/** Whether a proxy stands before an address; never without it. */
	readonly isProxied?: (url: URL) => boolean;
};

const withoutSignIn = (failure: Failure): Pick<ServerAccess, 'signIn' | 'signOut'> => ({
	signIn: async () => ({type: 'failed', failure}),
	signOut: async () => ({type: 'not-signed-in'}),
});

export const createServerAccess = (options: ServerAccessOptions): ServerAccess => {
	const {config} = options;
	const {name} = config;
	if (config.type === 'stdio' || config.type === 'in-memory')
		return {
			headers: {},
			...withoutSignIn({
				code: 'sign-in-not-possible',
				message: `Server "${name}" runs on this machine, and there is nothing to sign in to.`,
				hint: 'If it needs a key, set it in "env".',
			}),
		};
	const headers = staticHeaders(config);
	if (hasOwnCredentials(config))
		return {
			headers,
			provider: {
				token: async () => undefined,
				onUnauthorized: async () => {
					throw new AccessError({
						code: 'credentials-refused',
						message: `Server "${name}" refused the credentials in its entry (HTTP 401).`,
						hint:
							config.auth.type === 'none'
								? `Check the Authorization header in the "headers" of "${name}".`
								: `Check the "auth" of "${name}": it says "${config.auth.type}".`,
					});
				},
			},
			...withoutSignIn({
				code: 'sign-in-not-possible',
				message: `Server "${name}" gets its credentials from its entry, so there is nothing to sign in to.`,
				hint: `To sign in with a browser, set "auth": {"type": "oauth"} for "${name}".`,
			}),
		};
	let loading: Promise<OAuthAccess> | undefined;
	// The SDK takes long to load, and most servers need none of this.
	const load = (): Promise<OAuthAccess> => {
		loading ??= import('./oauth-access.ts').then(({createOAuthAccess}) =>
			createOAuthAccess({...options, config, headers}),
		);
		return loading;
	};
	return {
		headers,
		provider: {
			token: async () => (await load()).token(),
			onUnauthorized: async ({response}) => (await load()).onUnauthorized(response),
		},
		wrapFetch: fetch => async (url, init) => (await load()).send(fetch)(url, init),
		signIn: async signal => (await load()).signIn(signal),
		signOut: async signal => (await load()).signOut(signal),
	};
};
