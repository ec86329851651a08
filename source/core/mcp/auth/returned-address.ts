import {createHash, timingSafeEqual} from 'node:crypto';
import {
	type AuthorizationServerMetadata,
	validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import {sanitiseLine} from '../../../support/sanitise.ts';
import {AccessError} from './access-error.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether the answer belongs to the question with this state. Takes the same time wherever the two differ. */
export const belongsTo = (state: string, params: URLSearchParams): boolean =>
	timingSafeEqual(digest(params.get('state') ?? ''), digest(state));

/** The parameters of an address that the user copied out of the browser. */
export const readPasted = (server: string, text: string): URLSearchParams => {
	const trimmed = text.trim();
	const params = URL.canParse(trimmed)
		? new URL(trimmed).searchParams
		: new URLSearchParams(trimmed.replace(/^[^?]*\?/, ''));
	if (params.has('code') || params.has('error')) return params;
	throw new AccessError({
		code: 'pasted-address-unusable',
		message: `What you pasted for "${server}" is not the address that the browser came back to.`,
		hint: 'After signing in, copy the whole address from the browser: it begins with http://127.0.0.1 and contains "code=".',
	});
};

/** The code in what came back. Rejects what does not belong to this sign-in, or reports a refusal. */
export const requireCode = (
	server: string,
	state: string,
	params: URLSearchParams,
	metadata: AuthorizationServerMetadata | undefined,
): {readonly code: string; readonly iss?: string} => {
	if (!belongsTo(state, params))
		throw new AccessError({
			code: 'state-mismatch',
			message: `The browser came back with an answer that does not belong to this sign-in to "${server}".`,
			hint: 'Try again. If it happens again, somebody may be trying to sign you in to another account.',
		});
	const iss = params.get('iss') ?? undefined;
	const code = params.get('code');
	if (code) return {code, ...(iss === undefined ? {} : {iss})};
	// An error of another authorization server is no news about this one.
	validateAuthorizationResponseIssuer({
		iss,
		expectedIssuer: metadata?.issuer,
		issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
	});
	const error = sanitiseLine(params.get('error') ?? 'no reason').slice(0, 100);
	const description = params.get('error_description');
	const why = description === null ? error : `${error} (${sanitiseLine(description).slice(0, 300)})`;
	throw new AccessError({
		code: error === 'access_denied' ? 'sign-in-denied' : 'sign-in-refused',
		message: `The sign-in to "${server}" was refused: ${why}.`,
		hint: error === 'access_denied' ? 'Try again and allow the access.' : `Check the "auth" of "${server}".`,
	});
};
