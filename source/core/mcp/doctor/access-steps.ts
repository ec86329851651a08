import {
	discoverAuthorizationServerMetadata,
	discoverOAuthProtectedResourceMetadata,
	type FetchLike,
} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import type {RemoteServer} from '../../../domain/server.ts';
import type {Credentials} from '../../../domain/server-ports.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import {maskUrl} from '../../../support/mask-secrets.ts';
import {unreachableHint} from '../../../support/network/unreachable.ts';
import {quoteWord} from '../../../support/shell-words.ts';
import {createAccessStore, secretNameOf} from '../auth/access-store.ts';
import {asksForToken, type Challenge, readRefusal} from '../auth/challenge.ts';
import {credentialsHint, hasRegistration} from '../auth/credentials-needed.ts';
import {createGuardedFetch} from '../auth/guarded-fetch.ts';
import {hasOwnCredentials} from '../auth/static-headers.ts';
import {timerLimit} from '../connection/time-limit.ts';
import {serverAddress} from '../transports/server-address.ts';
import {describeEnd, endBehind} from '../transports/transport-end.ts';
import {type Finding, fail, ok, type Step, skip, warn} from './diagnosis-walk.ts';

type AccessStepsOptions = {
	readonly config: RemoteServer;
	/** What is sent with every request to the server. */
	readonly headers: Readonly<Record<string, string>>;
	readonly fetch: FetchLike;
	readonly credentials: Credentials;
	/** Whether a proxy looks the name of an address up. */
	readonly isProxied: (url: URL) => boolean;
};

const ping = JSON.stringify({jsonrpc: '2.0', id: 'mcp-tui-doctor', method: 'ping'});

const askServer = async (
	{config, headers, fetch}: AccessStepsOptions,
	signal: AbortSignal,
): Promise<Response> => {
	const limit = limitedSignal(signal, timerLimit(config.connectTimeout));
	const accept = 'application/json, text/event-stream';
	const response = await fetch(
		config.url,
		config.type === 'sse'
			? {method: 'GET', headers: {accept: 'text/event-stream', ...headers}, signal: limit}
			: {
					method: 'POST',
					headers: {'content-type': 'application/json', accept, ...headers},
					body: ping,
					signal: limit,
				},
	);
	return response;
};

/** Where it sends us, without what may be secret in the address. */
const placeIn = (location: string | null, base: string): string => {
	if (location === null) return 'nowhere';
	return URL.canParse(location, base) ? maskUrl(new URL(location, base).href) : 'something that is not a URL';
};

const statusFinding = ({status, headers}: Response, {url}: RemoteServer): Finding => {
	const what = `HTTP status ${status}`;
	if (status === 407)
		return fail(`${what}: the proxy wants to know who you are`, 'Put user and password into HTTPS_PROXY.');
	if (status >= 300 && status < 400)
		return warn(
			`${what}: it sends us on to ${placeIn(headers.get('location'), url)}`,
			'Put that address into "url" if you trust it.',
		);
	if (status === 404) return warn(what, 'Is the path of "url" right? It often ends with /mcp or /sse.');
	if (status === 429) return warn(what, 'The server wants fewer requests: wait a while.');
	if (status >= 500) return warn(what, 'The server has a problem of its own: look into its log.');
	return ok(
		status === 400 || status === 405 || status === 406 ? `${what}, which is usual without a session` : what,
	);
};

const troubleFinding = (error: unknown): Finding => {
	const end = endBehind(error);
	if (end === undefined) return fail(describeError(error), 'Check "url" in the config.');
	return fail(
		`the server ${describeEnd(end)}`,
		end.type === 'unreachable' ? unreachableHint(end, serverAddress) : 'Check "url" in the config.',
	);
};

