import {computeScopeUnion} from '@modelcontextprotocol/client';
import type {OAuthSettings} from '../../../domain/server.ts';
import type {AuthorizationServer} from './authorization-server.ts';

/** What the server wants us to be allowed, gathered from its refusals. */
export type ScopeMemory = {
	/** A request came without a token that counts. */
	readonly asked: (scope: string | undefined) => void;
	/** The token does not reach far enough: what a better one has to have, or undefined when asking again is no use. */
	readonly fellShort: (granted: string | undefined, scope: string | undefined) => string | undefined;
	/** A new token was asked for because of that. */
	readonly reauthorized: () => void;
	/** What to ask the authorization server for. */
	readonly wanted: (authorizationServer: AuthorizationServer) => string | undefined;
};

const reauthorizationLimit = 2;
/** Whatever the server calls its scopes, and however many it has. */
const sessionLimit = 10;
const longestScope = 4000;

/** No more of the names than fit: a server may ask for others each time. */
const bounded = (scope: string | undefined): string | undefined => {
	if (scope === undefined || scope.length <= longestScope) return scope;
	const end = scope.lastIndexOf(' ', longestScope);
	return end === -1 ? undefined : scope.slice(0, end);
};

export const createScopeMemory = (settings: OAuthSettings): ScopeMemory => {
	let challenged: string | undefined;
	let missing: string | undefined;
	const attempts = new Map<string, number>();
	let total = 0;
	return {
		asked: scope => {
			challenged = scope ?? challenged;
		},
		fellShort: (granted, scope) => {
			missing = scope ?? '';
			if (total >= sessionLimit || (attempts.get(missing) ?? 0) >= reauthorizationLimit) return undefined;
			challenged = bounded(computeScopeUnion(granted, challenged, scope));
			return challenged ?? '';
		},
		reauthorized: () => {
			if (missing === undefined) return;
			attempts.set(missing, (attempts.get(missing) ?? 0) + 1);
			total += 1;
			missing = undefined;
		},
		wanted: ({scopesSupported, metadata}) => {
			const scope = bounded(computeScopeUnion(settings.scopes?.join(' '), challenged) ?? scopesSupported);
			const mayStay =
				settings.grant === 'authorization-code' &&
				metadata?.scopes_supported?.includes('offline_access') === true;
			return scope !== undefined && mayStay ? computeScopeUnion(scope, 'offline_access') : scope;
		},
	};
};
