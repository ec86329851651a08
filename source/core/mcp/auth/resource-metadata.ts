import {
	discoverOAuthProtectedResourceMetadata,
	type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import {AccessError} from './access-error.ts';
import type {Challenge} from './challenge.ts';
import type {Guard} from './guarded-fetch.ts';
import {watchAnswers} from './watched-answers.ts';

export type ResourceQuestion = {
	readonly server: string;
	readonly serverUrl: URL;
	readonly challenge: Challenge | undefined;
	readonly guard: Guard;
};

const rootDocument = '/.well-known/oauth-protected-resource';

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/**
 * Whether tokens for this resource are tokens for the server and for nobody else. The whole origin counts only where
 * the origin itself says so: one of several servers that share it must not ask for tokens that the others accept.
 */
export const isOwnResource = (resource: string, serverUrl: URL, place: URL | undefined): boolean => {
	if (!URL.canParse(resource)) return false;
	const {origin, pathname, search, hash, username, password} = new URL(resource);
	if (origin !== serverUrl.origin || `${username}${password}${hash}` !== '') return false;
	if (search !== '' && search !== serverUrl.search) return false;
	if (withoutSlash(pathname) === withoutSlash(serverUrl.pathname)) return true;
	return pathname === '/' && place?.origin === origin && place.pathname === rootDocument;
};

/** What the server says about its tokens. Undefined for older servers, which give out their tokens themselves. */
export const readResourceMetadata = async (
	{server, serverUrl, challenge, guard}: ResourceQuestion,
	signal: AbortSignal,
): Promise<OAuthProtectedResourceMetadata | undefined> => {
	const resourceMetadataUrl = challenge?.resourceMetadataUrl;
	const answers = watchAnswers(guard.fetchWith(signal));
	try {
		const described = await discoverOAuthProtectedResourceMetadata(
			serverUrl,
			resourceMetadataUrl === undefined ? {} : {resourceMetadataUrl},
			answers.fetch,
		);
		if (isOwnResource(described.resource, serverUrl, answers.lastPlace())) return described;
		throw new AccessError({
			code: 'resource-mismatch',
			message: `Server "${server}" asks for a token for ${described.resource.slice(0, 200)}, which is another server.`,
			hint: 'Sign in only if you trust this server, and tell those who run it.',
		});
	} catch (error) {
		if (answers.isNothingThere()) return undefined;
		throw error;
	}
};
