import type {DpopSession, FetchLike, OAuthTokens} from '@modelcontextprotocol/client';
import type {OAuthSettings} from '../../../domain/server.ts';
import {AccessError} from './access-error.ts';
import type {AccessStore, StoredAccess, StoredTokens} from './access-store.ts';
import {type AuthorizationServer, findAuthorizationServer} from './authorization-server.ts';
import type {Challenge} from './challenge.ts';
import type {Guard} from './guarded-fetch.ts';
import {openProofKey, type ProofKey} from './proof-key.ts';
import {createScopeMemory, type ScopeMemory} from './scope-memory.ts';

/** What getting, renewing and giving back tokens of one server have in common. */
export type AccessContext = {
	readonly server: string;
	readonly serverUrl: URL;
	readonly settings: OAuthSettings;
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

export type ContextOptions = Pick<
	AccessContext,
	'server' | 'serverUrl' | 'settings' | 'version' | 'store' | 'guard'
>;

export const createAccessContext = (options: ContextOptions): AccessContext => {
	const {server, serverUrl, settings, guard} = options;
	const scopes = createScopeMemory(settings);
	let challenge: Challenge | undefined;
	let found: AuthorizationServer | undefined;
	let proofKey: Promise<ProofKey> | undefined;
	return {
		...options,
		scopes,
		challenge: () => challenge,
		challenged: next => {
			challenge = next;
			scopes.asked(next.scope);
		},
		discover: async signal => {
			const {issuer} = settings;
			found ??= await findAuthorizationServer({server, serverUrl, challenge, guard, issuer}, signal);
			return found;
		},
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
