import {isIPv6, type LookupFunction} from 'node:net';
import type {Agent} from 'undici';

/** Answers with the addresses that were checked, and asks nobody. */
const pinnedLookUp =
	(addresses: readonly string[]): LookupFunction =>
	(hostname, {all}, answer) => {
		const known = addresses.map(address => ({address, family: isIPv6(address) ? 6 : 4}));
		const [first] = known;
		if (first === undefined) answer(new Error(`There is no address for ${hostname}.`), '', 0);
		else if (all === true) answer(null, known);
		else answer(null, first.address, first.family);
	};

/** For one request: connects to these addresses only, under whatever name: the Host header and TLS keep that of the URL. */
export const createPinnedAgent = (
	undici: {readonly Agent: typeof Agent},
	addresses: readonly string[],
	{connectTimeout, ...options}: Omit<Agent.Options, 'connect'> & {readonly connectTimeout: number},
): Agent =>
	new undici.Agent({
		...options,
		pipelining: 0,
		connect: {timeout: connectTimeout, lookup: pinnedLookUp(addresses)},
	});
