import {BlockList, isIP, isIPv6} from 'node:net';

export type AddressKind = 'loopback' | 'private' | 'link-local' | 'reserved' | 'public';

const ranges: readonly (readonly [kind: AddressKind, networks: readonly string[]])[] = [
	['loopback', ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128']],
	['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10']],
	['link-local', ['169.254.0.0/16', 'fe80::/10']],
	['reserved', ['192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4', 'ff00::/8']],
];

const lists = ranges.map(([kind, networks]) => {
	const list = new BlockList();
	for (const network of networks) {
		const [address = '', prefix] = network.split('/');
		list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
	}
	return [kind, list] as const;
});

/** The eight groups of an IPv6 address as numbers. */
const groupsOf = (address: string): readonly number[] => {
	// The URL parser writes every form, dotted tails included, as hexadecimal groups.
	const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
	const numbers = (text: string | undefined): number[] =>
		text ? text.split(':').map(group => Number.parseInt(group, 16)) : [];
	const first = numbers(head);
	const last = numbers(tail);
	return tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill(0), ...last];
};

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** IPv6 forms that lead to an IPv4 address: mapped, compatible, NAT64 and 6to4. */
const embedded = (address: string): string | undefined => {
	const groups = groupsOf(address);
	const start = groups.slice(0, 6).join(':');
	const leadsToLast = start === '0:0:0:0:0:65535' || start === '100:65435:0:0:0:0';
	const compatible = start === '0:0:0:0:0:0' && (groups[6] ?? 0) !== 0;
	if (leadsToLast || compatible) return dotted(groups[6], groups[7]);
	return groups[0] === 0x2002 ? dotted(groups[1], groups[2]) : undefined;
};

/** What a numeric address is for. Whatever is not one counts as reserved: nobody should connect to it. */
export const addressKind = (text: string): AddressKind => {
	const address = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
	const family = isIP(address);
	if (family === 0) return 'reserved';
	const inner = family === 6 ? embedded(address) : undefined;
	if (inner !== undefined) return addressKind(inner);
	const found = lists.find(([, list]) => list.check(address, family === 6 ? 'ipv6' : 'ipv4'));
	return found?.[0] ?? 'public';
};
