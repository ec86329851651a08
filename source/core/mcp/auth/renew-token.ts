import {refreshAuthorization} from '@modelcontextprotocol/client';
import {type AccessContext, tokenRequest, toStoredTokens} from './access-context.ts';
import {SignInNeededError} from './access-error.ts';
import type {AccessStore, StoredAccess} from './access-store.ts';
import {requestMachineToken} from './machine-grant.ts';
import {findClient, secretsOf} from './oauth-client.ts';
import {takeRenewalTurn} from './renewal-turn.ts';
import {revokeTokens} from './revoke-tokens.ts';
import {isClientGone, isGrantGone, tokenError} from './token-error.ts';

const goneReason = 'no longer accepts your sign-in';
const signedOutReason = 'needs you to sign in';

const newMachineToken = async (
	context: AccessContext,
	stored: StoredAccess,
	signal: AbortSignal,
): Promise<void> => {
	const {server, serverUrl, settings, version, store, scopes, guard} = context;
	const fetch = guard.fetchWith(signal);
	const authorizationServer = await context.discover(signal);
	const scope = scopes.wanted(authorizationServer);
	const search = {server, serverUrl, settings, authorizationServer, stored, scope, version, fetch};
	const client = await findClient(search);
	const key = await context.proofKey(stored);
	const grant = {server, settings, authorizationServer, client, scope, proof: key?.session, fetch};
	const tokens = await requestMachineToken(grant).catch((error: unknown) => {
		throw tokenError(server, 'gave no token', error, secretsOf(settings, client));
	});
	const access: StoredAccess = {
		issuer: authorizationServer.issuer,
		tokens: toStoredTokens(context, tokens, scope),
		...(key === undefined ? {} : {proofKey: key.stored}),
	};
	// Where nothing can be kept the program gets a token afresh in each run.
	await store.save(access, signal).catch(() => store.hold(access));
};

/** Nobody has signed out, signed in or renewed the token in the meantime. */
const isUnchanged = (before: StoredAccess, now: StoredAccess): boolean =>
	now.tokens !== undefined && now.tokens.accessToken === before.tokens?.accessToken;

/** What cannot be read was not changed by another process either. */
const readAgain = (store: AccessStore, before: StoredAccess, signal: AbortSignal): Promise<StoredAccess> =>
	store.reload(signal).catch(() => before);

/** Saves what the refresh brought, unless the user signed out or in while it was under way. */
const keepRenewed = async (
	context: AccessContext,
	before: StoredAccess,
	renewed: StoredAccess,
	signal: AbortSignal,
): Promise<void> => {
	const {server, store} = context;
	const now = await readAgain(store, before, signal);
	if (isUnchanged(before, now)) {
		// The old refresh token is spent: the new one must not be lost, to this run at least.
		await store.save(renewed, signal).catch(() => store.hold(renewed));
		return;
	}
	// Where another process renewed it, giving ours back could cost the user what that one got.
	if (now.tokens !== undefined) return;
	// Without an answer the token lives on until it expires, but nobody here has it any more.
	await revokeTokens(context, renewed, signal).catch(() => undefined);
	throw new SignInNeededError(server, signedOutReason, before.tokens?.scope);
};

const refresh = async (context: AccessContext, before: StoredAccess, signal: AbortSignal): Promise<void> => {
	const {server, serverUrl, settings, version, store, guard} = context;
	const fetch = guard.fetchWith(signal);
	const authorizationServer = await context.discover(signal);
	if (before.issuer !== authorizationServer.issuer)
		throw new SignInNeededError(server, 'has moved to another authorization server');
	const {renewal: _, ...stored} = await takeRenewalTurn(store, before, signal);
	if (stored.tokens === undefined) throw new SignInNeededError(server, goneReason, before.tokens?.scope);
	const {accessToken, refreshToken, scope} = stored.tokens;
	if (refreshToken === undefined || accessToken !== before.tokens?.accessToken) return;
	const search = {server, serverUrl, settings, authorizationServer, stored, scope, version, fetch};
	const client = await findClient(search);
	const key = await context.proofKey(stored);
	try {
		const tokens = await refreshAuthorization(authorizationServer.url, {
			...tokenRequest(authorizationServer, key?.session, fetch),
			clientInformation: client.information,
			refreshToken,
			...(client.authenticate === undefined ? {} : {addClientAuthentication: client.authenticate}),
		});
		const access: StoredAccess = {...stored, tokens: toStoredTokens(context, tokens, scope)};
		await keepRenewed(context, stored, access, signal);
	} catch (error) {
		signal.throwIfAborted();
		const now = await readAgain(store, stored, signal);
		if (!isUnchanged(stored, now)) {
			if (now.tokens !== undefined) return;
			throw new SignInNeededError(server, signedOutReason, scope);
		}
		const {renewal, ...released} = now;
		// We took so long that another process has begun: what it gets must not be lost.
		const isOurTurn = renewal === undefined || renewal.by === store.id;
		if (!isOurTurn || !(isClientGone(error) || isGrantGone(error))) {
			// Others need not wait for us; if they cannot be told they will do so when the turn is over.
			if (isOurTurn) await store.save(released, signal).catch(() => undefined);
			const secrets = [refreshToken, ...secretsOf(settings, client)];
			throw tokenError(server, 'did not renew the token', error, secrets);
		}
		const {tokens: _tokens, client: registered, ...rest} = released;
		const keepsClient = registered !== undefined && !isClientGone(error);
		await store.save({...rest, ...(keepsClient ? {client: registered} : {})}, signal);
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
	const refusal = tokens === undefined ? await context.whyNoSignIn(signal) : undefined;
	if (refusal !== undefined) throw refusal;
	const reason = tokens === undefined ? signedOutReason : goneReason;
	throw new SignInNeededError(server, reason, context.challenge()?.scope);
};
