import {isIP} from 'node:net';
import {type AddressKind, addressKind} from './address-kind.ts';

/** A host as it is looked up and compared: without brackets and without the dot that says that nothing is missing. */
export const plainHost = (hostname: string): string =>
	hostname
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '')
		.toLowerCase();

/**
 * Whether the host may be this machine, for whoever keeps others away from it: `localhost.` and 0.0.0.0 count. Who trusts
 * a host because it is this machine asks `isLoopback`, which is stricter.
 */
const mayBeLoopback = (hostname: string): boolean => {
	const host = plainHost(hostname);
	return host === 'localhost' || (isIP(host) !== 0 && addressKind(host) === 'loopback');
};

/** What a host is without asking anybody; undefined for a name that has to be looked up. */
export const hostKind = (hostname: string): AddressKind | undefined => {
	if (mayBeLoopback(hostname)) return 'loopback';
	const host = plainHost(hostname);
	return isIP(host) === 0 ? undefined : addressKind(host);
};
