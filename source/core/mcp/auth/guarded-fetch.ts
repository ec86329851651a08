import {lookup as resolveName} from 'node:dns/promises';
import {isIP} from 'node:net';
import type {FetchLike} from '@modelcontextprotocol/client';
import {unlessAborted} from '../connection/unless-aborted.ts';
import {AccessError} from './access-error.ts';
import {type AddressKind, addressKind} from './address-kind.ts';
import {checkWebAddress, isLoopbackHost} from './web-address.ts';

/** Every address behind a name. Rejects where there is none. */
export type LookUp = (hostname: string) => Promise<readonly string[]>;

const lookUpAll: LookUp = async hostname =>
	(await resolveName(hostname, {all: true})).map(({address}) => address);

export type GuardOptions = {
	readonly server: string;
	readonly serverUrl: URL;
	readonly fetch: FetchLike;
	/** Origins that the user named in the configuration: they may be anywhere. */
	readonly trusted: readonly string[];
	readonly lookUp?: LookUp;
};

export type Guard = {
	/** Rejects with an AccessError where no request may go. */
	readonly check: (url: URL, signal: AbortSignal) => Promise<void>;
	readonly fetchWith: (signal: AbortSignal) => FetchLike;
};

const requestLimit = 30_000;

/**
 * For everything that is asked on behalf of a server's sign-in. Servers choose these addresses, so they must not
 * lead into the user's network, unless the server itself is there. With https only, a name that changes its address
 * between the check and the request gains nothing: the certificate would not fit.
 */
export const createGuard = (options: GuardOptions): Guard => {
	const {server, serverUrl, fetch, trusted, lookUp = lookUpAll} = options;

	const kindsOf = async (hostname: string): Promise<ReadonlySet<AddressKind>> => {
		if (isLoopbackHost(hostname)) return new Set(['loopback']);
		const host = hostname.replace(/^\[|\]$/g, '');
		if (isIP(host) !== 0) return new Set([addressKind(host)]);
		// A name that only a proxy can resolve leads nowhere from here.
		const addresses = await lookUp(host).catch(() => []);
		return new Set(addresses.map(addressKind));
	};

	let ownKinds: Promise<ReadonlySet<AddressKind>> | undefined;

	const refuse = (url: URL | string, reason: string): AccessError =>
		new AccessError({
			code: 'address-refused',
			message: `Signing in to "${server}" was stopped: it points at ${String(url).slice(0, 200)}, which ${reason}.`,
			hint: 'Sign in only if you trust this server, and tell those who run it.',
		});

	const requireAllowed = async (url: URL): Promise<void> => {
		if (url.username !== '' || url.password !== '')
			throw refuse(url.origin, 'has a user name in it, which hides where it leads');
		if (url.origin === serverUrl.origin || trusted.includes(url.origin)) return;
		const checked = checkWebAddress(url);
		if (!checked.ok) throw refuse(url, checked.reason);
		ownKinds ??= kindsOf(serverUrl.hostname);
		const own = await ownKinds;
		for (const kind of await kindsOf(url.hostname))
			if (kind !== 'public' && !own.has(kind)) throw refuse(url, `is a ${kind} address`);
	};

	const check = async (url: URL, signal: AbortSignal): Promise<void> => {
		// A resolver that hangs cannot be told to stop.
		await unlessAborted(requireAllowed(url), signal);
		signal.throwIfAborted();
	};

	const fetchWith =
		(signal: AbortSignal): FetchLike =>
		async (input, init) => {
			const url = new URL(String(input));
			const limits = [signal, AbortSignal.timeout(requestLimit), ...(init?.signal ? [init.signal] : [])];
			const limit = AbortSignal.any(limits);
			await check(url, limit);
			// Redirects are followed by the caller, step by step through this check.
			return fetch(url, {...init, redirect: 'manual', signal: limit});
		};

	return {check, fetchWith};
};

/** The guarded fetch alone. */
export const createGuardedFetch = (options: GuardOptions): Guard['fetchWith'] =>
	createGuard(options).fetchWith;
