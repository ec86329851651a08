import {
	type FetchLike,
	type OAuthClientInformationMixed,
	selectClientAuthMethod,
} from '@modelcontextprotocol/client';
import {limitedSignal} from '../../../support/limited-signal.ts';
import type {AccessContext} from './access-context.ts';
import type {StoredAccess, StoredTokens} from './access-store.ts';
import {findClient, type OAuthClient} from './oauth-client.ts';

const revocationLimit = 10_000;

const authenticate = (
	information: OAuthClientInformationMixed,
	supported: readonly string[],
	headers: Headers,
	body: URLSearchParams,
): void => {
	const method = selectClientAuthMethod(information, [...supported]);
	const {client_id: id, client_secret: secret = ''} = information;
	if (method === 'client_secret_basic')
		headers.set('Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
	else body.set('client_id', id);
	if (method === 'client_secret_post') body.set('client_secret', secret);
};

const sendRevocation = async (
	endpoint: string,
	tokens: StoredTokens,
	{information, authenticate: sign}: OAuthClient,
	supported: readonly string[],
	fetch: FetchLike,
): Promise<void> => {
	// With the refresh token goes every access token that came from it.
	const {refreshToken, accessToken} = tokens;
	const body = new URLSearchParams({
		token: refreshToken ?? accessToken,
		token_type_hint: refreshToken === undefined ? 'access_token' : 'refresh_token',
	});
	const headers = new Headers({'Content-Type': 'application/x-www-form-urlencoded'});
	if (sign === undefined) authenticate(information, supported, headers, body);
	else await sign(headers, body, endpoint);
	const response = await fetch(endpoint, {method: 'POST', headers, body});
	await response.body?.cancel();
};

/** Gives tokens back where the authorization server takes them. Rejects where it cannot be asked. */
export const revokeTokens = async (
	context: AccessContext,
	stored: StoredAccess,
	signal: AbortSignal,
): Promise<void> => {
	const {server, serverUrl, settings, version, guard} = context;
	if (stored.tokens === undefined) return;
	const limit = limitedSignal(signal, revocationLimit);
	const fetch = guard.fetchWith(limit);
	const authorizationServer = await context.discover(limit);
	const metadata = authorizationServer.metadata;
	const endpoint =
		metadata !== undefined && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
	// A token is shown to nobody but the one who gave it.
	if (typeof endpoint !== 'string' || stored.issuer !== authorizationServer.issuer) return;
	const scope = undefined;
	const client = await findClient({
		server,
		serverUrl,
		settings,
		authorizationServer,
		stored,
		scope,
		version,
		fetch,
	});
	const supported = metadata?.token_endpoint_auth_methods_supported ?? [];
	await sendRevocation(endpoint, stored.tokens, client, supported, fetch);
};
