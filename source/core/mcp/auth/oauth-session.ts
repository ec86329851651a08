import {type FetchLike, withDpop} from '@modelcontextprotocol/client';
import {unlessAborted} from '../connection/unless-aborted.ts';
import type {AccessContext} from './access-context.ts';
import {AccessError, SignInNeededError} from './access-error.ts';
import {type Challenge, isInsufficientScope, readChallenge, readRefusal} from './challenge.ts';
import {renewToken} from './renew-token.ts';

/** The tokens of one server while the program runs. */
export type OAuthSession = {
	/** The token to send, renewed when it has expired. */
	readonly token: () => Promise<string | undefined>;
	/** Makes sure that the next `token` is another one. Rejects with an AccessError where that is not possible. */
	readonly onUnauthorized: (response: Response) => Promise<void>;
	/** Sends a request of the protocol. */
	readonly send: (fetch: FetchLike) => FetchLike;
	/** Renews the token now, whatever its state. */
	readonly renew: (signal: AbortSignal) => Promise<void>;
};

/** Refreshed this long before it expires, because clocks differ and requests take time. */
const expiryMargin = 10_000;
/** Better tokens for one request: a server may find every one too weak. */
const roundLimit = 2;

const bearerOf = (headers: Headers): string | undefined =>
	/^(?:bearer|dpop) (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];

export const createOAuthSession = (context: AccessContext): OAuthSession => {
	const {server, serverUrl, settings, store, scopes} = context;
	// Requests that wait for a token end by the limit of each request; nobody else may end them for all.
	const {signal} = new AbortController();
	const isMachine = settings.grant !== 'authorization-code';
	const sentWith = new WeakMap<Response, string>();
	let flight: Promise<void> | undefined;

	// One at a time: a second use of the same refresh token would make the server take back both.
	const renew = (refused: string | undefined): Promise<void> => {
		flight ??= renewToken(context, refused, signal).finally(() => {
			flight = undefined;
		});
		return flight;
	};

	const token = async (): Promise<string | undefined> => {
		const {tokens} = await store.current(signal);
		if (tokens === undefined) return undefined;
		const isOver = tokens.expiresAt !== undefined && tokens.expiresAt - expiryMargin < Date.now();
		const isRenewable = isMachine || tokens.refreshToken !== undefined;
		if (!isOver || !isRenewable) return tokens.accessToken;
		await renew(tokens.accessToken);
		return (await store.current(signal)).tokens?.accessToken;
	};

	const onUnauthorized = async (response: Response): Promise<void> => {
		context.challenged(await readRefusal(response));
		await renew(sentWith.get(response) ?? (await store.current(signal)).tokens?.accessToken);
	};

	const scopeRefused = ({scope}: Challenge): AccessError =>
		new AccessError({
			code: 'scope-refused',
			message: `Server "${server}" refuses the request even after signing in again${scope === undefined ? '' : ` with "${scope.slice(0, 200)}"`}.`,
			hint: 'Your account may not be allowed to do this. Ask those who run the server.',
		});

	/** Gets a token that reaches further, or says that it takes a person. */
	const stepUp = async (challenge: Challenge, used: string): Promise<void> => {
		const {tokens} = await store.current(signal);
		// Somebody signed in while the request was on its way.
		if (isMachine && tokens !== undefined && tokens.accessToken !== used) return;
		// One new token is for all who wait for it.
		if (isMachine && flight !== undefined) return flight;
		const needed = scopes.fellShort(tokens?.scope, challenge.scope);
		if (needed === undefined) throw scopeRefused(challenge);
		if (!isMachine) throw new SignInNeededError(server, 'wants you to allow more', needed || undefined);
		scopes.reauthorized();
		await renew(used);
	};

	const sendOnce = async (fetch: FetchLike, url: URL, init: RequestInit, headers: Headers) => {
		const stored = await store.current(signal);
		const isBound = stored.tokens?.tokenType.toLowerCase() === 'dpop';
		const key = isBound ? await context.proofKey(stored) : undefined;
		const used = bearerOf(headers);
		const proven = key === undefined ? fetch : withDpop(key.session, () => used)(fetch);
		const response = await proven(url, {...init, headers});
		if (used !== undefined) sentWith.set(response, used);
		return {response, used};
	};

	const send =
		(fetch: FetchLike): FetchLike =>
		async (input, init = {}) => {
			const url = new URL(String(input));
			const headers = new Headers(init.headers);
			if (url.origin !== serverUrl.origin) {
				// The token is for the server alone.
				headers.delete('authorization');
				return fetch(url, {...init, headers});
			}
			const ended = init.signal ?? signal;
			for (let round = 0; ; round += 1) {
				const {response, used} = await sendOnce(fetch, url, init, headers);
				const challenge = readChallenge(response);
				if (used === undefined || !isInsufficientScope(response.status, challenge)) return response;
				await response.body?.cancel();
				if (round === roundLimit) throw scopeRefused(challenge);
				// The new token is for everybody; only this request stops waiting for it.
				await unlessAborted(stepUp(challenge, used), ended);
				ended.throwIfAborted();
				const next = (await store.current(signal)).tokens?.accessToken;
				if (next !== undefined) headers.set('authorization', `Bearer ${next}`);
			}
		};

	return {
		token,
		onUnauthorized,
		send,
		renew: async () => renew((await store.reload(signal)).tokens?.accessToken),
	};
};
