import {
	type DpopSession,
	type FetchLike,
	fetchToken,
	type OAuthClientProvider,
	type OAuthTokens,
	requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import {assertNever} from '../../../domain/assert-never.ts';
import {revealSecret, type Secret} from '../../../domain/secret.ts';
import type {OAuthSettings} from '../../../domain/server.ts';
import {AccessError} from './access-error.ts';
import type {AuthorizationServer} from './authorization-server.ts';
import type {OAuthClient} from './oauth-client.ts';

export type MachineGrant = {
	readonly server: string;
	readonly settings: OAuthSettings;
	readonly authorizationServer: AuthorizationServer;
	readonly client: OAuthClient;
	readonly scope: string | undefined;
	readonly proof: DpopSession | undefined;
	readonly fetch: FetchLike;
};

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const missing = (server: string, field: string): AccessError =>
	new AccessError({
		code: 'oauth-settings-incomplete',
		message: `The "auth" of "${server}" lacks "${field}".`,
		hint: `Add "${field}" to the "auth" of "${server}".`,
	});

const requireAssertion = ({server, settings}: MachineGrant): Secret => {
	if (settings.assertion === undefined) throw missing(server, 'assertion');
	return settings.assertion;
};

/** Trades the identity provider's token for one that the server's authorization server accepts. */
const crossAppAssertion = async (grant: MachineGrant): Promise<string> => {
	const {server, settings, authorizationServer, scope, fetch} = grant;
	const provider = settings.identityProvider;
	if (provider === undefined) throw missing(server, 'identityProvider');
	const {resource, issuer} = authorizationServer;
	if (resource === undefined)
		throw new AccessError({
			code: 'resource-unknown',
			message: `Server "${server}" does not say which resource its tokens are for, which cross-app access needs.`,
			hint: 'Ask those who run it to publish OAuth protected resource metadata, or use another grant.',
		});
	const {jwtAuthGrant} = await requestJwtAuthorizationGrant({
		tokenEndpoint: provider.tokenEndpoint,
		audience: issuer,
		resource,
		idToken: revealSecret(requireAssertion(grant)),
		clientId: provider.clientId,
		...(scope === undefined ? {} : {scope}),
		fetchFn: fetch,
	});
	return jwtAuthGrant;
};

const requestBody = async (grant: MachineGrant): Promise<URLSearchParams> => {
	const kind = grant.settings.grant;
	switch (kind) {
		case 'client-credentials':
			return new URLSearchParams({grant_type: 'client_credentials'});
		case 'jwt-bearer':
			return new URLSearchParams({
				grant_type: jwtBearer,
				assertion: revealSecret(requireAssertion(grant)),
			});
		case 'cross-app-access':
			return new URLSearchParams({grant_type: jwtBearer, assertion: await crossAppAssertion(grant)});
		case 'authorization-code':
			throw new Error('A person has to sign in for this grant.');
		default:
			return assertNever(kind);
	}
};

/** A token for the program itself, without a browser. Rejects with what the SDK throws, or an AccessError. */
export const requestMachineToken = async (grant: MachineGrant): Promise<OAuthTokens> => {
	const {authorizationServer, client, scope, proof, fetch} = grant;
	const body = await requestBody(grant);
	if (scope !== undefined) body.set('scope', scope);
	const notUsed = () => {
		throw new Error('This grant needs no browser.');
	};
	const provider: OAuthClientProvider = {
		redirectUrl: undefined,
		clientMetadata: {redirect_uris: []},
		clientInformation: () => client.information,
		tokens: () => undefined,
		saveTokens: notUsed,
		redirectToAuthorization: notUsed,
		saveCodeVerifier: notUsed,
		codeVerifier: notUsed,
		prepareTokenRequest: () => body,
		...(client.authenticate === undefined ? {} : {addClientAuthentication: client.authenticate}),
		...(proof === undefined ? {} : {dpop: () => proof}),
	};
	const {url, metadata, resource} = authorizationServer;
	return fetchToken(provider, url, {
		...(metadata === undefined ? {} : {metadata}),
		...(resource === undefined ? {} : {resource}),
		fetchFn: fetch,
	});
};
