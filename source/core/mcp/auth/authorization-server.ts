import {
	type AuthorizationServerMetadata,
	checkResourceAllowed,
	discoverAuthorizationServerMetadata,
	discoverOAuthProtectedResourceMetadata,
	IssuerMismatchError,
	type OAuthProtectedResourceMetadata,
	resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import {AccessError} from './access-error.ts';
import type {Challenge} from './challenge.ts';
import type {Guard} from './guarded-fetch.ts';

/** Who gives out tokens for a server. */
export type AuthorizationServer = {
	readonly url: string;
	readonly issuer: string;
	/** Servers of 2025-03-26 may have none; their endpoints then have fixed paths. */
	readonly metadata?: AuthorizationServerMetadata;
	/** Whom the tokens are for, as the server itself writes it. */
	readonly resource?: string;
	/** Everything that the server knows of. */
	readonly scopesSupported?: string;
};

export type Discovery = {
	readonly server: string;
	readonly serverUrl: URL;
	readonly challenge: Challenge | undefined;
	readonly guard: Guard;
};

const readResourceMetadata = async (
	{serverUrl, challenge, guard}: Discovery,
	signal: AbortSignal,
): Promise<OAuthProtectedResourceMetadata | undefined> => {
	const resourceMetadataUrl = challenge?.resourceMetadataUrl;
	try {
		return await discoverOAuthProtectedResourceMetadata(
			serverUrl,
			resourceMetadataUrl === undefined ? {} : {resourceMetadataUrl},
			guard.fetchWith(signal),
		);
	} catch (error) {
		// A TypeError is how fetch reports a broken network.
		if (signal.aborted || error instanceof AccessError || error instanceof TypeError) throw error;
		// Older servers have no such document and give out their tokens themselves.
		return undefined;
	}
};

const failedDiscovery = (server: string, error: unknown): AccessError => {
	if (error instanceof AccessError) return error;
	const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
	const reason = error instanceof IssuerMismatchError ? 'is not the one it says it is' : 'could not be asked';
	return new AccessError(
		{
			code: 'authorization-server-unusable',
			message: `The authorization server of "${server}" ${reason}: ${describeError(error).slice(0, 300)}${cause}`,
			hint: `Check the address of "${server}", or run \`mcp-tui mcp doctor ${server}\`.`,
		},
		error,
	);
};

/** Finds out who gives out tokens for a server. Rejects with an AccessError, or when the signal aborts. */
export const findAuthorizationServer = async (
	discovery: Discovery,
	signal: AbortSignal,
): Promise<AuthorizationServer> => {
	const {server, serverUrl, guard} = discovery;
	try {
		const described = await readResourceMetadata(discovery, signal);
		const wanted = resourceUrlFromServerUrl(serverUrl);
		if (
			described !== undefined &&
			!checkResourceAllowed({requestedResource: wanted, configuredResource: described.resource})
		)
			throw new AccessError({
				code: 'resource-mismatch',
				message: `Server "${server}" asks for a token for ${described.resource.slice(0, 200)}, which is another server.`,
				hint: 'Sign in only if you trust this server, and tell those who run it.',
			});
		const url = described?.authorization_servers?.[0] ?? new URL('/', serverUrl).href;
		const metadata = await discoverAuthorizationServerMetadata(url, {fetchFn: guard.fetchWith(signal)});
		// Found out now, and not after the user has signed in.
		for (const endpoint of [metadata?.token_endpoint, metadata?.registration_endpoint])
			if (endpoint !== undefined) await guard.check(new URL(endpoint), signal);
		const scopesSupported = described?.scopes_supported?.join(' ');
		return {
			url,
			issuer: metadata?.issuer ?? url,
			...(metadata === undefined ? {} : {metadata}),
			...(described === undefined ? {} : {resource: described.resource}),
			...(scopesSupported ? {scopesSupported} : {}),
		};
	} catch (error) {
		signal.throwIfAborted();
		throw failedDiscovery(server, error);
	}
};

/** Without this proof whoever sees the code that the browser brings back could use it. */
export const requirePkce = (server: string, {metadata}: AuthorizationServer): void => {
	if (metadata === undefined || metadata.code_challenge_methods_supported?.includes('S256') === true) return;
	throw new AccessError({
		code: 'pkce-missing',
		message: `The authorization server of "${server}" does not support PKCE with S256, so signing in would not be safe.`,
		hint: 'Ask those who run it to support PKCE, or use a token: "auth": {"type": "bearer", ...}.',
	});
};
