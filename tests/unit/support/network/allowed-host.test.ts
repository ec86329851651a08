import {describe, expect, it} from 'vitest';
import {isAllowedHost, readAllowedHost} from '../../../../source/support/network/allowed-host.ts';

describe('a host that the user allows', () => {
	it.each([
		['intranet.example', {host: 'intranet.example'}],
		[' Intranet.Example. ', {host: 'intranet.example'}],
		['127.0.0.1:8080', {host: '127.0.0.1', port: '8080'}],
		['[::1]:03000', {host: '::1', port: '3000'}],
		['[0:0::1]', {host: '::1'}],
		['0x7f.1', {host: '127.0.0.1'}],
		['bücher.example', {host: 'xn--bcher-kva.example'}],
		['', undefined],
		['*', undefined],
		['*.example', undefined],
		['http://intranet.example', undefined],
		['intranet.example/path', undefined],
		['a b', undefined],
		['me@intranet.example', undefined],
		['::1', undefined],
		['host:123456', undefined],
	])('is read from %s', (entry, host) => {
		expect(readAllowedHost(entry)).toEqual(host);
	});

	it.each([
		['http://intranet.example/', 'intranet.example', true],
		['https://INTRANET.example.:8443/', 'intranet.example', true],
		['http://intranet.example/', 'intranet.example:80', true],
		['https://intranet.example/', 'intranet.example:443', true],
		['http://intranet.example/', 'intranet.example:443', false],
		['http://127.1:8080/', '127.0.0.1:8080', true],
		['http://[::1]:3000/', '[::1]:3000', true],
		['http://127.0.0.1:8081/', '127.0.0.1:8080', false],
		['http://a.intranet.example/', 'intranet.example', false],
		['http://intranet.example.evil.example/', 'intranet.example', false],
	])('lets %s through for %s: %s', (url, entry, isAllowed) => {
		const host = readAllowedHost(entry);
		expect(isAllowedHost(new URL(url), host === undefined ? [] : [host])).toBe(isAllowed);
	});
});
