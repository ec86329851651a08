import {IssuerMismatchError, OAuthError, OAuthErrorCode} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import {sanitiseLine} from '../../../support/sanitise.ts';
import {quoteWord} from '../../../support/shell-words.ts';
import {AccessError} from './access-error.ts';

const dots = '••••';

/** Tokens that are signed are secrets, ours or not. */
const signedToken = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;

/** A secret as an answer may write it. */
const formsOf = (secret: string): readonly string[] => {
	const bytes = Buffer.from(secret);
	return [
		secret,
		sanitiseLine(secret),
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
		new URLSearchParams([['', secret]]).toString().slice(1),
		bytes.toString('base64'),
		bytes.toString('base64').replace(/=+$/, ''),
		bytes.toString('base64url'),
	].filter(form => form !== '');
};

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
	secrets
		.flatMap(formsOf)
		.toSorted((one, other) => other.length - one.length)
		.reduce((safe, form) => safe.replaceAll(form, dots), text)
		.replaceAll(signedToken, dots);

/** Cut last: a piece of a secret would not be found any more. */
const show = (text: string, secrets: readonly string[]): string =>
	withoutSecrets(sanitiseLine(text), secrets).slice(0, 300);

/** What went wrong, without the raw answer: it may repeat what we sent. */
const reasonOf = (error: unknown, secrets: readonly string[]): string => {
	if (error instanceof OAuthError) {
		if (error.code === OAuthErrorCode.ServerError) {
			const status = /^HTTP \d{3}/.exec(error.message)?.[0];
			return status === undefined ? 'it reported an error of its own' : `it answered with ${status}`;
		}
		const code = show(error.code, secrets);
		return error.message === error.code ? code : `${code} (${show(error.message, secrets)})`;
	}
	const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
	// A description of a malformed answer quotes it.
	if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError'))
		return 'its answer is malformed';
	return show(`${describeError(error)}${cause}`, secrets);
};

/** `doing` continues "the authorization server of <name>"; `secrets` are what its answer may repeat. */
export const tokenError = (
	server: string,
	doing: string,
	error: unknown,
	secrets: readonly string[] = [],
): AccessError => {
	if (error instanceof AccessError) return error;
	const reason = reasonOf(error, secrets).replace(/[.\s]+$/, '');
	const isForged = error instanceof IssuerMismatchError;
	return new AccessError(
		{
			code: isForged ? 'issuer-mismatch' : 'token-refused',
			message: `The authorization server of "${server}" ${doing}: ${reason}.`,
			hint: isForged
				? 'The answer came from another authorization server than the one that was asked. Do not sign in there.'
				: `Sign in again with \`mcp-tui mcp login ${quoteWord(server)}\`, and check the "auth" of "${server}".`,
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
