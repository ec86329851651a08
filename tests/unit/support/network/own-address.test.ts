import type {NetworkInterfaceInfo} from 'node:os';
import {describe, expect, it} from 'vitest';
import {isOwnAddress} from '../../../../source/support/network/own-address.ts';

const entry = (address: string): NetworkInterfaceInfo => {
	const shared = {address, netmask: '', mac: '', internal: false, cidr: null};
	return address.includes(':') ? {...shared, family: 'IPv6', scopeid: 0} : {...shared, family: 'IPv4'};
};

const interfaces = {
	lo: [entry('127.0.0.1'), entry('::1')],
	eth0: [entry('9.9.9.1'), entry('2606:4700:1:2::abcd'), entry('fe80::1')],
	gone: undefined,
};

describe('an address of this machine or its own network', () => {
	it.each([
		['9.9.9.1', true],
		['::ffff:9.9.9.1', true],
		['64:ff9b::909:901', true],
		['2606:4700:1:2::abcd', true],
		['[2606:4700:1:2:ffff::1]', true],
		['9.9.9.2', false],
		['8.8.8.8', false],
		['2606:4700:1:3::abcd', false],
	])('is known: %s, %s', (address, isOwn) => {
		expect(isOwnAddress(address, interfaces)).toBe(isOwn);
	});

	it('is looked for on the real interfaces', () => {
		expect(isOwnAddress('127.0.0.1')).toBe(true);
		expect(isOwnAddress('9.9.9.9')).toBe(false);
	});
});
