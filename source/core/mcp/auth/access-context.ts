import type {DpopSession, FetchLike, OAuthTokens} from '@modelcontextprotocol/client';
import type {OAuthSettings, RemoteServer} from '../../../domain/server.ts';
import {quoteWord} from '../../../support/shell-words.ts';
import {AccessError} from './access-error.ts';
import type {AccessStore, StoredAccess, StoredTokens} from './access-store.ts';
import {type AuthorizationServer, findAuthorizationServer} from './authorization-server.ts';
import {asksForToken, type Challenge} from './challenge.ts';
import {credentialsNeeded, hasRegistration} from './credentials-needed.ts';
import type {Guard} from './guarded-fetch.ts';
import {openProofKey, type ProofKey} from './proof-key.ts';
import {createScopeMemory, type ScopeMemory} from './scope-memory.ts';

/** What getting, renewing and giving back tokens of one server have in common. */
export type AccessContext = {
	readonly server: string;
	readonly serverUrl: URL;
	readonly settings: OAuthSettings;
	/** Resolves with the reason where nothing tells that the server gives out tokens, and its entry does not say so. */
	readonly whyNoSignIn: (signal: AbortSignal) => Promise<AccessError | undefined>;
	readonly version: string;
	readonly store: AccessStore;
	readonly scopes: ScopeMemory;
	/** For everything but the server's own protocol. */
	readonly guard: Guard;
	/** Undefined until the server has refused a request. */
	readonly challenge: () => Challenge | undefined;
	readonly challenged: (challenge: Challenge) => void;
	/** Kept until it is forgotten. */
	readonly discover: (signal: AbortSignal) => Promise<AuthorizationServer>;
	readonly forgetDiscovery: () => void;
	readonly proofKey: (stored: StoredAccess) => Promise<ProofKey | undefined>;
};

export type ContextOptions = Pick<AccessContext, 'serverUrl' | 'settings' | 'version' | 'store' | 'guard'> & {
	readonly config: RemoteServer;
};

export const createAccessContext = ({config, ...options}: ContextOptions): AccessContext => {
	const {serverUrl, settings, guard} = options;
	const {name: server} = config;
	const scopes = createScopeMemory(settings);
	let challenge: Challenge | undefined;
	let found: AuthorizationServer | undefined;
	let proofKey: Promise<ProofKey> | undefined;

	const discover = async (signal: AbortSignal): Promise<AuthorizationServer> => {
		const {issuer} = settings;
		found ??= await findAuthorizationServer({server, serverUrl, challenge, guard, issuer}, signal);
		return found;
	};

	const givesTokens = async (signal: AbortSignal): Promise<boolean> => {
		if (config.auth.type === 'oauth' || challenge?.resourceMetadataUrl !== undefined) return true;
		if (challenge !== undefined && !asksForToken(challenge)) return false;
		try {
			const {metadata, resource} = await discover(signal);
			if (metadata !== undefined || resource !== undefined) return true;
			return await hasRegistration(serverUrl, guard.fetchWith(signal));
		} catch {
			// Trouble on the way is no answer; a sign-in tells more about it.
			return true;
		}
	};

	return {
		...options,
		server,
		whyNoSignIn: async signal => {
			if (await givesTokens(signal)) return undefined;
			if (challenge !== undefined) return new AccessError(credentialsNeeded(config, challenge));
			return new AccessError({
				code: 'sign-in-not-possible',
				message: `Server "${server}" does not ask who you are, and offers nothing to sign in to.`,
				hint: `See whether it works: mcp-tui mcp test ${quoteWord(server)}`,
			});
		},
		scopes,
		challenge: () => challenge,
		challenged: next => {
			challenge = next;
			scopes.asked(next.scope);
		},
		discover,
		forgetDiscovery: () => {
			found = undefined;
		},
		proofKey: async stored => {
			if (settings.dpop !== true) return undefined;
			proofKey ??= openProofKey(stored.proofKey);
			return proofKey;
		},
	};
};

/** Arguments for the SDK's token requests. */
export const tokenRequest = (
	{metadata, resource}: AuthorizationServer,
	proof: DpopSession | undefined,
	fetchFn: FetchLike,
) => ({
	...(metadata === undefined ? {} : {metadata}),
	...(resource === undefined ? {} : {resource}),
	...(proof === undefined ? {} : {dpop: proof}),
	fetchFn,
});

/** Rejects a token that whoever sees it could use, where it was to be bound to our key. */
export const toStoredTokens = (
	{server, settings}: Pick<AccessContext, 'server' | 'settings'>,
	tokens: OAuthTokens,
	requested: string | undefined,
): StoredTokens => {
	if (settings.dpop === true && tokens.token_type.toLowerCase() !== 'dpop')
		throw new AccessError({
			code: 'token-not-bound',
			message: `The authorization server of "${server}" gave a token that is not bound to a key, though its entry asks for that.`,
			hint: `Ask those who run it to support DPoP, or remove "dpop" from the "auth" of "${server}".`,
		});
	// An authorization server that says nothing has granted what was asked for.
	const scope = tokens.scope ?? requested;
	return {
		accessToken: tokens.access_token,
		tokenType: tokens.token_type,
		...(tokens.refresh_token === undefined ? {} : {refreshToken: tokens.refresh_token}),
		...(scope === undefined ? {} : {scope}),
		...(tokens.expires_in === undefined ? {} : {expiresAt: Date.now() + tokens.expires_in * 1000}),
	};
};
