import {IssuerMismatchError, OAuthError, OAuthErrorCode} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import {sanitiseLine} from '../../../support/sanitise.ts';
import {AccessError} from './access-error.ts';

const cut = (text: string): string => sanitiseLine(text).slice(0, 300);

/** What went wrong, without the raw answer: it may repeat what we sent. */
const reasonOf = (error: unknown): string => {
	if (error instanceof OAuthError) {
		if (error.code === OAuthErrorCode.ServerError) {
			const status = /^HTTP \d{3}/.exec(error.message)?.[0];
			return status === undefined ? 'it reported an error of its own' : `it answered with ${status}`;
		}
		return error.message === error.code ? cut(error.code) : `${cut(error.code)} (${cut(error.message)})`;
	}
	const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
	// A description of a malformed answer quotes it.
	if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError'))
		return 'its answer is malformed';
	return cut(`${describeError(error)}${cause}`);
};

const dots = '••••';

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
	secrets.reduce((safe, secret) => (secret === '' ? safe : safe.replaceAll(secret, dots)), text);

/** `doing` continues "the authorization server of <name>"; `secrets` are what its answer may repeat. */
export const tokenError = (
	server: string,
	doing: string,
	error: unknown,
	secrets: readonly string[] = [],
): AccessError => {
	if (error instanceof AccessError) return error;
	const reason = withoutSecrets(reasonOf(error), secrets).replace(/[.\s]+$/, '');
	const isForged = error instanceof IssuerMismatchError;
	return new AccessError(
		{
			code: isForged ? 'issuer-mismatch' : 'token-refused',
			message: `The authorization server of "${server}" ${doing}: ${reason}.`,
			hint: isForged
				? 'The answer came from another authorization server than the one that was asked. Do not sign in there.'
				: `Sign in again with \`mcp-tui mcp login ${server}\`, and check the "auth" of "${server}".`,
		},
		// Not as it is: the SDK's errors quote whole answers.
		new Error(reason),
	);
};

/** The server knows the token no more, so that only a new sign-in helps. */
export const isGrantGone = (error: unknown): boolean =>
	error instanceof OAuthError &&
	(error.code === OAuthErrorCode.InvalidGrant || error.code === OAuthErrorCode.InvalidDpopProof);

/** The server knows this program no more. */
export const isClientGone = (error: unknown): boolean =>
	error instanceof OAuthError &&
	(error.code === OAuthErrorCode.InvalidClient || error.code === OAuthErrorCode.UnauthorizedClient);
