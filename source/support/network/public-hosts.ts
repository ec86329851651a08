import {isIP} from 'node:net';
import {addressKind} from './address-kind.ts';
import {type AllowedHost, isAllowedHost} from './allowed-host.ts';
import {plainHost} from './host-kind.ts';
import {type LookUp, lookUpAll} from './look-up.ts';
import {isOwnAddress} from './own-address.ts';

export type HostCheck =
	/** Connections go to one of these addresses and to no other; none are named where a proxy looks the name up. */
	| {readonly type: 'open'; readonly addresses: readonly string[]}
	/** Continues a sentence that begins with the host: `is a loopback address`. */
	| {readonly type: 'refused'; readonly reason: string}
	| {readonly type: 'unknown'};

export type PublicHostsOptions = {
	/** They may be anywhere. */
	readonly allowedHosts?: readonly AllowedHost[];
	readonly lookUp?: LookUp;
	readonly isOwn?: (address: string) => boolean;
	/** Whether a proxy, which resolves names by itself, stands before an address. */
	readonly isProxied?: (url: URL) => boolean;
};

/** Names that are never meant for the world, whatever a name server says about them. */
const innerName = /^[^.]+\.*$|(^|\.)(localhost|localdomain|local|internal|home\.arpa)\.*$/;

/** A resolver that hangs cannot be told to stop; nobody has to wait for it. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
	new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop, {once: true});
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});

/**
 * Where a request may go that somebody else has chosen: into the world, never into the user's own network. A name is
 * looked up once. Whoever connects to the addresses that were checked cannot be led elsewhere by a second answer.
 */
export const createPublicHosts = (options: PublicHostsOptions) => {
	const {allowedHosts = [], lookUp = lookUpAll, isOwn = isOwnAddress, isProxied = () => false} = options;

	const find = async (host: string, signal: AbortSignal): Promise<readonly string[]> => {
		try {
			return await unlessAborted(lookUp(host), signal);
		} catch {
			signal.throwIfAborted();
			return [];
		}
	};

	/** Why nobody may connect to an address. */
	const whyNot = (address: string): string | undefined => {
		const kind = addressKind(address);
		if (kind !== 'public') return `a ${kind} address`;
		return isOwn(address) ? 'an address of this machine or its own network' : undefined;
	};

	/** Rejects only when the signal aborts. */
	const check = async (url: URL, signal: AbortSignal): Promise<HostCheck> => {
		const host = plainHost(url.hostname);
		const isLiteral = isIP(host) !== 0;
		const isAllowed = isAllowedHost(url, allowedHosts);
		if (!isAllowed && !isLiteral && innerName.test(host)) {
			return {type: 'refused', reason: 'is a name of this machine or its own network'};
		}
		const addresses = isLiteral ? [host] : await find(host, signal);
		// A proxy may know names that are unknown here.
		if (addresses.length === 0 && !isProxied(url)) return {type: 'unknown'};
		const reason = isAllowed ? undefined : addresses.map(whyNot).find(each => each !== undefined);
		return reason === undefined
			? {type: 'open', addresses}
			: {type: 'refused', reason: `${isLiteral ? 'is' : 'leads to'} ${reason}`};
	};

	return {check};
};
