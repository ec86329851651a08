import {describe, expect, it} from 'vitest';
import {networkEnd} from '../../../../source/support/network/network-error.ts';
import {isNeverSent} from '../../../../source/support/network/unreachable.ts';

const wasNeverSent = (code: string, syscall?: string): boolean => {
	const cause = Object.assign(new Error(code), {code, ...(syscall === undefined ? {} : {syscall})});
	const end = networkEnd(new TypeError('fetch failed', {cause}), {host: 'far.example', patience: 1});
	if (end.type !== 'unreachable') throw new Error(end.type);
	return isNeverSent(end);
};

describe('a request that met an error of the network', () => {
	it.each([
		['ECONNREFUSED', 'connect'],
		['ENOTFOUND', 'getaddrinfo'],
		['EAI_AGAIN', 'getaddrinfo'],
		['ETIMEDOUT', 'connect'],
		['EHOSTUNREACH', 'connect'],
		['ENETUNREACH', 'connect'],
		['UND_ERR_CONNECT_TIMEOUT', undefined],
		['CERT_HAS_EXPIRED', undefined],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined],
	])('was never sent: %s of %s', (code, syscall) => {
		expect(wasNeverSent(code, syscall)).toBe(true);
	});

	it.each([
		['ETIMEDOUT', 'read'],
		['EHOSTUNREACH', 'read'],
		['ENETUNREACH', 'write'],
		['ENETDOWN', 'write'],
		['ECONNRESET', 'read'],
		['EPIPE', 'write'],
		['EPROTO', 'write'],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', undefined],
		['UND_ERR_SOCKET', undefined],
		['ETIMEDOUT', undefined],
	])('may have arrived: %s of %s', (code, syscall) => {
		expect(wasNeverSent(code, syscall)).toBe(false);
	});
});
