import {describe, expect, it} from 'vitest';
import {checkWebAddress} from '../../../../source/core/mcp/auth/web-address.ts';

describe('checkWebAddress', () => {
	it.each(['https://auth.example/a?b=c', 'http://127.0.0.1:8080/', 'http://localhost/', 'http://[::1]:1/'])(
		'accepts %s',
		address => {
			expect(checkWebAddress(address)).toMatchObject({ok: true});
		},
	);

	it.each([
		['http://auth.example/', 'plain http'],
		['http://127.0.0.1.evil.example/', 'plain http'],
		['http://localhost./', 'plain http'],
		['http://0.0.0.0/', 'plain http'],
		['https://user@auth.example/', 'user name'],
		['https://:secret@auth.example/', 'user name'],
		['file:///etc/passwd', 'only https'],
		['javascript:alert(1)', 'only https'],
		['vscode://x', 'only https'],
		['data:text/html,x', 'only https'],
		['nonsense', 'not an address'],
	])('refuses %s', (address, reason) => {
		expect(checkWebAddress(address)).toMatchObject({ok: false, reason: expect.stringContaining(reason)});
	});
});
