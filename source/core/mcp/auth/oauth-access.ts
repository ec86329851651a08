import type {FetchLike} from '@modelcontextprotocol/client';
import type {OAuthSettings, RemoteServer} from '../../../domain/server.ts';
import type {Credentials, SignInOutcome, SignOutOutcome} from '../../../domain/server-ports.ts';
import type {LookUp} from '../../../support/network/look-up.ts';
import {createAccessContext} from './access-context.ts';
import {AccessError, toAccessFailure} from './access-error.ts';
import {createAccessStore, secretNameOf} from './access-store.ts';
import {readRefusal} from './challenge.ts';
import {createGuard} from './guarded-fetch.ts';
import {createOAuthSession, type OAuthSession} from './oauth-session.ts';
import {type AskSignIn, signInWithBrowser} from './sign-in.ts';
import {signOutOf} from './sign-out.ts';
import {tokenError} from './token-error.ts';

export type OAuthAccessOptions = {
	readonly config: RemoteServer;
	readonly headers: Readonly<Record<string, string>>;
	readonly credentials: Credentials;
	readonly fetch: FetchLike;
	readonly askSignIn: AskSignIn;
	readonly version: string;
	readonly lookUp?: LookUp;
	readonly isProxied?: (url: URL) => boolean;
};

export type OAuthAccess = OAuthSession & {
	readonly signIn: (signal: AbortSignal) => Promise<SignInOutcome>;
	readonly signOut: (signal: AbortSignal) => Promise<SignOutOutcome>;
};

const assumed: OAuthSettings = {type: 'oauth', grant: 'authorization-code'};

/** WebSockets begin as a request of HTTP, and OAuth knows only that. */
const httpAddress = (address: string): URL => new URL(address.replace(/^ws/i, 'http'));

const originOf = (address: string | undefined): readonly string[] =>
	address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [];

export const createOAuthAccess = (options: OAuthAccessOptions): OAuthAccess => {
	const {config, headers, credentials, fetch, askSignIn, version, lookUp, isProxied} = options;
	const server = config.name;
	const serverUrl = httpAddress(config.url);
	const settings = config.auth.type === 'oauth' ? config.auth : assumed;
	const provider = settings.identityProvider;
	const context = createAccessContext({
		config,
		serverUrl,
		settings,
		version,
		store: createAccessStore(credentials, secretNameOf(server, config.url)),
		guard: createGuard({
			server,
			serverUrl,
			fetch,
			trusted: [settings.issuer, provider?.tokenEndpoint, provider?.issuer].flatMap(originOf),
			...(lookUp === undefined ? {} : {lookUp}),
			...(isProxied === undefined ? {} : {isProxied}),
		}),
	});
	const session = createOAuthSession(context);

	const probe = async (signal: AbortSignal): Promise<void> => {
		const isStream = config.type === 'sse';
		const response = await context.guard.fetchWith(signal)(serverUrl, {
			method: isStream ? 'GET' : 'POST',
			headers: {
				...headers,
				accept: isStream ? 'text/event-stream' : 'application/json, text/event-stream',
				...(isStream ? {} : {'content-type': 'application/json'}),
			},
			...(isStream ? {} : {body: '{"jsonrpc":"2.0","id":0,"method":"ping"}'}),
		});
		if (response.status === 401 || response.status === 403) context.challenged(await readRefusal(response));
		await response.body?.cancel();
	};

	const renewNow = async (signal: AbortSignal): Promise<SignInOutcome> => {
		try {
			if (context.challenge() === undefined) await probe(signal);
			await session.renew(signal);
			return {type: 'signed-in', kept: credentials.place};
		} catch (error) {
			if (signal.aborted) return {type: 'cancelled'};
			return {type: 'failed', failure: toAccessFailure(tokenError(server, 'gave no token', error))};
		}
	};

	let isSigningIn = false;
	return {
		...session,
		signIn: async signal => {
			if (isSigningIn)
				return {
					type: 'failed',
					failure: toAccessFailure(
						new AccessError({
							code: 'sign-in-under-way',
							message: `A sign-in to "${server}" is under way already.`,
							hint: 'Finish it in the browser, or cancel it first.',
						}),
					),
				};
			isSigningIn = true;
			try {
				return settings.grant === 'authorization-code'
					? await signInWithBrowser({context, askSignIn, probe}, signal)
					: await renewNow(signal);
			} finally {
				isSigningIn = false;
			}
		},
		signOut: signal => signOutOf(context, signal),
	};
};
