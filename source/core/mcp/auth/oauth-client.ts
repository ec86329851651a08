import {createPrivateKey} from 'node:crypto';
import {
	type AddClientAuthentication,
	createPrivateKeyJwtAuth,
	type FetchLike,
	isHttpsUrl,
	type OAuthClientInformationMixed,
	registerClient,
} from '@modelcontextprotocol/client';
import {revealSecret, type Secret} from '../../../domain/secret.ts';
import type {OAuthSettings} from '../../../domain/server.ts';
import {isLoopback} from '../../../support/loopback.ts';
import {sanitiseLine} from '../../../support/sanitise.ts';
import {AccessError} from './access-error.ts';
import type {StoredAccess, StoredClient} from './access-store.ts';
import type {AuthorizationServer} from './authorization-server.ts';
import {tokenError} from './token-error.ts';
import {checkWebAddress} from './web-address.ts';

/** Who we are for an authorization server. */
export type OAuthClient = {
	readonly information: OAuthClientInformationMixed;
	readonly authenticate?: AddClientAuthentication;
	/** To be kept: it was registered for us. */
	readonly registered?: StoredClient;
};

export type ClientSearch = {
	readonly server: string;
	readonly serverUrl: URL;
	readonly settings: OAuthSettings;
	readonly authorizationServer: AuthorizationServer;
	readonly stored: StoredAccess;
	/** Where the browser comes back to; without it nothing is registered. */
	readonly callback?: string;
	readonly scope: string | undefined;
	readonly version: string;
	readonly fetch: FetchLike;
};

const algorithmsByCurve: Readonly<Record<string, string>> = {
	'P-256': 'ES256',
	'P-384': 'ES384',
	'P-521': 'ES512',
	Ed25519: 'EdDSA',
};

const signWith = (server: string, id: string, key: Secret, algorithm?: string): AddClientAuthentication => {
	const text = revealSecret(key).trim();
	try {
		const object = text.startsWith('{')
			? createPrivateKey({key: JSON.parse(text), format: 'jwk'})
			: createPrivateKey(text);
		const jwk = {...object.export({format: 'jwk'})};
		const alg = algorithm ?? algorithmsByCurve[String(jwk.crv)] ?? 'RS256';
		return createPrivateKeyJwtAuth({issuer: id, subject: id, privateKey: jwk, alg});
	} catch (cause) {
		throw new AccessError(
			{
				code: 'bad-private-key',
				message: `The private key of "${server}" cannot be read: it is neither PEM nor a JSON web key.`,
				hint: `Check "privateKey" in the "auth" of "${server}".`,
			},
			cause,
		);
	}
};

const configuredClient = (server: string, id: string, settings: OAuthSettings): OAuthClient => ({
	information: {
		client_id: id,
		...(settings.clientSecret === undefined ? {} : {client_secret: revealSecret(settings.clientSecret)}),
	},
	...(settings.privateKey === undefined
		? {}
		: {authenticate: signWith(server, id, settings.privateKey, settings.signingAlgorithm)}),
});

/** With a secret of the user a server may lead to its own machine only, unless the user named the other one. */
const isNearby = ({serverUrl, authorizationServer}: ClientSearch): boolean => {
	const checked = checkWebAddress(authorizationServer.issuer);
	if (!checked.ok) return false;
	const {hostname} = checked.url;
	return hostname === serverUrl.hostname || (isLoopback(hostname) && isLoopback(serverUrl.hostname));
};

/** Credentials from the configuration go to the issuer in it, or to the authorization server that got them first. */
const requireKnownIssuer = (search: ClientSearch): void => {
	const {server, settings, authorizationServer, stored} = search;
	const secret = settings.clientSecret ?? settings.privateKey ?? settings.assertion;
	// Where the configuration names the issuer, no other one is found.
	if (secret === undefined || settings.issuer !== undefined) return;
	if (stored.issuer === authorizationServer.issuer) return;
	const issuer = authorizationServer.issuer.slice(0, 200);
	if (stored.issuer !== undefined)
		throw new AccessError({
			code: 'authorization-server-changed',
			message: `Server "${server}" now names another authorization server (${issuer} instead of ${stored.issuer}), so its credentials were not sent.`,
			hint: `If this is right, set "issuer": "${sanitiseLine(issuer)}" in the "auth" of "${server}".`,
		});
	if (isNearby(search)) return;
	throw new AccessError({
		code: 'issuer-needed',
		message: `Server "${server}" names an authorization server on another host (${issuer}), so its credentials were not sent.`,
		hint: `If they are meant for it, set "issuer": "${sanitiseLine(issuer)}" in the "auth" of "${server}".`,
	});
};

