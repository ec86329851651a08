import {describeError} from '../../../domain/failure.ts';
import type {SignOutOutcome} from '../../../domain/server-ports.ts';
import type {AccessContext} from './access-context.ts';
import {revokeTokens} from './revoke-tokens.ts';

/** Gives the token back where the server takes it, and forgets everything. Never rejects. */
export const signOutOf = async (context: AccessContext, signal: AbortSignal): Promise<SignOutOutcome> => {
	const {server, store} = context;
	try {
		const stored = await store.reload(signal);
		if (stored.tokens === undefined && stored.client === undefined) return {type: 'not-signed-in'};
		// Without an answer the token lives on until it expires, but nobody here has it any more.
		await revokeTokens(context, stored, signal).catch(() => undefined);
		await store.clear(signal);
		return {type: 'signed-out'};
	} catch (error) {
		return {
			type: 'failed',
			failure: {
				code: 'sign-out-failed',
				message: `The token of "${server}" could not be deleted: ${describeError(error)}`,
				hint: 'Run `mcp-tui doctor` to see what is wrong with the place for secrets.',
			},
		};
	}
};
