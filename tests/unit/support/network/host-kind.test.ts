import {describe, expect, it} from 'vitest';
import {hostKind, plainHost} from '../../../../source/support/network/host-kind.ts';

describe('a host that may be this machine', () => {
	it.each(['localhost', 'localhost.', '127.0.0.1', '0.0.0.0', '[::1]'])('is %s', host => {
		expect(hostKind(host)).toBe('loopback');
	});

	it.each(['localhost.example', 'a.localhost', 'example', '10.0.0.1'])('is not %s', host => {
		expect(hostKind(host)).not.toBe('loopback');
	});
});

describe('hostKind', () => {
	it.each([
		['localhost.', 'loopback'],
		['[::ffff:10.0.0.1]', 'private'],
		['169.254.169.254', 'link-local'],
		['9.9.9.9', 'public'],
	])('knows what %s is without asking anybody', (host, kind) => {
		expect(hostKind(host)).toBe(kind);
	});

	it('leaves names to those who know addresses', () => {
		expect(hostKind('example.com')).toBeUndefined();
		expect(plainHost('Example.COM.')).toBe('example.com');
	});
});
