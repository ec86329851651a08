import {describe, expect, it} from 'vitest';
import {addressKind} from '../../../../source/core/mcp/auth/address-kind.ts';

describe('addressKind', () => {
	it.each([
		['127.0.0.1', 'loopback'],
		['127.255.0.9', 'loopback'],
		['0.0.0.0', 'loopback'],
		['::1', 'loopback'],
		['[::1]', 'loopback'],
		['::', 'loopback'],
		['::ffff:127.0.0.1', 'loopback'],
		['::7f00:1', 'loopback'],
		['10.1.2.3', 'private'],
		['172.16.0.1', 'private'],
		['172.31.255.255', 'private'],
		['192.168.0.1', 'private'],
		['100.64.0.1', 'private'],
		['fd12:3456::1', 'private'],
		['::ffff:10.0.0.1', 'private'],
		['64:ff9b::a00:1', 'private'],
		['2002:c0a8:101::1', 'private'],
		['169.254.169.254', 'link-local'],
		['fe80::1', 'link-local'],
		['fe80::1%eth0', 'link-local'],
		['224.0.0.1', 'reserved'],
		['255.255.255.255', 'reserved'],
		['ff02::1', 'reserved'],
		['not an address', 'reserved'],
		['8.8.8.8', 'public'],
		['172.32.0.1', 'public'],
		['2606:4700::1111', 'public'],
		['64:ff9b::808:808', 'public'],
	] as const)('knows that %s is %s', (address, kind) => {
		expect(addressKind(address)).toBe(kind);
	});
});
