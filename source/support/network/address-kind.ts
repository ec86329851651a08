import {BlockList, isIP, isIPv6} from 'node:net';

export type AddressKind = 'loopback' | 'private' | 'link-local' | 'reserved' | 'public';

const ranges: readonly (readonly [kind: AddressKind, networks: readonly string[]])[] = [
	['loopback', ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128']],
	['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10']],
	['link-local', ['169.254.0.0/16', 'fe80::/10']],
	['reserved', ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4', 'ff00::/8']],
	// For documentation.
	['reserved', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20']],
	// For protocols, Teredo among them, which hides an IPv4 address.
	['reserved', ['2001::/23']],
	['public', ['0.0.0.0/0', '2000::/3']],
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

/** What comes before an IPv4 address at the end: mapped, translated and NAT64. */
const beforeLast: ReadonlySet<string> = new Set(['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0']);

/** IPv6 forms that lead to an IPv4 address: those, the compatible ones and 6to4. */
const embedded = (address: string): string | undefined => {
	const groups = groupsOf(address);
	const start = groups
		.slice(0, 6)
		.map(group => group.toString(16))
		.join(':');
	const compatible = start === '0:0:0:0:0:0' && (groups[6] ?? 0) !== 0;
	if (beforeLast.has(start) || compatible) return dotted(groups[6], groups[7]);
	return groups[0] === 0x2002 ? dotted(groups[1], groups[2]) : undefined;
};

/** An address without its brackets and its zone; where it only wraps an IPv4 address, that one. */
export const reachedAddress = (text: string): string => {
	const address = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
	return (isIPv6(address) ? embedded(address) : undefined) ?? address;
};

/** What a numeric address is for. Whatever is none, or for nothing known, is reserved: nobody should connect to it. */
export const addressKind = (text: string): AddressKind => {
	const address = reachedAddress(text);
	const family = isIP(address);
	if (family === 0) return 'reserved';
	const found = lists.find(([, list]) => list.check(address, family === 6 ? 'ipv6' : 'ipv4'));
	return found?.[0] ?? 'reserved';
};
