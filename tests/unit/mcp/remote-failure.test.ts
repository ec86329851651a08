// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this
import {describe, expect, it} from 'vitest';
import {
	isWorthRetrying,
	lostFailure,
	startFailure,
} from '../../../source/core/mcp/connection/start-failure.ts';
import type {TransportEnd} from '../../../source/core/mcp/transports/transport-end.ts';
import type {RemoteServer} from '../../../source/domain/server.ts';

const config: RemoteServer = {
	name: 'weather',
	type: 'http',
	url: 'https://user:secret@weather.example/mcp?key=secret',
	headers: {},
	auth: {type: 'none'},
	connectTimeout: 30_000,
	requestTimeout: 60_000,
	sseReadTimeout: 300_000,
	retryAttempts: 3,
	terminateOnClose: true,
	allowInsecure: false,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
};

const explain = (end: TransportEnd) => startFailure(config, {type: 'ended', end});
const unreachable = (
	systemCode: string,
	more: {readonly proxy?: string; readonly reason?: string} = {},
): TransportEnd => ({
	type: 'unreachable',
	reason: 'it failed',
	systemCode,
	host: 'weather.example',
	...more,
});

describe('a server that is not reached', () => {
	it.each([
		['ENOTFOUND', 'there is no host weather.example (ENOTFOUND)', 'Check the host name'],
		['EAI_AGAIN', 'could not be looked up', 'name service'],
		['ECONNREFUSED', 'nothing answers at weather.example', 'Start the server'],
		['EHOSTUNREACH', 'there is no way to', 'firewall'],
		['UND_ERR_CONNECT_TIMEOUT', 'did not take the connection in time', 'VPN'],
		['ECONNRESET', 'broke the connection', 'log'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'nobody this machine trusts', 'NODE_EXTRA_CA_CERTS'],
		['CERT_HAS_EXPIRED', 'is not valid today', 'clock'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host', 'host name that the certificate is for'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'agree on TLS', 'https address'],
		['HPE_INVALID_CONSTANT', 'does not speak HTTP', 'port'],
		['ESTRANGE', 'it failed (ESTRANGE)', 'Check the network'],
	])('says what %s means and what to do', (code, reason, hint) => {
		const failure = explain(unreachable(code));
		expect(failure).toMatchObject({code: 'server-unreachable', hint: expect.stringContaining(hint)});
		expect(failure.message).toContain(reason);
		expect(failure.message).toContain('URL: https://weather.example/mcp?•••');
		expect(failure.message).not.toContain('secret');
	});

	it('blames the proxy where only the proxy can be meant', () => {
		const {message, hint} = explain(unreachable('ECONNREFUSED', {proxy: 'proxy.example:3128'}));
		expect(message).toContain('nothing answers at the proxy proxy.example:3128');
		expect(hint).toContain('NO_PROXY=weather.example');
	});
});

it.each([
	[401, '"X-API-Key": "${WEATHER_KEY}"'],
	[403, 'your account may not use it'],
	[404, 'path'],
	[405, '"type" (now "http")'],
	[429, '"rateLimit"'],
	[500, 'log'],
	[503, 'down or starting'],
	[418, '"url" and "type"'],
])('has a hint for HTTP status %i', (status, hint) => {
	expect(explain({type: 'http-status', status, body: ''}).hint).toContain(hint);
});

it('suggests other credentials where there are some', () => {
	const forbidden = {type: 'http-status', status: 403, body: ''} as const;
	const own = {...config, headers: {Authorization: 'Bearer x'}};
	expect(startFailure(own, {type: 'ended', end: forbidden}).hint).toContain('not allowed');
	const end = {type: 'http-status', status: 401, body: ''} as const;
	const known = {...config, headers: {authorization: 'Bearer x'}};
	expect(startFailure(known, {type: 'ended', end}).hint).toContain('Check the credentials');
});

describe('another attempt', () => {
	it.each<TransportEnd>([
		unreachable('ECONNREFUSED'),
		unreachable('ENOTFOUND'),
		{type: 'http-status', status: 503, body: ''},
		{type: 'http-status', status: 429, body: ''},
		{type: 'exited', code: 1, signal: null},
		{type: 'stream-lost', reason: ''},
		{type: 'silent', after: 1},
		{type: 'not-started', reason: '', systemCode: 'EAGAIN'},
	])('is worth it after %o', end => {
		expect(isWorthRetrying({type: 'ended', end})).toBe(true);
	});

	it.each<TransportEnd>([
		unreachable('CERT_HAS_EXPIRED'),
		unreachable('HPE_INVALID_CONSTANT'),
		{type: 'http-status', status: 404, body: ''},
		{type: 'redirected', location: 'https://other.example'},
		{type: 'not-mcp', contentType: 'text/html'},
		{type: 'insecure', scheme: 'http'},
		{type: 'message-too-long', maxBytes: 1},
		{type: 'sign-in-needed', reason: ''},
		{type: 'not-started', reason: '', systemCode: 'ENOENT'},
		{type: 'exited', code: 127, signal: null},
	])('is not worth it after %o', end => {
		expect(isWorthRetrying({type: 'ended', end})).toBe(false);
	});

	it('depends on the kind of trouble', () => {
		expect(isWorthRetrying({type: 'timed-out', doing: 'answer', limit: 1})).toBe(true);
		expect(isWorthRetrying({type: 'refused', message: ''})).toBe(false);
		expect(isWorthRetrying({type: 'broken', message: ''})).toBe(false);
		expect(isWorthRetrying({type: 'needs-sign-in', reason: ''})).toBe(false);
	});
});

it('says how a connection was lost', () => {
	expect(lostFailure(config, {type: 'session-lost', status: 404})).toEqual({
		code: 'server-gone',
		message:
			'Server "weather" no longer knows our session (HTTP status 404). URL: https://weather.example/mcp?•••',
		hint: 'The next call connects again.',
	});
	expect(lostFailure(config, {type: 'sign-in-needed', reason: 'the token is over'}).code).toBe(
		'needs-sign-in',
	);
});
