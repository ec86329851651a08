import {refreshAuthorization} from '@modelcontextprotocol/client';
import {type AccessContext, tokenRequest, toStoredTokens} from './access-context.ts';
import {SignInNeededError} from './access-error.ts';
import type {StoredAccess} from './access-store.ts';
import {requestMachineToken} from './machine-grant.ts';
import {findClient, secretsOf} from './oauth-client.ts';
import {takeRenewalTurn} from './renewal-turn.ts';
import {isClientGone, isGrantGone, tokenError} from './token-error.ts';

const goneReason = 'no longer accepts your sign-in';

const newMachineToken = async (
	context: AccessContext,
	stored: StoredAccess,
	signal: AbortSignal,
): Promise<void> => {
	const {server, settings, version, store, scopes, guard} = context;
	const fetch = guard.fetchWith(signal);
	const authorizationServer = await context.discover(signal);
	const scope = scopes.wanted(authorizationServer);
	const client = await findClient({server, settings, authorizationServer, stored, scope, version, fetch});
	const key = await context.proofKey(stored);
	const grant = {server, settings, authorizationServer, client, scope, proof: key?.session, fetch};
	const tokens = await requestMachineToken(grant).catch((error: unknown) => {
		throw tokenError(server, 'gave no token', error, secretsOf(settings));
	});
	const access: StoredAccess = {
		issuer: authorizationServer.issuer,
		tokens: toStoredTokens(tokens, scope),
		...(key === undefined ? {} : {proofKey: key.stored}),
	};
	// Where nothing can be kept the program gets a token afresh in each run.
	await store.save(access, signal).catch(() => store.hold(access));
};

const refresh = async (context: AccessContext, before: StoredAccess, signal: AbortSignal): Promise<void> => {
	const {server, settings, version, store, guard} = context;
	const fetch = guard.fetchWith(signal);
	const authorizationServer = await context.discover(signal);
	if (before.issuer !== authorizationServer.issuer)
		throw new SignInNeededError(server, 'has moved to another authorization server');
	const {renewal: _, ...stored} = await takeRenewalTurn(store, before, signal);
	if (stored.tokens === undefined) throw new SignInNeededError(server, goneReason, before.tokens?.scope);
	const {accessToken, refreshToken, scope} = stored.tokens;
	if (refreshToken === undefined || accessToken !== before.tokens?.accessToken) return;
	const client = await findClient({server, settings, authorizationServer, stored, scope, version, fetch});
	const key = await context.proofKey(stored);
	try {
		const tokens = await refreshAuthorization(authorizationServer.url, {
			...tokenRequest(authorizationServer, key?.session, fetch),
			clientInformation: client.information,
			refreshToken,
			...(client.authenticate === undefined ? {} : {addClientAuthentication: client.authenticate}),
		});
		const access: StoredAccess = {...stored, tokens: toStoredTokens(tokens, scope)};
		// The old refresh token is spent: the new one must not be lost, to this run at least.
		await store.save(access, signal).catch(() => store.hold(access));
	} catch (error) {
		signal.throwIfAborted();
		const isGone = isClientGone(error);
		if (!isGone && !isGrantGone(error)) {
			// Others need not wait for us; if they cannot be told they will do so when the turn is over.
			await store.save(stored, signal).catch(() => undefined);
			throw tokenError(server, 'did not renew the token', error, [refreshToken, ...secretsOf(settings)]);
		}
		// Another process may have spent the refresh token a moment ago, and saved what it got.
		const now = await store.reload(signal);
		if (now.tokens !== undefined && now.tokens.refreshToken !== refreshToken) return;
		const {tokens: _tokens, renewal: _renewal, client: registered, ...rest} = now;
		await store.save({...rest, ...(isGone || registered === undefined ? {} : {client: registered})}, signal);
		throw new SignInNeededError(server, goneReason, scope);
	}
};

/** Replaces a token that was refused or has expired. Rejects with an AccessError. */
export const renewToken = async (
	context: AccessContext,
	refused: string | undefined,
	signal: AbortSignal,
): Promise<void> => {
	const {server, settings, store} = context;
	const stored = await store.reload(signal);
	const tokens = stored.tokens;
	// It was renewed while this request was on its way, by us or by another process.
	if (tokens !== undefined && tokens.accessToken !== refused) return;
	// The server may have moved to another authorization server since.
	if (refused !== undefined) context.forgetDiscovery();
	if (settings.grant !== 'authorization-code') return newMachineToken(context, stored, signal);
	if (tokens?.refreshToken !== undefined) return refresh(context, stored, signal);
	const reason = tokens === undefined ? 'needs you to sign in' : goneReason;
	throw new SignInNeededError(server, reason, context.challenge()?.scope);
};
