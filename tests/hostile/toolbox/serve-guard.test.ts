import {describe, expect, it} from 'vitest';
import {
	initialize,
	modernMessage,
	type ServedToolbox,
	send,
	sendBytes,
	serveForTest,
} from '../../helpers/served-toolbox.ts';

const token = 'k3Jf0-very-long-token-of-this-test';

/** Something that each service would answer with 200. */
const goodRequests = ({mcp, rest}: ServedToolbox) =>
	[
		[mcp, modernMessage('tools/list')],
		[mcp, initialize],
		[rest, {path: '/tools', headers: {}}],
		[rest, {path: '/health', headers: {}}],
		[
			rest,
			{path: '/tools/calculate', headers: {'content-type': 'application/json'}, body: '{"expression":"1"}'},
		],
	] as const;

/** The statuses that good requests get with these headers on top. */
const statuses = async (served: ServedToolbox, headers: (url: URL) => Readonly<Record<string, string>>) => {
	const found = new Set<number>();
	for (const [url, request] of goodRequests(served)) {
		const answer = await send(url, {...request, headers: {...request.headers, ...headers(url)}});
		expect(answer.headers['content-type']).toMatch(/^(application\/json|text\/event-stream)/);
		found.add(answer.status);
	}
	return [...found];
};

describe('a request that a web page had sent under another name', () => {
	it.each([
		'evil.example',
		'evil.example:PORT',
		'localhost',
		'localhost:1',
		'localhost.:PORT',
		'localhost.evil.example:PORT',
		'127.0.0.1.nip.io:PORT',
		'127.1:PORT',
		'0.0.0.0:PORT',
		'[::ffff:127.0.0.1]:PORT',
		'user@localhost:PORT',
		'localhost:PORT@evil.example',
		'localhost:PORT,evil.example',
		'[::1',
	])('such as %j is refused by every part', async host => {
		const served = await serveForTest();
		expect(await statuses(served, ({port}) => ({host: host.replace('PORT', port)}))).toEqual([403]);
	});

	it.each(['localhost:PORT', 'LOCALHOST:PORT', '127.0.0.1:PORT', '[::1]:PORT'])(
		'is told from one that was sent to %s',
		async host => {
			const served = await serveForTest();
			expect(await statuses(served, ({port}) => ({host: host.replace('PORT', port)}))).toEqual([200]);
		},
	);

	it('is refused when it names several hosts, none, or a whole address', async () => {
		const {rest} = await serveForTest();
		const good = `Host: localhost:${rest.port}\r\n`;
		const evil = 'Host: evil.example\r\n';
		const end = 'Connection: close\r\n\r\n';
		for (const request of [
			`GET /tools HTTP/1.1\r\n${good}${evil}${end}`,
			`GET /tools HTTP/1.1\r\n${evil}${good}${end}`,
			`GET /tools HTTP/1.1\r\n${good}${good}${end}`,
			`GET /tools HTTP/1.1\r\n${end}`,
			'GET /tools HTTP/1.0\r\n\r\n',
			`GET http://evil.example/tools HTTP/1.1\r\n${good}${end}`,
			`GET http://localhost:${rest.port}/tools HTTP/1.1\r\n${good}${end}`,
			`OPTIONS * HTTP/1.1\r\n${good}${end}`,
			`GET evil HTTP/1.1\r\n${good}${end}`,
			`GET /tools HTTP/1.1\r\nHost : localhost:${rest.port}\r\n${end}`,
			`GET /tools HTTP/1.1\r\n Host: localhost:${rest.port}\r\n${end}`,
		]) {
			const answer = await sendBytes(rest, request);
			expect([request, answer.slice(0, 13)]).toEqual([request, 'HTTP/1.1 400 ']);
			expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toHaveProperty('error.message');
		}
		expect(await sendBytes(rest, `GET /tools HTTP/1.1\r\nHost:\r\n${end}`)).toMatch(/^HTTP\/1\.1 403 /);
		expect(await sendBytes(rest, `CONNECT localhost:${rest.port} HTTP/1.1\r\n${good}\r\n`)).toBe('');
	});
});

describe('a request of a web page', () => {
	it.each([
		'null',
		'https://evil.example',
		'http://localhost',
		'http://localhost:5173',
		'http://127.0.0.1:3000',
		'http://localhost.evil.example',
		'http://localhost@evil.example',
		'http://localhost, https://evil.example',
		'file://',
		'chrome-extension://abcdefgh',
		'*',
		'localhost',
	])('of %j is refused by every part, even with the token', async origin => {
		const served = await serveForTest({token, allowedOrigins: ['https://app.example']});
		expect(await statuses(served, () => ({origin, authorization: `Bearer ${token}`}))).toEqual([403]);
		// It learns nothing about tokens.
		expect(await statuses(served, () => ({origin, authorization: 'Bearer wrong'}))).toEqual([403]);
		const asked = await send(served.rest, {
			method: 'OPTIONS',
			path: '/tools',
			headers: {origin, 'access-control-request-method': 'POST'},
		});
		expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([403, undefined]);
	});

	it('that names two origins is refused', async () => {
		const {rest} = await serveForTest();
		const lines = ['http://localhost', 'https://evil.example'].map(origin => `Origin: ${origin}\r\n`);
		const answer = await sendBytes(
			rest,
			`GET /tools HTTP/1.1\r\nHost: localhost:${rest.port}\r\n${lines.join('')}Connection: close\r\n\r\n`,
		);
		expect(answer).toMatch(/^HTTP\/1\.1 403 /);
	});
});

describe('a request without the token', () => {
	it.each([
		['none', {}],
		['an empty one', {authorization: 'Bearer '}],
		['a wrong one', {authorization: 'Bearer wrong'}],
		['one that is cut', {authorization: `Bearer ${token.slice(0, -1)}`}],
		['one that goes on', {authorization: `Bearer ${token}x`}],
		['one in capitals', {authorization: `Bearer ${token.toUpperCase()}`}],
		['one without its scheme', {authorization: token}],
		['another scheme', {authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}`}],
		['another header', {'x-api-key': token}],
	])('is refused by every part: %s', async (_, headers) => {
		const served = await serveForTest({token});
		expect(await statuses(served, () => headers)).toEqual([401]);
		const strange = await send(served.rest, {path: `/nowhere?access_token=${token}`, headers});
		expect(strange.status).toBe(401);
		expect(strange.headers['www-authenticate']).toBe('Bearer realm="mcp-tui"');
	});

	it('is told from one that has it', async () => {
		const served = await serveForTest({token});
		expect(await statuses(served, () => ({authorization: `Bearer ${token}`}))).toEqual([200]);
	});

	it('shows the token nowhere', async () => {
		const served = await serveForTest({token});
		const answer = await send(served.rest, {
			path: `/tools?token=${token}`,
			headers: {authorization: `Bearer ${token}x`},
		});
		await send(served.rest, {path: `/tools?token=${token}`, headers: {authorization: `Bearer ${token}`}});
		expect(JSON.stringify([answer, served.records])).not.toContain(token);
		expect(served.records.map(({path}) => path)).toEqual(['/tools', '/tools']);
	});
});
