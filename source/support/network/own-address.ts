import {BlockList, isIPv6} from 'node:net';
import {networkInterfaces} from 'node:os';
import {reachedAddress} from './address-kind.ts';

/** The part of an IPv6 address that all machines of one local network share. */
const localPrefix = 64;

/**
 * Whether an address is one of this machine's, or of its neighbours: with IPv6 both have public addresses, behind which
 * is what the user's own network offers to nobody else.
 */
export const isOwnAddress = (address: string, interfaces = networkInterfaces()): boolean => {
	const reached = reachedAddress(address);
	const own = Object.values(interfaces).flatMap(all => all ?? []);
	if (!isIPv6(reached)) return own.some(each => each.address === reached);
	const networks = new BlockList();
	for (const each of own) if (isIPv6(each.address)) networks.addSubnet(each.address, localPrefix, 'ipv6');
	return networks.check(reached, 'ipv6');
};
