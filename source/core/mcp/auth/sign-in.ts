import {randomBytes} from 'node:crypto';
import {exchangeAuthorization, startAuthorization} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import type {SignInOutcome} from '../../../domain/server-ports.ts';
import type {SignInAnswer, SignInRequest} from '../../../domain/server-request.ts';
import {timeLimit} from '../../../support/limited-signal.ts';
import {unlessAborted} from '../connection/unless-aborted.ts';
import {type AccessContext, tokenRequest, toStoredTokens} from './access-context.ts';
import {AccessError, toAccessFailure} from './access-error.ts';
import type {StoredAccess} from './access-store.ts';
import {requirePkce} from './authorization-server.ts';
import {type CallbackServer, openCallbackServer} from './callback-server.ts';
import {findClient, secretsOf} from './oauth-client.ts';
import {readPasted, requireCode} from './returned-address.ts';
import {tokenError} from './token-error.ts';
import {checkWebAddress} from './web-address.ts';

export type AskSignIn = (request: SignInRequest, signal: AbortSignal) => Promise<SignInAnswer>;

export type SignInOptions = {
	readonly context: AccessContext;
	readonly askSignIn: AskSignIn;
	/** Asks the server for its challenge, where it has not refused anything yet. */
	readonly probe: (signal: AbortSignal) => Promise<void>;
};

const signInLimit = 5 * 60_000;

const portOf = (address: string | undefined): number =>
	address !== undefined && URL.canParse(address) ? Number(new URL(address).port) : 0;

const openCallback = async (
	{server, settings}: AccessContext,
	stored: StoredAccess,
	state: string,
): Promise<CallbackServer> => {
	// Authorization servers may insist on the very address that was registered.
	const ports =
		settings.callbackPort === undefined ? [portOf(stored.client?.callback), 0] : [settings.callbackPort];
	const describe = (params: URLSearchParams): string => {
		if (params.has('code')) return 'You can close this window and go back to mcp-tui.';
		return `The sign-in failed: ${(params.get('error_description') ?? params.get('error') ?? '').slice(0, 300)}`;
	};
	try {
		return await openCallbackServer({ports, state, describe});
	} catch (error) {
		throw new AccessError(
			{
				code: 'callback-port-taken',
				message: `Signing in to "${server}" needs port ${ports[0]} of this machine: ${describeError(error)}.`,
				hint: `End what uses the port, or change "callbackPort" in the "auth" of "${server}".`,
			},
			error,
		);
	}
};

type Returned = URLSearchParams | 'declined' | undefined;

/** Shows the address and waits for the browser or for what the user pastes. Undefined when the signal aborts. */
const waitForReturn = async (
	callback: CallbackServer,
	request: SignInRequest,
	{context, askSignIn}: SignInOptions,
	signal: AbortSignal,
): Promise<Returned> => {
	const question = new AbortController();
	const asked = askSignIn(request, AbortSignal.any([signal, question.signal])).then(
		async (answer): Promise<Returned> => {
			if (answer.type === 'declined') return 'declined';
			return answer.type === 'pasted' ? readPasted(context.server, answer.returned) : callback.returned;
		},
	);
	try {
		return await unlessAborted(Promise.race([callback.returned, asked]), signal);
	} finally {
		question.abort();
		// The browser came back first: what becomes of the question is nobody's news.
		asked.catch(() => undefined);
	}
};

const authorize = async (options: SignInOptions, signal: AbortSignal): Promise<SignInOutcome> => {
	const {context} = options;
	const {server, serverUrl, settings, version, store, scopes, guard} = context;
	const stored = await store.reload(signal);
	if (context.challenge() === undefined) await options.probe(signal);
	context.forgetDiscovery();
	const refusal = await context.whyNoSignIn(signal);
	if (refusal !== undefined) throw refusal;
	const authorizationServer = await context.discover(signal);
	requirePkce(server, authorizationServer);
	const fetch = guard.fetchWith(signal);
	const scope = scopes.wanted(authorizationServer);
	const state = randomBytes(32).toString('base64url');
	const callback = await openCallback(context, stored, state);
	try {
		const search = {server, serverUrl, settings, authorizationServer, stored, scope, version, fetch};
		const client = await findClient({...search, callback: callback.url});
		const {url, metadata, resource, issuer} = authorizationServer;
		const {authorizationUrl, codeVerifier} = await startAuthorization(url, {
			...(metadata === undefined ? {} : {metadata}),
			...(resource === undefined ? {} : {resource}),
			...(scope === undefined ? {} : {scope}),
			clientInformation: client.information,
			redirectUrl: callback.url,
			state,
		});
		const checked = checkWebAddress(authorizationUrl);
		if (!checked.ok)
			throw new AccessError({
				code: 'sign-in-address-refused',
				message: `Server "${server}" wants you to sign in at an address that ${checked.reason}. It was not opened.`,
				hint: 'Tell those who run the server.',
			});
		const request = {
			url: checked.url.href,
			callback: callback.url,
			...(scope === undefined ? {} : {scopes: scope}),
		};
		const returned = await waitForReturn(callback, request, options, signal);
		if (returned === undefined || returned === 'declined') return {type: 'cancelled'};
		const {code, iss} = requireCode(server, state, returned, metadata);
		const key = await context.proofKey(stored);
		const tokens = await exchangeAuthorization(url, {
			...tokenRequest(authorizationServer, key?.session, fetch),
			clientInformation: client.information,
			authorizationCode: code,
			...(iss === undefined ? {} : {iss}),
			codeVerifier,
			redirectUri: callback.url,
			...(client.authenticate === undefined ? {} : {addClientAuthentication: client.authenticate}),
		}).catch((error: unknown) => {
			const secrets = [code, codeVerifier, ...secretsOf(settings, client)];
			throw tokenError(server, 'did not let you sign in', error, secrets);
		});
		const access: StoredAccess = {
			issuer,
			tokens: toStoredTokens(context, tokens, scope),
			...(client.registered === undefined ? {} : {client: client.registered}),
			...(key === undefined ? {} : {proofKey: key.stored}),
		};
		await store.save(access, signal).catch((error: unknown) => {
			throw new AccessError(
				{
					code: 'sign-in-not-kept',
					message: `You signed in to "${server}", but the token could not be kept: ${describeError(error)}`,
					hint: 'Run `mcp-tui doctor` to see what is wrong with the place for secrets.',
				},
				error,
			);
		});
		scopes.reauthorized();
		return {type: 'signed-in', kept: store.place};
	} finally {
		await callback.close();
	}
};

/** The whole sign-in with a browser. Never rejects. */
export const signInWithBrowser = async (
	options: SignInOptions,
	signal: AbortSignal,
): Promise<SignInOutcome> => {
	const {server} = options.context;
	const limit = timeLimit(signInLimit);
	const ended = AbortSignal.any([signal, limit]);
	const tooLate: SignInOutcome = {
		type: 'failed',
		failure: {
			code: 'sign-in-timed-out',
			message: `Signing in to "${server}" was given up after 5 minutes.`,
			hint: 'Try again, and finish the sign-in in the browser.',
		},
	};
	try {
		if (signal.aborted) return {type: 'cancelled'};
		const outcome = await authorize(options, ended);
		return outcome.type === 'cancelled' && limit.aborted && !signal.aborted ? tooLate : outcome;
	} catch (error) {
		if (signal.aborted) return {type: 'cancelled'};
		if (limit.aborted) return tooLate;
		return {type: 'failed', failure: toAccessFailure(tokenError(server, 'did not let you sign in', error))};
	}
};
