import {
	type AuthorizationServerMetadata,
	discoverAuthorizationServerMetadata,
	IssuerMismatchError,
} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import {quoteWord} from '../../../support/shell-words.ts';
import {AccessError} from './access-error.ts';
import type {Guard} from './guarded-fetch.ts';
import {type ResourceQuestion, readResourceMetadata} from './resource-metadata.ts';
import {watchAnswers} from './watched-answers.ts';

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

export type Discovery = ResourceQuestion & {
	/** The only one that the user wants, where the configuration names it. */
	readonly issuer: string | undefined;
};

const failedDiscovery = (server: string, error: unknown): AccessError => {
	if (error instanceof AccessError) return error;
	const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
	const reason =
		error instanceof IssuerMismatchError ? 'is not the one it says it is' : 'could not be found out';
	// A description of a malformed document quotes it.
	const isMalformed = error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
	const why = isMalformed
		? 'what describes it is malformed.'
		: `${describeError(error).slice(0, 300)}${cause}`;
	return new AccessError(
		{
			code: 'authorization-server-unusable',
			message: `The authorization server of "${server}" ${reason}: ${why}`,
			hint: `Check the address of "${server}", or run \`mcp-tui mcp doctor ${quoteWord(server)}\`.`,
		},
		error,
	);
};

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

const chooseUrl = ({server, issuer}: Discovery, named: readonly string[]): string => {
	const [first = ''] = named;
	if (issuer === undefined) return first;
	const chosen = named.find(url => withoutSlash(url) === withoutSlash(issuer));
	if (chosen !== undefined) return chosen;
	throw new AccessError({
		code: 'issuer-refused',
		message: `Server "${server}" names another authorization server (${first.slice(0, 200)}) than its entry (${issuer}), so nothing was sent to it.`,
		hint: `If this is right, change "issuer" in the "auth" of "${server}".`,
	});
};

const readMetadata = async (
	url: string,
	guard: Guard,
	signal: AbortSignal,
): Promise<AuthorizationServerMetadata | undefined> => {
	const answers = watchAnswers(guard.fetchWith(signal));
	const metadata = await discoverAuthorizationServerMetadata(url, {fetchFn: answers.fetch});
	if (metadata === undefined && !answers.isNothingThere())
		throw new Error('it gave no usable answer to the question for its metadata.');
	return metadata;
};

/** Finds out who gives out tokens for a server. Rejects with an AccessError, or when the signal aborts. */
export const findAuthorizationServer = async (
	discovery: Discovery,
	signal: AbortSignal,
): Promise<AuthorizationServer> => {
	const {server, serverUrl, guard} = discovery;
	try {
		const described = await readResourceMetadata(discovery, signal);
		const named = described?.authorization_servers ?? [];
		const url = chooseUrl(discovery, named.length > 0 ? named : [new URL('/', serverUrl).href]);
		const metadata = await readMetadata(url, guard, signal);
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