const authenticationMethod = (supported: readonly string[] | undefined): string =>
	supported === undefined || supported.includes('none')
		? 'none'
		: (['client_secret_basic', 'client_secret_post'].find(method => supported.includes(method)) ?? 'none');

const register = async (search: ClientSearch, callback: string): Promise<OAuthClient> => {
	const {server, authorizationServer, scope, version, fetch} = search;
	const {url, metadata} = authorizationServer;
	if (metadata !== undefined && metadata.registration_endpoint === undefined)
		throw new AccessError({
			code: 'registration-not-offered',
			message: `The authorization server of "${server}" does not let programs register themselves.`,
			hint: `Register a client there and set "clientId" (and "callbackPort") in the "auth" of "${server}".`,
		});
	try {
		const full = await registerClient(url, {
			...(metadata === undefined ? {} : {metadata}),
			clientMetadata: {
				client_name: 'mcp-tui',
				redirect_uris: [callback],
				grant_types: ['authorization_code', 'refresh_token'],
				response_types: ['code'],
				token_endpoint_auth_method: authenticationMethod(metadata?.token_endpoint_auth_methods_supported),
				application_type: 'native',
				software_id: 'mcp-tui',
				software_version: version,
			},
			...(scope === undefined ? {} : {scope}),
			fetchFn: fetch,
		});
		const registered: StoredClient = {
			id: full.client_id,
			callback,
			...(full.client_secret === undefined ? {} : {secret: full.client_secret}),
			...(full.token_endpoint_auth_method === undefined ? {} : {method: full.token_endpoint_auth_method}),
		};
		return {information: toInformation(registered), registered};
	} catch (error) {
		throw tokenError(server, 'did not register this program', error);
	}
};

const toInformation = ({id, secret, method, callback}: StoredClient): OAuthClientInformationMixed => ({
	client_id: id,
	...(secret === undefined ? {} : {client_secret: secret}),
	...(method === undefined ? {} : {token_endpoint_auth_method: method}),
	redirect_uris: callback === undefined ? [] : [callback],
});

/** What an answer must not repeat to the screen. */
export const secretsOf = (
	{clientId, clientSecret, privateKey, assertion}: OAuthSettings,
	client?: OAuthClient,
): readonly string[] => {
	const configured = [clientSecret, privateKey, assertion].flatMap(secret =>
		secret === undefined ? [] : [revealSecret(secret)],
	);
	const {client_id: id = clientId, client_secret: registered} = client?.information ?? {};
	const all = registered === undefined ? configured : [...configured, registered];
	// A header for basic authentication has the name and the secret in one.
	return [...all.map(secret => `${id}:${secret}`), ...all];
};

/** The client from the configuration, the one that was registered before, our document, or a new registration. */
export const findClient = async (search: ClientSearch): Promise<OAuthClient> => {
	const {server, settings, authorizationServer, stored, callback} = search;
	requireKnownIssuer(search);
	if (settings.clientId !== undefined) return configuredClient(server, settings.clientId, settings);
	const known = stored.issuer === authorizationServer.issuer ? stored.client : undefined;
	if (known !== undefined && (callback === undefined || known.callback === callback))
		return {information: toInformation(known), registered: known};
	const ownDocument = settings.clientMetadataUrl;
	if (
		authorizationServer.metadata?.client_id_metadata_document_supported === true &&
		isHttpsUrl(ownDocument) &&
		ownDocument !== undefined
	)
		return {information: {client_id: ownDocument}};
	if (callback !== undefined) return register(search, callback);
	throw new AccessError({
		code: 'client-unknown',
		message: `Server "${server}" has no client to ask for a token with.`,
		hint: `Set "clientId" in the "auth" of "${server}".`,
	});
};
