import type {FetchLike} from '@modelcontextprotocol/client';
import {timeLimit} from '../../../support/limited-signal.ts';
import {type AddressKind, addressKind} from '../../../support/network/address-kind.ts';
import {hostKind, plainHost} from '../../../support/network/host-kind.ts';
import {type LookUp, lookUpAll} from '../../../support/network/look-up.ts';
import {unlessAborted} from '../connection/unless-aborted.ts';
import {AccessError} from './access-error.ts';
import {checkWebAddress} from './web-address.ts';

export type GuardOptions = {
	readonly server: string;
	readonly serverUrl: URL;
	readonly fetch: FetchLike;
	/** Origins that the user named in the configuration: they may be anywhere. */
	readonly trusted: readonly string[];
	readonly lookUp?: LookUp;
	/** Whether a proxy, which resolves names by itself, stands before an address. */
	readonly isProxied?: (url: URL) => boolean;
};

export type Guard = {
	/** Rejects with an AccessError where no request may go. */
	readonly check: (url: URL, signal: AbortSignal) => Promise<void>;
	readonly fetchWith: (signal: AbortSignal) => FetchLike;
};

const requestLimit = 30_000;

/** The networks in which a server may lead to its neighbours. */
const shared: ReadonlySet<AddressKind> = new Set(['loopback', 'private']);

/**
 * For everything that is asked on behalf of a server's sign-in. Servers choose these addresses, so they must not
 * lead into the user's network, unless the server itself is there. With https only, a name that changes its address
 * between the check and the request gains nothing: the certificate would not fit.
 */
export const createGuard = (options: GuardOptions): Guard => {
	const {server, serverUrl, fetch, trusted, lookUp = lookUpAll, isProxied = () => false} = options;

	/** Empty where the name is unknown here. */
	const kindsOf = async (hostname: string): Promise<ReadonlySet<AddressKind>> => {
		const kind = hostKind(hostname);
		if (kind !== undefined) return new Set([kind]);
		const addresses = await lookUp(plainHost(hostname)).catch(() => []);
		return new Set(addresses.map(addressKind));
	};

	/** Whoever owns a name can give it any address beside the real one, so that one kind only is believed. */
	const findPlace = async (): Promise<AddressKind> => {
		const [kind, ...others] = await kindsOf(serverUrl.hostname);
		return kind === undefined || others.length > 0 ? 'public' : kind;
	};

	let place: Promise<AddressKind> | undefined;

	const refuse = (url: URL | string, reason: string): AccessError =>
		new AccessError({
			code: 'address-refused',
			message: `Signing in to "${server}" was stopped: it points at ${String(url).slice(0, 200)}, which ${reason}.`,
			hint: 'Sign in only if you trust this server, and tell those who run it.',
		});

	const unknownName = (url: URL): AccessError =>
		new AccessError({
			code: 'address-unknown',
			message: `Signing in to "${server}" was stopped: it points at ${url.href.slice(0, 200)}, and there is no address for that name here.`,
			hint: 'Check the network and its name server, or set HTTPS_PROXY where a proxy has to look names up.',
		});

	const requireAllowed = async (url: URL): Promise<void> => {
		if (url.username !== '' || url.password !== '')
			throw refuse(url.origin, 'has a user name in it, which hides where it leads');
		if (url.origin === serverUrl.origin || trusted.includes(url.origin)) return;
		const checked = checkWebAddress(url);
		if (!checked.ok) throw refuse(url, checked.reason);
		// A certificate that fits the server's own name proves that it is the server's own machine.
		if (plainHost(url.hostname) === plainHost(serverUrl.hostname)) return;
		// Without one, only the address of the server itself counts, and no name that somebody resolves for us.
		if (url.protocol === 'http:' && hostKind(serverUrl.hostname) !== 'loopback')
			throw refuse(url, 'is a loopback address');
		const kinds = await kindsOf(url.hostname);
		if (kinds.size === 0 && !(isProxied(url) && plainHost(url.hostname).includes('.')))
			throw unknownName(url);
		place ??= findPlace();
		const own = await place;
		for (const kind of kinds)
			if (kind !== 'public' && !(kind === own && shared.has(kind))) throw refuse(url, `is a ${kind} address`);
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
			const limits = [signal, timeLimit(requestLimit), ...(init?.signal ? [init.signal] : [])];
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
