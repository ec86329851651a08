import {describe, expect, it} from 'vitest';
import {hostKind, isLoopbackHost, plainHost} from '../../../../source/support/network/host-kind.ts';

describe('isLoopbackHost', () => {
	it.each(['localhost', 'localhost.', '127.0.0.1', '[::1]'])('knows %s', host => {
		expect(isLoopbackHost(host)).toBe(true);
	});

	it.each(['localhost.example', 'a.localhost', 'example', '10.0.0.1'])(
		'does not take %s for this machine',
		host => {
			expect(isLoopbackHost(host)).toBe(false);
		},
	);
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