/** From HTTP to the token: what the server wants to know about us, and whether we can tell it. */
export const accessSteps = (options: AccessStepsOptions): readonly Step[] => {
	const {config, credentials} = options;
	let challenge: Challenge | undefined;
	let authorizationServer: string | undefined;
	let isDescribed = false;

	const needsNothing = skip('not needed');
	const isByBrowser = config.auth.type !== 'oauth' || config.auth.grant === 'authorization-code';

	const guarded = (signal: AbortSignal): FetchLike =>
		createGuardedFetch({
			server: config.name,
			serverUrl: new URL(config.url),
			fetch: options.fetch,
			trusted: [],
			isProxied: options.isProxied,
		})(signal);

	const http: Step = {
		name: 'HTTP',
		look: async signal => {
			if (config.type === 'ws') return skip('a WebSocket is opened with the handshake');
			try {
				const response = await askServer(options, signal);
				const isRefused = response.status === 401 || response.status === 403;
				if (isRefused) challenge = await readRefusal(response);
				// A stream of events would never end.
				await response.body?.cancel();
				if (!isRefused) return statusFinding(response, config);
				return ok(`HTTP status ${response.status}: the server asks who you are`);
			} catch (error) {
				return troubleFinding(error);
			}
		},
	};

	const challengeStep: Step = {
		name: 'challenge',
		look: async () => {
			if (challenge === undefined) return skip('the server does not ask who you are');
			const {scheme, scope, error, resourceMetadataUrl} = challenge;
			const detail = [
				`scheme ${scheme ?? 'not named'}`,
				...(scope === undefined ? [] : [`scope ${scope}`]),
				...(error === undefined ? [] : [error]),
				...(resourceMetadataUrl === undefined ? [] : [`described at ${resourceMetadataUrl.href}`]),
			].join(', ');
			if (hasOwnCredentials(config))
				return fail(
					`the credentials in the config were refused (${detail})`,
					config.auth.type === 'none'
						? 'Check the Authorization header in "headers".'
						: `Check "auth" in the config: it says "${config.auth.type}". Has the token expired?`,
				);
			return asksForToken(challenge) ? ok(detail) : fail(detail, credentialsHint(config, challenge));
		},
	};

	const resource: Step = {
		name: 'resource metadata',
		look: async signal => {
			if (challenge === undefined) return needsNothing;
			const {resourceMetadataUrl} = challenge;
			try {
				const described = await discoverOAuthProtectedResourceMetadata(
					config.url,
					resourceMetadataUrl === undefined ? {} : {resourceMetadataUrl},
					guarded(signal),
				);
				isDescribed = true;
				authorizationServer = described.authorization_servers?.[0];
				return ok(`tokens come from ${authorizationServer ?? 'the server itself'}`);
			} catch (error) {
				return warn(
					`there is none: ${describeError(error)}`,
					'Older servers do without: the server itself is asked for tokens next.',
				);
			}
		},
	};

	const authorization: Step = {
		name: 'authorization server',
		look: async signal => {
			if (challenge === undefined) return needsNothing;
			const url = authorizationServer ?? new URL('/', config.url).href;
			const metadata = await discoverAuthorizationServerMetadata(url, {fetchFn: guarded(signal)}).catch(
				(error: unknown) => describeError(error),
			);
			if (typeof metadata === 'string')
				return fail(`${url} cannot be used: ${metadata}`, 'Tell those who run the server.');
			if (metadata === undefined && !isDescribed && config.auth.type === 'none') {
				const isThere = await hasRegistration(new URL(url), guarded(signal)).catch(() => true);
				if (!isThere)
					return fail(
						'there is none, so the server wants credentials in its entry',
						credentialsHint(config, challenge),
					);
			}
			if (metadata === undefined)
				return warn(`${url} does not describe itself`, 'The usual paths are tried when you sign in.');
			if (metadata.code_challenge_methods_supported?.includes('S256') !== true && isByBrowser)
				return fail(
					`${metadata.issuer} does not support PKCE with S256`,
					'Signing in would not be safe. Ask for a token and set "auth" to bearer.',
				);
			const canRegister =
				metadata.registration_endpoint !== undefined ||
				metadata.client_id_metadata_document_supported === true ||
				(config.auth.type === 'oauth' && config.auth.clientId !== undefined);
			return canRegister
				? ok(metadata.issuer)
				: fail(
						`${metadata.issuer} knows only programs that were registered by hand`,
						'Register one there and set "clientId" in the "auth" of this server.',
					);
		},
	};

	const token: Step = {
		name: 'token',
		look: async signal => {
			if (challenge === undefined) return needsNothing;
			if (!isByBrowser) return skip('is fetched with the credentials in the config');
			const signIn = `mcp-tui mcp login ${quoteWord(config.name)}`;
			try {
				const store = createAccessStore(credentials, secretNameOf(config.name, config.url));
				const {tokens} = await store.current(signal);
				if (tokens === undefined) return fail('you are not signed in', signIn);
				const isOld = tokens.expiresAt !== undefined && tokens.expiresAt < Date.now();
				if (isOld && tokens.refreshToken === undefined)
					return fail('it has expired and cannot be renewed', signIn);
				return ok(`in ${credentials.place}${isOld ? '; it has expired and will be renewed' : ''}`);
			} catch (error) {
				return fail(
					`${credentials.place} cannot be read: ${describeError(error)}`,
					'Unlock it and try again; mcp-tui doctor tells more.',
				);
			}
		},
	};

	return [http, challengeStep, resource, authorization, token];
};
